import type { Edit } from '../change/change-set.ts';
import { sameValue } from './same-value.ts';
import type { WrittenEntry, WrittenItem } from './yaml-block.ts';
import { isScalar, writeFlowList, writeScalar, type PropertyScalar } from './yaml-value.ts';

/** What became of a list: the edits, and how it must read afterwards. */
export interface ListChange {
  readonly edits: readonly Edit[];
  readonly value: unknown;
}

interface ListPlace {
  readonly text: string;
  readonly entry: WrittenEntry;
  /** What the property holds as it is read. */
  readonly old: unknown;
}

/** The tags' and aliases' own keys: there an item stands once, and a text parted by commas is a list of them. */
export function isTagKey(key: string): boolean {
  return /^(?:tags?|aliases|alias)$/i.test(key);
}

/** A property's values as a list: of a list its items, of `a, b` under a tags key its parts. */
export function itemsOf(key: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (value === null || value === undefined) return [];
  if (typeof value === 'string' && isCommaText(key, value)) return value.split(',').map((part) => part.trim());
  return [value];
}

/** Adds items; null where the property holds properties of its own. */
export function appendItems({
  text,
  entry,
  old,
  values,
  first,
  eol,
}: ListPlace & {
  readonly values: readonly PropertyScalar[];
  readonly first: boolean;
  readonly eol: string;
}): ListChange | null {
  const present = itemsOf(entry.key, old);
  const added = isTagKey(entry.key) ? values.filter((value, index) => isNew(value, index, values, present)) : values;
  if (added.length === 0) return { edits: [], value: old };
  const joined = first ? [...added, ...present] : [...present, ...added];
  const { value } = entry;
  switch (value.kind) {
    case 'empty':
      return { edits: [insert(entry.colonEnd, ` ${writeFlowList(added)}`)], value: added };
    case 'map':
      return null;
    case 'block-list':
      return { edits: [appendLines(text, value.items, added, first, eol)], value: joined };
    case 'flow-list':
      return { edits: [appendInFlow(text, value.from, value.items, added, first)], value: joined };
    case 'scalar':
      return appendToScalar(entry, old, added, joined);
  }
}

/** Takes away every item that equals `item`; null where there is none. */
export function deleteItem({
  text,
  entry,
  old,
  item,
}: ListPlace & { readonly item: PropertyScalar }): ListChange | null {
  const { value } = entry;
  const present = itemsOf(entry.key, old);
  const gone = present.map((each) => isSame(each, item));
  if (!gone.includes(true)) return null;
  const left = present.filter((_, index) => gone[index] !== true);
  if (value.kind === 'scalar') {
    if (typeof old === 'string' && isCommaText(entry.key, old)) {
      const style = styleOf(value.style);
      const data = writeScalar(left.join(', '), { flow: false, dates: 'quoted', style });
      return { edits: [{ from: value.from, to: value.to, text: data }], value: left.join(', ') };
    }
    return { edits: [{ from: entry.colonEnd, to: value.to, text: '' }], value: null };
  }
  if ((value.kind !== 'block-list' && value.kind !== 'flow-list') || value.items.length !== present.length) return null;
  const removed = value.kind === 'block-list' ? removeLines(text, value.items, gone) : removeInFlow(value.items, gone);
  if (left.length > 0) return { edits: removed, value: left };
  if (value.kind === 'block-list') return { edits: [insert(entry.colonEnd, ' []'), ...removed], value: [] };
  return { edits: [{ from: value.from, to: value.to, text: '[]' }], value: [] };
}

/** A block list becomes another list that is not empty; items at both ends that stay keep their lines. */
export function replaceList(
  text: string,
  items: readonly WrittenItem[],
  values: readonly PropertyScalar[],
  eol: string,
): readonly Edit[] {
  const stays = (index: number, value: PropertyScalar | undefined): boolean =>
    value !== undefined && items[index]?.scalar?.text === String(value);
  let head = 0;
  while (head < items.length && head < values.length && stays(head, values[head])) head++;
  let tail = 0;
  while (
    tail < items.length - head &&
    tail < values.length - head &&
    stays(items.length - 1 - tail, values.at(-1 - tail))
  )
    tail++;
  const middle = values.slice(head, values.length - tail);
  const firstGone = items[head];
  const lastGone = items[items.length - 1 - tail];
  const indent = indentOf(text, items[0]);
  const lines = middle.map((value) => `${indent}- ${itemText(value)}${eol}`).join('');
  if (items.length - tail === head) {
    const at = head === 0 ? lineStart(text, items[0]?.dash ?? 0) : (items[head - 1]?.lineEnd ?? 0);
    return lines === '' ? [] : [insert(at, lines)];
  }
  return [{ from: lineStart(text, firstGone?.dash ?? 0), to: lastGone?.lineEnd ?? 0, text: lines }];
}

function appendLines(
  text: string,
  items: readonly WrittenItem[],
  added: readonly PropertyScalar[],
  first: boolean,
  eol: string,
): Edit {
  const indent = indentOf(text, items[0]);
  const lines = added.map((value) => `${indent}- ${itemText(value)}${eol}`).join('');
  return insert(first ? lineStart(text, items[0]?.dash ?? 0) : (items.at(-1)?.lineEnd ?? 0), lines);
}

function appendInFlow(
  text: string,
  open: number,
  items: readonly WrittenItem[],
  added: readonly PropertyScalar[],
  first: boolean,
): Edit {
  const last = items.at(-1);
  const list = added.map((value) => writeScalar(value, { flow: true, dates: 'quoted' }));
  if (last === undefined) return insert(open + 1, list.join(', '));
  const between = spaceBetween(text, items);
  const head = items[0]?.from ?? last.from;
  return first
    ? insert(head, list.map((one) => `${one},${between}`).join(''))
    : insert(last.to, list.map((one) => `,${between}${one}`).join(''));
}

/** What stands between two items of a flow list behind the comma: a space, or the break and indent of a tall list. */
function spaceBetween(text: string, items: readonly WrittenItem[]): string {
  const [one, two] = items.slice(-2);
  const gap = one && two ? text.slice(one.to, two.from) : '';
  const space = /^\s*,(\s+)$/.exec(gap)?.[1];
  return space ?? (gap === ',' ? '' : ' ');
}

function appendToScalar(
  entry: WrittenEntry,
  old: unknown,
  added: readonly PropertyScalar[],
  joined: readonly unknown[],
): ListChange | null {
  const { value } = entry;
  if (value.kind !== 'scalar' || !isScalar(old)) return null;
  const span = { from: value.from, to: value.to };
  if (old === null) return { edits: [{ ...span, text: writeFlowList(added) }], value: added };
  const isComma = typeof old === 'string' && isCommaText(entry.key, old) && value.style !== 'block';
  if (isComma && added.every((each) => typeof each === 'string' && !each.includes(','))) {
    const data = joined.join(', ');
    const style = styleOf(value.style);
    return { edits: [{ ...span, text: writeScalar(data, { flow: false, dates: 'quoted', style }) }], value: data };
  }
  if (value.style === 'block') return null;
  const list = joined.filter(isScalar);
  return list.length === joined.length ? { edits: [{ ...span, text: writeFlowList(list) }], value: list } : null;
}

/** Runs of items that go, each with one comma, so that what stays is parted as before. */
function removeInFlow(items: readonly WrittenItem[], gone: readonly boolean[]): readonly Edit[] {
  const edits: Edit[] = [];
  const kept = gone.indexOf(false);
  items.forEach((item, index) => {
    if (gone[index] !== true) return;
    const before = items[index - 1];
    const after = items[index + 1];
    if (index < kept && after) edits.push({ from: item.from, to: after.from, text: '' });
    else if (before) edits.push({ from: before.to, to: item.to, text: '' });
  });
  return edits;
}

function removeLines(text: string, items: readonly WrittenItem[], gone: readonly boolean[]): readonly Edit[] {
  return items.flatMap((item, index) =>
    gone[index] === true ? [{ from: lineStart(text, item.dash), to: item.lineEnd, text: '' }] : [],
  );
}

function itemText(value: PropertyScalar): string {
  return value === null ? 'null' : writeScalar(value, { flow: false, dates: 'quoted' });
}

function indentOf(text: string, item: WrittenItem | undefined): string {
  return item === undefined ? '  ' : text.slice(lineStart(text, item.dash), item.dash);
}

function isNew(
  value: PropertyScalar,
  index: number,
  values: readonly PropertyScalar[],
  present: readonly unknown[],
): boolean {
  return !present.some((each) => isSame(each, value)) && values.findIndex((each) => isSame(each, value)) === index;
}

/** A tag that YAML read as a number is still the tag that was meant. */
function isSame(a: unknown, b: PropertyScalar): boolean {
  return sameValue(a, b) || (isScalar(a) && a !== null && b !== null && String(a) === String(b));
}

function isCommaText(key: string, value: string): boolean {
  return isTagKey(key) && value.includes(',');
}

function styleOf(style: string): 'single' | 'double' | undefined {
  return style === 'single' || style === 'double' ? style : undefined;
}

function insert(at: number, text: string): Edit {
  return { from: at, to: at, text };
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
