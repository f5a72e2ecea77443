import type { Edit } from '../change/change-set.ts';
import { applyEdits } from '../change/edits.ts';
import { VaultError } from '../errors.ts';
import { frontmatterBlock, parseFrontmatter } from '../note/frontmatter.ts';
import type { VaultPath } from '../path.ts';
import { appendItems, deleteItem, isTagKey, replaceList } from './property-list.ts';
import { sameValue } from './same-value.ts';
import { readBlock, type Span, type WrittenBlock, type WrittenEntry } from './yaml-block.ts';
import {
  writeData,
  writeFlowList,
  writeKey,
  writeScalar,
  type PropertyScalar,
  type PropertyValue,
} from './yaml-value.ts';

/** Where properties are edited: the note's whole text without BOM, and its path for refusals. */
export interface PropertyPlace {
  readonly text: string;
  readonly path: VaultPath;
}

/**
 * The edits of the note's text that give a property a value: nothing else of the block changes, neither comments nor
 * quotes nor order. A note without frontmatter gets a block. No edits where the value is that already.
 * Throws VaultError 'frontmatter_invalid' where the block cannot be read or would not read back as meant.
 */
export function setProperty(place: PropertyPlace, key: string, value: PropertyValue): readonly Edit[] {
  return setData(place, key, value, (entry, written) => {
    if (isList(value) && value.length > 0 && entry.value.kind === 'block-list') {
      return replaceList(place.text, entry.value.items, value, written.eol);
    }
    if (isList(value)) return replaceValue(place.text, entry, writeFlowList(value), written);
    const style = entry.value.kind === 'scalar' ? styleOf(entry.value.style) : undefined;
    return replaceValue(place.text, entry, writeScalar(value, { flow: false, dates: 'bare', style }), written);
  });
}

/**
 * `setProperty` for any plain data: lists and objects of any depth up to eight, in flow style.
 * Throws VaultError 'property_invalid' where they nest deeper.
 */
export function setAnything(place: PropertyPlace, key: string, value: unknown): readonly Edit[] {
  const data = writeData(value);
  if (data === null) throw new VaultError('property_invalid', { property: key, rule: 'too_deep' });
  return setData(place, key, value, (entry, written) => replaceValue(place.text, entry, data, written));
}

/** A property's list gets items (at its front with `first`): in its own style; a lone text becomes a list if it must. */
export function appendToProperty(
  place: PropertyPlace,
  key: string,
  value: PropertyValue,
  first = false,
): readonly Edit[] {
  const written = blockOf(place);
  const values = isList(value) ? value : [value];
  const entry = written === null ? undefined : entryOf(written, key);
  if (written === null || entry === undefined) return setProperty(place, key, values);
  const done = appendItems({ text: place.text, entry, values, first, eol: written.eol, old: written.value[entry.key] });
  if (done === null) throw new VaultError('property_invalid', { property: entry.key, rule: 'not_a_list' });
  return verified(place, written, entry.key, done.edits, done.value);
}

/**
 * Takes a property away with its whole value or, given an item, that item from its list.
 * Throws VaultError 'property_not_found' where there is none.
 */
export function deleteProperty(place: PropertyPlace, key: string, item?: PropertyScalar): readonly Edit[] {
  const written = blockOf(place);
  const entry = written === null ? undefined : entryOf(written, key);
  if (written === null || entry === undefined) {
    throw new VaultError('property_not_found', { path: place.path, property: key });
  }
  if (item === undefined) {
    const edits = [{ from: entry.start, to: Math.min(entry.end, written.block.to), text: '' }];
    return verified(place, written, entry.key, edits, undefined);
  }
  const done = deleteItem({ text: place.text, entry, item, old: written.value[entry.key] });
  if (done === null) {
    throw new VaultError('property_not_found', { path: place.path, property: `${entry.key}: ${String(item)}` });
  }
  return verified(place, written, entry.key, done.edits, done.value);
}

/** The note's properties as they are written; null without a block. Throws VaultError 'frontmatter_invalid'. */
export function blockOf({ text, path }: PropertyPlace): WrittenBlock | null {
  const reading = readBlock(text);
  if (reading.kind === 'none') return null;
  if (reading.kind === 'properties') return reading.written;
  throw new VaultError('frontmatter_invalid', { path, problem: reading.problem });
}

/** The property of that name, else the only one that differs in case alone. */
export function entryOf(written: WrittenBlock, key: string): WrittenEntry | undefined {
  const exact = written.entries.find((entry) => entry.key === key);
  if (exact !== undefined) return exact;
  const alike = written.entries.filter((entry) => entry.key.toLowerCase() === key.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

/** The edits, if they change exactly this property to this value (`undefined`: away) and nothing else that is read. */
export function verified(
  { text, path }: PropertyPlace,
  written: WrittenBlock | null,
  key: string,
  edits: readonly Edit[],
  value: unknown,
): readonly Edit[] {
  const invalid = (problem: string): never => {
    throw new VaultError('frontmatter_invalid', { path, problem });
  };
  const after = applyEdits(text, edits);
  const block = frontmatterBlock(after);
  const bodyStart = written === null ? 0 : written.block.bodyStart;
  if (block === null || after.length - block.bodyStart !== text.length - bodyStart) {
    return invalid(`"${key}" would break the block`);
  }
  const { value: properties = {}, error } = parseFrontmatter(after, block);
  if (error !== undefined) return invalid(error);
  const wanted = new Map(Object.entries(written?.value ?? {}));
  if (value === undefined) wanted.delete(key);
  else wanted.set(key, value);
  const found = Object.entries(properties);
  const names = [...wanted.keys()];
  if (found.length !== names.length || !found.every(([name], index) => name === names[index])) {
    return invalid(`changing "${key}" would change other properties`);
  }
  for (const [name, read] of found) {
    if (!sameValue(read, wanted.get(name))) {
      return invalid(name === key ? `"${key}" would not read back as meant` : `"${name}" would change with "${key}"`);
    }
  }
  return edits;
}

function setData(
  place: PropertyPlace,
  key: string,
  value: unknown,
  replace: (entry: WrittenEntry, written: WrittenBlock) => readonly Edit[],
): readonly Edit[] {
  checkKey(key);
  const written = blockOf(place);
  const entry = written === null ? undefined : entryOf(written, key);
  if (written !== null && entry !== undefined) {
    if (sameValue(written.value[entry.key], value)) return [];
    return verified(place, written, entry.key, replace(entry, written), value);
  }
  const data = isTagKey(key) || isList(value) ? flowOf(value) : writeData(value);
  const bare = data === null || data === '' ? '' : ` ${data}`;
  if (written === null) {
    const eol = place.text.includes('\r\n') && !/(?:^|[^\r])\n/.test(place.text) ? '\r\n' : '\n';
    const block = `---${eol}${writeKey(key)}:${bare}${eol}---${eol}`;
    return verified(place, null, key, [{ from: 0, to: 0, text: block }], value);
  }
  const at = written.block.to;
  const line = `${written.indent}${writeKey(key)}:${bare}${written.eol}`;
  return verified(place, written, key, [{ from: at, to: at, text: line }], value);
}

function flowOf(value: unknown): string | null {
  return typeof value === 'string' ? writeScalar(value, { flow: false, dates: 'quoted' }) : writeData(value);
}

/** The span from behind the colon's space to the value's end becomes `data`; a value on lines of its own goes whole. */
function replaceValue(text: string, entry: WrittenEntry, data: string, { eol, block }: WrittenBlock): readonly Edit[] {
  const { value, colonEnd } = entry;
  const bare = data === '' ? '' : ` ${data}`;
  if (value.kind === 'empty') return [{ from: colonEnd, to: colonEnd, text: bare }];
  const lineEnd = text.indexOf('\n', colonEnd);
  if (value.from <= lineEnd) {
    // A block scalar ends with its last line break: the one that ends the new value.
    const whole = value.to > value.from && text.charCodeAt(value.to - 1) === 10;
    const span = { from: data === '' ? colonEnd : value.from, to: value.to };
    const spaced = data !== '' && span.from === colonEnd ? bare : data;
    return [{ ...span, text: whole ? spaced + eol : spaced }];
  }
  const lines: Span = { from: text.lastIndexOf('\n', value.from - 1) + 1, to: Math.min(entry.end, block.to) };
  const edits: Edit[] = [
    { from: colonEnd, to: colonEnd, text: bare },
    { ...lines, text: '' },
  ];
  return edits.filter(({ from, to, text: added }) => to > from || added !== '');
}

function styleOf(style: string): 'single' | 'double' | undefined {
  return style === 'single' || style === 'double' ? style : undefined;
}

function checkKey(key: string): void {
  const rule = key.trim() === '' || key === '__proto__' ? 'bad_key' : key.length > LONGEST_KEY ? 'too_long' : null;
  if (rule !== null || /\p{Surrogate}/u.test(key)) {
    throw new VaultError('property_invalid', { property: key.slice(0, LONGEST_KEY), rule: rule ?? 'bad_key' });
  }
}

function isList(value: unknown): value is readonly PropertyScalar[] {
  return Array.isArray(value);
}

/** UTF-16 units; YAML itself allows 1,024 for a key on one line. */
const LONGEST_KEY = 256;
