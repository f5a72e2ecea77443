import { VaultError } from '../errors.ts';
import { itemMark } from '../note/item-mark.ts';
import type { CacheItem, ListItemCache } from '../note/metadata.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import {
  asBlocks,
  insertAbove,
  insertBelow,
  lineAfter,
  nextText,
  removeLines,
  replaceLines,
  type BlockPlace,
} from './block-joint.ts';
import { goesOn, outdented } from './block-kind.ts';
import type { Edited, Operation } from './edit-section.ts';

/**
 * Edits the block with an id (`^id`, `#^id` or `id`, in any case): `replace` its text (the id stays), `append` below it,
 * `prepend` above it, `delete` it. An item of a list counts with the items below it.
 * Throws VaultError 'block_not_found'.
 */
export function editBlock(place: BlockPlace, asked: string, operation: Operation, content: string): Edited {
  const { text, metadata, path } = place;
  const id = asked.trim().replace(/^#?\^/, '');
  const known = Object.values(metadata.blocks ?? {});
  const block = known.find((one) => one.id === id) ?? known.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (block === undefined) {
    const ids = known.slice(0, MOST_NAMED).map((one) => one.id);
    throw new VaultError('block_not_found', { path, block: id, known: ids });
  }
  // A list whose id stands below it begins where its first item does, and is not that item.
  const item = metadata.listItems?.find(
    (one) => one.id === block.id && one.position.start.offset === block.position.start.offset,
  );
  const start = block.position.start.offset - block.position.start.col;
  const mark = item === undefined ? start : itemMark(text, item);
  const indent = text.slice(start, mark);
  const last = item === undefined ? endWithId(text, block) : endOfItems(metadata.listItems ?? [], item);
  const line = block.position.start.line + 1;
  const blocks = indented(asBlocks(content), indent);
  const at = item === undefined ? appendAt(place, block, last, blocks) : last;
  switch (operation) {
    case 'delete':
      return { edits: removeLines(place, start, lineAfter(text, last), item === undefined), line };
    case 'append':
      return {
        edits: blocks === '' ? [] : insertBelow(place, lineEnd(text, at), blocks),
        line,
      };
    case 'prepend':
      return { edits: blocks === '' ? [] : insertAbove(place, start, blocks), line };
    case 'replace': {
      const { start: from, end: to } = block.position;
      const old = text.slice(item === undefined ? from.offset : mark, to.offset);
      const whole = keepId(item === undefined ? blocks : keepMark(asBlocks(content), old, indent), old, block.id);
      return { edits: replaceLines(place, start, to.offset, whole, item === undefined), line };
    }
  }
}

const MOST_NAMED = 20;

/** A table or quote has its id in a line of its own below it. */
function endWithId(text: string, { position, id }: CacheItem & { readonly id: string }): number {
  const next = nextText(text, lineAfter(text, position.end.offset));
  if (text.slice(position.start.offset, position.end.offset).trimEnd().endsWith(`^${id}`) || next === null) {
    return position.end.offset;
  }
  const stop = lineEnd(text, next);
  return text.slice(next, stop).trim() === `^${id}` ? stop : position.end.offset;
}

/** An item or row that goes on with a list or table whose id stands below it belongs above the id; all else comes below. */
function appendAt(place: BlockPlace, { position }: CacheItem, last: number, content: string): number {
  const end = position.end.offset;
  return last > end && goesOn(place.text, place.metadata, end, content) ? end : last;
}

/** The end of an item's last descendant; items stand in the order of the text, each naming its parent's line. */
function endOfItems(items: readonly ListItemCache[], item: ListItemCache): number {
  const lines = new Set([item.position.start.line]);
  let end = item.position.end.offset;
  for (const { parent, position } of items.slice(items.indexOf(item) + 1)) {
    if (!lines.has(parent)) break;
    lines.add(position.start.line);
    end = position.end.offset;
  }
  return end;
}

/** New text of an item under its old mark and check box, unless it brings its own. */
function keepMark(content: string, old: string, indent: string): string {
  if (ITEM.test(content)) return indented(content, indent);
  const mark = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(old)?.[0] ?? '- ';
  const box = /^\[.\][ \t]+/u.exec(old.slice(mark.length))?.[0] ?? '';
  const [first = '', ...rest] = content.split('\n');
  const below = indented(rest.join('\n'), indent + ' '.repeat(mark.length));
  return `${indent}${mark}${box}${first}${rest.length === 0 ? '' : `\n${below}`}`;
}

function keepId(content: string, old: string, id: string): string {
  const inLine = old.trimEnd().endsWith(`^${id}`);
  const bare = content.trimEnd();
  const brings = bare.endsWith(`^${id}`) && /(?:^|\s)$/.test(bare.slice(0, -id.length - 1));
  if (inLine && brings) return content;
  // Behind a fence, a table or a quote an id needs a line of its own.
  if (inLine) return endsInText(bare) ? `${bare} ^${id}` : `${bare}\n\n^${id}`;
  return brings ? bare.slice(0, -id.length - 1).trimEnd() : content;
}

function endsInText(content: string): boolean {
  const last = (parseMetadata(outdented(content)).sections ?? []).at(-1)?.type;
  return last === undefined || last === 'paragraph' || last === 'list' || last === 'heading';
}

function indented(content: string, indent: string): string {
  if (indent === '') return content;
  return content
    .split('\n')
    .map((line) => (line.trim() === '' ? line : indent + line))
    .join('\n');
}

function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  const stop = feed < 0 ? text.length : feed;
  return stop > offset && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
}

const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;
