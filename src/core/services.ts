import type { NoteSource } from './change/draft.ts';
import type { ChangeDesk } from './change/desk.ts';
import type { WritableVault } from './change/write-ports.ts';
import type { SettingProblem } from './conventions/json-fields.ts';
import type { Domain } from './conventions/settings.ts';
import type { Conventions } from './conventions/conventions.ts';
import type { Library } from './library/library.ts';
import type { PathRules } from './path-gate.ts';
import type { VaultPath } from './path.ts';
import type { Clock, Log, Vault } from './ports.ts';
import type { Retriever } from './retrieve/retriever.ts';

/** What a host puts together for the tools: each of them asks for the parts it uses. */
export interface Services {
  readonly vault: Vault;
  readonly library: Library;
  readonly retriever: Retriever;
  /** Where every tool that writes brings its plan. */
  readonly changes: ChangeDesk;
  /** What planners of changes ask of the host; absent where nothing can be written. */
  readonly planning?: Planning;
  readonly conventions: () => Conventions;
  readonly host: HostFacts;
  readonly clock: Clock;
  readonly log: Log;
}

/** Facts that a plan depends on; each is asked anew, since settings change. */
export interface Planning {
  /** Reads notes and canvas files for plans. */
  readonly notes: NoteSource;
  /** What stands under a name, of what tools may see. */
  standing(path: VaultPath): ReturnType<WritableVault['standing']>;
  /** What a new name must satisfy. */
  pathRules(): PathRules;
  /** Domains that the user has named in the settings. */
  domains(): readonly string[];
  /** The form of daily notes that the user has set in the app, as it is named there; null or absent: none. */
  dailyTemplate?(): string | null;
  /** Whether the user lets tools change this file. */
  mayChange(path: VaultPath): boolean;
}

/** What `vault_status` says of the host; asked anew for each answer. */
export interface HostFacts {
  readonly kind: 'obsidian' | 'headless';
  readonly version: string;
  git(): Promise<GitFacts>;
  /** Domains that the user has named, with what belongs there; absent: none. */
  domains?(): readonly Domain[];
  /** Sentences that the user of this vault should know, as codes. */
  warnings(): Promise<readonly HostWarning[]>;
  /** The folder whose notes are prompts; null or absent: none is. */
  promptsFolder?(): string | null;
  /** Values in the settings of plugin and app that are of no use; absent: none. */
  settingProblems?(): readonly SettingProblem[];
}

export type GitFacts =
  | { readonly state: 'none'; readonly reason: 'no_git' | 'not_a_repository' }
  | { readonly state: 'repository'; readonly branch: string | null; readonly clean: boolean };

export type HostWarning =
  | 'settings_unreadable'
  | 'app_settings_unreadable'
  | 'vault_on_foreign_disk'
  | 'open_in_app_without_plugin'
  | 'watch_limit_reached';
