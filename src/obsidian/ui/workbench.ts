import type { PastChange } from '../../core/change/desk.ts';
import type { Conventions } from '../../core/conventions/conventions.ts';
import type { SettingKey } from '../../core/conventions/write-settings.ts';
import type { SettingProblem } from '../../core/conventions/json-fields.ts';
import type { VaultSettings } from '../../core/conventions/settings.ts';
import type { GitFacts } from '../../core/services.ts';
import type { AgentNow, CallAnswered, CallNow } from '../../serve/activity.ts';
import type { Client, ClientFacts } from '../../wire/client-config.ts';
import type { Words } from './words/words.ts';

/**
 * All that the screens know and can do. They touch neither Node nor the server: the plugin lends them this, and a test
 * lends them the same over a vault in memory.
 */
export interface Workbench {
  readonly words: Words;
  readonly settings: SettingsBook;
  readonly device: DeviceBook;
  readonly service: ServiceDesk;
  readonly agents: AgentsDesk;
  readonly changes: ChangesDesk;
  readonly connector: ConnectorDesk;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Tells of each change; the returned function ends it. */
export type Watch = (listener: () => void) => () => void;

/** What stands in the plugin's data.json. */
export interface SettingsBook {
  readonly current: VaultSettings;
  /** The file says nothing that can be read: what was last read holds, and nothing is written to it. */
  readonly isUnreadable: boolean;
  /** What is wrong with a value; empty: it would be taken. */
  check(key: SettingKey, value: unknown): readonly SettingProblem[];
  /** Takes the value and saves it, or says what is wrong with it and changes nothing. Undefined takes the setting out. */
  write(key: SettingKey, value: unknown): Promise<readonly SettingProblem[]>;
  readonly onChange: Watch;
  /** Tells where it was somebody else who has changed the file: Sync, another program. */
  readonly onOutsideChange: Watch;
}

/** What is set for this device alone: it never travels with the vault. */
export interface DeviceBook {
  readonly gitPath: string;
  readonly client: Client;
  readonly detailedLog: boolean;
  set(changed: Partial<{ gitPath: string; client: Client; detailedLog: boolean }>): void;
}

export type ServiceState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'serving' }
  /** Another host has the vault: another window or machine. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface ServiceDesk {
  readonly version: string;
  readonly vaultName: string;
  state(): ServiceState;
  /** How far the first pass over the vault is; null while nothing is served. */
  progress(): { readonly indexed: number; readonly total: number | null; readonly ready: boolean } | null;
  /** What is detected and set; null while nothing is served. */
  conventions(): Conventions | null;
  /** Domains that have a folder in the vault. */
  domainFolders(): readonly string[];
  folders(): readonly string[];
  /** With another git program than the one set: to try it. */
  git(program?: string): Promise<GitFacts>;
  newToken(): Promise<void>;
  rebuildIndex(): Promise<void>;
  /** Facts for a report of trouble: no note's text, no token, no place on this machine. */
  diagnostics(): Promise<string>;
  log(): readonly string[];
  readonly onChange: Watch;
}

export interface AgentsDesk {
  agents(): readonly AgentNow[];
  /** Longest first. */
  calls(): readonly CallNow[];
  /** Newest first. */
  answers(): readonly CallAnswered[];
  /** Names of agents that the user has said yes to for good, on this device. */
  trusted(): readonly string[];
  askAgain(client: string): Promise<void>;
  readonly onChange: Watch;
}

export interface ChangesDesk {
  /** Newest first, `limit` after `skip`. */
  past(limit: number, skip: number): readonly PastChange[];
  diffOf(change: string): Promise<string | null>;
  /** Rejects with a VaultError where it cannot be taken back. */
  undo(which: { readonly change: string } | { readonly visit: string }): Promise<void>;
  clearHistory(): Promise<void>;
  readonly onChange: Watch;
}

export interface ConnectorDesk {
  /** The version of the installed files; null: not installed. */
  installed(): Promise<string | null>;
  /** Writes the files of this version. */
  install(): Promise<void>;
  /** What a client must be told; `node` is found on this machine, or just `node` where it is not. */
  facts(): Promise<ClientFacts & { readonly nodeFound: boolean }>;
  /** Looks at every step from the program's file to an answer of this vault; rejects where it cannot be started. */
  selfTest(): Promise<readonly TestStep[]>;
}

export interface TestStep {
  readonly step: string;
  readonly status: 'ok' | 'failed' | 'skipped';
  readonly found: string;
  /** What to do; null where nothing is to be done. */
  readonly cure: string | null;
}
