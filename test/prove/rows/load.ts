import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Agent } from '../agent.ts';
import { Dice } from '../dice.ts';
import type { Proof, Row } from '../row.ts';
import { letAgentsWork } from '../vault-copy.ts';

const run = promisify(execFile);
const AGENTS = 8;

export const load: Row = {
  name: 'load',
  promise:
    'Eight agents, an outside editor and a change of branch at once: each call answered, and no line that was told written is lost',
  run: async (proof) => {
    const vault = join(proof.folder, 'vault');
    const state = join(proof.folder, 'state');
    await makeRepository(vault);
    const agents: Agent[] = [];
    try {
      for (let nth = 0; nth < AGENTS; nth++) agents.push(await Agent.start(vault, state, `agent-${nth}`));
      await Promise.all(agents.map((agent) => agent.call('vault_status', {})));
      const until = performance.now() + proof.size(60_000, 8_000);
      const [written, editor] = await Promise.all([
        Promise.all(agents.map((agent, nth) => work(proof, agent, nth, until))),
        outsideEditor(vault, until),
        branches(vault, until),
      ]);
      await verify(proof, vault, written.flat(), editor);
    } finally {
      for (const agent of agents) await agent.end();
    }
  },
};

async function makeRepository(vault: string): Promise<void> {
  await mkdir(join(vault, 'notes'), { recursive: true });
  await letAgentsWork(vault);
  await writeFile(join(vault, '.gitignore'), '.obsidian\n.trash\neditor.md\n');
  for (let at = 0; at < 40; at++)
    await writeFile(
      join(vault, `notes/n${at}.md`),
      `# Note ${at}\n\nTides and owls ${at}. See [[n${(at + 7) % 40}]].\n`,
    );
  const git = async (...words: string[]): Promise<unknown> => run('git', ['-C', vault, ...words]);
  await git('init', '-q', '-b', 'main');
  await git('config', 'user.name', 'A User');
  await git('config', 'user.email', 'user@example.org');
  await git('add', '-A');
  await git('commit', '-qm', 'begin');
  await git('branch', 'other');
}

/** What an agent does all day; the lines that it was told are written. */
async function work(proof: Proof, agent: Agent, nth: number, until: number): Promise<string[]> {
  const dice = new Dice(proof.settings.seed + nth);
  const written: string[] = [];
  for (let call = 0; performance.now() < until; call++) {
    const path = `notes/n${dice.upTo(40)}.md`;
    const line = `line-${nth}-${call}-end`;
    const act = dice.upTo(5);
    try {
      if (act === 0)
        await agent.call('vault_search', { query: dice.one(['tides', 'owls', 'line', `note ${call % 40}`]) });
      else if (act === 1) await agent.call('vault_get_note', { path });
      else if (act === 2) await agent.call('vault_backlinks', { path });
      else if (act === 3) {
        const made = await agent.call('vault_write_note', {
          path: `made/${nth}-${call}.md`,
          content: `# Made\n\n${line}\n`,
        });
        if (!made.refused) written.push(line);
        proof.check(!made.refused || !made.text.includes('[internal_error]'), () => made.text.slice(0, 200));
        continue;
      } else {
        const told = await agent.call('vault_write_note', { path, mode: 'append', content: line });
        if (!told.refused) written.push(line);
        proof.check(!told.refused || !told.text.includes('[internal_error]'), () => told.text.slice(0, 200));
        continue;
      }
      proof.check(true, '');
    } catch (error) {
      proof.check(
        false,
        `a call of agent ${nth} was not answered: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return written;
}

/** Saves as editors do, a whole new file laid over the old one. Returns how many lines there must be. */
async function outsideEditor(vault: string, until: number): Promise<number> {
  const file = join(vault, 'editor.md');
  await writeFile(file, '# Editor\n');
  let lines = 0;
  for (; performance.now() < until; lines++) {
    const text = await readFile(file, 'utf8');
    await writeFile(`${file}.tmp`, `${text}typed ${lines}\n`);
    await rename(`${file}.tmp`, file);
    await setTimeout(20);
  }
  return lines;
}

/** To another branch and back, again and again; git refuses where it would lose something, and is then asked anew. */
async function branches(vault: string, until: number): Promise<void> {
  for (let time = 0; performance.now() < until; time++) {
    await setTimeout(700);
    await run('git', ['-C', vault, 'checkout', '-q', time % 2 === 0 ? 'other' : 'main']).catch(() => undefined);
  }
}

async function verify(proof: Proof, vault: string, written: readonly string[], typed: number): Promise<void> {
  await appendFile(join(vault, 'editor.md'), '');
  const editor = await readFile(join(vault, 'editor.md'), 'utf8');
  proof.check(
    editor.split('\n').filter((line) => line.startsWith('typed ')).length === typed,
    'the outside editor lost a line',
  );
  // Branches hold different lines: what was told written stands in some commit, or on the disk where a commit could not be made.
  const { stdout: log } = await run('git', ['-C', vault, 'log', '--all', '-p', '--no-color'], { maxBuffer: 1 << 28 });
  const { stdout: diff } = await run('git', ['-C', vault, 'diff', 'HEAD'], { maxBuffer: 1 << 28 });
  const { stdout: made } = await run('git', ['-C', vault, 'grep', '--untracked', '-h', 'line-'], {
    maxBuffer: 1 << 28,
  }).catch(() => ({ stdout: '' }));
  const times = new Map<string, number>();
  for (const line of log.split('\n'))
    if (/^\+line-\d+-\d+-end/.test(line)) times.set(line.slice(1), (times.get(line.slice(1)) ?? 0) + 1);
  const everywhere = log + diff + made;
  for (const line of written) {
    proof.check(everywhere.includes(line), () => `${line} was told written and is nowhere`);
    proof.check((times.get(line) ?? 0) <= 1, () => `${line} was written ${times.get(line) ?? 0} times`);
  }
  const { stdout: count } = await run('git', ['-C', vault, 'rev-list', '--all', '--count']);
  proof.note(
    `${written.length} writes told done by ${AGENTS} agents, ${count.trim()} commits, ${typed} saves of the outside editor`,
  );
}
