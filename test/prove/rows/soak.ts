import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from '../agent.ts';
import { Dice } from '../dice.ts';
import type { Proof, Row } from '../row.ts';
import { copyVault, vaultsToTry } from '../vault-copy.ts';

export const soak: Row = {
  name: 'soak',
  promise: 'Thousands of calls leave no more behind than a few: memory, open files, sockets, temporary files',
  run: async (proof) => {
    const [example] = vaultsToTry(proof.settings);
    if (example === undefined) throw new Error('there is no vault to work on');
    const vault = await copyVault(example.folder, join(proof.folder, 'vault'));
    const agent = await Agent.start(vault, join(proof.folder, 'state'));
    try {
      await agent.indexed();
      const calls = proof.size(10_000, 600);
      // The first fifth warms what is kept on purpose: caches, the journal's memory, compiled code.
      await calling(proof, agent, calls / 5, 1);
      const early = await standing(agent.pid);
      await calling(proof, agent, (calls * 4) / 5, 2);
      const late = await standing(agent.pid);
      if (early === null || late === null)
        proof.note('this system does not tell what a process holds; memory and files were not looked at');
      else compare(proof, early, late);
      const left = (await everyFile(vault)).filter(
        (path) => /(^|\/)\.[^/]*(tmp|vault-mcp)[^/]*$|\.tmp$|~$/.test(path) && !path.startsWith('.obsidian'),
      );
      proof.check(left.length === 0, `files left in the vault: ${left.slice(0, 5).join(', ')}`);
    } finally {
      await agent.end();
    }
  },
};

async function calling(proof: Proof, agent: Agent, calls: number, seed: number): Promise<void> {
  const dice = new Dice(proof.settings.seed + seed);
  for (let call = 0; call < calls; call++) {
    const path = `03-projects/soak-${dice.upTo(5)}.md`;
    const [tool, given] = dice.one<readonly [string, Readonly<Record<string, unknown>>]>([
      [
        'vault_search',
        { query: dice.one(['tide', 'jwt refresh', 'docker network', 'zzz', '"spring tides"', 'compostagem']) },
      ],
      ['vault_get_note', { path: '02-wiki/sailing/knots.md' }],
      ['vault_list', { folder: '02-wiki' }],
      ['vault_backlinks', { path: '02-wiki/sailing/knots.md' }],
      ['vault_graph', { around: '02-wiki/sailing/knots.md' }],
      ['vault_status', {}],
      ['vault_tags', {}],
      ['vault_write_note', { path, content: `# Soak\n\nNumber ${call}.\n`, mode: 'replace', overwrite: true }],
      ['vault_write_note', { path, mode: 'append', content: `Line ${call}.`, preview: dice.chance(0.5) }],
      ['vault_get_note', { path: `no/such/${call}.md` }],
      ['vault_undo', {}],
    ]);
    try {
      const { text } = await agent.call(tool, given);
      proof.check(!text.includes('[internal_error]'), () => `${tool}: ${text.slice(0, 200)}`);
    } catch (error) {
      proof.check(false, `${tool}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

interface Standing {
  /** Mebibytes. */
  readonly memory: number;
  readonly files: number;
  readonly sockets: number;
  readonly threads: number;
}

/** What the system says that a process holds; null where it does not say. */
async function standing(pid: number): Promise<Standing | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const number = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? NaN);
    const names = await readdir(`/proc/${pid}/fd`);
    const open = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
    const sockets = open.filter((target) => target.startsWith('socket:')).length;
    return { memory: number('VmRSS') / 1024, files: open.length - sockets, sockets, threads: number('Threads') };
  } catch {
    return null;
  }
}

/** Garbage comes and goes: a third more memory is noise, and what leaks grows with the calls beyond that. */
const NOISE = 1.33;

function compare(proof: Proof, early: Standing, late: Standing): void {
  const say = (each: Standing): string =>
    `${each.memory.toFixed(0)} MiB, ${each.files} files, ${each.sockets} sockets, ${each.threads} threads`;
  proof.note(`after a fifth of the calls: ${say(early)}; at the end: ${say(late)}`);
  proof.check(late.memory < early.memory * NOISE + 16, `memory grew: ${say(early)}, then ${say(late)}`);
  proof.check(late.files <= early.files + 2, `open files grew: ${say(early)}, then ${say(late)}`);
  proof.check(late.sockets <= early.sockets + 1, `sockets grew: ${say(early)}, then ${say(late)}`);
  proof.check(late.threads <= early.threads + 1, `threads grew: ${say(early)}, then ${say(late)}`);
}

async function everyFile(folder: string, under = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await everyFile(folder, path)));
    else found.push(path);
  }
  return found;
}
