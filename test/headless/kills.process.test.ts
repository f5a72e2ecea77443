import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gitRepo } from '../support/git-repo.ts';
import type { GitRepo } from '../support/git-repo.ts';
import { builtEngine, Program } from './support/a-program.ts';
import type { Said } from './support/a-program.ts';
import { difference, journalled, onDisk, replayed } from './support/journal-replay.ts';
import type { Change } from './support/journal-replay.ts';
import { dice } from './support/dice.ts';
import type { Dice } from './support/dice.ts';

/** How often the program is killed: `VAULT_MCP_KILLS=240` for the whole proof. */
const KILLS = Number(process.env['VAULT_MCP_KILLS'] ?? 24);
/** A life ends after so many changes at the most, and so many milliseconds more. */
const MOST_CHANGES = 5;
const MOST_MS_MORE = 120;
const LINKERS = 14;

const FORMS = [
  '[[hub]]',
  '[[hub|the hub]]',
  '[[hub#Details]]',
  '![[hub]]',
  '[[hub#^blk|a block]]',
  '[text](../02-wiki/docker/hub.md)',
  '[text](<../02-wiki/docker/hub.md> "title")',
  '| [[hub\\|cell]] |',
];

describe('a program killed at any moment of learning, moving, editing, deleting and undoing', () => {
  it(
    'leaves every change whole or absent; the journal says which, git agrees, and nothing is left over',
    async () => {
      const repo = await gitRepo(vaultFiles());
      const state = repo.dir.at('state');
      const engine = await builtEngine(repo.dir.path);
      const first = (await onDisk(repo.vault)).texts;
      const tally = { killed: 0, starting: 0, answered: 0, recovered: 0, absent: 0, done: 0, due: 0 };
      const promised = new Set<string>();
      let lives = 0;
      let program: Program | null = null;
      onTestFinished(() => program?.kill());
      const known = new Map<string, string>();
      let startMs = 300;

      while (tally.killed < KILLS) {
        const roll = dice(20_261_201 + lives++);
        program = new Program({ vault: repo.vault, state, engine });
        if (roll.of(6) === 0) {
          // Killed while it starts, which is when it settles what the last one left.
          await setTimeout(roll.of(startMs));
          await program.kill();
          tally.killed++;
          tally.starting++;
          continue;
        }
        const from = performance.now();
        await settled(program, lives);
        startMs = performance.now() - from;
        const changes = await check(repo, state, first, promised, String(lives));
        for (const { entry } of changes) {
          const before = known.get(entry.id);
          known.set(entry.id, entry.state);
          if (before !== undefined) continue;
          if (entry.state === 'failed') tally.absent++;
          else if (!promised.has(entry.id)) tally.recovered++;
        }
        const life = new Life(program, roll, lives, await hubIn(repo));
        const working = [life.work(), life.work()];
        await life.has(1 + roll.of(MOST_CHANGES));
        await setTimeout(roll.of(MOST_MS_MORE));
        await program.kill();
        tally.killed++;
        await Promise.all(working);
        for (const id of life.promised) promised.add(id);
        tally.answered += life.promised.length;
      }
      program = new Program({ vault: repo.vault, state, engine });
      await settled(program, lives);
      const changes = await check(repo, state, first, promised, 'last');
      tally.done = changes.filter(({ entry }) => entry.state === 'done').length;
      tally.due = changes.filter(({ entry }) => entry.commitDue).length;
      await program.leave();
      expect(tally.answered).toBeGreaterThan(KILLS);
      console.log(
        `${tally.killed} kills, ${tally.starting} of them while starting; ${changes.length} changes begun: ` +
          `${tally.done} whole (${tally.answered} answered before the kill, ${tally.recovered} finished by the next start), ` +
          `${changes.length - tally.done} absent; 0 half done; ${await repo.commits()} commits`,
      );
    },
    120_000 + KILLS * 10_000,
  );
});

/** Whether the vault, the journal and git tell the same story. */
async function check(
  repo: GitRepo,
  state: string,
  first: ReadonlyMap<string, string>,
  promised: ReadonlySet<string>,
  life: string,
): Promise<readonly Change[]> {
  const copy = repo.dir.at(`journal-${life}`);
  const changes = await journalled(state, copy);
  await rm(copy, { recursive: true });
  const open = changes.filter(({ entry }) => entry.state !== 'done' && entry.state !== 'failed');
  expect(open.map(({ entry }) => [entry.id, entry.state, entry.tool])).toEqual([]);
  const whole = changes.filter(({ entry }) => entry.state === 'done');
  const disk = await onDisk(repo.vault);
  expect(difference(disk.texts, replayed(first, whole)), `life ${life}`).toBe('');
  expect(disk.leftovers).toEqual([]);
  expect(disk.empty).toEqual([]);
  const wholeIds = new Set(whole.map(({ entry }) => entry.id));
  expect([...promised].filter((id) => !wholeIds.has(id))).toEqual([]);
  await checkGit(repo, changes);
  return changes;
}

/** Each whole change is one commit of its own files, nothing else is committed, and nothing waits. */
async function checkGit(repo: GitRepo, changes: readonly Change[]): Promise<void> {
  const whole = changes.filter(({ entry }) => entry.state === 'done');
  expect(whole.filter(({ entry }) => entry.commitDue || !entry.committed).map(({ entry }) => entry.id)).toEqual([]);
  const log = await repo.git(
    'log',
    '--reverse',
    '--no-renames',
    '--name-only',
    '--format=%x00%(trailers:key=Vault-MCP-Change,valueonly)',
  );
  const commits = new Map<string, readonly string[]>();
  for (const record of log.split('\0').slice(1)) {
    const [id = '', ...names] = record.split('\n').filter(Boolean);
    if (!id.startsWith('c-')) continue;
    expect(commits.has(id), `${id} is committed twice`).toBe(false);
    commits.set(id, names);
  }
  expect([...commits.keys()].sort()).toEqual(whole.map(({ entry }) => entry.id).sort());
  for (const { entry } of whole) {
    const strange = (commits.get(entry.id) ?? []).filter((name) => !entry.paths.some((path) => path === name));
    expect(strange, entry.id).toEqual([]);
  }
  expect(await repo.git('status', '--porcelain', '--', '.', ':!.trash')).toBe('');
}

/**
 * Resolves when the program has settled what its forerunner left and has nothing to commit any more: a git that outlived
 * the killed program may hold its lock a little longer.
 */
async function settled(program: Program, life: number): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const said = await program.call('vault_edit_note', {
      path: 'log.md',
      heading: 'Lives',
      operation: 'append',
      content: `- life ${life}, look ${tries}`,
    });
    expect(said.refused, said.text).toBe(false);
    if (said.text.includes('Commit: yes')) return;
    await setTimeout(20);
  }
  throw new Error(`what was due was never committed: ${program.stderr}`);
}

async function hubIn(repo: GitRepo): Promise<string> {
  const { texts } = await onDisk(repo.vault);
  return [...texts].find(([, text]) => text.includes('This is the hub.'))?.[0] ?? 'gone.md';
}

/** An agent that works until its program is gone. */
class Life {
  readonly promised: string[] = [];
  readonly #program: Program;
  readonly #roll: Dice;
  readonly #life: number;
  #hub: string;
  #steps = 0;
  #made: string[] = [];
  #said = 0;
  #look: () => void = () => undefined;

  constructor(program: Program, roll: Dice, life: number, hub: string) {
    this.#program = program;
    this.#roll = roll;
    this.#life = life;
    this.#hub = hub;
  }

  async work(): Promise<void> {
    try {
      for (;;) {
        const said = await this.#step();
        this.#said++;
        this.#look();
        if (said.done && said.change !== null) this.promised.push(said.change);
      }
    } catch {
      // The program was killed.
    }
  }

  /** Resolves when it has heard so many answers. */
  has(answers: number): Promise<void> {
    return new Promise((resolve) => {
      this.#look = () => {
        if (this.#said >= answers) resolve();
      };
    });
  }

  async #step(): Promise<Said> {
    const mark = `${this.#life}-${this.#steps++}`;
    const call = (name: string, args: object): Promise<Said> => this.#program.call(name, args);
    switch (this.#roll.of(8)) {
      case 0:
      case 1:
        return call('vault_learn', {
          title: `Lesson ${mark} of ${WORDS[this.#roll.of(WORDS.length)] ?? ''}`,
          insight: `What was learnt in ${mark}: ${WORDS[this.#roll.of(WORDS.length)] ?? ''}.`,
          context: `While working on ${mark}`,
          domain: this.#roll.of(3) === 0 ? `area-${this.#roll.of(4)}` : 'docker',
          confirm_new_domain: true,
          force_new: true,
          tags: ['kill'],
        });
      case 2:
      case 3: {
        const to = `02-wiki/area-${this.#roll.of(4)}/hub ${mark}.md`;
        const said = await call('vault_move', { from: this.#hub, to, confirm_new_domain: true });
        if (said.done) this.#hub = to;
        return said;
      }
      case 4:
        return call('vault_edit_note', {
          path: `links/l${this.#roll.of(LINKERS)}.md`,
          heading: 'Log',
          operation: 'append',
          content: `- ${mark}`,
        });
      case 5: {
        // A deletion leaves its folder, as the app does; taking back the making of a note does not.
        const flat = this.#roll.of(2) === 0;
        const path = flat ? `made/${mark}.md` : `deep/${mark}/note.md`;
        if (flat) this.#made.push(path);
        return call('vault_write_note', { path, content: `# ${mark}\n\n${'A line of text.\n'.repeat(200)}` });
      }
      case 6:
        return call('vault_delete', { path: this.#made.pop() ?? 'made/none.md', confirm: true });
      default:
        return call('vault_undo', {});
    }
  }
}

const WORDS = ['volumes', 'networks', 'locks', 'tides', 'bridges', 'queues', 'seeds', 'hinges'];

function vaultFiles(): Record<string, string> {
  const files: Record<string, string> = {
    'log.md': '# Log\n\n## Lives\n\n- none yet\n',
    '00-index/index-knowledge.md': '# Index\n\n## Domains\n\n- [[docker-moc]]\n',
    '02-wiki/docker/docker-moc.md': '---\ntype: moc\n---\n\n# Docker\n\n## Notes\n\n- [[hub]] — the hub\n',
    '02-wiki/docker/hub.md': '---\ntype: wiki\n---\n\n# Hub\n\nThis is the hub.\n\n## Details\n\nText. ^blk\n',
    'made/kept.md': '# Kept\n',
    'map.canvas': JSON.stringify({ nodes: [{ id: 'a', type: 'file', file: '02-wiki/docker/hub.md' }], edges: [] }),
  };
  for (let at = 0; at < LINKERS; at++) {
    files[`links/l${at}.md`] =
      `---\nup: "[[hub]]"\n---\n\n# L${at}\n\n${FORMS[at % FORMS.length] ?? ''}\n\n## Log\n\n- begun\n`;
  }
  return files;
}
