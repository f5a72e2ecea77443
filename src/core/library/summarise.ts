import type { Conventions } from '../conventions/conventions.ts';
import { typeOf } from '../conventions/roles.ts';
import type { NoteMetadata } from '../note/metadata.ts';
import type { NoteSummary } from '../note/note.ts';
import { baseName } from '../path.ts';
import type { VaultFile } from '../ports.ts';

/** What the library keeps of a note, read from its metadata by the conventions in force. */
export function summarise(file: VaultFile, metadata: NoteMetadata, conventions: Conventions): NoteSummary {
  const { keys } = conventions;
  const frontmatter = metadata.frontmatter;
  const error = metadata.frontmatterError;
  return {
    path: file.path,
    title: titleOf(file, metadata),
    aliases: unique(textsOf(frontmatter?.['aliases'], 'whole')),
    type: typeOf(file.path, frontmatter, conventions),
    status: statusOf(frontmatter?.[keys.status]),
    tags: tagsOf(metadata, keys.tags),
    properties: frontmatter ? Object.keys(frontmatter).slice(0, MOST_PROPERTIES).map(clamped) : [],
    size: file.size,
    mtimeMs: file.mtimeMs,
    ...(error === undefined ? {} : { frontmatterError: clamped(error) }),
  };
}

// A list of sixty thousand tags is an attack or an accident; nobody reads on after these.
const MOST_TAGS = 256;
const MOST_ALIASES = 64;
const MOST_PROPERTIES = 128;
const LONGEST = 512; // UTF-16 units of any one title, alias, tag or key

function titleOf(file: VaultFile, { headings }: NoteMetadata): string {
  const first = headings?.find(({ level, heading }) => level === 1 && heading.trim() !== '');
  return clamped(first?.heading.trim() ?? baseName(file.path));
}

function statusOf(value: unknown): string | null {
  const [status] = textsOf(value, 'whole');
  return status ?? null;
}

/** Tags of the frontmatter, then those in the text; each once whatever its case, as first written, without `#`. */
function tagsOf({ frontmatter, tags }: NoteMetadata, key: string): readonly string[] {
  const own = textsOf(frontmatter?.[key], 'words').map(withoutHash);
  const inline = (tags ?? []).slice(0, MOST_TAGS).map(({ tag }) => withoutHash(tag));
  const met = new Map<string, string>();
  for (const tag of [...own, ...inline]) {
    if (tag !== '' && !met.has(tag.toLowerCase())) met.set(tag.toLowerCase(), clamped(tag));
    if (met.size === MOST_TAGS) break;
  }
  return [...met.values()];
}

function withoutHash(tag: string): string {
  return tag.startsWith('#') ? tag.slice(1) : tag;
}

/**
 * The scalars of a property that is one text or a list of them. In a property of words, such as tags, one text may
 * hold several, parted by commas. Containers in a list say nothing here.
 */
function textsOf(value: unknown, as: 'whole' | 'words'): string[] {
  if (Array.isArray(value)) return value.slice(0, MOST_TAGS).flatMap(scalarOf);
  const [text] = scalarOf(value);
  if (text === undefined) return [];
  const parts = as === 'words' ? text.split(',') : [text];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function scalarOf(value: unknown): [] | [string] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.slice(0, MOST_ALIASES).map(clamped))];
}

/** Cut on a code point, and a copy of its own: a part of the note's text would keep the whole of it in memory. */
function clamped(text: string): string {
  if (text.length <= LONGEST) return ownCopy(text);
  const last = text.charCodeAt(LONGEST - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return ownCopy(text.slice(0, isHalf ? LONGEST - 1 : LONGEST));
}

/** Engines let a part of a string point into the whole; joined and cut anew, it points to itself only. */
function ownCopy(text: string): string {
  return ` ${text}`.slice(1);
}
