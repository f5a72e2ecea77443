import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from '../agent.ts';
import type { Proof, Row } from '../row.ts';
import { letAgentsWork } from '../vault-copy.ts';

export const trouble: Row = {
  name: 'trouble',
  promise:
    'A disk that is full or read-only, a vault that vanishes, copies that a sync service left: a clear answer, nothing half done, and work goes on afterwards',
  run: async (proof) => {
    await vanished(proof);
    await smallDisk(proof);
    await conflictCopies(proof);
  },
};

async function vanished(proof: Proof): Promise<void> {
  const vault = await aVault(join(proof.folder, 'gone'));
  await withAgent(proof, vault, 'gone-state', async (agent) => {
    await rename(vault, `${vault}-away`);
    for (const [tool, given] of EVERYTHING) {
      const told = await agent.call(tool, given);
      proof.check(
        !told.text.includes('[internal_error]'),
        () => `without its vault, ${tool}: ${told.text.slice(0, 200)}`,
      );
      proof.check(!told.text.includes(proof.folder), () => `without its vault, ${tool} names the machine's folders`);
    }
    const there = await readdir(proof.folder);
    proof.check(!there.includes('gone'), 'a vault that vanished was made anew');
    await rename(`${vault}-away`, vault);
    await answersAgain(proof, agent, 'after the vault came back');
  });
}

/** A disk of two megabytes, if this user may make one. */
async function smallDisk(proof: Proof): Promise<void> {
  const disk = join(proof.folder, 'disk');
  await mkdir(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    proof.note('not tried: a full and a read-only disk, since this user may not mount one');
    return;
  }
  try {
    const vault = await aVault(join(disk, 'vault'));
    await withAgent(proof, vault, 'disk-state', async (agent) => {
      const before = await textsOf(vault);
      await writeFile(join(disk, 'filler'), Buffer.alloc(1 << 21)).catch(() => undefined);
      const content = 'long line of words\n'.repeat(20_000);
      for (const [tool, given] of [
        ['vault_write_note', { path: 'new.md', content }],
        ['vault_write_note', { path: 'a.md', mode: 'append', content }],
        ['vault_write_note', { path: 'b.md', content, mode: 'replace', overwrite: true }],
      ] as const) {
        const told = await agent.call(tool, given);
        proof.check(
          told.refused && /^\[(?:not_applied|write_failed|disk_full)\]/.test(told.text),
          () => `on a full disk, ${tool}: ${told.text.slice(0, 200)}`,
        );
      }
      proof.check(
        JSON.stringify(await textsOf(vault)) === JSON.stringify(before),
        'a full disk left something half done',
      );
      await rm(join(disk, 'filler'));
      await answersAgain(proof, agent, 'after the disk had room again');
      const now = await textsOf(vault);
      execFileSync('mount', ['-o', 'remount,ro', disk], { stdio: 'ignore' });
      const told = await agent.call('vault_write_note', { path: 'a.md', mode: 'append', content: 'x' });
      proof.check(
        told.refused && !told.text.includes('[internal_error]'),
        () => `on a read-only disk: ${told.text.slice(0, 200)}`,
      );
      proof.check(!(await agent.call('vault_get_note', { path: 'a.md' })).refused, 'a read-only disk cannot be read');
      execFileSync('mount', ['-o', 'remount,rw', disk], { stdio: 'ignore' });
      proof.check(JSON.stringify(await textsOf(vault)) === JSON.stringify(now), 'a read-only disk changed');
      await answersAgain(proof, agent, 'after the disk could be written again');
    });
  } finally {
    execFileSync('umount', ['-l', disk], { stdio: 'ignore' });
  }
}

/** What sync services leave beside a note that was changed in two places. */
async function conflictCopies(proof: Proof): Promise<void> {
  const vault = await aVault(join(proof.folder, 'copies'));
  const copies = [
    'a (conflicted copy 2026-11-30).md',
    'a.sync-conflict-20261130-101010-ABCDEFG.md',
    "a (Anna's conflicted copy 2026-11-30).md",
  ];
  for (const copy of copies) await writeFile(join(vault, copy), 'Owls of another device.\n');
  await withAgent(proof, vault, 'copies-state', async (agent) => {
    const { text } = await agent.call('vault_status', {});
    for (const copy of copies)
      proof.check(text.includes(copy), () => `vault_status does not name the conflict copy ${copy}`);
    await agent.call('vault_write_note', { path: 'a.md', mode: 'append', content: 'A line.' });
    await agent.call('vault_move', { from: 'a.md', to: 'sub/a2.md' });
    for (const copy of copies) {
      proof.check(
        (await readFile(join(vault, copy), 'utf8')) === 'Owls of another device.\n',
        () => `${copy} was changed`,
      );
    }
    const links = await readFile(join(vault, 'b.md'), 'utf8');
    proof.check(!links.includes('conflict'), 'a link was led to a conflict copy');
  });
}

const EVERYTHING: readonly (readonly [tool: string, given: Readonly<Record<string, unknown>>])[] = [
  ['vault_search', { query: 'owl' }],
  ['vault_get_note', { path: 'a.md' }],
  ['vault_list', {}],
  ['vault_backlinks', { path: 'a.md' }],
  ['vault_graph', {}],
  ['vault_tags', {}],
  ['vault_status', {}],
  ['vault_write_note', { path: 'new.md', content: 'x' }],
  ['vault_write_note', { path: 'a.md', mode: 'append', content: 'x' }],
  ['vault_move', { from: 'a.md', to: 'c.md' }],
  ['vault_delete', { path: 'b.md', confirm: true }],
  ['vault_learn', { title: 'T', insight: 'I', context: 'C', domain: 'd', confirm_new_domain: true }],
  ['vault_undo', {}],
];

async function aVault(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await letAgentsWork(folder);
  await writeFile(join(folder, 'a.md'), '# A\n\nOwls.\n');
  await writeFile(join(folder, 'b.md'), '# B\n\nSee [[a]].\n');
  return folder;
}

async function withAgent(
  proof: Proof,
  vault: string,
  state: string,
  act: (agent: Agent) => Promise<void>,
): Promise<void> {
  const agent = await Agent.start(vault, join(proof.folder, state));
  try {
    await agent.indexed();
    await act(agent);
  } finally {
    await agent.end();
  }
}

async function answersAgain(proof: Proof, agent: Agent, when: string): Promise<void> {
  const read = await agent.call('vault_get_note', { path: 'a.md' });
  proof.check(!read.refused, () => `${when}, a note is not read: ${read.text.slice(0, 200)}`);
  const made = await agent.call('vault_write_note', { path: `after-${when.length}.md`, content: 'x' });
  proof.check(!made.refused, () => `${when}, a note is not written: ${made.text.slice(0, 200)}`);
}

async function textsOf(vault: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(vault)).sort())
    if (!name.startsWith('.obsidian')) found[name] = await readFile(join(vault, name), 'utf8').catch(() => '');
  return found;
}
