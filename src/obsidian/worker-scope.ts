import type { IndexPort } from '../core/index/index-port.ts';
import type { Pacer } from '../core/library/slices.ts';

// What a web worker finds around it, as the index asks for it.

/** What a worker's global scope offers, of which only this is needed. */
interface Scope {
  postMessage(message: unknown, options: { readonly transfer: readonly ArrayBuffer[] }): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

const scope = self as unknown as Scope;

/** The line to the thread that started this one. */
export const portToParent: IndexPort = {
  post: (message, transfer = []) => scope.postMessage(message, { transfer }),
  onMessage: (listener) => (scope.onmessage = ({ data }) => listener(data)),
};

/** A timer waits four milliseconds when it is set again and again; a message to oneself does not. */
const turns: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => turns.shift()?.();

export const workerPacer: Pacer = {
  tick: () => performance.now(),
  breathe: () =>
    new Promise((resolve) => {
      turns.push(resolve);
      port2.postMessage(null);
    }),
};
