import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Agent } from '../agent.ts';
import type { Proof, Row } from '../row.ts';
import { letAgentsWork } from '../vault-copy.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Where the clock is set, one after another; each is a jump from the one before. */
const JUMPS = [0, -DAY, 365 * DAY, 0, -30 * 365 * DAY, HOUR, -HOUR, 40 * 365 * DAY, 0];

export const clock: Row = {
  name: 'clock',
  promise:
    'A clock set back or forward, between calls, in the middle of them and between two lives: every call is answered, and nothing written is lost or taken back wrongly',
  run: async (proof) => {
    const rig = await Rig.make(proof);
    const jumps = JUMPS.slice(0, proof.size(JUMPS.length, 4));
    await rig.begin();
    for (const [nth, offset] of jumps.entries()) {
      await duringCalls(rig, `${nth}-during`, offset);
      await asUsual(rig, `${nth}-after`);
      await rig.end();
      await rig.begin();
      await asUsual(rig, `${nth}-anew`);
    }
    await rig.set(0);
    await asUsual(rig, 'at-last');
    await rig.end();
    await rig.countLines();
  },
};

/** A vault, an agent, and the clock of all its programs. */
class Rig {
  readonly proof: Proof;
  readonly written: string[] = [];
  readonly vault: string;
  readonly #clock: string;
  #agent: Agent | null = null;

  private constructor(proof: Proof) {
    this.proof = proof;
    this.vault = join(proof.folder, 'vault');
    this.#clock = join(proof.folder, 'clock');
  }

  static async make(proof: Proof): Promise<Rig> {
    const rig = new Rig(proof);
    await mkdir(rig.vault, { recursive: true });
    await letAgentsWork(rig.vault);
    for (const name of ['log', 'plan']) await writeFile(join(rig.vault, `${name}.md`), `# ${name}\n\nTides.\n`);
    await rig.set(0);
    return rig;
  }

  async set(offset: number): Promise<void> {
    await writeFile(`${this.#clock}.new`, String(offset));
    await rename(`${this.#clock}.new`, this.#clock);
  }

  async begin(): Promise<void> {
    const shifted = pathToFileURL(resolve('test/prove/shifted-clock.mjs')).href;
    const env = { SHIFTED_CLOCK: this.#clock, NODE_OPTIONS: `--import ${shifted}` };
    this.#agent = await Agent.start(this.vault, join(this.proof.folder, 'state'), 'clock', env);
  }

  async end(): Promise<void> {
    await this.#agent?.end();
    this.#agent = null;
  }

  /** The answer; null, and a failure, where none came in time. */
  async call(tool: string, given: Readonly<Record<string, unknown>>) {
    try {
      const told = await this.#agent?.call(tool, given, 20_000);
      this.proof.check(told?.text.includes('[internal_error]') === false, () => `${tool}: ${told?.text.slice(0, 200)}`);
      return told ?? null;
    } catch (error) {
      this.proof.check(false, `${tool} was not answered: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  async text(name: string): Promise<string> {
    return readFile(join(this.vault, `${name}.md`), 'utf8');
  }

  async countLines(): Promise<void> {
    const all = `${await this.text('log')}\n${await this.text('plan')}`;
    for (const line of this.written) {
      const times = all.split(`${line}\n`).length - 1;
      this.proof.check(times === 1, `${line} was told written and is there ${times} times`);
    }
  }
}

/** Eight appends on their way while the clock is set: done, or refused with a reason that says that nothing was written. */
async function duringCalls(rig: Rig, part: string, offset: number): Promise<void> {
  const calls = Array.from({ length: 8 }, async (_, nth) => {
    const content = `line-${part}-${nth}-end`;
    const told = await rig.call('vault_write_note', { path: nth % 2 ? 'log.md' : 'plan.md', mode: 'append', content });
    if (told === null) return;
    if (!told.refused) rig.written.push(content);
    rig.proof.check(!told.refused || told.text.startsWith('[not_applied]'), () => `${content}: ${told.text}`);
    const isThere = `${await rig.text('log')}${await rig.text('plan')}`.includes(content);
    rig.proof.check(isThere === !told.refused, `${content} was ${told.refused ? 'refused' : 'told written'}: not so`);
  });
  await rig.set(offset);
  await Promise.all(calls);
}

/** What an agent does where the clock stands still, wherever it stands. */
async function asUsual(rig: Rig, part: string): Promise<void> {
  const { proof } = rig;
  const word = `zeitgeist${part.replaceAll('-', '')}`;
  const content = `line-${part}-end ${word}`;
  const wrote = await rig.call('vault_write_note', { path: 'log.md', mode: 'append', content });
  proof.check(wrote?.refused === false, () => `a write at ${part}: ${wrote?.text}`);
  if (wrote?.refused === false) rig.written.push(content);
  const found = await rig.call('vault_search', { query: word });
  proof.check(found?.text.includes('log.md:') === true, () => `not found at ${part}: ${found?.text.slice(0, 300)}`);
  const before = await rig.text('plan');
  const edited = await rig.call('vault_edit_note', { path: 'plan.md', old_text: 'Tides.', new_text: `Tides ${word}.` });
  proof.check(edited?.refused === false, () => `an edit at ${part}: ${edited?.text}`);
  const undone = await rig.call('vault_undo', {});
  proof.check(undone?.refused === false, () => `an undo at ${part}: ${undone?.text}`);
  proof.check((await rig.text('plan')) === before, `the undo at ${part} did not give back every byte`);
  const status = await rig.call('vault_status', {});
  proof.check(status?.refused === false, () => `the status at ${part}: ${status?.text}`);
}
