import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, type Told } from '../agent.ts';
import { makeHostileVault, QUICK, WHOLE, type HostileNote, type HostileVault } from '../hostile-vault.ts';
import type { Proof, Row } from '../row.ts';
import { differences, digestsOf } from '../tree.ts';
import { letAgentsWork } from '../vault-copy.ts';

/** An answer may take this long, whatever it is asked about; the product's own deadline is 45 s. */
const PATIENCE_MS = 40_000;

export const hostile: Row = {
  name: 'hostile',
  promise:
    'Each tool over each file of a hostile vault: a right answer or a clear refusal, and not a byte changed unasked',
  run: async (proof) => {
    const made = await makeHostileVault(proof.folder, proof.settings.seed, proof.settings.quick ? QUICK : WHOLE);
    for (const what of made.missing) proof.note(`not made: ${what}`);
    try {
      await put(proof, made);
    } finally {
      await made.close();
    }
  },
};

async function put(proof: Proof, made: HostileVault): Promise<void> {
  const state = join(proof.folder, 'state');
  await mkdir(state);
  await letAgentsWork(made.root);
  const before = await digestsOf(proof.folder, (path) => path === 'state');
  const agent = await Agent.start(made.root, state);
  const trial = new Trial(proof, agent, made);
  try {
    await trial.wholeVault();
    for (const note of made.notes) await trial.reading(note);
    for (const note of made.notes) await trial.previews(note);
    proof.check(
      differences(before, await digestsOf(proof.folder, (path) => path === 'state')).length === 0,
      () => `reading and previews changed: ${differences(before, new Map()).join(', ')}`,
    );
    for (const note of made.notes) await trial.writing(note);
    await trial.takenBack();
    const after = await digestsOf(proof.folder, (path) => path === 'state' || path.startsWith('vault/.trash'));
    const left = differences(before, after);
    proof.check(left.length === 0, () => `after all was undone: ${left.join('; ')}`);
    proof.check(!agent.ended, 'the program ended');
  } finally {
    await agent.end();
  }
  proof.check(
    trial.written > made.notes.length / 3,
    `only ${trial.written} of ${made.notes.length} notes could be written to`,
  );
  proof.note(`${made.notes.length} notes, ${trial.written} of them written to and put back`);
  proof.note(`longest answer ${Math.round(trial.longest)} ms (${trial.longestWhat})`);
}

class Trial {
  readonly #proof: Proof;
  readonly #agent: Agent;
  readonly #made: HostileVault;
  longest = 0;
  longestWhat = '';
  /** Notes that could be written to. */
  written = 0;
  #changes = 0;

  constructor(proof: Proof, agent: Agent, made: HostileVault) {
    this.#proof = proof;
    this.#agent = agent;
    this.#made = made;
  }

  async wholeVault(): Promise<void> {
    await this.#agent.indexed();
    for (const tool of ['vault_status', 'vault_tags', 'vault_list', 'vault_graph'])
      await this.ask(tool, {}, 'the vault');
    for (const query of [
      'owl',
      'hostile words',
      '"very deep words"',
      this.#made.secret,
      'ação',
      '海',
      'zzzz',
      '-owl tide',
      '* [ ] ( \\',
    ]) {
      const told = await this.ask('vault_search', { query, limit: 20 }, `the query ${query}`);
      if (query === this.#made.secret) {
        this.#proof.check(told === null || !told.text.includes('# Outside'), 'a search found what lies outside');
      }
    }
  }

  async reading({ path, kind }: HostileNote): Promise<void> {
    await this.ask('vault_get_note', { path }, kind);
    await this.ask('vault_get_note', { path, lines: '1-3' }, kind);
    await this.ask('vault_get_note', { path, heading: 'Note' }, kind);
    await this.ask('vault_get_note', { path, offset: 5 }, kind);
    await this.ask('vault_backlinks', { path }, kind);
    await this.ask('vault_graph', { around: path }, kind);
    await this.ask('vault_list', { folder: path.slice(0, path.lastIndexOf('/')) }, kind);
    await this.ask('vault_search', { query: path }, kind);
  }

  async previews({ path, kind }: HostileNote): Promise<void> {
    await this.ask('vault_write_note', { path, mode: 'append', content: 'A line.', preview: true }, kind);
    await this.ask('vault_edit_note', { path, property: 'status', value: 'draft', preview: true }, kind);
    await this.ask('vault_move', { from: path, to: `moved/${path}`, preview: true }, kind);
    await this.ask('vault_delete', { path, preview: true }, kind);
    await this.ask('vault_write_note', { path, content: 'x', mode: 'append', preview: true }, kind);
  }

  async writing({ path, kind }: HostileNote): Promise<void> {
    const told = await this.ask('vault_write_note', { path, mode: 'append', content: 'A line at the end.' }, kind);
    if (told !== null && !told.refused) this.#changes++;
    if (told?.refused === false) this.written++;
    if (this.#changes > 0 && this.#changes % 20 === 0) await this.takenBack();
  }

  async takenBack(): Promise<void> {
    for (; this.#changes > 0; this.#changes--) {
      const told = await this.ask('vault_undo', {}, 'the newest change');
      this.#proof.check(
        told !== null && !told.refused,
        () => `undo was refused: ${told?.text.slice(0, 200) ?? 'no answer'}`,
      );
    }
  }

  /** One call, with what must hold for every answer. Null where there was none. */
  async ask(tool: string, given: Readonly<Record<string, unknown>>, about: string): Promise<Told | null> {
    const said = (): string => `${tool} ${JSON.stringify(given).slice(0, 160)} (${about})`;
    let told: Told;
    try {
      told = await this.#agent.call(tool, given, PATIENCE_MS);
    } catch (error) {
      this.#proof.check(false, () => `${said()}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
    if (told.took > this.longest) {
      this.longest = told.took;
      this.longestWhat = said();
    }
    const whole = told.text + JSON.stringify(told.structured);
    this.#proof.check(!whole.includes(this.#proof.folder), () => `${said()}: names a place on this machine`);
    this.#proof.check(
      !told.refused || /^\[[a-z_]+\] /.test(told.text),
      () => `${said()}: an error without a code: ${told.text.slice(0, 120)}`,
    );
    this.#proof.check(
      !told.text.includes('[internal_error]') || told.text.includes('> '),
      () => `${said()}: ${told.text.slice(0, 200)}`,
    );
    this.#proof.check(whole.length <= 1024 * 1024, () => `${said()}: ${whole.length} characters`);
    return told;
  }
}
