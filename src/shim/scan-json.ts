/**
 * Finds single values in a JSON text by their path, over bytes, without building the document. It reads the
 * whole text strictly (RFC 8259), so that "well formed" is known; number text is never taken through a double.
 */

import { QUOTE, endOfScalar } from './json-scalars.ts';

/** Bytes `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A member of the outermost object: `name` is decoded, `value` is where its value stands. */
export interface Member {
  readonly name: string;
  readonly value: Span;
}

/** Which values to remember: a tree of member names. `true` is a leaf; an inner node is remembered as well. */
export interface Wanted {
  readonly [name: string]: true | Wanted;
}

export type ScannedJson =
  | {
      readonly ok: true;
      readonly kind: 'object' | 'array' | 'scalar';
      /** Members of an outermost object, in order; a repeated name stands here as often as it was written. */
      readonly members: readonly Member[];
      /** Elements of an outermost array. */
      readonly elements: readonly Span[];
      /** Wanted values by dotted path; of a repeated name the last one counts, as with JSON.parse. */
      readonly found: ReadonlyMap<string, Span>;
    }
  | { readonly ok: false; readonly offset: number };

/**
 * Reads `bytes[start, end)` as one JSON text. Costs one pass; nesting costs no stack and is
 * refused beyond 1,000 levels. Elements of an outermost
 * array are not searched for wanted values: scan each by its span.
 */
export function scanJson(bytes: Uint8Array, wanted: Wanted, start = 0, end = bytes.length): ScannedJson {
  return new Scanner(bytes, start, end, wanted).run();
}

/** The text of a span. Meant for short values: ids, names. */
export function textOf(bytes: Uint8Array, span: Span): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString('utf8', span.start, span.end);
}

/** The value at a span, parsed; undefined where there is none. Meant for short values. */
export function valueOf(bytes: Uint8Array, span: Span | undefined): unknown {
  if (span === undefined) return undefined;
  const text = textOf(bytes, span);
  // Most values asked for are strings that were written plainly.
  return text.startsWith('"') && !text.includes('\\') ? text.slice(1, -1) : JSON.parse(text);
}

/** Nesting beyond this is refused: no tool takes it, and readers further on may recurse. */
const MAX_DEPTH = 1000;

const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** A container that is open: what it is, which of its members are wanted, and the member being read. */
interface Open {
  readonly isObject: boolean;
  readonly wanted: Wanted | null;
  readonly path: string;
  name: string | null;
  valueStart: number;
}

class Scanner {
  private readonly bytes: Uint8Array;
  private readonly end: number;
  private readonly wanted: Wanted;
  private readonly open: Open[] = [];
  private readonly members: Member[] = [];
  private readonly elements: Span[] = [];
  private readonly found = new Map<string, Span>();
  private at: number;

  constructor(bytes: Uint8Array, start: number, end: number, wanted: Wanted) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
    this.wanted = wanted;
  }

  run(): ScannedJson {
    this.skipSpace();
    const first = this.peek();
    if (!this.readValue()) return { ok: false, offset: this.at };
    while (this.open.length > 0) {
      if (!this.readNext()) return { ok: false, offset: this.at };
    }
    this.skipSpace();
    if (this.at !== this.end) return { ok: false, offset: this.at };
    const kind = first === OPEN_BRACE ? 'object' : first === OPEN_BRACKET ? 'array' : 'scalar';
    return { ok: true, kind, members: this.members, elements: this.elements, found: this.found };
  }

  /** After a value inside a container: a comma and the next value, or the container's end. */
  private readNext(): boolean {
    const top = this.open[this.open.length - 1];
    if (top === undefined) return false;
    this.skipSpace();
    const byte = this.peek();
    if (byte === COMMA) {
      this.at++;
      this.skipSpace();
      return top.isObject ? this.readMember(top) : this.readElement(top);
    }
    if (byte !== (top.isObject ? CLOSE_BRACE : CLOSE_BRACKET)) return false;
    this.at++;
    this.open.pop();
    this.closeValue();
    return true;
  }

  private readMember(top: Open): boolean {
    const start = this.at;
    if (this.peek() !== QUOTE || !this.readScalar(QUOTE)) return false;
    const outermost = this.open.length === 1;
    top.name = outermost || top.wanted !== null ? this.nameAt(start, this.at) : null;
    this.skipSpace();
    if (this.peek() !== COLON) return false;
    this.at++;
    this.skipSpace();
    top.valueStart = this.at;
    return this.readValue();
  }

  private readElement(top: Open): boolean {
    top.valueStart = this.at;
    return this.readValue();
  }

  /** Reads a scalar whole; of a container only the opening and, if it is not empty, its first value's start. */
  private readValue(): boolean {
    const byte = this.peek();
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return this.openContainer(byte === OPEN_BRACE);
    if (!this.readScalar(byte)) return false;
    this.closeValue();
    return true;
  }

  private openContainer(isObject: boolean): boolean {
    if (this.open.length >= MAX_DEPTH) return false;
    const parent = this.open[this.open.length - 1];
    const path = parent === undefined || parent.name === null ? '' : join(parent.path, parent.name);
    const child: Open = {
      isObject,
      wanted: isObject ? this.wantedBelow(parent) : null,
      path,
      name: null,
      valueStart: 0,
    };
    if (child.wanted !== null && parent !== undefined) this.forgetBelow(path);
    this.open.push(child);
    this.at++;
    this.skipSpace();
    if (this.peek() === (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
      this.at++;
      this.open.pop();
      this.closeValue();
      return true;
    }
    return isObject ? this.readMember(child) : this.readElement(child);
  }

  private wantedBelow(parent: Open | undefined): Wanted | null {
    if (parent === undefined) return this.wanted;
    if (parent.wanted === null || parent.name === null) return null;
    const next = Object.hasOwn(parent.wanted, parent.name) ? parent.wanted[parent.name] : undefined;
    return next === undefined || next === true ? null : next;
  }

  /** A value has ended: note it where its container wants it. */
  private closeValue(): void {
    const parent = this.open[this.open.length - 1];
    if (parent === undefined) return;
    const span = { start: parent.valueStart, end: this.at };
    if (this.open.length === 1) {
      if (!parent.isObject) this.elements.push(span);
      else if (parent.name !== null) this.members.push({ name: parent.name, value: span });
    }
    if (parent.wanted === null || parent.name === null || !Object.hasOwn(parent.wanted, parent.name)) return;
    const path = join(parent.path, parent.name);
    const isContainer = this.bytes[span.start] === OPEN_BRACE;
    if (!isContainer) this.forgetBelow(path);
    this.found.set(path, span);
  }

  /** A repeated member replaces the earlier one and all that was found inside it. */
  private forgetBelow(path: string): void {
    if (this.found.size === 0) return;
    for (const key of [...this.found.keys()]) if (key.startsWith(`${path}.`)) this.found.delete(key);
  }

  private nameAt(start: number, end: number): string {
    const text = textOf(this.bytes, { start, end });
    return text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1);
  }

  private peek(): number {
    return this.at < this.end ? (this.bytes[this.at] ?? -1) : -1;
  }

  private skipSpace(): void {
    while (this.at < this.end) {
      const byte = this.bytes[this.at];
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return;
      this.at++;
    }
  }

  /** Goes to the end of a scalar, or to where it fails. */
  private readScalar(first: number): boolean {
    const end = endOfScalar(this.bytes, this.at, this.end, first);
    this.at = end < 0 ? ~end : end;
    return end >= 0;
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
