import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from '../agent.ts';
import { Dice } from '../dice.ts';
import { resolvedLinks } from '../links-of.ts';
import type { Proof, Row } from '../row.ts';
import { differences, digestsOf } from '../tree.ts';
import { copyVault, notesUnder, vaultsToTry } from '../vault-copy.ts';

export const real: Row = {
  name: 'real',
  promise:
    'In real vaults: moves keep every link, edits change their span only, and the undo of all gives back every byte',
  run: async (proof) => {
    for (const [at, { name, folder }] of vaultsToTry(proof.settings).entries()) {
      const vault = await copyVault(folder, join(proof.folder, `vault-${at}`));
      await tryVault(proof, name, vault, join(proof.folder, `state-${at}`));
    }
  },
};

async function tryVault(proof: Proof, name: string, vault: string, state: string): Promise<void> {
  const dice = new Dice(proof.settings.seed);
  const notOurs = (path: string): boolean => path === '.trash' || path === '.obsidian';
  const before = await digestsOf(vault, notOurs);
  const agent = await Agent.start(vault, state);
  try {
    await agent.indexed();
    await readBack(proof, agent, vault);
    const edits = await edit(proof, agent, vault, dice, proof.size(500, 40));
    const moves = await move(proof, agent, vault, dice, proof.size(500, 40));
    let undone = 0;
    for (; undone < edits + moves; undone++) {
      const told = await agent.call('vault_undo', {});
      if (told.refused) {
        proof.check(false, `${name}: undo ${undone + 1} of ${edits + moves}: ${told.text.slice(0, 300)}`);
        break;
      }
    }
    const left = differences(before, await digestsOf(vault, notOurs));
    proof.check(left.length === 0, `${name}: after all was undone: ${left.join('; ')}`);
    proof.note(`${name}: ${before.size} files, ${edits} edits, ${moves} moves, ${undone} undone`);
  } finally {
    await agent.end();
  }
}

/** What the tool shows of each note is the note, line for line. */
async function readBack(proof: Proof, agent: Agent, vault: string): Promise<void> {
  for (const path of (await notesUnder(vault)).filter((note) => !note.startsWith('_templates/'))) {
    const lines = (await readFile(join(vault, path), 'utf8'))
      .replace(/^\ufeff/, '')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/);
    const at = Math.floor(lines.length / 2);
    const told = await agent.call('vault_get_note', { path, lines: `${at + 1}` });
    const line = lines[at] ?? '';
    proof.check(
      !told.refused && (line.trim() === '' || told.text.includes(line.trim().slice(0, 200))),
      () => `${path}:${at + 1} is not shown as it stands: ${told.text.slice(0, 200)}`,
    );
  }
}

async function edit(proof: Proof, agent: Agent, vault: string, dice: Dice, times: number): Promise<number> {
  const notes = await notesUnder(vault);
  let made = 0;
  for (let time = 0; time < times; time++) {
    const path = dice.one(notes);
    const bytes = await readFile(join(vault, path), 'utf8');
    const lines = bytes.split('\n').map((line) => line.replace(/\r$/, ''));
    const body = /^\ufeff?---\r?\n/.test(bytes) ? lines.indexOf('---', 1) + 1 : 0;
    const fit = lines.slice(body).filter((line) => line.length > 3 && bytes.split(line).length === 2);
    if (fit.length === 0) continue;
    const line = dice.one(fit);
    const written = dice.one([`${line} (edited ${time})`, `${line}\nA new line $& $1 ${time}`, line.slice(0, 2)]);
    const told = await agent.call('vault_edit_note', { path, old_text: line, new_text: written });
    if (told.refused) {
      proof.check(!told.text.includes('[internal_error]'), () => `${path}: ${told.text.slice(0, 200)}`);
      continue;
    }
    made++;
    const breaks = bytes.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
    const now = await readFile(join(vault, path), 'utf8');
    proof.check(
      now === bytes.replace(line, () => breaks),
      () => `${path}: more changed than ${JSON.stringify(line.slice(0, 60))}`,
    );
  }
  return made;
}

async function move(proof: Proof, agent: Agent, vault: string, dice: Dice, times: number): Promise<number> {
  const names = [
    'Plain',
    'two words',
    'ação',
    'Ёлка',
    '海の家',
    "it's (here)",
    '100% & more',
    'a+b=c',
    'v1.2',
    'UPPER',
  ];
  const folders = ['', 'Moved', 'Moved/deeper', 'with space'];
  /** Where each file is now, by where it began. */
  const now = new Map((await filesUnder(vault)).map((path) => [path.normalize('NFC'), path.normalize('NFC')]));
  // A map of content loses the entry of a note that leaves its domain, as is meant.
  const meant = (await resolvedLinks(vault, await filesUnder(vault))).filter(([source]) => !isMap(source));
  let made = 0;
  for (let time = 0; time < times; time++) {
    const origin = dice.one([...now.keys()].filter((path) => /\.md$/i.test(path)));
    const from = now.get(origin) ?? origin;
    const folder = dice.chance(0.4) ? from.slice(0, Math.max(0, from.lastIndexOf('/'))) : dice.one(folders);
    const to = `${folder === '' ? '' : `${folder}/`}${dice.one(names)} ${time}.md`;
    const told = await agent.call('vault_move', { from, to });
    if (told.refused) {
      proof.check(!told.text.includes('[internal_error]'), () => `${from} → ${to}: ${told.text.slice(0, 200)}`);
      continue;
    }
    made++;
    now.set(origin, to.normalize('NFC'));
    if (made % 10 === 0) await linksHold(proof, vault, meant, now, `${from} → ${to}`);
  }
  await linksHold(proof, vault, meant, now, 'the last move');
  return made;
}

/** Each link that resolved still does, to the same thing. */
async function linksHold(
  proof: Proof,
  vault: string,
  meant: readonly (readonly [string, string])[],
  now: ReadonlyMap<string, string>,
  after: string,
): Promise<void> {
  const there = new Map<string, number>();
  for (const [source, target] of await resolvedLinks(vault, await filesUnder(vault)))
    count(there, `${source} → ${target}`, 1);
  for (const [source, target] of meant) {
    const pair = `${now.get(source) ?? source} → ${now.get(target) ?? target}`;
    const left = there.get(pair) ?? 0;
    proof.check(left > 0, () => `after ${after}: ${pair} is lost (it was in ${source})`);
    count(there, pair, -1);
  }
}

function isMap(path: string): boolean {
  return /-moc\.md$|(^|\/)\d\d-index\//.test(path);
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

async function filesUnder(folder: string, under = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) found.push(...(await filesUnder(folder, path)));
    else found.push(path);
  }
  return found;
}
