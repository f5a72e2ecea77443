import { classAt, DIGIT, LOWER, UPPER } from './char-class.ts';
import { foldText } from './fold.ts';
import { put } from './term.ts';
import type { Term } from './term.ts';
import { LONGEST_RAW, measureWord, putWord } from './word.ts';

/**
 * Reads a word, or several joined by `_ - . / \`, and adds each part, then the joined forms without their joiners:
 * `snake_case`, `snake-case` and `snakeCase` are one to a search, and `node.js` is `nodejs`. Returns where it ends.
 */
export function readCompound(text: string, at: number, to: number, into: Term[]): number {
  const unit = text.charCodeAt(at);
  const date = unit >= 48 && unit <= 57 ? dateEnd(text, at) : 0;
  if (date > 0) {
    putDate(text.slice(at, date), into);
    return date;
  }
  const measured = measureWord(text, at, to);
  const end = Math.floor(measured / 4);
  if (end >= to || !GOES_ON.has(text.charCodeAt(end))) {
    putWord(text, at, end, measured & 3, into);
    return end;
  }
  const first = readPart(text, at, to, into);
  if (first.alias || joinerEnd(text, first.end, to) === 0) return first.end;
  return readFurtherParts(text, first, to, into);
}

// What may make more of a word than itself: _ - . / \ + # and the typographic hyphens and apostrophe
const GOES_ON = new Set([95, 45, 46, 47, 92, 43, 35, 39, 0x2010, 0x2011, 0x2019]);

interface Part {
  readonly from: number;
  readonly to: number;
  /** Where reading goes on: past a clitic that was dropped. */
  readonly end: number;
  /** An alias such as `C++` was added in place of the part. */
  readonly alias: boolean;
}

/** More parts than any name has: such a chain is added by part only. */
const MOST_PARTS = 16;

function readFurtherParts(text: string, first: Part, to: number, into: Term[]): number {
  const parts = [first];
  let count = 1;
  let at = first.end;
  let next = joinerEnd(text, at, to);
  while (next > 0) {
    const part = readPart(text, next, to, into);
    at = part.end;
    count++;
    if (part.alias) break;
    if (count <= MOST_PARTS) parts.push(part);
    next = joinerEnd(text, at, to);
  }
  if (count === parts.length) putJoined(text, parts, into);
  return at;
}

/** Just past the joiner at this place if a letter or digit follows it; else 0. */
function joinerEnd(text: string, at: number, to: number): number {
  if (at >= to) return 0;
  const unit = text.charCodeAt(at);
  let end = at + 1;
  if (unit === UNDERSCORE) while (end < at + 3 && text.charCodeAt(end) === UNDERSCORE) end++;
  else if (!JOINERS.has(unit)) return 0;
  return end < to && isWordStart(classAt(text, end)) ? end : 0;
}

const UNDERSCORE = 95;
// - . / \ and the two typographic hyphens
const JOINERS = new Set([45, 46, 47, 92, 0x2010, 0x2011]);

function isWordStart(found: number): boolean {
  return found === LOWER || found === UPPER || found === DIGIT;
}

/** Reads one part, with its apostrophes: `user's` → user, `l'avion` → avion, `don't` → dont, `O'Brien` → obrien. */
function readPart(text: string, start: number, to: number, into: Term[]): Part {
  let from = start;
  let measured = measureWord(text, from, to);
  let end = Math.floor(measured / 4);
  let flags = measured & 3;
  const alias = end - from === 1 ? aliasAt(text, from) : undefined;
  if (alias !== undefined) {
    put(alias.term, 'exact', into);
    return { from, to: end, end: from + alias.width, alias: true };
  }
  let stop = end;
  while (isApostrophe(text.charCodeAt(end)) && end + 1 < to && isWordStart(classAt(text, end + 1))) {
    measured = measureWord(text, end + 1, to);
    const after = Math.floor(measured / 4);
    const right = after - end - 1 > 2 ? '' : text.slice(end + 1, after).toLowerCase();
    if (CLITICS.has(right)) {
      end = after;
      break;
    }
    if (end - from <= 2 && ELISIONS.has(text.slice(from, end).toLowerCase())) from = end + 1;
    flags |= measured & 3;
    end = stop = after;
  }
  putWord(text, from, stop, flags, into);
  return { from, to: stop, end, alias: false };
}

function isApostrophe(unit: number): boolean {
  return unit === 39 || unit === 0x2019;
}

const CLITICS = new Set(['s', 're', 've', 'll', 'd', 'm']);
const ELISIONS = new Set(['l', 'd', 'j', 'c', 'n', 's', 'm', 't', 'qu']);

/** `C++`, `C#`, `F#`: not after a letter, digit, `+`, `#` or `.`; the sharps not before a letter or digit. */
function aliasAt(text: string, at: number): { term: string; width: number } | undefined {
  const letter = text.charAt(at).toLowerCase();
  if ((letter !== 'c' && letter !== 'f') || (at > 0 && /[+#.]/.test(text.charAt(at - 1)))) return undefined;
  if (letter === 'c' && text.startsWith('++', at + 1)) return { term: 'cpp', width: 3 };
  if (text.charAt(at + 1) !== '#') return undefined;
  if (at + 2 < text.length && isWordStart(classAt(text, at + 2))) return undefined;
  return { term: letter === 'c' ? 'csharp' : 'fsharp', width: 2 };
}

/** The joined form of each segment of a path, and of the whole. Numbers keep their joiners: `1.2` is not 12. */
function putJoined(text: string, parts: readonly Part[], into: Term[]): void {
  let whole = '';
  let segment = '';
  let segmentParts = 0;
  let segments = 0;
  let numeric = true;
  parts.forEach((part, at) => {
    const raw = text.slice(part.from, part.to);
    const joiner = at === 0 ? '' : text.charAt(part.from - 1);
    const newSegment = joiner === '/' || joiner === '\\';
    if (newSegment) {
      if (segmentParts > 1) put(segment, 'joined', into);
      segment = '';
      segmentParts = 0;
    }
    if (at === 0 || newSegment) segments++;
    const isNumber = /^\d+$/.test(raw) || (at === 0 && /^v\d+$/i.test(raw));
    numeric &&= isNumber;
    const folded = raw.length > LONGEST_RAW ? raw : foldText(raw).replaceAll("'", '');
    segment += numeric && segmentParts > 0 ? joiner + folded : folded;
    segmentParts++;
    whole += numeric && at > 0 ? joiner + folded : folded;
  });
  if (segmentParts > 1 && !(numeric && segments > 1)) put(segment, 'joined', into);
  if (segments > 1) put(whole, 'joined', into);
}

/** Where a date of the form year-month-day (also with dots or slashes) ends; 0 where there is none. */
function dateEnd(text: string, at: number): number {
  const joiner = text.charCodeAt(at + 4);
  if (joiner !== 45 && joiner !== 46 && joiner !== 47) return 0;
  return DATE.test(text.slice(at, at + 11)) ? at + 10 : 0;
}

const DATE = /^\d{4}([-./])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)/;

/** A date whole, its month with its year, and its parts. */
function putDate(date: string, into: Term[]): void {
  const [year = '', month = '', day = ''] = date.split(/[-./]/);
  put(`${year}-${month}-${day}`, 'joined', into);
  for (const term of [`${year}-${month}`, year, month, day]) put(term, 'exact', into);
}
