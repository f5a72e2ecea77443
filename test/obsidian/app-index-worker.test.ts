import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startIndexWorker } from '../../src/obsidian/app-index-worker.ts';

/** What a web worker is to whoever starts it; nothing runs in it. */
class SilentWorker {
  static last: SilentWorker | null = null;
  readonly url: string;
  readonly posted: unknown[] = [];
  terminated = 0;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  onmessageerror: (() => void) | null = null;

  constructor(url: string) {
    this.url = url;
    SilentWorker.last = this;
  }

  postMessage(message: unknown): void {
    this.posted.push(message);
  }

  terminate(): void {
    this.terminated++;
  }
}

function stubbed(): { readonly revoked: string[] } {
  const revoked: string[] = [];
  vi.stubGlobal('Worker', SilentWorker);
  const spy = vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    spy.mockRestore();
  });
  return { revoked };
}

function started(): { readonly port: ReturnType<typeof startIndexWorker>; readonly worker: SilentWorker } {
  const port = startIndexWorker('0;');
  const worker = SilentWorker.last;
  if (worker === null) throw new Error('no worker was started');
  return { port, worker };
}

describe('the worker of the index in the app', () => {
  it('is ended with the plugin, and leaves no address of its text behind', () => {
    const { revoked } = stubbed();
    const { port, worker } = started();
    port.end();
    expect(worker.terminated).toBe(1);
    expect(revoked).toEqual([worker.url]);
  });

  it('gives the address of its text back as soon as it speaks', () => {
    const { revoked } = stubbed();
    const { port, worker } = started();
    const heard: unknown[] = [];
    port.onMessage((message) => heard.push(message));
    worker.onmessage?.({ data: { ready: true } });
    worker.onmessage?.({ data: 2 });
    expect(heard).toEqual([{ ready: true }, 2]);
    expect(revoked).toEqual([worker.url]);
    port.end();
    expect(revoked).toEqual([worker.url]);
  });

  it('is ended and told of when it fails', () => {
    const { revoked } = stubbed();
    const { port, worker } = started();
    const reasons: string[] = [];
    port.onDeath((reason) => reasons.push(reason));
    worker.onerror?.({ message: 'out of memory', preventDefault: () => undefined });
    expect(reasons).toEqual(['out of memory']);
    expect(worker.terminated).toBe(1);
    expect(revoked).toEqual([worker.url]);
  });

  it('leaves no address behind where none can be started', () => {
    const { revoked } = stubbed();
    vi.stubGlobal('Worker', function Forbidden() {
      throw new Error('not allowed here');
    });
    expect(() => startIndexWorker('0;')).toThrow('not allowed here');
    expect(revoked).toHaveLength(1);
  });
});
