import fc from 'fast-check';
import { splitPassages } from '../../../src/core/chunk/split-passages.ts';
import { setProperty } from '../../../src/core/edit/frontmatter-edit.ts';
import { VaultError } from '../../../src/core/errors.ts';
import { canvasLinks } from '../../../src/core/note/canvas.ts';
import { parseNote } from '../../../src/core/note/parse-metadata.ts';
import { filePath, folderPath, notePath, type PathRules } from '../../../src/core/path-gate.ts';
import { listedPath } from '../../../src/core/path.ts';
import { parseQuery, phraseFinder } from '../../../src/core/retrieve/query.ts';
import { proseTerms, queryTerms } from '../../../src/core/text/tokens.ts';
import { encodeRecord, recordsIn } from '../../../src/node/journal-record.ts';
import { readClientLine } from '../../../src/shim/read-line.ts';
import { parseUnit } from '../../../src/wire/unit.ts';
import type { Proof, Row } from '../row.ts';

export const fuzz: Row = {
  name: 'fuzz',
  promise:
    'Paths, queries, YAML, Markdown, links, lines, frames and records of any bytes are read or refused, and never by a crash',
  run: (proof) => {
    const each = proof.size(15_000, 1_000);
    for (const [name, target] of Object.entries(TARGETS)) feed(proof, name, target, each);
    return Promise.resolve();
  },
};

interface Place {
  readonly start: { readonly offset: number };
  readonly end: { readonly offset: number };
}

/** A property of one kind of input, run as often as asked. */
type Target = (settings: { readonly seed: number; readonly numRuns: number }) => Outcome;
type Outcome = Pick<fc.RunDetails<unknown>, 'failed' | 'numRuns' | 'counterexample' | 'errorInstance'>;

function holds<Ts extends [unknown, ...unknown[]]>(
  ...parts: [...{ [K in keyof Ts]: fc.Arbitrary<Ts[K]> }, (...given: Ts) => void]
): Target {
  return (settings) => fc.check(fc.property(...parts), { ...settings, endOnFailure: true });
}

function feed(proof: Proof, name: string, target: Target, runs: number): void {
  const details = target({ seed: proof.settings.seed, numRuns: runs });
  proof.tried += details.numRuns;
  if (!details.failed) return;
  const example = JSON.stringify(details.counterexample)?.slice(0, 300) ?? '';
  const cause = details.errorInstance;
  proof.check(
    false,
    `${name}: ${example}: ${cause instanceof Error ? (cause.stack ?? cause.message).slice(0, 600) : ''}`,
  );
}

/** Pieces that mean something to one of the readers, mixed with text of any kind. */
function mixed(pieces: readonly string[], most: number): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pieces) },
    { weight: 2, arbitrary: fc.string({ maxLength: 6 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  );
  return fc.array(piece, { maxLength: most }).map((parts) => parts.join(''));
}

const MARKDOWN = [
  '# ',
  '## ',
  '\n',
  '\n\n',
  '\r\n',
  '- ',
  '  - ',
  '1. ',
  '> ',
  '> [!note] ',
  '```',
  '~~~',
  '`',
  '``',
  '*',
  '**',
  '_',
  '~~',
  '==',
  '[[',
  ']]',
  '|',
  '![[',
  '[',
  ']',
  '](',
  ')',
  '<',
  '>',
  '<!--',
  '-->',
  '%%',
  '$',
  '$$',
  '#tag',
  '#a/b',
  '^id',
  '[^1]',
  '[^1]:',
  '---\n',
  '===',
  '    ',
  '\t',
  '\\',
  '- [ ] ',
  '|a|b|\n|-|-|\n',
  'word',
  'a b',
  'é',
  'e\u0301',
  '海',
  '🙂',
  '\u200b',
  '\ufeff',
  '\u2028',
  'http://a.b',
  '<a@b.c>',
  '&amp;',
  '[a]: b',
  '"t"',
];
const YAML = [
  '---\n',
  'a: ',
  'b: 1\n',
  'tags: ',
  '- ',
  '  - ',
  '[',
  ']',
  '{',
  '}',
  ',',
  ': ',
  '"',
  "'",
  '|',
  '>',
  '&x ',
  '*x',
  '!!str ',
  '#',
  ' # c',
  '\n',
  '\n\n',
  '[[l]]',
  'true',
  'null',
  '~',
  '2026-01-01',
  '0x1',
  '1e3',
  '\t',
  '...',
  '? ',
  '%',
  '@',
  '`',
  '\r\n',
  'é',
  '🙂',
  '<<: ',
  '\\',
  '\\u0041',
];
const PATHS = [
  '..',
  '.',
  '/',
  '\\',
  'a',
  'b.md',
  '.md',
  '.git',
  '.obsidian',
  'C:',
  ':',
  '~',
  '%2e',
  '%2f',
  '\u0000',
  '\n',
  ' ',
  'CON',
  'nul.md',
  '#',
  '^',
  '[',
  ']',
  '|',
  '*',
  '?',
  '<',
  '>',
  '"',
  'é',
  'e\u0301',
  '\u202e',
  '\u200b',
  '.trash',
  'file:',
  '//',
  '\\\\',
  'x'.repeat(80),
  '🙂',
  '\ud800',
];
const QUERIES = [
  '"',
  '-',
  ' ',
  '“',
  '”',
  '«',
  '»',
  '「',
  '」',
  'the',
  'a',
  'C++',
  'c#',
  '.net',
  'getUserName',
  'a_b',
  '-x',
  '--y',
  '海',
  'é',
  "l'",
  '🙂',
  '\n',
  '#t',
  '[[',
  '/',
];
const LINES = [
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  '\\',
  '\\u',
  '\\ud800',
  '"id":',
  '"method":',
  '"params":',
  '"jsonrpc":"2.0"',
  '"result":',
  '"error":',
  '1',
  '-1',
  '1.5',
  '1e400',
  'null',
  'true',
  '"a"',
  '"initialize"',
  '"tools/call"',
  '"notifications/initialized"',
  ' ',
  '\t',
  '\r',
  '\ufeff',
  '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  '"_meta":',
  '"progressToken":',
];
const FRAMES = [
  'data',
  'ack',
  'ping',
  'pong',
  'hello',
  'welcome',
  'query',
  'state',
  'refused',
  'close',
  ' ',
  '0',
  '1',
  '-',
  '99999999999999999999',
  '{',
  '}',
  '"a":',
  '1',
  '\n',
  'safe',
  'write',
  'é',
  'null',
];

const READING: PathRules = { mode: 'reading', configFolder: '.obsidian' };
const WRITING: PathRules = { mode: 'writing', configFolder: '.obsidian', closedNames: ['node_modules'] };

const TARGETS: Readonly<Record<string, Target>> = {
  paths: holds(mixed(PATHS, 8), (text) => {
    for (const gate of [notePath, filePath, folderPath]) {
      for (const rules of [READING, WRITING]) {
        const path = refusedAs(['invalid_path'], () => gate(text, rules));
        if (path === null) continue;
        const segments = path.split('/');
        const folders = segments.map((segment) => segment.toLowerCase());
        must(!path.startsWith('/') && !segments.includes('..') && !path.includes('\u0000'), `leads out: ${path}`);
        must(!folders.includes('.git') && folders[0] !== '.obsidian', `leads into a closed folder: ${path}`);
        must(path === path.normalize('NFC'), `is not composed: ${path}`);
        must(rules.mode === 'reading' || !/[\\:*?"<>|#^[\]]/.test(path), `cannot be linked or synced: ${path}`);
      }
    }
  }),
  queries: holds(mixed(QUERIES, 16), (text) => {
    const { wanted, phrases, unwanted } = parseQuery(text, ['en', 'pt', 'ru']);
    must(
      wanted.words.every(({ terms }) => terms.length > 0),
      'a word without terms',
    );
    for (const phrase of [...phrases, ...unwanted.map((each) => each.text)]) phraseFinder(phrase)(text);
  }),
  terms: holds(mixed([...MARKDOWN, ...QUERIES], 20), (text) => {
    for (const term of [...proseTerms(text), ...queryTerms(text).terms])
      must(term.length > 0 && term.length <= 512, `a term of ${term.length} units`);
  }),
  'notes and links': holds(mixed(MARKDOWN, 40), (text) => {
    const { metadata } = parseNote(text);
    const places: { readonly position: Place; readonly original?: string }[] = [
      ...(metadata.links ?? []),
      ...(metadata.embeds ?? []),
      ...(metadata.headings ?? []),
      ...(metadata.tags ?? []),
      ...(metadata.sections ?? []),
      ...(metadata.listItems ?? []),
    ];
    for (const { position, original } of places) {
      const { start, end } = position;
      must(start.offset >= 0 && start.offset <= end.offset && end.offset <= text.length, 'a place outside the text');
      if (original !== undefined)
        must(text.slice(start.offset, end.offset) === original, 'a link that is not where it is said to be');
    }
  }),
  passages: holds(mixed(MARKDOWN, 40), (text) => {
    let last = 0;
    const lines = text.split('\n').length;
    for (const passage of splitPassages(text)) {
      must(
        passage.firstLine > last && passage.lastLine >= passage.firstLine && passage.lastLine <= lines,
        'passages out of order',
      );
      last = passage.lastLine;
    }
  }),
  YAML: holds(
    mixed(YAML, 24),
    fc.constantFrom('a', 'tags', 'new key'),
    fc.constantFrom('v', 'x: y', '- z', '#t'),
    (yaml, key, value) => {
      const text = `---\n${yaml}\n---\nBody\n`;
      const before = parseNote(text);
      const changed = refusedAs(null, () => setProperty({ text, path: listedPath('n.md') }, key, value));
      if (changed === null || before.frontmatterError !== undefined) return;
      must(JSON.stringify(changed).length < 100_000, 'an edit without measure');
    },
  ),
  canvases: holds(
    fc.oneof(
      fc.json(),
      mixed(['{"nodes":[', ']}', '{"type":"file","file":"a.md"}', ',', '"text":"[[a]]"', '{', '}', '[', ']'], 12),
    ),
    (text) => {
      canvasLinks(text);
    },
  ),
  'lines of a client': holds(
    fc.oneof(
      mixed(LINES, 24).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    ),
    (line) => {
      for (const found of readClientLine(line)) must(typeof found.kind === 'string', 'a line of no kind');
    },
  ),
  'frames of the link': holds(
    fc.oneof(
      mixed(FRAMES, 10).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    ),
    (frame) => {
      parseUnit(frame);
    },
  ),
  'records of the journal': holds(
    fc.array(
      fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\n', ' ')),
      { maxLength: 6 },
    ),
    fc.nat(),
    fc.integer({ min: 0, max: 255 }),
    fc.boolean(),
    (texts, place, byte, cut) => {
      const records: Buffer[] = [];
      for (const text of texts) records.push(encodeRecord(text, 3, Buffer.concat(records).length));
      const whole = Buffer.concat(records);
      const at = whole.length === 0 ? 0 : place % whole.length;
      const damaged = cut ? whole.subarray(0, at) : Buffer.from(whole);
      if (!cut && damaged.length > 0) damaged[at] = byte;
      // What is read is a part of what was written, in order; nothing is made up.
      let next = 0;
      for (const { text } of recordsIn(damaged, 3)) {
        const found = texts.indexOf(text, next);
        must(found >= 0, `a record that was never written: ${text}`);
        next = found + 1;
      }
    },
  ),
};

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** What the act gives; null where it refused with one of these codes (any, for null). */
function refusedAs<T>(codes: readonly string[] | null, act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof VaultError && (codes === null || codes.includes(error.code))) return null;
    throw error;
  }
}
