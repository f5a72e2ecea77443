import type { CallState } from '../wire/call.ts';
import { LinkError } from './link-contract.ts';

interface Asked {
  readonly answer: Promise<CallState>;
  readonly resolve: (state: CallState) => void;
  readonly reject: (error: LinkError) => void;
}

/** Questions about calls that wait for the host's answer; asked again over each new socket, since asking changes nothing. */
export class Queries {
  readonly #asked = new Map<string, Asked>();

  /** One question per key at a time: whoever asks again shares the answer. */
  ask(key: string, say: (key: string) => void): Promise<CallState> {
    const already = this.#asked.get(key);
    if (already !== undefined) return already.answer;
    let resolve: Asked['resolve'] = () => undefined;
    let reject: Asked['reject'] = () => undefined;
    const answer = new Promise<CallState>((onDone, onFailure) => {
      resolve = onDone;
      reject = onFailure;
    });
    this.#asked.set(key, { answer, resolve, reject });
    say(key);
    return answer;
  }

  answered(key: string, state: CallState): void {
    this.#asked.get(key)?.resolve(state);
    this.#asked.delete(key);
  }

  askAgain(say: (key: string) => void): void {
    for (const key of this.#asked.keys()) say(key);
  }

  close(): void {
    for (const { reject } of this.#asked.values()) reject(new LinkError('closed', 'the link was closed'));
    this.#asked.clear();
  }
}
