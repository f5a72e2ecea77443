import type { ApprovalAnswer, Question } from '../../core/change/approval.ts';

interface OpenQuestion {
  readonly question: Question;
  readonly answer: (answer: ApprovalAnswer) => void;
}

/** The questions that wait for the user, oldest first, whether or not a dialog shows them at the moment. */
export class QuestionBook {
  readonly #open = new Map<string, OpenQuestion>();
  readonly #listeners = new Set<() => void>();
  readonly #askedListeners = new Set<() => void>();

  open(): readonly Question[] {
    return [...this.#open.values()].map(({ question }) => question);
  }

  /** Puts a question; it is taken away by itself when no answer is wanted any more, and is then never answered. */
  ask(question: Question): Promise<ApprovalAnswer> {
    void question.closed.then(() => this.#remove(question.id));
    return new Promise((answer) => {
      this.#open.set(question.id, { question, answer });
      tell(this.#listeners);
      tell(this.#askedListeners);
    });
  }

  /** A question that is no longer open takes no answer: false. */
  answer(id: string, answer: ApprovalAnswer): boolean {
    const asked = this.#open.get(id);
    if (asked === undefined) return false;
    asked.answer(answer);
    this.#remove(id);
    return true;
  }

  /** Calls back whenever a question comes or goes; the returned function ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls back whenever a question comes. */
  onAsked(listener: () => void): () => void {
    this.#askedListeners.add(listener);
    return () => void this.#askedListeners.delete(listener);
  }

  #remove(id: string): void {
    if (this.#open.delete(id)) tell(this.#listeners);
  }
}

function tell(listeners: ReadonlySet<() => void>): void {
  for (const listener of listeners) listener();
}
