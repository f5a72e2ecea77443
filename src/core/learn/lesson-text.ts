import type { Edit } from '../change/change-set.ts';
import { applyEdits } from '../change/edits.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { appendToProperty, blockOf, entryOf, setProperty, type PropertyPlace } from '../edit/frontmatter-edit.ts';
import { writeFlowList, writeKey, writeScalar } from '../edit/yaml-value.ts';
import { insertItem } from '../moc/insert-item.ts';
import { lineBreakOf } from '../moc/line-ends.ts';
import { setUpdated } from '../moc/set-updated.ts';
import type { HeadingCache } from '../note/metadata.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import type { VaultPath } from '../path.ts';
import type { Lesson } from './lesson.ts';

/**
 * The whole text of a new note of knowledge: the lesson above the first section of the template's text (LF line ends, tokens
 * filled in; null: none), the sections that the lesson answers left out where they are empty, type, tags and date of
 * creation filled in where the template has not. Ends with one line break.
 * Throws VaultError 'frontmatter_invalid' or 'property_invalid' where the template's properties cannot be filled in.
 */
export function newNoteText(
  path: VaultPath,
  template: string | null,
  lesson: Lesson,
  conventions: Conventions,
  today: string,
): string {
  if (template === null) {
    const head = `${blockFor(lesson, conventions, today)}\n# ${lesson.title}\n`;
    return ended(withLesson(head, lesson, conventions));
  }
  const filled = withProperties({ text: template, path }, lesson, conventions, today);
  return ended(withLesson(withoutAnswered(filled, lesson, conventions), lesson, conventions));
}

/** What a lesson adds to a note that stands. */
export interface Appended {
  readonly text: string;
  /** One after another: each counts in the text after those before it. */
  readonly edits: readonly (readonly Edit[])[];
  /** 1-based line of the heading that the lesson stands under. */
  readonly line: number;
  /** The tags could not be added to the note's properties. */
  readonly tagsLeftOut: boolean;
}

/**
 * A lesson at the end of a note, under a heading with date and title, in the note's own line ends; its links go to the
 * note's section of links, its tags to the note's, and the date of the last change is set. Null where the note ends within
 * a fence or comment that nobody closed, so that the lesson would be part of it.
 */
export function appendLesson(
  note: PropertyPlace,
  lesson: Lesson,
  conventions: Conventions,
  today: string,
): Appended | null {
  const { text } = note;
  const heading = `## ${today} — ${lesson.title}`;
  const section = `\n\n${heading}\n\n${insightText(lesson, conventions)}\n`.replaceAll('\n', lineBreakOf(text));
  const end = text.trimEnd().length;
  let written = text;
  const edits: (readonly Edit[])[] = [];
  const take = (more: readonly Edit[]): void => {
    if (more.length === 0) return;
    edits.push(more);
    written = applyEdits(written, more);
  };
  take([{ from: end, to: text.length, text: section }]);
  const startsAt = end + section.indexOf(heading);
  if (!(parseMetadata(written).headings ?? []).some(({ position }) => position.start.offset === startsAt)) return null;
  for (const link of lesson.links) take(insertItem(written, conventions.sections.links, `- [[${link}]]`));
  const tags = tagEdits({ ...note, text: written }, lesson, conventions);
  take(tags ?? []);
  take(setUpdated(written, conventions, today));
  const at = written.lastIndexOf(`${heading}`);
  return { text: written, edits, line: written.slice(0, at).split('\n').length, tagsLeftOut: tags === null };
}

/** The lesson as it stands in a note, without its links: the insight, then in what situation it was learned. */
function insightText({ insight, context }: Lesson, { sections }: Conventions): string {
  return `${insight}\n\n**${sections.context}:** ${context}`;
}

/** Null where the block cannot take them. */
function tagEdits(place: PropertyPlace, { tags }: Lesson, { keys }: Conventions): readonly Edit[] | null {
  if (tags.length === 0) return [];
  try {
    const held = heldTags(place, keys.tags);
    const added = tags.filter((tag) => !held.has(tag.toLowerCase()));
    return added.length === 0 ? [] : appendToProperty(place, keys.tags, added);
  } catch {
    return null;
  }
}

function heldTags(place: PropertyPlace, key: string): ReadonlySet<string> {
  const written = blockOf(place);
  const entry = written === null ? undefined : entryOf(written, key);
  const value: unknown = entry === undefined ? undefined : written?.value[entry.key];
  const items: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return new Set(items.map((item) => String(item).trim().replace(/^#/, '').toLowerCase()));
}

function blockFor({ tags }: Lesson, { keys, types }: Conventions, today: string): string {
  return [
    '---',
    `${writeKey(keys.type)}: ${writeScalar(types.wiki, { flow: false, dates: 'quoted' })}`,
    `${writeKey(keys.tags)}: ${writeFlowList(tags)}`,
    `${writeKey(keys.created)}: ${today}`,
    '---',
    '',
  ].join('\n');
}

/** A template's text with type, tags and date of creation where it lacks them. */
function withProperties(place: PropertyPlace, lesson: Lesson, conventions: Conventions, today: string): string {
  const written = blockOf(place);
  if (written === null) return `${blockFor(lesson, conventions, today)}\n${place.text.trimStart()}`;
  const { keys, types } = conventions;
  let { text } = place;
  const blank = (key: string): boolean => {
    const entry = entryOf(written, key);
    const value: unknown = entry === undefined ? undefined : written.value[entry.key];
    return value === undefined || value === null || value === '';
  };
  const take = (edits: readonly Edit[]): void => {
    text = applyEdits(text, edits);
  };
  if (blank(keys.type)) take(setProperty({ ...place, text }, keys.type, types.wiki));
  if (blank(keys.tags)) take(setProperty({ ...place, text }, keys.tags, lesson.tags));
  else take(tagEdits({ ...place, text }, lesson, conventions) ?? []);
  if (blank(keys.created)) take(setProperty({ ...place, text }, keys.created, today));
  return text;
}

/** Without the empty sections of a template that the lesson answers; a filled one stays, whatever it is called. */
function withoutAnswered(text: string, { links }: Lesson, { sections }: Conventions): string {
  const answered = new Set([sections.context, ...(links.length > 0 ? [sections.links] : [])].map(bareName));
  const headings = parseMetadata(text).headings ?? [];
  let kept = '';
  let at = 0;
  headings.forEach((heading, index) => {
    const next = headings[index + 1];
    const end = next?.position.start.offset ?? text.length;
    const isEmpty = text.slice(heading.position.end.offset, end).trim() === '' && (next?.level ?? 0) <= 2;
    if (heading.level !== 2 || !isEmpty || !answered.has(bareName(heading.heading))) return;
    kept += text.slice(at, heading.position.start.offset);
    at = end;
  });
  return kept + text.slice(at);
}

function withLesson(text: string, lesson: Lesson, conventions: Conventions): string {
  const { links } = lesson;
  const name = bareName(conventions.sections.links);
  const headings = parseMetadata(text).headings ?? [];
  const hasSection = headings.some((one) => isSection(one) && bareName(one.heading) === name);
  const list = links.map((link) => `- [[${link}]]`);
  const ownList = links.length > 0 && !hasSection ? `\n\n## ${conventions.sections.links}\n\n${list.join('\n')}` : '';
  const body = insightText(lesson, conventions) + ownList;
  const at = headings.find(isSection)?.position.start.offset ?? text.length;
  const whole = `${text.slice(0, at).trimEnd()}\n\n${body}\n\n${text.slice(at)}`;
  if (!hasSection) return whole;
  return list.reduce((held, item) => applyEdits(held, insertItem(held, conventions.sections.links, item)), whole);
}

function isSection({ level }: HeadingCache): boolean {
  return level === 2;
}

function bareName(heading: string): string {
  return heading.normalize('NFC').trim();
}

function ended(text: string): string {
  return `${text.trimEnd()}\n`;
}
