import type { Edit } from '../change/change-set.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { frontmatterBlock, parseFrontmatter, type Frontmatter, type FrontmatterBlock } from '../note/frontmatter.ts';
import { endOfLine, lineBreakOf, nextLine } from './line-ends.ts';

/**
 * Sets the property of a note's last change to `date` (`YYYY-MM-DD`): its value is replaced, else the key is written
 * below the date of creation, else at the end of the block. A note without frontmatter, or with one that can not be
 * changed so that this key and nothing else differs, stays as it is. The edit is soft: an undo never fails over it.
 */
export function setUpdated(text: string, { keys }: Pick<Conventions, 'keys'>, date: string): readonly Edit[] {
  const block = frontmatterBlock(text);
  if (block === null) return [];
  const { value = {}, error } = parseFrontmatter(text, block);
  if (error !== undefined || value[keys.updated] === date) return [];
  const edit = {
    ...(replaced(text, block, keys.updated, date) ?? added(text, block, keys, date)),
    soft: true as const,
  };
  return changesOnly(text, edit, keys.updated, date, value) ? [edit] : [];
}

function replaced(text: string, block: FrontmatterBlock, key: string, date: string): Edit | null {
  const line = lineOfKey(text, block, key);
  if (line === null) return null;
  const end = endOfLine(text, line);
  const colon = text.indexOf(':', line + key.length);
  const comment = /[ \t]#/.exec(text.slice(colon + 1, end));
  const stop = comment === null ? end : colon + 1 + comment.index;
  const from = stop > colon + 1 && /[ \t]/.test(text.charAt(colon + 1)) ? colon + 2 : colon + 1;
  const to = Math.max(from, stop - (text.slice(from, stop).length - text.slice(from, stop).trimEnd().length));
  return { from, to, text: from === colon + 1 ? ` ${date}` : date };
}

function added(text: string, block: FrontmatterBlock, keys: Conventions['keys'], date: string): Edit {
  const created = lineOfKey(text, block, keys.created);
  let at = created === null ? block.to : nextLine(text, created);
  while (created !== null && at < block.to && /[ \t]/.test(text.charAt(at))) at = nextLine(text, at);
  return { from: at, to: at, text: `${keys.updated}: ${date}${lineBreakOf(text)}` };
}

/** Where the line of a top-level key starts. */
function lineOfKey(text: string, block: FrontmatterBlock, key: string): number | null {
  for (let at = block.from; at < block.to; at = nextLine(text, at)) {
    const line = text.slice(at, endOfLine(text, at));
    const rest = [key, `"${key}"`, `'${key}'`].map((name) => (line.startsWith(name) ? line.slice(name.length) : null));
    if (rest.some((after) => after !== null && /^[ \t]*:(?:[ \t]|$)/.test(after))) return at;
  }
  return null;
}

function changesOnly(text: string, edit: Edit, key: string, date: string, before: Frontmatter): boolean {
  const after = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  const block = frontmatterBlock(after);
  const value = block === null ? undefined : parseFrontmatter(after, block).value;
  if (value?.[key] !== date) return false;
  const others = (all: Frontmatter): string => JSON.stringify(Object.entries(all).filter(([name]) => name !== key));
  return others(value) === others(before);
}
