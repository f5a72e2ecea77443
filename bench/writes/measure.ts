import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { QueuedChangeDesk } from '../../src/core/change/change-desk.ts';
import { ChangeDraft } from '../../src/core/change/draft.ts';
import type { NoteSource } from '../../src/core/change/draft.ts';
import { Journal } from '../../src/core/change/journal.ts';
import type { History } from '../../src/core/change/write-ports.ts';
import { revisionOf } from '../../src/core/note/revision.ts';
import { isNote, listedPath } from '../../src/core/path.ts';
import type { VaultPath } from '../../src/core/path.ts';
import { openFolderVault } from '../../src/headless/folder-vault.ts';
import type { FolderVault } from '../../src/headless/folder-vault.ts';
import { openJournalFile } from '../../src/node/journal-file.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { systemClock } from '../../src/node/clock.ts';

/**
 * What one change costs, step by step: a bare write with flush as the floor, the vault's own writes, and the whole desk
 * with its journal and without git. Each step is taken in turns with the others, so that they meet the same disk.
 * `measure.mjs VAULT SCRATCH ROUNDS`
 */
const [, , source = '', scratch = '', rounds = '200'] = process.argv;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const folder = join(scratch, 'vault');
await cp(source, folder, { recursive: true });
const vault = await openFolderVault(folder);
const notes: VaultPath[] = [];
for await (const files of vault.list()) for (const { path } of files) if (isNote(path)) notes.push(path);
vault.watch(() => {});
await vault.watching();
const store = await openJournalFile(join(scratch, 'journal'), { log: silent });
const desk = await openDesk(vault);

const text = `# A note\n\n${'A line of some words in it, as notes have them.\n'.repeat(40)}`;
mkdirSync(join(scratch, 'bare'));
const appended = openSync(join(scratch, 'bare', 'log'), 'a');
const taken = new Map<string, number[]>();
for (let round = 0; round < Number(rounds); round++) {
  const note = notes[(round * 7919) % notes.length];
  if (note === undefined) throw new Error('the vault has no notes');
  await time('bare: a new file, written and flushed', () => bareFile(`${round}.md`));
  await time('bare: a line appended and flushed', () => bareLine());
  await time('vault: create', () => vault.create(listedPath(`Bench/V${round}.md`), text));
  const old = (await vault.read(note)) ?? '';
  await time('vault: replace', () => vault.replace(note, old, `${old}\nA line more.`));
  await time('vault: move', () => vault.move(listedPath(`Bench/V${round}.md`), listedPath(`Moved/V${round}.md`)));
  await time('vault: trash', () => vault.trash(listedPath(`Moved/V${round}.md`)));
  await time('journal: append', () => store.append(text.replaceAll('\n', ' ')));
  await time('desk: create', () => desk((draft) => draft.create(listedPath(`Bench/D${round}.md`), text)));
  await time('desk: edit', () => desk((draft) => draft.edit(note, [{ from: 0, to: 0, text: 'x' }])));
}
closeSync(appended);
await vault.close();
await store.close();
print();

async function time(name: string, act: () => unknown): Promise<void> {
  const began = performance.now();
  await act();
  const ms = performance.now() - began;
  taken.set(name, [...(taken.get(name) ?? []), ms]);
}

function bareFile(name: string): void {
  const fd = openSync(join(scratch, 'bare', name), 'wx');
  writeSync(fd, text);
  fsyncSync(fd);
  closeSync(fd);
}

function bareLine(): void {
  writeSync(appended, text);
  fsyncSync(appended);
}

async function openDesk(on: FolderVault): Promise<(plan: (draft: ChangeDraft) => unknown) => Promise<void>> {
  const source: NoteSource = {
    open: async (path) => {
      const read = await on.read(path);
      return read === null ? null : { path, text: read, revision: revisionOf(read, sha256), metadata: {} };
    },
  };
  const history: History = {
    before: () => Promise.resolve({ available: false, dirty: [] }),
    commit: () => Promise.resolve({ committed: false, due: false, warnings: [] }),
  };
  let ids = 0;
  const changes = new QueuedChangeDesk({
    vault: on,
    notes: { ...source, refresh: () => Promise.resolve() },
    journal: await Journal.open(store),
    history,
    approval: { needed: () => null, asker: () => null, remember: () => Promise.resolve() },
    clock: systemClock,
    log: silent,
    sha256,
    newId: () => String(ids++),
    stillOwner: () => true,
  });
  return async (plan) => {
    await changes.perform({
      tool: 'bench',
      caller: { session: 's', client: 'bench', callKey: null, expiresAt: null },
      preview: false,
      expectedRevision: null,
      subjects: [],
      plan: async () => {
        const draft = new ChangeDraft(source);
        await plan(draft);
        return { changes: draft.finish('bench'), facts: null, warnings: [] };
      },
    });
  };
}

function print(): void {
  const floor = at('bare: a new file, written and flushed', 0.5) + at('bare: a line appended and flushed', 0.5);
  console.log(`${notes.length} notes, ${rounds} rounds; floor: a file and a line flushed, ${floor.toFixed(2)} ms\n`);
  console.log(
    `${'ms'.padEnd(42)}${'p50'.padStart(8)}${'p90'.padStart(8)}${'p99'.padStart(8)}${'× floor'.padStart(10)}`,
  );
  for (const name of taken.keys()) {
    const figures = [0.5, 0.9, 0.99].map((part) => at(name, part).toFixed(2).padStart(8));
    console.log(`${name.padEnd(42)}${figures.join('')}${(at(name, 0.5) / floor).toFixed(2).padStart(10)}`);
  }
}

function at(name: string, part: number): number {
  const sorted = [...(taken.get(name) ?? [])].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
