import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aVault } from '../support/a-vault.ts';
import { tempDir } from '../support/temp-dir.ts';
import { builtEngine, Program } from './support/a-program.ts';

/** Milliseconds that all write: `VAULT_MCP_WRITERS_MS=30000` for the whole proof. */
const LASTING = Number(process.env['VAULT_MCP_WRITERS_MS'] ?? 4_000);
const NOTES = ['one.md', 'notes/two.md', 'notes/three.md'];
/** Calls that each agent has under way at once. */
const AT_ONCE = 3;
const EDITOR = fileURLToPath(new URL('./support/outside-editor.mjs', import.meta.url));

/** An agent that appends lines to all notes in turn until it is told to stop. */
class Agent {
  readonly applied: string[] = [];
  readonly refused: string[] = [];
  stopped = false;
  readonly #program: Program;
  readonly #name: string;
  #number = 0;

  constructor(program: Program, name: string) {
    this.#program = program;
    this.#name = name;
  }

  async work(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#one()));
  }

  async #one(): Promise<void> {
    while (!this.stopped) {
      const mark = `${this.#name}-${this.#number++}`;
      const { refused, done, text } = await this.#program.call('vault_edit_note', {
        path: NOTES[this.#number % NOTES.length],
        heading: 'Agents',
        operation: 'append',
        content: `- ${mark}`,
      });
      if (refused) expect(text).toMatch(/^\[(revision_conflict|not_applied)\]/);
      (done && !refused ? this.applied : this.refused).push(mark);
    }
  }
}

describe('two agents and an outside editor at the same notes', () => {
  it(
    'lose no line of anybody: each write is there once, or was refused',
    async () => {
      const vault = await NOTES.reduce(
        (files, note) => files.file(note, '# Note\n\n## Editor\n\n## Agents\n\n- begun\n'),
        aVault(),
      ).onDisk();
      const state = await tempDir();
      const places = { vault: vault.path, state: state.at('state'), engine: await builtEngine(state.path) };
      const programs = ['ana', 'bob'].map((name) => new Program(places, name));
      onTestFinished(async () => {
        await Promise.all(programs.map((program) => program.kill()));
      });
      await Promise.all(programs.map((program) => program.call('vault_status', {})));
      const editor = fork(EDITOR, [vault.path, ...NOTES], { stdio: 'ignore' });
      onTestFinished(() => {
        editor.kill('SIGKILL');
      });
      await once(editor, 'message');

      const agents = programs.map((program, at) => new Agent(program, ['ana', 'bob'][at] ?? ''));
      const work = agents.map((agent) => agent.work());
      // The time that all write is what the test is about.
      await setTimeout(LASTING);
      const told = once(editor, 'message');
      editor.send('stop');
      const [{ saved, refused }] = (await told) as [{ saved: string[]; refused: number }];
      for (const agent of agents) agent.stopped = true;
      await Promise.all(work);

      const lines = (await Promise.all(NOTES.map((note) => readFile(vault.at(note), 'utf8')))).join('\n').split('\n');
      const times = new Map<string, number>();
      for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
      const there = (mark: string): number => times.get(`- ${mark}`) ?? 0;
      const applied = agents.flatMap((agent) => agent.applied);
      const turned = agents.flatMap((agent) => agent.refused);
      const lost = [...applied, ...saved].filter((mark) => there(mark) === 0);
      const doubled = [...applied, ...saved].filter((mark) => there(mark) > 1);
      const unsaid = turned.filter((mark) => there(mark) > 0);
      console.log(
        `${LASTING / 1000} s: agents applied ${applied.length}, refused ${turned.length}; editor saved ${saved.length}, ` +
          `refused itself ${refused}; lost ${lost.length}, doubled ${doubled.length}, refused but there ${unsaid.length}`,
      );
      expect({ lost, doubled, unsaid }).toEqual({ lost: [], doubled: [], unsaid: [] });
      expect(agents.every((agent) => agent.applied.length > 0) && saved.length > 0).toBe(true);
    },
    60_000 + LASTING * 4,
  );
});
