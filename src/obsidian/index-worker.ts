import { serveIndex } from '../core/index/serve-index.ts';

// The passage index as a web worker: the build puts its text into the plugin, which starts it from there.

/** What a worker's global scope offers, of which only this is needed. */
interface Scope {
  postMessage(message: unknown, options: { readonly transfer: readonly ArrayBuffer[] }): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

const scope = self as unknown as Scope;

/** A timer waits four milliseconds when it is set again and again; a message to oneself does not. */
const turns: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => turns.shift()?.();

serveIndex(
  {
    post: (message, transfer = []) => scope.postMessage(message, { transfer }),
    onMessage: (listener) => (scope.onmessage = ({ data }) => listener(data)),
  },
  {
    tick: () => performance.now(),
    breathe: () =>
      new Promise((resolve) => {
        turns.push(resolve);
        port2.postMessage(null);
      }),
  },
);
