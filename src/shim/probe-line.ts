/**
 * Looks for request ids in a line that cannot be kept (too long) or read (malformed), fed in pieces of any size.
 * It keeps a few bytes only, and forgives: it follows strings and nesting, nothing else.
 */

/** Whose line it was, as far as it could be told. */
export interface Probed {
  /** Raw JSON text of each real id (a string or number) of a request: one for a line, several for a batch. */
  readonly requestIds: readonly string[];
  /** The same of answers. */
  readonly answerIds: readonly string[];
}

/** Ids and member names longer than this many bytes are not looked at: no client writes them. */
const MAX_TOKEN = 1024;
/** Members of one refused batch that are answered. */
const MAX_IDS = 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** One line's probe: `feed` its bytes in order, then ask for the `result`. */
export class LineProbe {
  private depth = 0;
  /** Depth inside a message: 1, or 2 where the line is a batch. */
  private messageDepth = 1;
  private started = false;
  private inString = false;
  private escaped = false;
  /** Bytes of the token being read at the message's own depth. */
  private token: number[] = [];
  private tokenIsString = false;
  private name: string | null = null;
  private expectsName = false;
  private message = newMessage();
  private readonly ids: string[] = [];
  private readonly answers: string[] = [];

  feed(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i++) this.step(bytes[i] ?? 0);
  }

  result(): Probed {
    this.endMessage();
    return { requestIds: [...this.ids], answerIds: [...this.answers] };
  }

  private step(byte: number): void {
    if (this.inString) this.stepInString(byte);
    else if (byte === QUOTE) this.openString();
    else this.stepOutside(byte);
  }

  private stepInString(byte: number): void {
    if (this.depth === this.messageDepth) this.keep(byte);
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inString = false;
  }

  private openString(): void {
    this.inString = true;
    if (this.depth !== this.messageDepth) return;
    this.token = [QUOTE];
    this.tokenIsString = true;
  }

  private stepOutside(byte: number): void {
    const here = this.depth === this.messageDepth;
    switch (byte) {
      case 0x7b: // {
      case 0x5b: // [
        return this.goDeeper(byte === 0x5b);
      case 0x7d: // }
      case 0x5d: // ]
        if (here) this.endMember();
        this.depth--;
        if (this.depth === this.messageDepth - 1) this.endMessage();
        return;
      case 0x3a: // :
        if (here && this.expectsName) this.takeName();
        return;
      case 0x2c: // ,
        if (!here) return;
        this.endMember();
        this.expectsName = true;
        return;
      default:
        if (here && byte > 0x20 && !this.tokenIsString) this.keep(byte);
    }
  }

  private goDeeper(isArray: boolean): void {
    if (!this.started) {
      this.started = true;
      this.messageDepth = isArray ? 2 : 1;
    }
    if (this.depth === this.messageDepth) {
      if (this.name !== null && !this.expectsName) this.note(this.name, null);
      this.resetToken();
    }
    this.depth++;
    if (this.depth === this.messageDepth) {
      this.expectsName = !isArray;
      this.name = null;
      this.resetToken();
    }
  }

  private takeName(): void {
    this.name = this.tokenIsString ? parsedString(this.tokenText()) : null;
    this.expectsName = false;
    this.resetToken();
  }

  private endMember(): void {
    const text = this.tokenText();
    if (this.name !== null && text !== '') this.note(this.name, text);
    this.name = null;
    this.resetToken();
  }

  private note(name: string, text: string | null): void {
    if (name === 'id') this.message.id = text;
    else if (name === 'method') this.message.method = text === null ? null : parsedString(text);
    else if (name === 'result' || name === 'error') this.message.isAnswer = true;
  }

  private endMessage(): void {
    this.endMember();
    const { id, method, isAnswer } = this.message;
    this.message = newMessage();
    const isRequest = method !== null ? !method.startsWith('notifications/') : !isAnswer;
    if (id === null || !isRealId(id)) return;
    if (isRequest && this.ids.length < MAX_IDS) this.ids.push(id);
    else if (isAnswer && method === null && this.answers.length < MAX_IDS) this.answers.push(id);
  }

  private keep(byte: number): void {
    if (this.token.length <= MAX_TOKEN) this.token.push(byte);
  }

  private tokenText(): string {
    return this.token.length > MAX_TOKEN ? '' : Buffer.from(this.token).toString('utf8');
  }

  private resetToken(): void {
    this.token = [];
    this.tokenIsString = false;
  }
}

/** Whether this raw JSON text can be a request's id: a string or a number. */
export function isRealId(raw: string): boolean {
  if (!/^["\-0-9]/.test(raw)) return false;
  try {
    JSON.parse(raw);
    return true;
  } catch {
    return false;
  }
}

function newMessage(): { id: string | null; method: string | null; isAnswer: boolean } {
  return { id: null, method: null, isAnswer: false };
}

function parsedString(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
