import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { applyEdits, sortedEdits } from '../../../src/core/change/edits.ts';
import { appendToProperty, deleteProperty, setProperty } from '../../../src/core/edit/frontmatter-edit.ts';
import type { PropertyValue } from '../../../src/core/edit/yaml-value.ts';
import { VaultError } from '../../../src/core/errors.ts';
import { listedPath } from '../../../src/core/path.ts';

const path = listedPath('n.md');

/** One property as people write them, `K` standing for its key; each part a line. */
const forms = [
  ['K: plain words'],
  ['K: "quoted: yes"   # why'],
  ["K:   'it''s'  "],
  ['K:'],
  ['K: # nothing yet'],
  ['K: 2026-06-29'],
  ['K: 0x1F'],
  ['K: [a, "b" , c]'],
  ['K: [a,b]   # tight'],
  ['K: []'],
  ['K: [', '  a,', '  # in it', '  "b",', ']'],
  ['K:', '  - a', '  - "b" # two', '  # between', "  - 'c'"],
  ['K:', '- a', '- b'],
  ['K: # list', '    - a'],
  ['K: |', '  one', '', '    two'],
  ['K: >-', '  folded', '  text'],
  ['K: |+', '  kept', '', ''],
  ['K:', '  x: 1', '  y:', '    - z', '    - {q: 1}'],
  ['K: {x: 1, "y": [2]}'],
  ['K: first', '  second', '  third'],
  ['K: "first', '  second"'],
  ['"K": x'],
  ['K : spaced'],
  ['K: !!str 12'],
  ['K: a, b'],
  ['K: true'],
  ['K: ~'],
  ['K: [[A link]]'],
  ['K: "[[A link|alias]]"'],
  ['K: 日本語 текст 😀'],
] as const;
const gaps = [[], [], [], ['# a comment'], [''], ['  # indented comment'], ['', '# two', '']] as const;
const keys = ['title', 'tags', 'due date', 'Status', 'ação', 'x-y_z', 'aliases'] as const;
const bodies = ['', 'body', '\n# H  \n\ntext \n', '---\nnot: frontmatter\n---\n', '\n\n'];

const values: fc.Arbitrary<PropertyValue> = fc.oneof(
  fc.constantFrom('new', 'a: b', '007', 'yes', '2026-01-10', "it's", 'a, b', '[[x]]', '', '---', '#', 'é\nline'),
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(fc.constantFrom('a', 'b', 'new', '1:30', 'x, y', '---'), fc.integer()), { maxLength: 4 }),
);

const acts = fc.constantFrom('set', 'append', 'prepend', 'delete', 'take');

describe('any edit of any property', () => {
  it('leaves every byte outside the property as it was, and what it writes reads back as meant', () => {
    let done = 0;
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...forms), fc.constantFrom(...gaps)), {
          selector: ([key]) => key,
          maxLength: 5,
        }),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom(...bodies),
        fc.constantFrom(...keys),
        acts,
        values,
        (properties, eol, body, key, act, value) => {
          const chunks = properties.map(([name, form, gap], index) => ({
            name,
            // Blank and indented lines behind a literal block may be part of its value.
            gap: (/^K: [|>]/.test(properties[index - 1]?.[1][0] ?? '') ? [] : gap).map((line) => line + eol).join(''),
            lines: form.map((line) => line.replace('K', name) + eol).join(''),
          }));
          const close = `---${eol}${body.replaceAll('\n', eol)}`;
          const text = `---${eol}${chunks.map(({ gap, lines }) => gap + lines).join('')}${close}`;
          const at = chunks.findIndex(({ name }) => name === key);
          const has = at >= 0;
          const before = `---${eol}${chunks
            .slice(0, has ? at : chunks.length)
            .map(({ gap, lines }) => gap + lines)
            .join('')}${has ? (chunks[at]?.gap ?? '') : ''}`;
          const rest = has ? chunks.slice(at + 1) : [];
          const behind = rest.map(({ gap, lines }) => gap + lines).join('') + close;
          const old = (parse(text.slice(3 + eol.length, text.length - close.length)) ?? {}) as Record<string, unknown>;

          const place = { text, path };
          let after: string;
          try {
            const edits =
              act === 'set'
                ? setProperty(place, key, value)
                : act === 'delete'
                  ? deleteProperty(place, key)
                  : act === 'take'
                    ? deleteProperty(place, key, 'a')
                    : appendToProperty(place, key, value, act === 'prepend');
            after = applyEdits(text, sortedEdits(edits));
          } catch (error) {
            if (!(error instanceof VaultError)) throw error;
            // A blank or indented line that would come to stand behind a literal block would become its text.
            const mayFuse = act === 'delete' && /: [|>]/.test(text);
            if (error.code === 'frontmatter_invalid' && mayFuse) return;
            // Only these are refused: adding to what is no list, taking what is not there.
            expect(['property_invalid', 'property_not_found']).toContain(error.code);
            expect(act).not.toBe('set');
            if (act === 'delete') expect(has).toBe(false);
            return;
          }
          done++;
          expect(after.startsWith(before)).toBe(true);
          expect(after.endsWith(behind)).toBe(true);
          expect(after.length).toBeGreaterThanOrEqual(before.length + behind.length);
          if (eol === '\r\n') expect(after).not.toMatch(/(?:^|[^\r])\n/);
          const read = (parse(after.slice(3 + eol.length, after.length - close.length)) ?? {}) as Record<
            string,
            unknown
          >;
          const { [key]: mine, ...others } = read;
          const { [key]: was, ...same } = old;
          expect(others).toEqual(same);
          if (act === 'set') expect(mine).toEqual(value);
          if (act === 'delete') expect(Object.hasOwn(read, key)).toBe(false);
          if (act === 'append' && Array.isArray(mine) && Array.isArray(was)) {
            expect(mine.slice(0, was.length)).toEqual(was);
          }
        },
      ),
      { numRuns: 6_000 },
    );
    expect(done).toBeGreaterThan(3_500);
  });
});
