import type { ChangeDesk } from './change/desk.ts';
import type { Conventions } from './conventions/conventions.ts';
import type { Library } from './library/library.ts';
import type { Clock, Log, Vault } from './ports.ts';
import type { Retriever } from './retrieve/retriever.ts';

/** What a host puts together for the tools: each of them asks for the parts it uses. */
export interface Services {
  readonly vault: Vault;
  readonly library: Library;
  readonly retriever: Retriever;
  /** Where every tool that writes brings its plan. */
  readonly changes: ChangeDesk;
  readonly conventions: () => Conventions;
  readonly host: HostFacts;
  readonly clock: Clock;
  readonly log: Log;
}

/** What `vault_status` says of the host; asked anew for each answer. */
export interface HostFacts {
  readonly kind: 'obsidian' | 'headless';
  readonly version: string;
  git(): Promise<GitFacts>;
  /** Sentences that the user of this vault should know, as codes. */
  warnings(): readonly HostWarning[];
}

export type GitFacts =
  | { readonly state: 'none'; readonly reason: 'no_git' | 'not_a_repository' }
  | { readonly state: 'repository'; readonly branch: string | null; readonly clean: boolean };

export type HostWarning =
  'settings_unreadable' | 'vault_on_foreign_disk' | 'open_in_app_without_plugin' | 'watch_limit_reached';
