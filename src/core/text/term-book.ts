import { grown } from '../index/grow.ts';
import { flat } from './fold.ts';
import { likeliest } from './language.ts';
import { LONGEST_RUN } from './run-table.ts';
import { scanStep, scanTerms, urlAt } from './scan.ts';
import { FOLDED_WITH_DIGIT, FOLDED_WORD, foldedUnits, judgeWord, NOT_SIMPLE, UNFOLDED_WORD } from './simple-word.ts';
import { LATIN_LANGUAGES, stemOf } from './stem.ts';
import type { StemLanguage } from './stem.ts';
import { stopLanguages } from './stop-words.ts';
import type { Term } from './term.ts';
import {
  HANGUL_UNIT,
  JOINER_UNIT,
  learnRole,
  MARK_UNIT,
  PAIRED_UNIT,
  RARE_UNIT,
  ROLES,
  WORD_UNIT,
} from './unit-role.ts';
import { SHORT_RUN, WordTable } from './word-table.ts';

/** The terms of the text read last, in its order, by their numbers. */
export interface ReadTerms {
  /** Only the first `count` count. */
  readonly numbers: Uint32Array;
  readonly count: number;
  /** Another one means other numbers; no two books share any. */
  readonly generation: number;
  textOf(number: number): string;
}

/** The beginning of a note as it was read to know its language. */
export interface NoteSample {
  readonly language: StemLanguage;
  readonly generation: number;
  /** What was found, and where the part of each text ends in it. */
  readonly found: Uint32Array;
  readonly ends: readonly number[];
}

/**
 * Reads text as `scanTerms` does, many times as fast: what a run of letters means is worked out when it is first met and
 * looked up from then on, terms are numbers, and stems are kept by term and language. A book that has grown too large is
 * begun anew.
 */
export class TermBook implements ReadTerms {
  generation = nextGeneration++;
  numbers = new Uint32Array(1_024);
  count = 0;
  private words = new WordTable();
  /**
   * For each number in `words`: one beyond the value of that run, which is its only term's mark, doubled, or one more than
   * the doubled place of its terms in `members`; and one beyond the number of the term that has this text. 0: not known yet.
   */
  private runs = new Int32Array(1_024);
  private terms = new Int32Array(1_024);
  /** The terms of the runs that are not of one term: how many, then each of them, as `mark` gives it. */
  private members = new Uint32Array(1_024);
  private memberCount = 0;
  private readonly texts: string[] = [];
  /** Of each term: `BIT`s of the languages in which it is a stop word. */
  private stops = new Uint8Array(1_024);
  /** For each language, of each term: one beyond the number of its stem. */
  private stems: Uint32Array[] = [];

  /** Reads prose: words by their stem. `latin` is the language of Latin words. */
  prose(text: string, latin: StemLanguage): this {
    this.read(text, Infinity);
    this.stem(latin);
    return this;
  }

  /** Reads code: every term as it stands. */
  code(text: string): this {
    this.read(text, Infinity);
    const { numbers, count } = this;
    for (let at = 0; at < count; at++) numbers[at] = (numbers[at] ?? 0) >>> MARK_BITS;
    return this;
  }

  /** Takes terms as they are. */
  exactly(terms: readonly string[]): this {
    this.begin();
    for (const term of terms) this.push(this.number(term));
    return this;
  }

  /** The language of the Latin words of a text by the stop words among its first terms; English where they do not say. */
  languageOf(text: string): StemLanguage {
    this.read(text, TERMS_LOOKED_AT);
    return this.language();
  }

  /**
   * Reads the first texts of a note for its language and keeps what was read, so that it need not be read again: as many as
   * it takes to know the language.
   */
  sample(texts: Iterable<string>): NoteSample {
    this.begin();
    const ends: number[] = [];
    for (const text of texts) {
      this.readRuns(text, true, Infinity);
      ends.push(this.count);
      if (this.count >= TERMS_LOOKED_AT) break;
    }
    return { language: this.language(), generation: this.generation, found: this.numbers.slice(0, this.count), ends };
  }

  /** What `prose` would read in the text of that place of a sample; null where it was not kept. */
  sampled({ language, generation, found, ends }: NoteSample, place: number): this | null {
    const end = ends[place];
    if (end === undefined || generation !== this.generation) return null;
    const from = ends[place - 1] ?? 0;
    this.count = end - from;
    this.numbers = grown(this.numbers, this.count);
    this.numbers.set(found.subarray(from, end));
    this.stem(language);
    return this;
  }

  textOf(number: number): string {
    return this.texts[number] ?? '';
  }

  /** The texts of what was read last. */
  list(): string[] {
    const list = new Array<string>(this.count);
    for (let at = 0; at < this.count; at++) list[at] = this.texts[this.numbers[at] ?? 0] ?? '';
    return list;
  }

  /** Gives back the memory; every number given out is void. */
  forget(): void {
    this.generation = nextGeneration++;
    this.words = new WordTable();
    this.runs = new Int32Array(1_024);
    this.terms = new Int32Array(1_024);
    this.members = new Uint32Array(1_024);
    this.memberCount = 0;
    this.texts.length = 0;
    this.stops = new Uint8Array(1_024);
    this.stems = [];
  }

  /** The language of what was read last. */
  private language(): StemLanguage {
    const counts = LATIN_LANGUAGES.map(() => 0);
    const to = Math.min(this.count, TERMS_LOOKED_AT);
    for (let at = 0; at < to; at++) {
      const found = this.numbers[at] ?? 0;
      if ((found & STOPPING) !== 0) countLanguages(this.stops[found >>> MARK_BITS] ?? 0, counts);
    }
    return likeliest(counts, EVIDENCE);
  }

  /** Puts stems in the place of what was read last. */
  private stem(latin: StemLanguage): void {
    const language = STEMMED.indexOf(latin);
    const { numbers, count } = this;
    let stems = (this.stems[language] ??= new Uint32Array(1_024));
    for (let at = 0; at < count; at++) {
      const found = numbers[at] ?? 0;
      const term = found >>> MARK_BITS;
      if ((found & STEMMING) === 0) {
        numbers[at] = term;
        continue;
      }
      let stem = stems[term] ?? 0;
      if (stem === 0) {
        stem = this.learnStem(term, language);
        stems = this.stems[language] ?? stems;
      }
      numbers[at] = stem - 1;
    }
  }

  private begin(): void {
    if (this.words.count > MOST_WORDS) this.forget();
    this.count = 0;
  }

  private read(text: string, most: number): void {
    this.begin();
    this.readRuns(text, true, most);
  }

  /** `urls` is false inside a URL: one that holds another is read once. */
  private readRuns(text: string, urls: boolean, most: number): void {
    const to = text.length;
    let at = 0;
    while (at < to && this.count < most) {
      const unit = text.charCodeAt(at);
      switch (ROLES[unit] || learnRole(unit)) {
        case WORD_UNIT:
          at = this.readRun(text, at, urls);
          break;
        case PAIRED_UNIT:
          at = this.readPairs(text, at);
          break;
        case HANGUL_UNIT:
          at = this.readHangul(text, at);
          break;
        case RARE_UNIT:
          at = this.readPlainly(text, at, urls);
          break;
        case JOINER_UNIT:
          // `.net`
          if (unit === 46 && (text.charCodeAt(at + 1) | 32) === 110) at = this.readPlainly(text, at, urls);
          else at++;
          break;
        default:
          at++;
      }
    }
  }

  /** Reads from a letter or digit to the end of what may belong to its word. */
  private readRun(text: string, from: number, urls: boolean): number {
    if (isNoAlias(text, from)) return this.readPlainly(text, from, urls);
    const to = Math.min(text.length, from + LONGEST_RUN + 1);
    let at = from;
    let end = from;
    // The run's units, packed as `WordTable` takes them.
    let [low, middle, high, wide] = [0, 0, 0, 0];
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      const role = ROLES[unit] || learnRole(unit);
      if (role > JOINER_UNIT) break;
      // Joiners at the end are not part of the run.
      if (role === JOINER_UNIT && unit !== 43 && unit !== 35) continue;
      while (end < at) {
        const joiner = text.charCodeAt(end++);
        wide |= joiner;
        high = (high << 8) | (middle >>> 24);
        middle = (middle << 8) | (low >>> 24);
        low = (low << 8) | (joiner & 0xff);
      }
      wide |= unit;
      high = (high << 8) | (middle >>> 24);
      middle = (middle << 8) | (low >>> 24);
      low = (low << 8) | (unit & 0xff);
      end++;
    }
    if (at - from > LONGEST_RUN || (at < text.length && goesOn(text, at))) return this.readPlainly(text, from, urls);
    const isShort = end - from <= SHORT_RUN && wide < 256;
    this.add(isShort ? this.words.ofPacked(low, middle, high) : this.words.of(text, from, end), text, from, end);
    return at;
  }

  /** Characters of a script without spaces: each with the next; one by itself alone. */
  private readPairs(text: string, from: number): number {
    const to = text.length;
    let at = from + 1;
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      const role = ROLES[unit] || learnRole(unit);
      if (role === PAIRED_UNIT) continue;
      // Marks and whatever folds belong to the run, which then has to be folded as a whole.
      if (role === MARK_UNIT || role === RARE_UNIT) return this.readPlainly(text, from, false);
      break;
    }
    if (at === from + 1) this.readKnown(text, from, at);
    for (let pair = from; pair + 1 < at; pair++) this.readKnown(text, pair, pair + 2);
    return at;
  }

  private readHangul(text: string, from: number): number {
    const to = Math.min(text.length, from + LONGEST_RUN + 1);
    let at = from;
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      const role = ROLES[unit] || learnRole(unit);
      if (role === MARK_UNIT || role === RARE_UNIT) return this.readPlainly(text, from, false);
      if (role !== HANGUL_UNIT) break;
    }
    if (at - from > LONGEST_RUN) return this.readPlainly(text, from, false);
    this.readKnown(text, from, at);
    return at;
  }

  /** Adds the terms of a run that depends on nothing around it. */
  private readKnown(text: string, from: number, to: number): void {
    this.add(this.words.of(text, from, to), text, from, to);
  }

  /** Adds the terms of the run of that number in `words`, which stands between two places of a text. */
  private add(word: number, text: string, from: number, to: number): void {
    const value = (this.runs[word] || this.learnRun(word, text, from, to)) - 1;
    if ((value & 1) === 0) {
      this.push(value >>> 1);
      return;
    }
    const { members } = this;
    const first = value >>> 1;
    const end = first + (members[first] ?? 0);
    for (let at = first; at < end;) this.push(members[++at] ?? 0);
  }

  /** One beyond the value of a run that is met for the first time. */
  private learnRun(word: number, text: string, from: number, to: number): number {
    const simple = judgeWord(text, from, to);
    let value: number;
    if (simple === FOLDED_WORD || simple === FOLDED_WITH_DIGIT)
      value = this.marked(this.termOf(word, text, from, to), simple === FOLDED_WORD) << 1;
    else if (simple !== NOT_SIMPLE)
      value = this.marked(this.number(foldedText(to - from)), simple === UNFOLDED_WORD) << 1;
    else value = this.valueOf(scanTerms(text.slice(from, to)));
    this.runs = grown(this.runs, word + 1);
    return (this.runs[word] = value + 1);
  }

  private valueOf(terms: readonly Term[]): number {
    const [only] = terms;
    if (terms.length === 1 && only !== undefined) return this.mark(only) << 1;
    const value = (this.memberCount << 1) | 1;
    this.members = grown(this.members, this.memberCount + 1 + terms.length);
    this.members[this.memberCount++] = terms.length;
    for (const term of terms) this.members[this.memberCount++] = this.mark(term);
    return value;
  }

  /** Reads one step as the plain scanner does. */
  private readPlainly(text: string, at: number, urls: boolean): number {
    const url = urls ? urlAt(text, at) : null;
    if (url !== null) {
      this.readRuns(url.words, false, Infinity);
      return url.end;
    }
    const terms: Term[] = [];
    const next = scanStep(terms, text, at, false);
    for (const term of terms) this.push(this.mark(term));
    return next;
  }

  private push(found: number): void {
    if (this.count >= this.numbers.length) this.numbers = grown(this.numbers, this.count + 1);
    this.numbers[this.count++] = found;
  }

  /** What stands for a term while it is not settled whether its stem is asked for: its number, and `MARK_BITS` about it. */
  private mark({ text, kind }: Term): number {
    return this.marked(this.number(text), kind === 'latin' || kind === 'cyrillic');
  }

  private marked(number: number, hasStems: boolean): number {
    if (!hasStems) return number << MARK_BITS;
    return (number << MARK_BITS) | (this.stops[number] === 0 ? STEMMING : STEMMING | STOPPING);
  }

  private number(text: string): number {
    return this.termOf(this.words.of(text, 0, text.length), text, 0, text.length);
  }

  /** The number of the term whose text has that number in `words` and stands between two places of `text`. */
  private termOf(word: number, text: string, from: number, to: number): number {
    const known = this.terms[word] ?? 0;
    if (known > 0) return known - 1;
    const own = flat(text.slice(from, to));
    const number = this.texts.push(own) - 1;
    this.terms = grown(this.terms, word + 1);
    this.terms[word] = number + 1;
    this.stops = grown(this.stops, number + 1);
    this.stops[number] = stopLanguages(own);
    return number;
  }

  /** One beyond the number of a term's stem. */
  private learnStem(term: number, language: number): number {
    const text = this.texts[term] ?? '';
    const isCyrillic = text.charCodeAt(0) > 127;
    const stem = stemOf(text, isCyrillic ? 'ru' : (STEMMED[language] ?? 'en'));
    const number = (stem === text ? term : this.number(stem)) + 1;
    const stems = grown(this.stems[language] ?? new Uint32Array(0), Math.max(term + 1, this.texts.length));
    this.stems[language] = stems;
    stems[term] = number;
    return number;
  }
}

/** The folded text of the word judged last, whose length this is. */
function foldedText(length: number): string {
  let text = '';
  for (let at = 0; at < length; at++) text += String.fromCharCode(foldedUnits[at] ?? 0);
  return text;
}

/** Whether what follows a run bears on its meaning: `://`, the comma of encoded data, a letter beyond 16 bits. */
function goesOn(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 58) return text.charCodeAt(at + 1) === 47 && text.charCodeAt(at + 2) === 47;
  if (unit === 44) return text.charCodeAt(at - 1) === 52 && text.charCodeAt(at - 2) === 54;
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Whether what precedes a run bears on its meaning: a `C++` or `F#` right after one of `+ # .` is none. */
function isNoAlias(text: string, at: number): boolean {
  const letter = text.charCodeAt(at) | 32;
  if ((letter !== 99 && letter !== 102) || at === 0) return false;
  const before = text.charCodeAt(at - 1);
  return before === 43 || before === 35 || before === 46;
}

/** Adds one for each language among these `BIT`s, which stand in the order of `LATIN_LANGUAGES`. */
function countLanguages(bits: number, counts: number[]): void {
  for (let language = 0; language < counts.length; language++)
    counts[language] = (counts[language] ?? 0) + ((bits >> language) & 1);
}

const STEMMED = [...LATIN_LANGUAGES, 'ru'] as const satisfies readonly StemLanguage[];

/** Bits of a mark below the term's number: it has stems; it is a stop word of some language. */
const MARK_BITS = 2;
const STEMMING = 1;
const STOPPING = 2;

/** Enough to know a language by; more would only cost. */
const TERMS_LOOKED_AT = 400;
/** A language is believed in a text with this many of its stop words. */
const EVIDENCE = 2;

/**
 * What a book may hold: some 12 MB when full. A vault of 10,000 notes has 160,000 different words and stems; to begin anew
 * costs about a tenth of a second, since most of what is then asked for are the same few thousand words.
 */
const MOST_WORDS = 262_144;

let nextGeneration = 1;

/** The book of this thread: whoever reads text shares what was learnt. */
export const sharedBook = new TermBook();
