import { isConflictCopy } from '../core/conventions/conflict-copy.ts';
import { slugOf } from '../core/learn/slug.ts';
import { frontmatterBlock } from '../core/note/frontmatter.ts';
import type { Note } from '../core/note/note.ts';
import { baseName, type VaultPath } from '../core/path.ts';
import type { Services } from '../core/services.ts';
import { foldToLine } from '../core/text/invisible.ts';
import { clamp } from './budget.ts';
import { isUnder } from './note-filter.ts';
import { prompts as builtIn, type Prompt } from './prompts.ts';

/**
 * The user's own prompts: the notes of the folder that is set for them, by path. A prompt's name is its file name's slug,
 * its description the property `description`, and each `{{word}}` in its text an argument. What tools may not see is none.
 */
export async function vaultPrompts(services: Services): Promise<readonly Prompt[]> {
  const { library } = services;
  const made: Prompt[] = [];
  for (const { name, path } of namesOf(services)) {
    const note = await library.open(path).catch(() => null);
    if (note !== null) made.push(promptOf(name, note, library.notes.get(path)?.title ?? baseName(path)));
  }
  return made;
}

/** The prompt of that name, as its note is on disk now; null where the vault has none. */
export async function vaultPrompt(name: string, services: Services): Promise<Prompt | null> {
  const { library } = services;
  const path = namesOf(services).find((each) => each.name === name)?.path;
  const note = path === undefined ? null : await library.open(path);
  return note === null ? null : promptOf(name, note, library.notes.get(note.path)?.title ?? baseName(note.path));
}

/** Whether a file is one of those that may be prompts. */
export function isPrompt(path: string, { host }: Pick<Services, 'host'>): boolean {
  const folder = host.promptsFolder?.() ?? null;
  return folder !== null && isUnder(path, folder) && !isConflictCopy(path);
}

/** What a client can still show in a menu. */
const MOST = 50;
const MOST_ARGUMENTS = 16;
/** UTF-16 units. */
const LONGEST_TEXT = 100_000;
const LONGEST_LINE = 300;

/** Names that no two prompts share, ours among them: a later one gets a number. */
function namesOf(services: Services): readonly { readonly name: string; readonly path: VaultPath }[] {
  const taken = new Set(builtIn.map(({ name }) => name));
  const paths = [...services.library.notes.keys()].filter((path) => isPrompt(path, services)).sort();
  return paths.slice(0, MOST).flatMap((path) => {
    const slug = slugOf(baseName(path));
    if (slug === null) return [];
    let name = slug;
    for (let number = 2; taken.has(name); number++) name = `${slug}-${number}`;
    taken.add(name);
    return [{ name, path }];
  });
}

function promptOf(name: string, { text, metadata }: Note, title: string): Prompt {
  const body = text.slice(frontmatterBlock(text)?.bodyStart ?? 0, LONGEST_TEXT).trim();
  const said = metadata.frontmatter?.['description'];
  const words = [...new Set([...body.matchAll(PLACE)].map(([, word = '']) => word))].slice(0, MOST_ARGUMENTS);
  return {
    name,
    title: clamp(foldToLine(title), LONGEST_LINE),
    description: typeof said === 'string' ? clamp(foldToLine(said), LONGEST_LINE) : '',
    arguments: words.map((word) => ({ name: word, description: '', required: true })),
    // In one pass: what is filled in is not looked at again.
    text: (given) => body.replace(PLACE, (place, word: string) => (words.includes(word) ? (given[word] ?? '') : place)),
  };
}

const PLACE = /\{\{[ \t]{0,8}([\p{L}_][\p{L}\p{N}\p{M}_-]{0,47})[ \t]{0,8}\}\}/gu;
