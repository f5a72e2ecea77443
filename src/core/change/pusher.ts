import type { Clock } from '../ports.ts';
import type { ChangeOutcome } from './desk.ts';
import type { History } from './write-ports.ts';

/** How long an answer waits for the push that covers it; then it says that the push is pending. */
const WAIT_MS = 10_000;

type Push = Awaited<ReturnType<NonNullable<History['push']>>>;

/** Pushes after the queue has drained, one at a time; one push covers every change made before it began. */
export class Pusher {
  readonly #history: History;
  readonly #clock: Clock;
  readonly #drained: () => Promise<void>;
  #next: Promise<Push> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(history: History, clock: Clock, drained: () => Promise<void>) {
    this.#history = history;
    this.#clock = clock;
    this.#drained = drained;
  }

  async cover<O extends Extract<ChangeOutcome<unknown>, { kind: 'applied' }>>(outcome: O): Promise<O> {
    if (!outcome.committed || this.#history.push === undefined) return outcome;
    const covering = this.#soon();
    const push = await Promise.race([covering, this.#clock.after(WAIT_MS, covering).then(() => null)]);
    if (push === null) return { ...outcome, pushed: 'pending' };
    return { ...outcome, pushed: push.pushed ? 'yes' : 'no', warnings: [...outcome.warnings, ...push.warnings] };
  }

  #soon(): Promise<Push> {
    this.#next ??= this.#last.then(async () => {
      await this.#drained();
      this.#next = null; // what is committed from here on needs another push
      return (await this.#history.push?.()) ?? { pushed: false, warnings: [] };
    });
    const push = this.#next;
    this.#last = push.catch(() => undefined);
    return push;
  }
}
