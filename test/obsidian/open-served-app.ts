import type { Plugin } from 'obsidian';
import { onTestFinished } from 'vitest';
import type { CallResult } from '../../src/mcp/tool-call.ts';
import { callTool } from '../../src/mcp/tool-call.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { openServedApp, type AppHost, type AppHostOptions } from '../../src/obsidian/host.ts';
import type { Clock } from '../../src/core/ports.ts';
import { systemClock } from '../../src/node/clock.ts';
import { SavedSettings } from '../../src/obsidian/saved-settings.ts';
import type { VaultBuilder } from '../support/a-vault.ts';
import { silent } from '../support/memory-host.ts';
import { fakeApp, type FakeApp } from '../support/obsidian/fake-app.ts';
import { tempDir } from '../support/temp-dir.ts';

export interface ServedAppUnderTest {
  readonly fake: FakeApp;
  readonly host: AppHost;
  readonly changes: readonly string[];
  /** Calls a tool as an agent would; `key` names the call. */
  call(name: string, args: Readonly<Record<string, unknown>>, key?: string): Promise<CallResult>;
  /** What the vault holds: text by path. */
  texts(): Promise<Readonly<Record<string, string>>>;
  /** The app is gone without a word, and comes back over the same folders. */
  crashAndReopen(): Promise<ServedAppUnderTest>;
}

export interface ServedAppOptions {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  /** In place of what follows from `data`. */
  readonly settings?: AppHostOptions['settings'];
  readonly ask?: AppHostOptions['ask'];
  /** What is other than on the machine's clock. */
  readonly clock?: Partial<Clock>;
  readonly indexWorker?: AppHostOptions['indexWorker'];
}

/** The vault served from inside an app, with journal and all, no socket; everything goes when the test ends. */
export async function serveInApp(files: VaultBuilder, options: ServedAppOptions = {}): Promise<ServedAppUnderTest> {
  const [dir, state] = [await files.onDisk(), await tempDir()];
  return openAppOver(dir.path, state.path, options);
}

/** The vault in a folder, served from a window that is opened now. */
export async function openAppOver(
  folder: string,
  stateFolder: string,
  options: ServedAppOptions = {},
): Promise<ServedAppUnderTest> {
  const fake = fakeApp(folder);
  Object.assign(fake.vault.config, options.config ?? {});
  const data = options.data ?? { git: { commit: false } };
  const plugin = { app: fake.app, loadData: () => Promise.resolve(data) };
  const settings = await SavedSettings.load(plugin as unknown as Plugin);
  const changes: string[] = [];
  const host = await openServedApp({
    app: fake.app,
    version: '0.0.0',
    log: silent,
    clock: { ...systemClock, ...options.clock },
    settings: options.settings ?? (() => settings.now),
    refreshSettings: () => settings.refresh(),
    stateFolder,
    vaultId: 'test-vault',
    stillOwner: () => Promise.resolve(true),
    ask: options.ask ?? null,
    ...(options.indexWorker === undefined ? {} : { indexWorker: options.indexWorker }),
    onChange: (id) => void changes.push(id),
  });
  settings.onChange(() => void host.settingsChanged());
  fake.vault.on('config-changed', () => void settings.now);
  const close = async (): Promise<void> => {
    await host.close();
    fake.workspace.closeAll();
  };
  onTestFinished(close);
  while ((await host.library.settled(1_000)) > 0) continue;
  return {
    fake,
    host,
    changes,
    call: async (name, args, key) => {
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`no such tool: ${name}`);
      await host.beforeCall?.();
      return callTool(
        tool,
        args,
        { services: host.services, language: 'en', roots: [folder] },
        {
          cancellation: { aborted: false },
          progress: () => undefined,
          caller: { session: 's1', client: 'test', callKey: key ?? null, expiresAt: null },
        },
      );
    },
    texts: async () => {
      const all: [string, string][] = [];
      for (const file of fake.vault.getFiles()) all.push([file.path, await fake.vault.read(file)]);
      return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    crashAndReopen: () => openAppOver(folder, stateFolder, options),
  };
}
