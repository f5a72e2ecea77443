/**
 * Names of daily notes by a format in the letters that Obsidian's Daily notes use (`YYYY-MM-DD`, `YYYY/MM/DD dddd`,
 * `[Day] D`). Only the last segment of a format names the file; segments before it are folders.
 */

/** Whether a file name (with `.md`) is a daily note's under this format. */
export function isDailyName(name: string, format: string): boolean {
  return name.endsWith('.md') && patternOf(format).test(name.slice(0, -3));
}

interface FormatPart {
  readonly kind: 'token' | 'text';
  readonly text: string;
}

const TOKENS: Readonly<Record<string, string>> = {
  YYYY: '\\d{4}',
  YY: '\\d{2}',
  MMMM: '\\p{L}[\\p{L}.]*',
  MMM: '\\p{L}[\\p{L}.]*',
  MM: '\\d{2}',
  M: '\\d{1,2}',
  DDDD: '\\d{3}',
  DDD: '\\d{1,3}',
  DD: '\\d{2}',
  Do: '\\d{1,2}\\p{L}{0,3}',
  D: '\\d{1,2}',
  dddd: '\\p{L}[\\p{L}.-]*',
  ddd: '\\p{L}[\\p{L}.-]*',
  dd: '\\p{L}[\\p{L}.-]*',
  gggg: '\\d{4}',
  GGGG: '\\d{4}',
  ww: '\\d{2}',
  WW: '\\d{2}',
  w: '\\d{1,2}',
  W: '\\d{1,2}',
  Q: '[1-4]',
  E: '[1-7]',
  d: '[0-6]',
};

const LONGEST_FORMAT = 64; // a file name's worth; a longer one is no name of a note

let last: { format: string; pattern: RegExp } | null = null;

function patternOf(format: string): RegExp {
  if (last?.format === format) return last.pattern;
  const parts = partsOf(format.slice(format.lastIndexOf('/') + 1));
  const source = parts.map(({ kind, text }) => (kind === 'token' ? TOKENS[text] : escape(text))).join('');
  const pattern = isUsable(parts) ? new RegExp(`^${source}$`, 'u') : NEVER;
  last = { format, pattern };
  return pattern;
}

const NEVER = /(?!)/;
const MOST_TOKENS = 8;
const MOST_WORDS = 2; // a weekday and a month

/** A format of many elastic parts would be matched in exponential time; one without any would match one name only. */
function isUsable(parts: readonly FormatPart[]): boolean {
  const tokens = parts.filter(({ kind }) => kind === 'token');
  const words = tokens.filter(({ text }) => TOKENS[text]?.includes('*'));
  return tokens.length > 0 && tokens.length <= MOST_TOKENS && words.length <= MOST_WORDS;
}

function partsOf(format: string): FormatPart[] {
  const parts: FormatPart[] = [];
  const text = format.slice(0, LONGEST_FORMAT);
  for (let at = 0; at < text.length;) {
    const close = text[at] === '[' ? text.indexOf(']', at) : -1;
    if (close > at) {
      parts.push({ kind: 'text', text: text.slice(at + 1, close) });
      at = close + 1;
      continue;
    }
    const token = [4, 3, 2, 1].map((size) => text.slice(at, at + size)).find((piece) => Object.hasOwn(TOKENS, piece));
    parts.push(token ? { kind: 'token', text: token } : { kind: 'text', text: text.charAt(at) });
    at += token ? token.length : 1;
  }
  return parts;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
