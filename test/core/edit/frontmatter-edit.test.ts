import { describe, expect, it } from 'vitest';
import { applyEdits, sortedEdits } from '../../../src/core/change/edits.ts';
import type { Edit } from '../../../src/core/change/change-set.ts';
import { appendToProperty, deleteProperty, setAnything, setProperty } from '../../../src/core/edit/frontmatter-edit.ts';
import type { PropertyScalar, PropertyValue } from '../../../src/core/edit/yaml-value.ts';
import { VaultError } from '../../../src/core/errors.ts';
import { listedPath } from '../../../src/core/path.ts';

const path = listedPath('n.md');
const after = (text: string, edits: readonly Edit[]): string => applyEdits(text, sortedEdits(edits));
const set = (text: string, key: string, value: PropertyValue) => after(text, setProperty({ text, path }, key, value));
const add = (text: string, key: string, value: PropertyValue, first = false) =>
  after(text, appendToProperty({ text, path }, key, value, first));
const drop = (text: string, key: string, item?: PropertyScalar) =>
  after(text, deleteProperty({ text, path }, key, item));
const block = (...lines: string[]) => `---\n${lines.join('\n')}\n---\nbody\n`;
const failure = (act: () => unknown): VaultError => {
  try {
    act();
  } catch (error) {
    if (error instanceof VaultError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('setting a property', () => {
  it.each([
    ['a plain value', block('a: 1', 'b: x # why', 'c: 3'), block('a: 1', 'b: new # why', 'c: 3')],
    ['a value in single quotes', block("b: 'x'"), block("b: 'new'")],
    ['a value in double quotes', block('b: "x"'), block('b: "new"')],
    ['an empty value', block('b:', 'c: 1'), block('b: new', 'c: 1')],
    ['an empty value with a comment', block('b: # none yet', 'c: 1'), block('b: new # none yet', 'c: 1')],
    ['a value in the next line', block('b:', '  x', 'c: 1'), block('b: new', 'c: 1')],
    ['a value over several lines', block('b: x', '  y', '  z', 'c: 1'), block('b: new', 'c: 1')],
    ['a literal block', block('b: |', '  x', '', '  y', 'c: 1'), block('b: new', 'c: 1')],
    ['a literal block at the end', block('b: |', '  x'), block('b: new')],
    ['a block list', block('b:', '  - x', '  - y', 'c: 1'), block('b: new', 'c: 1')],
    ['a block list without indent', block('b:', '- x', '- y', 'c: 1'), block('b: new', 'c: 1')],
    ['a flow list', block('b: [x, "y"] # two', 'c: 1'), block('b: new # two', 'c: 1')],
    ['a tall flow list', block('b: [', '  x,', '  y', ']', 'c: 1'), block('b: new', 'c: 1')],
    ['a nested map', block('b:', '  x: 1', '  y:', '    z: 2', 'c: 1'), block('b: new', 'c: 1')],
    ['an anchored value that nothing names', block('b: &here x', 'c: 1'), block('b: new', 'c: 1')],
    ['an alias', block('a: &here x', 'b: *here'), block('a: &here x', 'b: new')],
    ['a tagged value', block('b: !!str 5', 'c: 1'), block('b: new', 'c: 1')],
    ['a quoted key', block('"b" : x', 'c: 1'), block('"b" : new', 'c: 1')],
  ])('replaces %s and nothing else', (_, before, wanted) => {
    expect(set(before, 'b', 'new')).toBe(wanted);
  });

  it('keeps comments, order, quotes, dates and blank lines around it', () => {
    const before = block(
      '# head',
      "title:   'It''s' # t",
      '',
      'due: 2026-06-29',
      'tags: [ a,b ]',
      'n: 0x1F',
      'status: a',
      '# tail',
    );
    expect(set(before, 'status', 'done')).toBe(before.replace('status: a', 'status: done'));
  });

  it('adds a new one at the end of the block', () => {
    expect(set(block('a: 1', '# tail'), 'b', 'x')).toBe(block('a: 1', '# tail', 'b: x'));
    expect(set(block('a: |+', '  x', '', ''), 'b', 'x')).toBe(block('a: |+', '  x', '', '', 'b: x'));
    expect(set(block('  a: 1'), 'b', 'x')).toBe(block('  a: 1', '  b: x'));
  });

  it('gives a note without frontmatter a block, in its own line ends', () => {
    expect(set('body\n', 'a', 1)).toBe('---\na: 1\n---\nbody\n');
    expect(set('', 'a', null)).toBe('---\na:\n---\n');
    expect(set('one\r\ntwo', 'a', 1)).toBe('---\r\na: 1\r\n---\r\none\r\ntwo');
    expect(set('---\n\nafter a rule\n', 'a', 1)).toBe('---\na: 1\n---\n---\n\nafter a rule\n');
  });

  it('fills an empty block, of LF and of CRLF', () => {
    expect(set('---\n---\nbody', 'a', 1)).toBe('---\na: 1\n---\nbody');
    expect(set('---\r\n---\r\nbody', 'a', 1)).toBe('---\r\na: 1\r\n---\r\nbody');
    expect(set('---\n# only a remark\n---\n', 'a', 1)).toBe('---\n# only a remark\na: 1\n---\n');
  });

  it('keeps CRLF', () => {
    expect(set('---\r\na: 1\r\nb: x # c\r\n---\r\nbody\r\n', 'b', 'w')).toBe(
      '---\r\na: 1\r\nb: w # c\r\n---\r\nbody\r\n',
    );
    expect(set('---\r\nb: |\r\n  x\r\nc: 1\r\n---\r\n', 'b', 'w')).toBe('---\r\nb: w\r\nc: 1\r\n---\r\n');
    expect(add('---\r\nb:\r\n  - x\r\n---\r\n', 'b', 'w')).toBe('---\r\nb:\r\n  - x\r\n  - w\r\n---\r\n');
  });

  it('writes lists in the style that stands there, and leaves items that stay alone', () => {
    expect(set(block('b:', '  - x # one', "  - 'y'", '  - z'), 'b', ['x', 'new', 'z'])).toBe(
      block('b:', '  - x # one', '  - new', '  - z'),
    );
    expect(set(block('b:', '  - x'), 'b', [])).toBe(block('b: []'));
    expect(set(block('b:', '  - x', 'c: 1'), 'b', ['x', 'w'])).toBe(block('b:', '  - x', '  - w', 'c: 1'));
    expect(set(block('b: x'), 'b', ['x', 'w'])).toBe(block('b: [x, w]'));
  });

  it('changes nothing where the value is that already', () => {
    expect(setProperty({ text: block("a: 'x'"), path }, 'a', 'x')).toEqual([]);
  });

  it('finds a key in another case, unless two differ in case alone', () => {
    expect(set(block('Status: a'), 'status', 'b')).toBe(block('Status: b'));
    expect(set(block('Status: a', 'STATUS: b'), 'status', 'c')).toBe(block('Status: a', 'STATUS: b', 'status: c'));
  });

  it('writes nested data in flow style', () => {
    const text = block('a: 1');
    expect(after(text, setAnything({ text, path }, 'm', { 'x y': [1, 'a, b'], z: { q: null } }))).toBe(
      block('a: 1', 'm: {x y: [1, "a, b"], z: {q: null}}'),
    );
  });

  it.each([
    ['a line that is no YAML', block('title: a: b'), 'frontmatter_invalid'],
    ['a key that stands twice', block('a: 1', 'a: 2'), 'frontmatter_invalid'],
    ['a list instead of properties', block('- a', '- b'), 'frontmatter_invalid'],
    ['prose between two rules', block('Some words'), 'frontmatter_invalid'],
    ['a fence that is never closed', '---\ntitle: x\n\nbody\n', 'frontmatter_invalid'],
    ['an explicit key', block('? q', ': r'), 'frontmatter_invalid'],
    ['properties in braces', block('{a: 1}'), 'frontmatter_invalid'],
    ['an anchor that another property needs', block('b: &x 1', 'c: *x'), 'frontmatter_invalid'],
  ])('refuses %s and never writes a second block', (_, text, code) => {
    expect(failure(() => set(text, 'b', 'new')).code).toBe(code);
  });

  it('refuses a key that is none', () => {
    for (const key of ['', '  ', '__proto__', 'k'.repeat(300)]) {
      expect(failure(() => set(block('a: 1'), key, 'x')).code).toBe('property_invalid');
    }
  });

  it('says what the parser said', () => {
    expect(failure(() => set(block('title: a: b'), 'b', 1)).params).toMatchObject({
      problem: expect.stringContaining('Nested mappings') as string,
    });
  });
});

describe('adding to a property', () => {
  it.each([
    ['a block list', block('tags:', '  - a # one', 'z: 1'), block('tags:', '  - a # one', '  - new', 'z: 1')],
    ['a block list without indent', block('tags:', '- a', 'z: 1'), block('tags:', '- a', '- new', 'z: 1')],
    ['a flow list', block('tags: [a, "b"] # two'), block('tags: [a, "b", new] # two')],
    ['a flow list without spaces', block('tags: [a,b]'), block('tags: [a,b,new]')],
    ['a tall flow list', block('tags: [', '  a,', '  b', ']'), block('tags: [', '  a,', '  b,', '  new', ']')],
    ['a flow list that ends in a comma', block('tags: [a, b,]'), block('tags: [a, b, new,]')],
    ['an empty list', block('tags: []'), block('tags: [new]')],
    ['an empty value', block('tags:', 'z: 1'), block('tags: [new]', 'z: 1')],
    ['one text', block('tags: a # x'), block('tags: [a, new] # x')],
    ['a text parted by commas', block('tags: a, b'), block('tags: a, b, new')],
    ['nothing', block('z: 1'), block('z: 1', 'tags: [new]')],
  ])('adds an item to %s', (_, before, wanted) => {
    expect(add(before, 'tags', 'new')).toBe(wanted);
  });

  it('adds at the front where asked', () => {
    expect(add(block('k:', '  - a'), 'k', 'new', true)).toBe(block('k:', '  - new', '  - a'));
    expect(add(block('k: [a]'), 'k', 'new', true)).toBe(block('k: [new, a]'));
  });

  it('adds a tag once, however it is written', () => {
    expect(add(block('tags: [a, 2026]'), 'tags', ['a', '2026', 'b', 'b'])).toBe(block('tags: [a, 2026, b]'));
    expect(add(block('log: [a]'), 'log', 'a')).toBe(block('log: [a, a]'));
  });

  it('refuses properties of its own', () => {
    expect(failure(() => add(block('m:', '  x: 1'), 'm', 'a')).code).toBe('property_invalid');
  });
});

describe('deleting a property', () => {
  it.each([
    ['a line', block('a: 1', 'b: x # c', 'c: 3'), block('a: 1', 'c: 3')],
    [
      'a block list',
      block('a: 1', 'b:', '  - x', '  # in it', '  - y', '# about c', 'c: 3'),
      block('a: 1', '# about c', 'c: 3'),
    ],
    ['a literal block', block('b: |', '  x', '  y', 'c: 3'), block('c: 3')],
    ['a literal block at the end', block('c: 3', 'b: |-', '  x', '  y'), block('c: 3')],
    ['an empty one', block('b:', 'c: 3'), block('c: 3')],
  ])('takes %s', (_, before, wanted) => {
    expect(drop(before, 'b')).toBe(wanted);
  });

  it('leaves an empty block where it was the last', () => {
    expect(drop(block('b: 1'), 'b')).toBe('---\n---\nbody\n');
  });

  it.each([
    ['a block list', block('b:', '  - x', '  - y # c', '  - z'), block('b:', '  - x', '  - z')],
    ['a flow list', block('b: [x, y, z]'), block('b: [x, z]')],
    ['the front of a flow list', block('b: [y, z]'), block('b: [z]')],
    ['the end of a flow list', block('b: [x, "y"]'), block('b: [x]')],
    ['a flow list of nothing else', block('b: [y]'), block('b: []')],
    ['a block list of nothing else', block('b:', '  - y', 'c: 1'), block('b: []', 'c: 1')],
    ['one text', block('b: y', 'c: 1'), block('b:', 'c: 1')],
  ])('takes an item out of %s', (_, before, wanted) => {
    expect(drop(before, 'b', 'y')).toBe(wanted);
  });

  it('takes a tag out of a text parted by commas', () => {
    expect(drop(block('tags: a, b, c'), 'tags', 'b')).toBe(block('tags: a, c'));
  });

  it('refuses what is not there', () => {
    expect(failure(() => drop(block('a: 1'), 'b')).code).toBe('property_not_found');
    expect(failure(() => drop('no block', 'b')).code).toBe('property_not_found');
    expect(failure(() => drop(block('b: [x]'), 'b', 'y')).code).toBe('property_not_found');
  });
});
