import { baseName } from '../path.ts';
import type { Frontmatter } from './frontmatter.ts';
import type { NoteMetadata } from './metadata.ts';

/**
 * Obsidian's parseFrontMatterTags, as its recordings show it: null where there is no `tags` or nothing in it, each tag
 * with its `#`, a text that is no tag (`a, b`, two words) left out.
 */
export function obsidianFrontmatterTags(frontmatter: Frontmatter | undefined): string[] | null {
  const value = property(frontmatter, 'tags');
  if (value === undefined || value === null || value === '') return null;
  const listed = Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value];
  return listed.flatMap((entry: unknown) => {
    const tag = typeof entry === 'string' ? entry.trim().replace(/^#/, '') : '';
    return TAG.test(tag) ? [`#${tag}`] : [];
  });
}

/** Obsidian's getAllTags: the frontmatter's tags, then the text's, each as often as it is written. */
export function allTags(metadata: NoteMetadata): string[] {
  const own = obsidianFrontmatterTags(metadata.frontmatter) ?? [];
  return [...own, ...(metadata.tags ?? []).map((cache) => cache.tag)];
}

/**
 * The frontmatter's tags as a person means them: a list, or one text split at commas; without `#`, numbers and dates
 * as text, never a list within the list. At most 64 of 128 units each (longer ones are left out).
 */
export function frontmatterTags(frontmatter: Frontmatter | undefined): string[] {
  const value = property(frontmatter, 'tags');
  const parts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
  return texts(parts, MAX_TAGS, MAX_TAG).map((tag) => tag.replace(/^#/, ''));
}

/** Frontmatter and inline tags without `#`, each once (whatever its case), as first written. */
export function noteTags(metadata: NoteMetadata): string[] {
  const seen = new Map<string, string>();
  const inline = (metadata.tags ?? []).map((cache) => cache.tag.slice(1));
  for (const tag of [...frontmatterTags(metadata.frontmatter), ...inline]) {
    const key = tag.toLowerCase();
    if (tag !== '' && !seen.has(key)) seen.set(key, tag);
  }
  return [...seen.values()];
}

/** The aliases: a list of texts, or one text; at most 64 of 256 units each. */
export function frontmatterAliases(frontmatter: Frontmatter | undefined): string[] {
  const value = property(frontmatter, 'aliases');
  return texts(Array.isArray(value) ? value : [value], MAX_TAGS, MAX_ALIAS);
}

/** The first level-1 heading outside fences and containers, else the file name without its extension. */
export function noteTitle(path: string, metadata: NoteMetadata): string {
  const first = metadata.headings?.find((heading) => heading.level === 1 && heading.heading !== '');
  return first?.heading ?? baseName(path);
}

function property(frontmatter: Frontmatter | undefined, name: string): unknown {
  if (frontmatter === undefined) return undefined;
  if (Object.hasOwn(frontmatter, name)) return frontmatter[name];
  const key = Object.keys(frontmatter).find((candidate) => candidate.toLowerCase() === name);
  return key === undefined ? undefined : frontmatter[key];
}

function texts(values: readonly unknown[], most: number, longest: number): string[] {
  const found: string[] = [];
  for (const value of values.slice(0, MAX_VALUES)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const text = String(value).trim();
    if (text !== '' && text.length <= longest) found.push(text);
    if (found.length === most) break;
  }
  return found;
}

const MAX_VALUES = 4_096;
const MAX_TAGS = 64;
const MAX_TAG = 128;
const MAX_ALIAS = 256;
const TAG = /^(?=.*[^0-9])[^\s,#!@$%^&*().?":{}|<>[\]]+$/u;
