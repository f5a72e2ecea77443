import { cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from '../agent.ts';
import { Dice } from '../dice.ts';
import type { Proof, Row } from '../row.ts';
import { differences, digestsOf } from '../tree.ts';
import { copyVault, vaultsToTry } from '../vault-copy.ts';

const QUESTIONS = ['spring tides', 'how is the lamp lit', 'harbour'];
const NOTE = 'kept.md';

export const kept: Row = {
  name: 'kept',
  promise:
    'Whatever becomes of a file that is kept outside the vault: the next start answers the same, changes no note, and takes back a change rightly or not at all',
  run: async (proof) => {
    const [example] = vaultsToTry({ ...proof.settings, vault: null });
    if (example === undefined) throw new Error('the example vault is not there');
    const vault = await copyVault(example.folder, join(proof.folder, 'vault'));
    const state = join(proof.folder, 'state');
    await mkdir(state, { recursive: true });
    const good = await firstLife(vault, state);
    const files = [...(await digestsOf(state, (path) => /^(code|bin)/.test(path))).keys()].sort();
    proof.check(
      files.some((file) => file.startsWith('index/')) && files.some((file) => file.startsWith('journal/')),
      () => `nothing is kept: ${files.join(', ')}`,
    );
    for (const name of ['vault', 'state'])
      await cp(join(proof.folder, name), join(proof.folder, `${name}-as-it-was`), { recursive: true });
    const dice = new Dice(proof.settings.seed);
    for (let trial = 0; trial < proof.size(80, 10); trial++)
      await damagedLife(proof, { vault, state, files, good, dice });
    proof.note(`${files.length} files kept: ${[...new Set(files.map((file) => file.split('/')[0]))].join(', ')}`);
  },
};

/** What undamaged files give. */
interface Good {
  readonly citations: readonly string[];
  /** The note that the last change edited, before and after it. */
  readonly before: string;
  readonly after: string;
}

async function firstLife(vault: string, state: string): Promise<Good> {
  const agent = await Agent.start(vault, state);
  try {
    await agent.indexed();
    await agent.call('vault_write_note', { path: NOTE, content: '# Kept\n\nOne line.\n' });
    const before = await readFile(join(vault, NOTE), 'utf8');
    await agent.call('vault_edit_note', { path: NOTE, old_text: 'One line.', new_text: 'Another line.' });
    return { citations: await citations(agent), before, after: await readFile(join(vault, NOTE), 'utf8') };
  } finally {
    await agent.end();
  }
}

interface Trial {
  readonly vault: string;
  readonly state: string;
  readonly files: readonly string[];
  readonly good: Good;
  readonly dice: Dice;
}

async function damagedLife(proof: Proof, { vault, state, files, good, dice }: Trial): Promise<void> {
  for (const folder of [vault, state]) {
    await rm(folder, { recursive: true, force: true });
    await cp(`${folder}-as-it-was`, folder, { recursive: true });
  }
  const file = dice.one(files);
  const what = `${file}: ${await damage(join(state, file), dice)}`;
  const untouched = await digestsOf(vault);
  const agent = await Agent.start(vault, state);
  try {
    await agent.indexed();
    const found = await citations(agent);
    proof.check(
      JSON.stringify(found) === JSON.stringify(good.citations),
      () => `${what}: other answers\n${found.join('\n')}`,
    );
    const changed = differences(untouched, await digestsOf(vault));
    proof.check(changed.length === 0, () => `${what}: the start changed ${changed.join(', ')}`);
    const undone = await agent.call('vault_undo', {});
    const now = await readFile(join(vault, NOTE), 'utf8').catch(() => '(gone)');
    const isRight = undone.refused ? now === good.after : now === good.before || now === '(gone)';
    proof.check(
      isRight && !undone.text.includes('[internal_error]'),
      () => `${what}: undo ${undone.text.slice(0, 200)}`,
    );
    const wrote = await agent.call('vault_write_note', { path: 'goes-on.md', content: 'It goes on.\n' });
    proof.check(!wrote.refused, () => `${what}: a write afterwards: ${wrote.text.slice(0, 200)}`);
  } catch (error) {
    proof.check(false, `${what}: ${error instanceof Error ? error.message : String(error)}\n${agent.said.slice(-500)}`);
  } finally {
    await agent.end();
  }
}

/** What is done to a file; the word for it. */
async function damage(file: string, dice: Dice): Promise<string> {
  const bytes = await readFile(file);
  const at = bytes.length === 0 ? 0 : dice.upTo(bytes.length);
  switch (dice.upTo(6)) {
    case 0:
      await truncate(file, at);
      return `cut off at ${at} of ${bytes.length}`;
    case 1:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.upTo(8));
      await writeFile(file, bytes);
      return `a bit of byte ${at} of ${bytes.length} turned`;
    case 2:
      await writeFile(file, bytes.fill(0, at, Math.min(bytes.length, at + 512)));
      return `zeros from ${at} of ${bytes.length}`;
    case 3:
      await writeFile(file, Buffer.concat([bytes, Buffer.from('\0garbage\n{"half": ')]));
      return 'garbage at its end';
    case 4:
      await rm(file);
      await mkdir(file);
      return 'a folder in its place';
    default:
      await writeFile(file, '');
      return 'emptied';
  }
}

async function citations(agent: Agent): Promise<string[]> {
  const found: string[] = [];
  for (const query of QUESTIONS) {
    const { text } = await agent.call('vault_search', { query });
    found.push(...(text.match(/[\w/ .-]+\.md:\d+/g) ?? []));
  }
  return found;
}
