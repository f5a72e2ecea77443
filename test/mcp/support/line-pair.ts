import type { LineTransport } from '../../../src/mcp/line-transport.ts';

/** Two ends of one connection in memory; each line is delivered in a later turn, as over a socket. */
export function linePair(): [LineTransport, LineTransport] {
  const left = new End();
  const right = new End();
  left.other = right;
  right.other = left;
  return [left, right];
}

class End implements LineTransport {
  other: End | null = null;
  readonly #lines: ((line: string) => void)[] = [];
  readonly #closings: (() => void)[] = [];
  #isOpen = true;

  send(line: string): void {
    if (!this.#isOpen) throw new Error('closed');
    setImmediate(() => this.other?.deliver(line));
  }

  onLine(listener: (line: string) => void): void {
    this.#lines.push(listener);
  }

  onClose(listener: () => void): void {
    this.#closings.push(listener);
  }

  close(): void {
    this.#end();
    setImmediate(() => this.other?.endByOther());
  }

  deliver(line: string): void {
    if (this.#isOpen) for (const listener of this.#lines) listener(line);
  }

  endByOther(): void {
    this.#end();
  }

  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const listener of this.#closings) listener();
  }
}
