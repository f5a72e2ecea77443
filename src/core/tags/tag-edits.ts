import type { Edit } from '../change/change-set.ts';
import { blockOf, verified, type PropertyPlace } from '../edit/frontmatter-edit.ts';
import type { ScalarStyle, WrittenEntry, WrittenItem } from '../edit/yaml-block.ts';
import { writeScalar } from '../edit/yaml-value.ts';
import { VaultError } from '../errors.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import { renamed, sharedLevels } from './tag-name.ts';

export interface TagEdits {
  /** In order of place. */
  readonly edits: readonly Edit[];
  /** How often the tag stood there. */
  readonly places: number;
  /** The properties could not be read, so tags among them keep their name. */
  readonly unread: boolean;
}

/** The edits of one note that give a tag its new name, in its properties and in its text as the app reads tags there. */
export function tagEdits(place: PropertyPlace, from: string, to: string, tagsKey: string): TagEdits {
  const inText = textEdits(place.text, from, to);
  const inBlock = blockEdits(place, from, to, tagsKey);
  const own = inBlock ?? [];
  return {
    edits: [...own, ...inText].filter((edit) => place.text.slice(edit.from, edit.to) !== edit.text),
    places: own.length + inText.length,
    unread: inBlock === null,
  };
}

function textEdits(text: string, from: string, to: string): readonly Edit[] {
  const edits = new Map<number, Edit>();
  for (const { tag, position } of parseMetadata(text).tags ?? []) {
    const name = tag.slice(1);
    const length = sharedLevels(name, from);
    const start = position.start.offset + 1;
    if (length > 0) edits.set(start, { from: start, to: start + length, text: to });
  }
  return [...edits.values()].sort((a, b) => a.from - b.from);
}

/** Null where the block cannot be read. */
function blockEdits(place: PropertyPlace, from: string, to: string, tagsKey: string): readonly Edit[] | null {
  try {
    const written = blockOf(place);
    if (written === null) return [];
    const all: Edit[] = [];
    for (const entry of written.entries) {
      if (!isTagsKey(entry.key, tagsKey)) continue;
      const { edits, value } = entryEdits(place.text, entry, written.value[entry.key], from, to);
      if (edits.length > 0) all.push(...verified(place, written, entry.key, edits, value));
    }
    return all.sort((a, b) => a.from - b.from);
  } catch (error) {
    if (error instanceof VaultError && error.code === 'frontmatter_invalid') return null;
    throw error;
  }
}

/** `tags` in any case, as the app reads it, and the key of the conventions. */
function isTagsKey(key: string, tagsKey: string): boolean {
  return /^tags$/i.test(key) || key === tagsKey;
}

interface EntryEdits {
  readonly edits: readonly Edit[];
  readonly value: unknown;
}

function entryEdits(
  text: string,
  { value: written }: WrittenEntry,
  old: unknown,
  from: string,
  to: string,
): EntryEdits {
  const none: EntryEdits = { edits: [], value: old };
  if (written.kind === 'scalar') {
    if (typeof old !== 'string') return none;
    const value = inWords(old, from, to);
    if (value === old) return none;
    const data = writeScalar(value, { flow: false, dates: 'quoted', style: styleOf(written.style) });
    const isBlock = written.style === 'block';
    const eol = text.slice(written.from, written.to).endsWith('\r\n') ? '\r\n' : '\n';
    return { edits: [{ from: written.from, to: written.to, text: isBlock ? data + eol : data }], value };
  }
  if (written.kind !== 'flow-list' && written.kind !== 'block-list') return none;
  if (!Array.isArray(old) || old.length !== written.items.length) return none;
  return listEdits(text, written.items, old, written.kind === 'flow-list', from, to);
}

function listEdits(
  text: string,
  items: readonly WrittenItem[],
  old: readonly unknown[],
  flow: boolean,
  from: string,
  to: string,
): EntryEdits {
  const plain = (tag: unknown): string => (typeof tag === 'string' ? tag.replace(/^#/, '').toLowerCase() : '');
  const values = old.map((tag) => (typeof tag === 'string' ? inWord(tag, from, to) : tag));
  // A tag that the list has anyway goes; the first of them stays, or the one that was there before.
  const others = new Set(old.filter((tag, index) => values[index] === tag).map(plain));
  const kept: unknown[] = [];
  const edits: Edit[] = [];
  for (const [index, item] of items.entries()) {
    const value = values[index];
    if (value === old[index] || typeof value !== 'string') {
      kept.push(old[index]);
    } else if (others.has(plain(value))) {
      edits.push(removal(text, items, index, flow, kept.length > 0));
    } else {
      others.add(plain(value));
      kept.push(value);
      const style = item.scalar === null ? undefined : styleOf(item.scalar.style);
      edits.push({ from: item.from, to: item.to, text: writeScalar(value, { flow, dates: 'quoted', style }) });
    }
  }
  return { edits, value: kept };
}

/** An item with one comma or its line. At least one other item stays, since the list has the tag already. */
function removal(text: string, items: readonly WrittenItem[], index: number, flow: boolean, hasBefore: boolean): Edit {
  const item = items[index];
  const before = items[index - 1];
  const after = items[index + 1];
  if (item === undefined) return { from: 0, to: 0, text: '' };
  if (!flow) return { from: text.lastIndexOf('\n', item.dash - 1) + 1, to: item.lineEnd, text: '' };
  if (hasBefore && before) return { from: before.to, to: item.to, text: '' };
  return { from: item.from, to: after?.from ?? item.to, text: '' };
}

/** One tag, with or without its mark. */
function inWord(word: string, from: string, to: string): string {
  const mark = word.startsWith('#') ? '#' : '';
  return mark + renamed(word.slice(mark.length), from, to);
}

/** A text of several tags, parted by commas or spaces as its writer chose. */
function inWords(text: string, from: string, to: string): string {
  return text
    .split(/([\s,]+)/)
    .map((part, index) => (index % 2 === 0 ? inWord(part, from, to) : part))
    .join('');
}

function styleOf(style: ScalarStyle): 'single' | 'double' | undefined {
  return style === 'single' || style === 'double' ? style : undefined;
}
