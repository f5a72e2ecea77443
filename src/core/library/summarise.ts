import type { Conventions } from '../conventions/conventions.ts';
import { typeOf } from '../conventions/roles.ts';
import type { NoteMetadata } from '../note/metadata.ts';
import type { NoteSummary } from '../note/note.ts';
import { frontmatterAliases, noteTags, noteTitle } from '../note/note-properties.ts';
import type { VaultFile } from '../ports.ts';
import { ownCopy } from './own-copy.ts';

/** What the library keeps of a note, read from its metadata by the conventions in force. */
export function summarise(file: VaultFile, metadata: NoteMetadata, conventions: Conventions): NoteSummary {
  const { keys } = conventions;
  const frontmatter = metadata.frontmatter;
  const error = metadata.frontmatterError;
  return {
    path: file.path,
    title: clamped(noteTitle(file.path, metadata)),
    aliases: [...new Set(frontmatterAliases(frontmatter).map(clamped))],
    type: typeOf(file.path, frontmatter, conventions),
    status: statusOf(frontmatter?.[keys.status]),
    tags: tagsOf(metadata, keys.tags),
    properties: frontmatter ? Object.keys(frontmatter).slice(0, MOST_PROPERTIES).map(clamped) : [],
    size: file.size,
    mtimeMs: file.mtimeMs,
    ...(error === undefined ? {} : { frontmatterError: clamped(error) }),
  };
}

// A list of sixty thousand tags or keys is an attack or an accident; nobody reads on after these.
const MOST_TAGS = 256;
const MOST_PROPERTIES = 128;
const LONGEST = 512; // UTF-16 units of any one title, alias, tag or key

/** The note's tags, its frontmatter's under the key of the conventions. */
function tagsOf(metadata: NoteMetadata, key: string): readonly string[] {
  const { frontmatter } = metadata;
  const own = key === 'tags' || frontmatter === undefined ? frontmatter : { tags: frontmatter[key] };
  const tags = noteTags(own === undefined ? metadata : { ...metadata, frontmatter: own });
  return tags.slice(0, MOST_TAGS).map(clamped);
}

function statusOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'number' || typeof first === 'boolean') return String(first);
  return typeof first === 'string' && first.trim() !== '' ? clamped(first.trim()) : null;
}

/** Cut on a code point, and a copy of its own: a part of the note's text would keep the whole of it in memory. */
function clamped(text: string): string {
  if (text.length <= LONGEST) return ownCopy(text);
  const last = text.charCodeAt(LONGEST - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return ownCopy(text.slice(0, isHalf ? LONGEST - 1 : LONGEST));
}
