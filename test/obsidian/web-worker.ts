import { resolveObjectURL } from 'node:buffer';
import { Worker as Thread } from 'node:worker_threads';

/** What of a web worker's scope a worker's text uses, over Node's port to the parent. */
const SCOPE = `
const { parentPort } = require('node:worker_threads');
globalThis.self = {
  postMessage: (message, options) => parentPort.postMessage(message, options?.transfer ?? options),
  set onmessage(listener) { parentPort.on('message', (data) => listener({ data })); },
};
`;

/** A page's `Worker`, as far as the plugin uses it: started from the URL of a Blob, whose text it reads later. */
export class WebWorker {
  /** Threads that have not been ended. */
  static readonly running = new Set<WebWorker>();
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onerror: ((event: { readonly message: string; preventDefault(): void }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  readonly #thread: Promise<Thread>;

  constructor(url: string) {
    const blob = resolveObjectURL(url);
    if (blob === undefined) throw new Error('no blob has this address');
    this.#thread = blob.text().then((text) => this.#start(text));
    WebWorker.running.add(this);
  }

  postMessage(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    void this.#thread.then((thread) => thread.postMessage(message, [...transfer]));
  }

  terminate(): void {
    WebWorker.running.delete(this);
    void this.#thread.then((thread) => thread.terminate());
  }

  /** As if the thread had come to an error that nobody caught. */
  fail(message: string): void {
    this.onerror?.({ message, preventDefault: () => undefined });
  }

  #start(text: string): Thread {
    const thread = new Thread(SCOPE + text, { eval: true });
    thread.unref();
    thread.on('message', (data: unknown) => this.onmessage?.({ data }));
    thread.on('error', ({ message }: Error) => this.fail(message));
    return thread;
  }
}
