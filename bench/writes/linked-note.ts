import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listedPath } from '../../src/core/path.ts';

/** Where the linked note is moved to, in turns; the last move of a round brings it home. */
export const PLACES = ['02-wiki/bench/hub.md', '02-wiki/bench/renamed.md', '03-projects/bench/hub.md'].map(listedPath);

const FORMS = [
  '[[hub]]',
  '[[hub|the alias — ação]]',
  '[[hub#Details]]',
  '![[hub]]',
  '[[02-wiki/bench/hub]]',
  '[[02-wiki/bench/hub|other alias]]',
  '[md link](../../02-wiki/bench/hub.md)',
  '[[hub#Details|alias h]]',
  '[[hub#^blk1]]',
];
const DECOYS = 'Inline `[[hub]]` stays, and [[hub-two]] is another.\n\n```md\n[[hub]] in a fence stays\n```\n';

/** Puts a note into a vault, and `count` notes that link to it: ten forms of link in turn, beside text that looks like one. */
export async function plantLinkedNote(folder: string, count: number): Promise<void> {
  await put(
    folder,
    PLACES[0] ?? '',
    '---\ntipo: wiki\n---\n\n# Hub\n\n## Details\n\nText. ^blk1\n\nSee [[hub-two]].\n',
  );
  await put(folder, '02-wiki/bench/hub-two.md', '# Another\n');
  for (let at = 0; at < count; at++) await put(folder, linking(at), textOf(at));
}

/** How many of the linking notes hold, to the byte, what they held at first: the note is in its first place again. */
export async function asPlanted(folder: string, count: number): Promise<number> {
  let same = 0;
  for (let at = 0; at < count; at++) {
    if ((await readFile(join(folder, linking(at)), 'utf8')) === textOf(at)) same++;
  }
  return same;
}

function linking(at: number): string {
  return `01-raw/bench/b${String(at).padStart(3, '0')}.md`;
}

function textOf(at: number): string {
  const form = FORMS[at % (FORMS.length + 1)];
  const front = form === undefined ? 'related: "[[hub]]"' : "title: 'x'   # kept";
  return `---\n${front}\ncriado: 2024-01-02\n---\n\n# Back\n\nText ${form ?? ''} after.\n\n${DECOYS}`;
}

async function put(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
