import type { Indexing } from './engine.ts';

/** Standard error, as far as it is needed. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface TerminalOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Between two lines of progress where they stay: a log, a service's journal. */
const LINE_EVERY_MS = 10_000;
/** Between two drawings of the one line where it is drawn over. */
const DRAW_EVERY_MS = 100;
/** Columns of a terminal that does not tell, and of the bar at most. */
const USUAL_COLUMNS = 80;
const LONGEST_BAR = 30;

const ERASE_LINE = '\r\u001b[K';
const DIM = '\u001b[2m';
const PLAIN = '\u001b[0m';

/**
 * What `serve` shows a person: lines that stay, and how far indexing is. On a terminal that is one line, drawn over and gone
 * when it is done; elsewhere a plain line now and then.
 */
export class ServeTerminal {
  readonly #stream: Terminal;
  readonly #now: () => number;
  readonly #draws: boolean;
  readonly #colours: boolean;
  #drawn = '';
  #shownAt = -Infinity;

  constructor(stream: Terminal, { env, now }: TerminalOptions) {
    this.#stream = stream;
    this.#now = now;
    this.#draws = stream.isTTY === true && env['TERM'] !== 'dumb';
    this.#colours = this.#draws && (env['NO_COLOR'] ?? '') === '';
  }

  /** A line that stays. */
  say(text: string): void {
    const drawn = this.#drawn;
    this.#erase();
    this.#stream.write(`vault-mcp: ${text}\n`);
    if (drawn !== '') this.#draw(drawn);
  }

  /** How far the first reading is; nothing once it is over. */
  show({ indexed, total, ready }: Indexing): void {
    if (ready) return this.#erase();
    const now = this.#now();
    if (now - this.#shownAt < (this.#draws ? DRAW_EVERY_MS : LINE_EVERY_MS)) return;
    this.#shownAt = now;
    const text = total === null ? 'listing the vault' : `indexing: ${count(indexed)} of ${count(total)} notes`;
    if (this.#draws) this.#draw(this.#fitted(text, total === null ? null : indexed / Math.max(1, total)));
    else this.say(text);
  }

  /** The text, and a bar in the room that is left: a line that is too long would break, and be drawn over in part only. */
  #fitted(text: string, part: number | null): string {
    // A terminal that nobody has given a size to says 0.
    const columns = (this.#stream.columns || USUAL_COLUMNS) - 1;
    const width = Math.min(LONGEST_BAR, columns - text.length - 1);
    if (part === null || width < 5) return text.slice(0, Math.max(0, columns));
    const done = Math.min(width, Math.floor(part * width));
    const bar = '█'.repeat(done) + (this.#colours ? DIM : '') + '░'.repeat(width - done) + (this.#colours ? PLAIN : '');
    return `${bar} ${text}`;
  }

  #draw(line: string): void {
    this.#drawn = line;
    this.#stream.write(`${ERASE_LINE}${line}`);
  }

  #erase(): void {
    if (this.#drawn === '') return;
    this.#drawn = '';
    this.#stream.write(ERASE_LINE);
  }
}

/** `12,345`; independent of the machine's locale, as everything this program prints. */
export function count(value: number): string {
  return value.toLocaleString('en');
}
