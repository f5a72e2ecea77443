import type { LinkClock } from '../wire/clock.ts';

import { stateFolder } from './endpoint.ts';
import { ENGINE_NODE, Engine, engineDataFor, engineFile } from './engine.ts';
import type { EngineEvents } from './engine.ts';
import { openApp } from './open-app.ts';
import type { WhenClosed } from './options.ts';
import type { Sentences } from './sentences.ts';
import { obsidianLists } from './vault-choice.ts';
import type { ChosenVault } from './vault-choice.ts';

export interface BringHostOptions {
  readonly whenClosed: WhenClosed;
  /** Of this program. */
  readonly version: string;
  readonly logLevel: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: LinkClock;
  readonly sentences: Sentences;
  readonly log: EngineEvents['log'];
}

export interface BringHostEvents {
  /** A host may be there now: dial. */
  readonly news: () => void;
  /** No host can be had, and waiting is of no use. */
  readonly refuse: (text: string) => void;
  readonly isReady: () => boolean;
}

/** How long Obsidian may take to start before a call that still waits asks for it again. */
const APP_START_MS = 30_000;
/** A plugin that reloads comes back; an engine started meanwhile would only have to hand over. */
const RELOAD_MS = 1500;

/** What is done where a vault has no host: the engine is started, or the app opened, or the user told. */
export class BringHost {
  private readonly vault: ChosenVault;
  private readonly options: BringHostOptions;
  private readonly events: BringHostEvents;
  private engine: Engine | null = null;
  private isReloading = false;
  private appAsked = false;
  private lastKind: 'obsidian' | 'headless' | null = null;

  constructor(vault: ChosenVault, options: BringHostOptions, events: BringHostEvents) {
    this.vault = vault;
    this.options = options;
    this.events = events;
  }

  /** A host of this kind serves. */
  met(kind: 'obsidian' | 'headless'): void {
    this.lastKind = kind;
    this.appAsked = false;
  }

  /** Whether the app was asked to open and has not been heard of yet. */
  get awaitsApp(): boolean {
    return this.appAsked;
  }

  /** There is none: sees to it that there will be one, or says why not. May be called at every dial in vain. */
  bring(): void {
    if (this.lastKind === 'obsidian') return this.awaitReload();
    switch (this.options.whenClosed) {
      case 'embedded':
        return this.startEngine();
      case 'launch':
        return void this.launch();
      case 'wait':
        return this.events.refuse(this.options.sentences.closedWait());
    }
  }

  /** Lets our own host finish what it has begun. */
  async stop(): Promise<void> {
    await this.engine?.stop();
  }

  private awaitReload(): void {
    if (this.isReloading) return;
    this.isReloading = true;
    this.options.clock.after(RELOAD_MS, () => {
      this.isReloading = false;
      if (this.events.isReady()) return;
      this.lastKind = null;
      this.bring();
    });
  }

  private startEngine(): void {
    const { env, clock, log, logLevel, version, sentences } = this.options;
    const { news, refuse } = this.events;
    if (Number(process.versions.node.split('.')[0]) < ENGINE_NODE) return refuse(sentences.nodeTooOld(process.version));
    const rest = {
      stateFolder: stateFolder(env),
      lang: env['VAULT_LANG'] ?? '',
      autoPush: env['VAULT_AUTO_PUSH'] ?? '',
      logLevel,
      version,
      appLists: obsidianLists(env, process.platform),
    };
    this.engine ??= new Engine(engineFile(env, version), engineDataFor(this.vault, rest), clock, {
      onReady: news,
      onLost: news,
      onFailed: (reason) => refuse(sentences.engineFailed(reason)),
      log,
    });
    this.engine.start();
  }

  /** Opens the app once; calls wait for it as long as their time allows. */
  private async launch(): Promise<void> {
    if (this.appAsked) return;
    this.appAsked = true;
    const { clock, env, sentences, log } = this.options;
    clock.after(APP_START_MS, () => (this.appAsked = false));
    try {
      await openApp(this.vault, stateFolder(env), process.platform);
    } catch (error) {
      log('warn', `Obsidian could not be opened: ${error instanceof Error ? error.message : 'unknown'}`);
      this.events.refuse(sentences.closedWait());
    }
  }
}
