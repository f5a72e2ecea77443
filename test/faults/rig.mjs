// What every scenario stands on: a vault, a state folder, hosts and shims as processes, and the count of what was written.
import { createHash } from 'node:crypto';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { bundle } from '../../scripts/load-source.mjs';
import { FaultClient, codeOf } from './client.mjs';

const here = dirname(fileURLToPath(import.meta.url));
export const PROGRAM = join(here, '..', '..', 'dist', 'vault-mcp.mjs');
/** Notes that several clients write into at once. */
const SHARED = 6;
/** After these a call may be made again: the program says that nothing was written. */
const REFUSALS = new Set(['not_applied', 'vault_unavailable', 'busy', 'timed_out', 'revision_conflict', 'cancelled']);

export class Rig {
  clients = [];
  /** What became of each write: marker to `applied`, `unknown` or `running`. */
  fates = new Map();
  /** How often each code was answered. */
  codes = {};
  sentences = {};
  faults = [];
  #children = new Set();
  #pluginHost = null;

  static async make(random) {
    const rig = new Rig();
    rig.random = random;
    rig.folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-mcp-faults-')));
    rig.vault = join(rig.folder, 'Хранилище and notes');
    rig.state = join(rig.folder, 'state');
    await mkdir(join(rig.vault, 'shared'), { recursive: true });
    for (let n = 0; n < SHARED; n++) {
      const text = `---\ntype: note\n---\n# Shared ${n}\n\n## Log\n\n- begins\n\n## End\n\nLast.\n`;
      await writeFile(join(rig.vault, 'shared', `${n}.md`), text);
    }
    rig.vaultId = `p${createHash('sha256').update(rig.vault.normalize('NFC')).digest('hex').slice(0, 24)}`;
    return rig;
  }

  get env() {
    return { PATH: process.env.PATH ?? '', HOME: this.folder, VAULT_MCP_HOME: this.state };
  }

  /** A shim with its client. `relay`: the port through which it reaches its hosts. */
  async client(name, { whenClosed = 'embedded', relay = 0 } = {}) {
    const env = { ...this.env };
    if (relay > 0) {
      env.FAULTS_RELAY = String(relay);
      env.NODE_OPTIONS = `--import ${pathToFileURL(join(here, 'redirect.mjs')).href}`;
    }
    const args = [PROGRAM, '--vault', this.vault, '--when-closed', whenClosed, '--log-level', 'info'];
    const client = new FaultClient(name, { file: process.execPath, args, env, cwd: this.folder });
    this.clients.push(client);
    await client.start();
    return client;
  }

  /** `vault-mcp serve`, once it serves. */
  async serve() {
    const child = this.#started(
      spawn(process.execPath, [PROGRAM, 'serve', '--vault', this.vault], {
        env: this.env,
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    );
    let said = '';
    for await (const text of child.stderr) {
      said += text;
      if (said.includes('serving')) return child;
    }
    throw new Error(`the host ended: ${said}`);
  }

  /** The process that holds the place of the app; it obeys `serve`, `reload` and `stop`. */
  async pluginHost() {
    if (this.#pluginHost !== null) return this.#pluginHost;
    const outfile = await bundle('test/faults/plugin-host.ts', join(this.folder, 'plugin-host.mjs'));
    const child = this.#started(fork(outfile, [this.vault, this.vaultId, this.state], { env: this.env }));
    this.#pluginHost = {
      pid: child.pid,
      obey: async (order) => {
        child.send(order);
        const [said] = await once(child, 'message');
        if (said.failed !== undefined) throw new Error(`${order}: ${said.failed}`);
      },
      kill: (signal) => child.kill(signal),
    };
    return this.#pluginHost;
  }

  /** The process of the host that an endpoint names; 0 where there is none. */
  async hostPid() {
    const text = await readFile(join(this.state, 'endpoints', `${this.vaultId}.json`), 'utf8').catch(() => '{}');
    try {
      return JSON.parse(text).pid ?? 0;
    } catch {
      return 0;
    }
  }

  /**
   * Writes one marker, again under a new id for as long as the program says that nothing was written. `key` is for clients
   * whose shim may die: the same call is then repeated with the same key.
   */
  async write(client, marker, { key = null } = {}) {
    const [tool, args] = this.#writeOf(marker);
    for (let attempt = 0; ; attempt++) {
      const answer = await client().call(tool, args, key === null ? null : `${key}-${attempt}`);
      if (answer === null) {
        if (key === null) throw new Error('a shim ended that should not');
        attempt--;
        await setTimeout(50);
        continue;
      }
      const code = codeOf(answer);
      this.codes[code] = (this.codes[code] ?? 0) + 1;
      if (REFUSALS.has(code)) {
        this.#note(answer);
        await setTimeout(20 + this.random() * 60);
        continue;
      }
      if (code === 'ok') this.fates.set(marker, 'applied');
      else if (code === 'outcome_unknown') this.fates.set(marker, 'unknown');
      else if (code === 'still_running') this.fates.set(marker, 'running');
      else this.faults.push(`${marker} (${tool}, ${args.mode ?? args.heading}): ${code}`);
      return;
    }
  }

  async read(client) {
    const answer = await client().call('vault_search', { query: 'shared log', limit: 2 });
    if (answer === null) return;
    const code = codeOf(answer);
    this.codes[code] = (this.codes[code] ?? 0) + 1;
    if (code !== 'ok' && !REFUSALS.has(code)) this.faults.push(`a search: ${code}`);
  }

  /** Counts every marker in the vault's files, and says what is wrong. */
  async verify() {
    const texts = await textsUnder(this.vault);
    const counts = new Map();
    for (const { path, text } of texts) {
      for (const [marker] of text.matchAll(/mark-[a-z]+-\d+-[0-9a-f]{6}/g)) {
        counts.set(marker, (counts.get(marker) ?? 0) + 1);
      }
      if (path.includes('shared') && !text.endsWith('Last.\n') && !/mark-[a-z]+-\d+-[0-9a-f]{6}\n$/.test(text)) {
        this.faults.push(`half-written: ${path}`);
      }
      if (!path.endsWith('.md')) this.faults.push(`left over: ${path}`);
    }
    const tally = { writes: this.fates.size, applied: 0, lost: 0, doubled: 0, unknown: 0, running: 0 };
    for (const [marker, fate] of this.fates) {
      const count = counts.get(marker) ?? 0;
      if (fate === 'unknown') tally.unknown++;
      if (fate === 'running') tally.running++;
      if (count > 1) tally.doubled++;
      if (count === 0 && fate !== 'unknown') tally.lost++;
      if (count === 1) tally.applied++;
      if (count > 1 || (count === 0 && fate !== 'unknown'))
        this.faults.push(`${marker}: ${fate}, found ${count} times`);
    }
    for (const marker of counts.keys()) if (!this.fates.has(marker)) this.faults.push(`${marker}: nobody’s write`);
    const answers = { asked: 0, answeredOnce: 0, open: 0 };
    for (const client of this.clients) {
      this.faults.push(...client.faults);
      answers.asked += client.asked;
      answers.open += client.open.length;
      answers.answeredOnce += [...client.answered.values()].filter((times) => times === 1).length;
      if (client.open.length > 0) this.faults.push(`never answered: ${client.open.join(', ')}`);
    }
    return { ...tally, ...answers, codes: this.codes };
  }

  async close() {
    await Promise.all(this.clients.map((client) => client.end()));
    for (const child of this.#children) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      child.kill('SIGCONT');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The sentences of refusals, for a reader who wonders. */
  #note({ result }) {
    const text = result?.content?.[0]?.text ?? '';
    this.sentences[text] = (this.sentences[text] ?? 0) + 1;
  }

  #started(child) {
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  /** Three ways to write, by turns: a new note, the end of a note, the end of a section. */
  #writeOf(marker) {
    const n = Number(/-(\d+)-/.exec(marker)[1]);
    const path = `shared/${n % SHARED}.md`;
    if (n % 3 === 0) return ['vault_write_note', { path: `log/${marker}.md`, content: 'A note of its own.\n' }];
    if (n % 3 === 1) return ['vault_write_note', { path, mode: 'append', content: marker }];
    return ['vault_edit_note', { path, heading: 'Log', operation: 'append', content: `- ${marker}` }];
  }
}

async function textsUnder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath ?? entry.path, entry.name);
        // A note of its own is named for its marker.
        const named = entry.name.startsWith('mark-') ? `${entry.name.slice(0, -3)}\n` : '';
        return { path, text: named + (await readFile(path, 'utf8')) };
      }),
  );
}
