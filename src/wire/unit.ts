import { asciiJson, asciiText, jsonObject } from './ascii.ts';
import type { CallClass, CallMeta, CallState } from './call.ts';
import type { VersionRange } from './limits.ts';

/**
 * Units: what both ends say to each other after the upgrade, one binary websocket message each.
 *
 *     data <seq> <ack> <key|-> <safe|write|notify> <expiry|-> <the line, bytes unchanged>
 *     ack <ack>                      ping <n>            pong <n>
 *     query <key>                    state <key> <json>
 *     handover                       released            refused <json>
 *     close <code> <json>
 *
 * The units of the handshake stand in handshake.ts.
 */
export type Unit =
  | DataUnit
  | { readonly kind: 'ack'; readonly ack: number }
  | { readonly kind: 'ping' | 'pong'; readonly n: number }
  | { readonly kind: 'query'; readonly key: string }
  | { readonly kind: 'state'; readonly key: string; readonly state: CallState }
  /** A host that has started asks the one that serves to leave; that one answers when it has let go, or why not. */
  | { readonly kind: 'handover' | 'released' }
  | { readonly kind: 'refused'; readonly detail: string }
  | CloseUnit;

export interface DataUnit {
  readonly kind: 'data';
  /** From 1, per session and direction. */
  readonly seq: number;
  /** Highest number received in order by the sender of this unit. */
  readonly ack: number;
  readonly meta: CallMeta;
  readonly line: Uint8Array;
}

export interface CloseUnit {
  readonly kind: 'close';
  readonly code: CloseCode;
  readonly detail: string;
  /** With `version`: what the closing end speaks. */
  readonly versions?: VersionRange;
}

export type CloseCode =
  /** The shim leaves: its session ends here and now. */
  | 'bye'
  /** The host leaves: dial again by the endpoint file. */
  | 'leaving'
  /** The same session was resumed over a newer socket. */
  | 'replaced'
  /** Nothing was heard from the peer for too long. */
  | 'silent'
  | 'version'
  | 'busy'
  /** The peer did not prove that it knows the token. */
  | 'proof'
  | 'malformed'
  /** A number was skipped: the socket is given up, the session resumed. */
  | 'gap'
  /** Too far behind to be kept. */
  | 'overflow';

/** The header of a data unit, its final space included; the line's bytes follow. */
export function dataHeader(seq: number, ack: number, meta: CallMeta): string {
  return `data ${seq} ${ack} ${meta.key ?? '-'} ${meta.class} ${meta.expiresAt ?? '-'} `;
}

/** Prints any unit but data; ASCII. */
export function printUnit(unit: Exclude<Unit, DataUnit>): string {
  switch (unit.kind) {
    case 'ack':
      return `ack ${unit.ack}`;
    case 'ping':
    case 'pong':
      return `${unit.kind} ${unit.n}`;
    case 'query':
      return `query ${unit.key}`;
    case 'state':
      return `state ${unit.key} ${asciiJson(unit.state)}`;
    case 'handover':
    case 'released':
      return unit.kind;
    case 'refused':
      return `refused ${asciiJson({ detail: unit.detail })}`;
    case 'close':
      return `close ${unit.code} ${asciiJson({ detail: unit.detail, versions: unit.versions })}`;
  }
}

/** Reads one message; null for anything that is not exactly a unit. Never throws, reads a bounded header. */
export function parseUnit(bytes: Uint8Array): Unit | null {
  const end = endOfWord(bytes, 0);
  if (isText(bytes, 0, end, 'data')) return parseData(bytes);
  const text = end === 0 || end > LONGEST_WORD ? null : asciiText(bytes);
  return text === null ? null : parseControl(text);
}

/** What a call key may look like: short and harmless in a header, a file name or a log. */
export function isKey(text: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/.test(text);
}

const LONGEST_WORD = 64;
const LONGEST_NUMBER = 16;
const DATA_WORDS = 6;
const SPACE = 0x20;
const DASH = 0x2d;
const ZERO = 0x30;

/** By bytes: it is read for every line, and its line is not looked at. */
function parseData(bytes: Uint8Array): DataUnit | null {
  const ends: number[] = [];
  let at = 0;
  while (ends.length < DATA_WORDS) {
    const end = endOfWord(bytes, at);
    if (end === at || end >= bytes.length || bytes[end] !== SPACE) return null;
    ends.push(end);
    at = end + 1;
  }
  const [kindEnd = 0, seqEnd = 0, ackEnd = 0, keyEnd = 0, classEnd = 0, expiryEnd = 0] = ends;
  const seq = wholeAt(bytes, kindEnd + 1, seqEnd);
  const ack = wholeAt(bytes, seqEnd + 1, ackEnd);
  const noKey = isDash(bytes, ackEnd + 1, keyEnd);
  const key = noKey ? null : asciiText(bytes, ackEnd + 1, keyEnd);
  const callClass = CLASSES.find((name) => isText(bytes, keyEnd + 1, classEnd, name));
  const noExpiry = isDash(bytes, classEnd + 1, expiryEnd);
  const expiresAt = noExpiry ? null : wholeAt(bytes, classEnd + 1, expiryEnd);
  if (seq === null || seq < 1 || ack === null || (!noExpiry && expiresAt === null)) return null;
  if (callClass === undefined || (!noKey && (key === null || !isKey(key)))) return null;
  return { kind: 'data', seq, ack, meta: { key, class: callClass, expiresAt }, line: bytes.subarray(at) };
}

function parseControl(text: string): Exclude<Unit, DataUnit> | null {
  const [kind, first, rest] = cut(text);
  const n = whole(first);
  switch (kind) {
    case 'ack':
      return n === null || rest !== '' ? null : { kind, ack: n };
    case 'ping':
    case 'pong':
      return n === null || rest !== '' ? null : { kind, n };
    case 'query':
      return isKey(first) && rest === '' ? { kind, key: first } : null;
    case 'state': {
      const state = isKey(first) ? callState(jsonObject(rest)) : null;
      return state === null ? null : { kind, key: first, state };
    }
    case 'handover':
    case 'released':
      return text === kind ? { kind } : null;
    case 'refused':
      return { kind, detail: textOf(jsonObject(text.slice(kind.length + 1))?.['detail']) };
    case 'close':
      return isCloseCode(first) ? closeUnit(first, jsonObject(rest)) : null;
    default:
      return null;
  }
}

/** Where the word that starts at `at` ends: at a space, at the bytes' end, or where it has become too long. */
function endOfWord(bytes: Uint8Array, at: number): number {
  const limit = Math.min(bytes.length, at + LONGEST_WORD + 1);
  let end = at;
  while (end < limit && bytes[end] !== SPACE) end++;
  return end;
}

function isDash(bytes: Uint8Array, start: number, end: number): boolean {
  return end === start + 1 && bytes[start] === DASH;
}

function isText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

/** The number that stands there as `whole` would read it. */
function wholeAt(bytes: Uint8Array, start: number, end: number): number | null {
  if (end - start > LONGEST_NUMBER || (bytes[start] === ZERO && end > start + 1)) return null;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return Number.isSafeInteger(value) ? value : null;
}

function cut(text: string): [kind: string, first: string, rest: string] {
  const one = text.indexOf(' ');
  if (one < 0) return [text, '', ''];
  const two = text.indexOf(' ', one + 1);
  return two < 0
    ? [text.slice(0, one), text.slice(one + 1), '']
    : [text.slice(0, one), text.slice(one + 1, two), text.slice(two + 1)];
}

function whole(text: string): number | null {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

function callState(json: Record<string, unknown> | null): CallState | null {
  const { state, change, detail } = json ?? {};
  if (state === 'absent' || state === 'done') return { state };
  if (state === 'running') return { state, change: typeof change === 'string' ? change : null };
  if (state === 'unknown') return { state, detail: textOf(detail) };
  return null;
}

function closeUnit(code: CloseCode, json: Record<string, unknown> | null): CloseUnit {
  const detail = textOf(json?.['detail']);
  const versions = versionRange(json?.['versions']);
  return versions === null ? { kind: 'close', code, detail } : { kind: 'close', code, detail, versions };
}

/** Reads `{oldest, newest}`; null where it is not a range. */
export function versionRange(value: unknown): VersionRange | null {
  const { oldest, newest } = typeof value === 'object' && value !== null ? (value as Partial<VersionRange>) : {};
  if (typeof oldest !== 'number' || typeof newest !== 'number') return null;
  const sound = Number.isSafeInteger(oldest) && Number.isSafeInteger(newest) && 1 <= oldest && oldest <= newest;
  return sound ? { oldest, newest } : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const CLASSES: readonly CallClass[] = ['safe', 'write', 'notify'];

const CLOSE_CODES: ReadonlySet<string> = new Set<CloseCode>([
  'bye',
  'leaving',
  'replaced',
  'silent',
  'version',
  'busy',
  'proof',
  'malformed',
  'gap',
  'overflow',
]);

function isCloseCode(text: string): text is CloseCode {
  return CLOSE_CODES.has(text);
}
