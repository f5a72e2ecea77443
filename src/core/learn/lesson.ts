import { blockReader } from '../chunk/block-state.ts';
import { VaultError } from '../errors.ts';
import { foldToLine, hasInvisible, stripInvisible } from '../text/invisible.ts';
import { slugOf } from './slug.ts';

/** What an agent asks to be recorded, as it came. */
export interface LearnRequest {
  readonly title: string;
  readonly insight: string;
  readonly context: string;
  readonly domain: string;
  readonly project?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Names of notes; brackets, aliases and `.md` are taken off. */
  readonly links?: readonly string[] | undefined;
  /** Whether a folder may be made for a domain that has none. */
  readonly confirmNewDomain?: boolean | undefined;
  /** Never append: a note of its own, whatever stands in the vault. */
  readonly forceNew?: boolean | undefined;
}

/** A lesson fit to be written: nothing in it can pass for the note's own structure. */
export interface Lesson {
  /** One line. */
  readonly title: string;
  /** The title as a file name without `.md`. */
  readonly slug: string;
  /** Markdown with LF line ends, no blank lines at its ends, no code fence left open. */
  readonly insight: string;
  /** One line. */
  readonly context: string;
  /** One line without brackets; '' where there is none. */
  readonly project: string;
  /** Without `#`, each once whatever its case. */
  readonly tags: readonly string[];
  /** What stands between `[[` and `]]`; each once. */
  readonly links: readonly string[];
}

/**
 * Throws VaultError: 'title_unusable' for a title without letter or digit, 'insight_invalid' for one that is empty or could
 * pass for frontmatter, 'tag_invalid', 'invalid_input' for an empty context.
 */
export function readLesson(request: LearnRequest): Lesson {
  const title = foldToLine(request.title);
  const slug = slugOf(title);
  if (slug === null) throw new VaultError('title_unusable', { title: title.slice(0, 200) });
  const context = foldToLine(request.context);
  if (context === '') throw new VaultError('invalid_input', { problems: 'context: empty' });
  return {
    title,
    slug,
    insight: readInsight(request.insight),
    context,
    project: withoutBrackets(foldToLine(request.project ?? '')),
    tags: readTags(request.tags ?? []),
    links: readLinks(request.links ?? []),
  };
}

/** Text in one line without what makes links: for lists of the vault's own. */
export function withoutBrackets(line: string): string {
  return line.replace(/[[\]]/g, '').replace(/\s+/gu, ' ').trim();
}

function readInsight(text: string): string {
  // Joiners stay: words of Persian and families of emoji are written with them.
  const visible = text.replace(/\r\n?/g, '\n').replace(/[^\n\t\u200c\u200d]+/gu, stripInvisible);
  const insight = visible.replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd();
  if (insight.trim() === '') throw new VaultError('insight_invalid', { rule: 'empty' });
  const [first = ''] = insight.split('\n', 1);
  if (first.trim() === '---') throw new VaultError('insight_invalid', { rule: 'starts_with_rule' });
  return insight + openFenceOf(insight);
}

/** What closes a fence that the text leaves open: all that follows in the note would be code. */
function openFenceOf(text: string): string {
  const reader = blockReader(text);
  for (const line of text.split('\n')) reader.read(line);
  const marks = /^ {0,3}(`{3,}|~{3,})/.exec(reader.openFence())?.[1];
  return marks === undefined ? '' : `\n${marks}`;
}

const MOST_TAGS = 64;
const LONGEST_TAG = 128; // UTF-16 units: as many as are read back

function readTags(tags: readonly string[]): readonly string[] {
  if (tags.length > MOST_TAGS) throw new VaultError('invalid_input', { problems: `tags: at most ${MOST_TAGS}` });
  const read = new Map<string, string>();
  for (const given of tags) {
    const tag = given.trim().replace(/^#/, '').normalize('NFC');
    const usable = /[\p{L}\p{N}]/u.test(tag) && tag.length <= LONGEST_TAG && !hasInvisible(tag) && !tag.startsWith('#');
    if (!usable) throw new VaultError('tag_invalid', { tag: foldToLine(tag).slice(0, LONGEST_TAG) });
    const key = tag.toLowerCase();
    if (!read.has(key)) read.set(key, tag);
  }
  return [...read.values()];
}

function readLinks(links: readonly string[]): readonly string[] {
  const names = links.map((link) => {
    const [target = ''] = withoutBrackets(
      foldToLine(link)
        .replace(/^!?\[\[/, '')
        .replace(/\]\]$/, ''),
    ).split('|', 1);
    return target
      .trim()
      .replace(/\.md(?=#|$)/i, '')
      .trim();
  });
  return [...new Set(names)].filter((name) => name !== '');
}
