import type { ApprovalAnswer, Question } from '../core/change/approval.ts';
import { approvalAnswer } from './approval-form.ts';

/** How a request for a call ends: with the call's result, or with a question, after which the client asks again. */
export type Reply<R> =
  | { readonly kind: 'result'; readonly result: R }
  /** `state` comes back with the answer. */
  | { readonly kind: 'question'; readonly state: string; readonly question: Question };

interface AskedCall<R> {
  readonly result: Promise<R>;
  /** Resolves with the next question that the call puts. */
  next: Promise<Reply<R>>;
  put: (reply: Reply<R>) => void;
}

/** How many questions of a session are known, the answered ones for an answer that comes twice. */
const MOST_KNOWN = 50;

/**
 * Calls that stop at a question of theirs: in the newer protocol a server cannot ask in the middle of a call, so the
 * request is answered by the question, the call goes on waiting, and the client's next request brings the answer.
 */
export class AskedCalls<R> {
  readonly #known = new Map<string, { readonly call: AskedCall<R>; readonly answer: (a: ApprovalAnswer) => void }>();

  /** Runs a call; `ask` is how it puts its questions. */
  begin(run: (ask: (question: Question) => Promise<ApprovalAnswer>) => Promise<R>): Promise<Reply<R>> {
    let call: AskedCall<R> | null = null;
    const ask = (question: Question): Promise<ApprovalAnswer> =>
      new Promise((answer) => {
        if (call === null) return;
        this.#known.set(question.id, { call, answer });
        for (const oldest of this.#known.keys()) {
          if (this.#known.size <= MOST_KNOWN) break;
          this.#known.delete(oldest);
        }
        call.put({ kind: 'question', state: question.id, question });
      });
    // The call begins only when it can be asked about.
    const begun = Promise.resolve().then(() => run(ask));
    call = { result: begun, ...nextQuestion<R>() };
    return replyOf(call);
  }

  /** The client's answer to a question; null where nothing is known of that question. */
  resume(state: string, response: unknown): Promise<Reply<R>> | null {
    const known = this.#known.get(state);
    if (known === undefined) return null;
    Object.assign(known.call, nextQuestion<R>());
    known.answer(approvalAnswer(response));
    return replyOf(known.call);
  }
}

function nextQuestion<R>(): Pick<AskedCall<R>, 'next' | 'put'> {
  let put: (reply: Reply<R>) => void = () => undefined;
  const next = new Promise<Reply<R>>((resolve) => (put = resolve));
  return { next, put };
}

function replyOf<R>({ result, next }: AskedCall<R>): Promise<Reply<R>> {
  return Promise.race([result.then((value): Reply<R> => ({ kind: 'result', result: value })), next]);
}
