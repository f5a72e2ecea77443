import type { Approval, Caller } from '../../../src/core/change/approval.ts';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import { readVaultSettings } from '../../../src/core/conventions/read-settings.ts';
import { writeSetting } from '../../../src/core/conventions/write-settings.ts';
import type { Answer, Tool, ToolContext } from '../../../src/mcp/tool.ts';
import type { LinkSession } from '../../../src/node/link-session.ts';
import { QuestionBook } from '../../../src/obsidian/ui/question-book.ts';
import type { TestStep, Watch, Workbench } from '../../../src/obsidian/ui/workbench.ts';
import { wordsIn } from '../../../src/obsidian/ui/words/language.ts';
import { Activity } from '../../../src/serve/activity.ts';
import { englishStory, portugueseStory, type DemoStory } from './demo-story.ts';
import { DemoClock, demoVault, type DemoVault } from './demo-vault.ts';

/** The 14th of March 2026, 14:02 on the clock of whoever looks. */
const START = new Date(2026, 2, 14, 14, 2).getTime();
const MINUTE = 60_000;

export interface DemoBench extends Workbench {
  readonly story: DemoStory;
  readonly book: QuestionBook;
  readonly vault: DemoVault;
  readonly activity: Activity;
  readonly clock: DemoClock;
  /** The plugin's data.json. */
  data(): unknown;
  /** Sync lays another data.json over it; null: one that cannot be read. */
  synced(given: Readonly<Record<string, unknown>> | null): void;
  /** Something that an agent does while somebody looks. */
  agentDoes(name: 'lesson' | 'edit' | 'move' | 'draft' | 'tag' | 'asked' | 'askedToo'): Promise<string>;
}

class Listeners {
  readonly #all = new Set<() => void>();
  readonly watch: Watch = (listener) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };
  readonly tell = (): void => this.#all.forEach((listener) => listener());
}

/** Everything that the screens need, over a vault in memory: real settings, activity, desk, journal and questions. */
export async function demoBench(language: string, options: { readonly empty: boolean }): Promise<DemoBench> {
  const story = language.startsWith('pt') ? portugueseStory : englishStory;
  const clock = new DemoClock(START);
  const book = new QuestionBook();
  const changed = new Listeners();
  const trusted = new Set<string>();
  const approval = askingApproval(book, trusted);
  const vault = await demoVault(story.files, { clock, approval, onChange: changed.tell });
  const activity = new Activity(clock);
  const settings = settingsBook(options.empty ? {} : { domains: story.domains, access: { ask: { delete: true } } });
  const device = { gitPath: '', client: 'claude-code' as const, detailedLog: false };
  const served = new Listeners();
  let installed: string | null = options.empty ? null : '1.0.0';
  const bench: DemoBench = {
    story,
    book,
    vault,
    activity,
    clock,
    words: wordsIn(language),
    settings,
    data: settings.data,
    synced: settings.synced,
    device: { ...device, set: (given) => void Object.assign(bench.device, given) },
    now: clock.now,
    service: {
      version: '1.0.0',
      vaultName: story.vaultName,
      state: () => ({ kind: 'serving' }),
      progress: () => ({ indexed: 1204, total: 1204, ready: true }),
      conventions: () => presetOf(language.startsWith('pt') ? 'pt-BR' : 'en'),
      domainFolders: () => ['auth', 'deploy'],
      folders: () => ['00-index', '01-raw', '02-wiki', '02-wiki/auth', '03-projects', '04-daily', 'private'],
      git: (program) =>
        Promise.resolve(
          program === undefined || program.endsWith('git')
            ? { state: 'repository', branch: 'main', clean: true }
            : { state: 'none', reason: 'no_git' },
        ),
      newToken: () => Promise.resolve(),
      rebuildIndex: () => Promise.resolve(),
      diagnostics: () => Promise.resolve('Vault MCP 1.0.0'),
      log: () => ['14:01:58 info  an agent connects: Claude Code', '14:02:10 info  indexed 1,204 notes in 2.1 s'],
      onChange: served.watch,
    },
    agents: {
      agents: () => activity.agents(),
      calls: () => activity.calls(),
      answers: () => activity.answers(),
      trusted: () => [...trusted],
      askAgain: (client) => {
        trusted.delete(client);
        changed.tell();
        return Promise.resolve();
      },
      onChange: (listener) => activity.onChange(listener),
    },
    changes: {
      past: (limit, skip) => vault.desk.past(limit, skip),
      diffOf: (change) => vault.desk.diffOf(change),
      undo: async (which) => {
        const change = 'change' in which ? which.change : null;
        await vault.desk.undo(
          {
            tool: 'vault_undo',
            caller: { session: 'screen', client: 'You', callKey: null, expiresAt: null, isUser: true },
            preview: false,
            expectedRevision: null,
            subjects: [],
          },
          { change, since: change === null ? 0 : null, ...('visit' in which ? { ofSession: which.visit } : {}) },
        );
      },
      clearHistory: async () => {
        await vault.journal.clear();
        changed.tell();
      },
      onChange: changed.watch,
    },
    connector: {
      installed: () => Promise.resolve(installed),
      install: () => {
        installed = '1.0.0';
        return Promise.resolve();
      },
      facts: () =>
        Promise.resolve({
          system: 'darwin',
          node: '/opt/homebrew/bin/node',
          program: '/Users/ana/.vault-mcp/bin/vault-mcp.mjs',
          vault: `/Users/ana/${story.vaultName}`,
          name: 'vault',
          home: null,
          nodeFound: true,
        }),
      selfTest: () => Promise.resolve(testSteps(story)),
    },
    agentDoes: async (name) => {
      try {
        const outcome = await vault.change({ caller: CLAUDE, ...story[name] });
        return outcome.kind;
      } catch (error) {
        return error instanceof Error ? `${error.message} ${JSON.stringify(Object.assign({}, error))}` : 'failed';
      }
    },
  };
  if (!options.empty) await tell(bench);
  return bench;
}

const CLAUDE: Partial<Caller> = { session: 'claude', client: 'Claude Code' };
const CURSOR: Partial<Caller> = { session: 'cursor', client: 'Cursor' };

/** Two agents at work since yesterday. */
async function tell({ story, vault, clock, activity }: DemoBench): Promise<void> {
  clock.pass(-24 * 60 * MINUTE);
  await vault.change({ caller: CURSOR, ...story.draft });
  clock.pass(2 * MINUTE);
  await vault.change({ caller: CURSOR, ...story.tag });
  clock.pass(24 * 60 * MINUTE - 2 * MINUTE);
  const claude = arrive(activity, 'claude', 'Claude Code');
  await vault.change({ caller: CLAUDE, ...story.move });
  clock.pass(3 * MINUTE);
  await vault.change({ caller: CLAUDE, ...story.lesson });
  for (const { tool, about, took } of story.answered) {
    const call = claude.call(tool, about);
    clock.pass(took);
    call.answer();
    await call.answered;
  }
  clock.pass(4 * MINUTE);
  await vault.change({ caller: CLAUDE, ...story.edit });
  const cursor = arrive(activity, 'cursor-2', 'Cursor');
  clock.pass(5 * MINUTE);
  cursor.call('vault_search', story.query);
  clock.pass(8_000);
}

/** An agent that has come, and calls that it makes. */
export function arrive(
  activity: Activity,
  id: string,
  client: string,
): { call(tool: string, about: string): { answer: () => void; answered: Promise<unknown> }; leave(): void } {
  const ends: (() => void)[] = [];
  const session = {
    id,
    shim: { client },
    connected: true,
    onClose: (end: () => void) => ends.push(end),
  } as unknown as LinkSession;
  activity.arrived(session);
  return {
    call: (name, about) => {
      let answer: () => void = () => undefined;
      const call = (): Promise<Answer> => new Promise((resolve) => (answer = () => resolve({ text: 'found' })));
      const [tool] = activity.watched([{ name, call } as unknown as Tool], session);
      const answered = tool?.call({ query: about }, {} as ToolContext) ?? Promise.resolve();
      return { answer: () => answer(), answered };
    },
    leave: () => ends.forEach((end) => end()),
  };
}

function askingApproval(book: QuestionBook, trusted: Set<string>): Approval {
  return {
    needed: (change) => {
      const rule = change.trashes.length > 0 ? 'delete' : change.overwrites ? 'overwrite' : null;
      if (rule === null || trusted.has(change.caller.client)) return null;
      return { reason: 'asks_first', paths: [...change.trashes, ...change.edits], rules: [rule] };
    },
    asker: () => (question) => book.ask(question),
    remember: ({ client }) => {
      trusted.add(client);
      return Promise.resolve();
    },
  };
}

function settingsBook(
  start: unknown,
): Workbench['settings'] & { data(): unknown; synced(given: Readonly<Record<string, unknown>> | null): void } {
  let data: unknown = start;
  const listeners = new Listeners();
  const outside = new Listeners();
  let isUnreadable = false;
  return {
    get isUnreadable() {
      return isUnreadable;
    },
    get current() {
      return readVaultSettings(data).value;
    },
    check: (key, value) => writeSetting(data, key, value).problems,
    write: (key, value) => {
      const written = writeSetting(data, key, value);
      data = written.data;
      listeners.tell();
      return Promise.resolve(written.problems);
    },
    onChange: listeners.watch,
    onOutsideChange: outside.watch,
    data: () => data,
    synced: (given) => {
      isUnreadable = given === null;
      data = given ?? data;
      listeners.tell();
      outside.tell();
    },
  };
}

function testSteps({ vaultName }: DemoStory): readonly TestStep[] {
  const ok = (step: string, found: string): TestStep => ({ step, status: 'ok', found, cure: null });
  return [
    ok('node', 'v22.11.0'),
    ok('program', 'version 1.0.0'),
    ok('state folder', '~/.vault-mcp, for its owner alone'),
    ok('vault', `${vaultName} (id p3f9c2a1), as asked`),
    ok('endpoint file', 'names a host of version 1.0.0'),
    ok('host', 'Obsidian answers on 127.0.0.1'),
    ok('answers', '14 tools; vault_status answered in 21 ms'),
    { step: 'git', status: 'skipped', found: 'not looked at', cure: null },
  ];
}
