import type { Plan, Warning } from '../change/desk.ts';
import { ChangeDraft, type NoteSource } from '../change/draft.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { VaultError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import type { VaultPath } from '../path.ts';
import type { Cancellation } from '../ports.ts';
import { tagEdits } from './tag-edits.ts';
import { readTag } from './tag-name.ts';

export interface RenameTagParts {
  readonly library: Pick<Library, 'notes'> & NoteSource;
  readonly conventions: Pick<Conventions, 'preset' | 'keys'>;
  readonly cancellation?: Cancellation | undefined;
  /** Lets others go first, between slices of the vault. */
  readonly breathe?: (() => Promise<void>) | undefined;
}

export interface RenameTagFacts {
  /** Without `#`. */
  readonly from: string;
  readonly to: string;
  readonly notes: number;
  readonly places: number;
}

/**
 * Plans a tag's new name in the whole vault, in texts and properties, whatever its case; tags below it follow (`a/x`). Tags that
 * only begin alike (`ab`) stay, and so do code and comments. In a list that has the new name already the old one goes. One
 * change, however many notes. A note whose properties cannot be read keeps them, with a warning; its text is changed.
 * Throws VaultError 'tag_invalid', 'cancelled'.
 */
export async function planRenameTag(
  request: { readonly from: string; readonly to: string },
  parts: RenameTagParts,
): Promise<Plan<RenameTagFacts>> {
  const from = readTag(request.from);
  const to = readTag(request.to);
  if (from === null) throw new VaultError('tag_invalid', { tag: request.from.slice(0, LONGEST_SAID) });
  if (to === null) throw new VaultError('tag_invalid', { tag: request.to.slice(0, LONGEST_SAID) });
  const { library, conventions } = parts;
  const draft = new ChangeDraft(library);
  const warnings: Warning[] = [];
  let notes = 0;
  let places = 0;
  for (const [index, path] of from === to ? [] : carriers(library, from).entries()) {
    if (index % SLICE === SLICE - 1) await parts.breathe?.();
    if (parts.cancellation?.aborted === true) throw new VaultError('cancelled', {});
    const read = await draft.read(path);
    if (read === null) continue;
    const { edits, unread, places: here } = tagEdits({ text: read.text, path }, from, to, conventions.keys.tags);
    if (unread) warnings.push({ code: 'property_not_filled', about: path });
    if (edits.length === 0) continue;
    await draft.edit(path, edits);
    notes++;
    places += here;
  }
  const subject = `${conventions.preset === 'pt-BR' ? 'renomear tag' : 'rename tag'} ${from} → ${to}`;
  return { changes: draft.finish(subject), facts: { from, to, notes, places }, warnings };
}

/** Notes that carry the tag, as the library knows; one that may carry more tags than it keeps is looked at too. */
function carriers({ notes }: Pick<Library, 'notes'>, from: string): readonly VaultPath[] {
  const wanted = from.toLowerCase();
  const paths: VaultPath[] = [];
  for (const { path, tags, frontmatterError } of notes.values()) {
    const carries = tags.some((tag) => {
      const name = tag.toLowerCase();
      return name === wanted || name.startsWith(`${wanted}/`);
    });
    // A text of several tags counts as one where it is not parted by commas.
    const unsure = tags.length >= MOST_KNOWN || frontmatterError !== undefined || tags.some((tag) => tag.includes(' '));
    if (carries || unsure) paths.push(path);
  }
  return paths.sort();
}

/** As many tags of a note's properties as the library keeps. */
const MOST_KNOWN = 64;
const SLICE = 50;
const LONGEST_SAID = 200;
