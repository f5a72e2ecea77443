import { apiVersion, getLanguage, type App } from 'obsidian';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readOnlyDesk } from '../core/change/read-only-desk.ts';
import type { Caller } from '../core/change/approval.ts';
import { systemClock } from '../node/clock.ts';
import { gitFacts } from '../node/git-facts.ts';
import { stateFolder } from '../node/state-folder.ts';
import type { Activity } from '../serve/activity.ts';
import type { AppDeviceBook } from './device-book.ts';
import { folderOf } from './host.ts';
import type { KeptLog } from './kept-log.ts';
import type { SavedSettings } from './saved-settings.ts';
import type { ConnectorDesk, ServiceDesk, ServiceState, Workbench } from './ui/workbench.ts';
import { wordsIn } from './ui/words/language.ts';
import type { VaultService } from './vault-service.ts';

export interface BenchParts {
  readonly app: App;
  /** Of the product. */
  readonly version: string;
  readonly settings: SavedSettings;
  readonly device: AppDeviceBook;
  readonly service: VaultService;
  readonly activity: Activity;
  readonly connector: ConnectorDesk;
  readonly log: KeptLog;
}

/** How often the progress of a first pass is told anew. */
const PROGRESS_MS = 300;
/** The user at the screen, as the journal and a commit name him. */
const USER: Caller = { session: 'screen', client: 'Obsidian', callKey: null, expiresAt: null, isUser: true };

/** What the plugin lends its screens. */
export function pluginBench(parts: BenchParts): Workbench {
  const { settings, device, connector, service, activity } = parts;
  const desk = (): typeof readOnlyDesk => service.host?.services.changes ?? readOnlyDesk;
  const changed = new Set<() => void>();
  return {
    words: wordsIn(getLanguage()),
    settings,
    device,
    connector,
    now: () => Date.now(),
    service: serviceDesk(parts),
    agents: {
      agents: () => activity.agents(),
      calls: () => activity.calls(),
      answers: () => activity.answers(),
      trusted: () => service.host?.consents.all().map(({ client }) => client) ?? [],
      askAgain: async (client) => {
        await service.host?.consents.forget(client);
        for (const listener of changed) listener();
      },
      onChange: (listener) => {
        changed.add(listener);
        const end = activity.onChange(listener);
        return () => {
          end();
          changed.delete(listener);
        };
      },
    },
    changes: {
      past: (limit, skip) => desk().past(limit, skip),
      diffOf: (change) => desk().diffOf(change),
      undo: async (which) => {
        const request = { tool: 'vault_undo', caller: USER, preview: false, expectedRevision: null, subjects: [] };
        const isVisit = 'visit' in which;
        await desk().undo(request, {
          change: isVisit ? null : which.change,
          since: isVisit ? 0 : null,
          ...(isVisit ? { ofSession: which.visit } : {}),
        });
      },
      clearHistory: async () => {
        await service.host?.writing.clearHistory();
        for (const listener of changed) listener();
      },
      onChange: (listener) => {
        changed.add(listener);
        const end = service.onChange(listener);
        return () => {
          end();
          changed.delete(listener);
        };
      },
    },
  };
}

function serviceDesk(parts: BenchParts): ServiceDesk {
  const { app, version, service, settings, device, log } = parts;
  const folders = (): readonly string[] => app.vault.getAllFolders(false).map(({ path }) => path);
  return {
    version,
    vaultName: app.vault.getName(),
    state: () => stateOf(service),
    progress: () => service.host?.library.progress() ?? null,
    conventions: () => service.host?.services.conventions() ?? null,
    domainFolders: () => {
      const wiki = service.host?.services.conventions().folders.wiki ?? null;
      if (wiki === null) return [];
      const inside = wiki === '' ? '' : `${wiki}/`;
      const below = folders().flatMap((path) => (path.startsWith(inside) ? [path.slice(inside.length)] : []));
      return below.filter((path) => !path.includes('/'));
    },
    folders,
    git: (program) => gitFacts(folderOf(app), program ?? (device.gitPath === '' ? 'git' : device.gitPath)),
    newToken: () => service.restart(),
    rebuildIndex: () =>
      service.restart(async (vaultId) => {
        if (vaultId !== null) await rm(join(stateFolder(), 'index', vaultId), { recursive: true, force: true });
      }),
    diagnostics: () => diagnostics(parts),
    log: () => log.lines(),
    onChange: (listener) => {
      const endOfSettings = settings.onChange(listener);
      const end = service.onChange(listener);
      const endOfProgress = whileIndexing(service, listener);
      return () => {
        endOfSettings();
        end();
        endOfProgress();
      };
    },
  };
}

function stateOf({ standing }: VaultService): ServiceState {
  return standing.kind === 'stopped'
    ? { kind: 'starting' }
    : standing.kind === 'failed'
      ? standing
      : { kind: standing.kind };
}

/** Tells now and then how far a first pass is, for as long as one runs; the returned function ends it. */
function whileIndexing(service: VaultService, listener: () => void): () => void {
  let [isWatching, ended] = [false, false];
  const watch = async (): Promise<void> => {
    if (isWatching) return;
    isWatching = true;
    while (!ended && service.host?.library.progress().ready === false) {
      await systemClock.after(PROGRESS_MS);
      listener();
    }
    isWatching = false;
  };
  const end = service.onChange(() => void watch());
  void watch();
  return () => {
    ended = true;
    end();
  };
}

/** For a report of trouble: versions, state, which settings are not as usual, the log. The vault's place is left out. */
async function diagnostics({ app, version, service, settings, activity, connector, log }: BenchParts): Promise<string> {
  const { access, git, domains, language, whenClosed } = settings.current;
  const progress = service.host?.library.progress();
  const { node, electron } = process.versions as Readonly<Record<string, string | undefined>>;
  const lines = [
    `Vault MCP ${version}, app ${apiVersion}, ${process.platform} ${process.arch}, Node ${node ?? '?'}, Electron ${electron ?? '-'}`,
    `Service: ${JSON.stringify(service.standing)}, index: ${JSON.stringify(progress ?? null)}`,
    `Connector: ${(await connector.installed()) ?? 'not installed'}, agents: ${activity.agents().length}`,
    `Settings: ${JSON.stringify({ language, whenClosed, git, domains: domains.length, ...counted(access) })}`,
    '',
    ...log.lines().slice(-100),
  ];
  return lines.join('\n').replaceAll(folderOf(app), '<vault>');
}

/** Folders by their number alone: their names are the user's. */
function counted({ hidden, readOnly, ...rest }: SavedSettings['current']['access']): object {
  return { ...rest, hidden: hidden.length, readOnly: readOnly.length };
}
