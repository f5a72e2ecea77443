import { createHash, randomUUID } from 'node:crypto';

import type { LinkClock } from '../wire/clock.ts';

import { endpointFileOf, readEndpoint, stateFolder } from './endpoint.ts';
import { ENGINE_NODE, Engine, engineDataFor, engineFile } from './engine.ts';
import type { Link, LinkTrouble, LinkTroubleCode } from './link-contract.ts';
import { connectLink } from './link.ts';
import { openApp } from './open-app.ts';
import type { WhenClosed } from './options.ts';
import { isAlive } from './process-life.ts';
import type { Sentences } from './sentences.ts';
import type { Session } from './session.ts';
import { chooseVault, obsidianLists } from './vault-choice.ts';
import type { ChosenVault, VaultVerdict } from './vault-choice.ts';

export interface HostFinderOptions {
  /** `--vault`, else `VAULT_PATH`. */
  readonly asked: string | undefined;
  readonly whenClosed: WhenClosed;
  readonly version: string;
  readonly logLevel: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: LinkClock;
  readonly sentences: Sentences;
  readonly log: (level: 'debug' | 'info' | 'warn', message: string) => void;
}

/** How long Obsidian may take to start before the caller is told to call again. */
const APP_START_MS = 8000;
/** A plugin that reloads comes back; an engine started meanwhile would only have to hand over. */
const RELOAD_MS = 1500;
/** After so many dials in vain an engine tries whether the vault is free. */
const VAIN_DIALS = 3;

/**
 * Finds the vault and a host for it when the session first needs one, and sees to it that there is one again when it
 * goes. Loaded only then: a client that merely looks at us starts nothing.
 */
export class HostFinder {
  private readonly options: HostFinderOptions;
  private readonly session: Session;
  private choosing = false;
  private vault: ChosenVault | null = null;
  private link: Link | null = null;
  private engine: Engine | null = null;
  private lastKind: 'obsidian' | 'headless' | null = null;
  private delayed = false;
  private appAsked = false;
  /** Dials in a row that somebody took and nobody finished. */
  private vainDials = 0;

  constructor(options: HostFinderOptions, session: Session) {
    this.options = options;
    this.session = session;
  }

  /** A request waits for a host. */
  want(): void {
    if (this.link !== null) this.link.open();
    else if (!this.choosing) void this.begin();
  }

  /** Why the vault cannot be reached, for an answer whose time is up; '' where nothing is known to be wrong. */
  whyNoHost(): string {
    const trouble = this.link?.trouble ?? null;
    if (trouble !== null) return this.options.sentences.linkTrouble(trouble.code);
    const mayNap = process.platform === 'darwin' && this.link?.host?.kind === 'obsidian';
    return mayNap ? this.options.sentences.appNap() : '';
  }

  pauseLines(): void {
    this.link?.pause();
  }

  resumeLines(): void {
    this.link?.resume();
  }

  /** Lets the host go: ours after it has finished what it has begun. */
  async release(): Promise<void> {
    await Promise.all([this.link?.close(), this.engine?.stop()]);
  }

  private async begin(): Promise<void> {
    this.choosing = true;
    try {
      const verdict = await this.choose();
      if (verdict.kind === 'chosen') this.connect(verdict.vault);
      else this.session.refuseWaiting(this.sentenceFor(verdict));
    } catch (error) {
      this.session.refuseWaiting(this.options.sentences.engineFailed(error instanceof Error ? error.message : ''));
    } finally {
      this.choosing = false;
    }
  }

  private choose(): Promise<VaultVerdict> {
    const { asked, cwd, env } = this.options;
    const appLists = obsidianLists(env, process.platform);
    return chooseVault({ asked, cwd, stateFolder: stateFolder(env), isAlive, appLists });
  }

  private connect(vault: ChosenVault): void {
    const { clock, env, version, log } = this.options;
    this.vault = vault;
    const link = connectLink(
      {
        endpointFile: this.endpointFile(vault),
        shim: {
          id: randomUUID(),
          version,
          pid: process.pid,
          lang: env['VAULT_LANG'] ?? '',
          client: () => this.session.clientName,
        },
        callsInFlight: () => this.session.waiting,
        log,
      },
      { clock },
    );
    this.link = link;
    const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
    this.session.attach(link, { text: hash, bytes: hash });
    link.onFreshSession(({ host }) => {
      this.lastKind = host.kind;
      this.appAsked = false;
    });
    link.onState((state) => {
      if (state === 'ready') this.vainDials = 0;
    });
    link.onTrouble((trouble) => this.meet(trouble));
    link.open();
  }

  private meet(trouble: LinkTrouble): void {
    this.options.log('info', `no host: ${trouble.code} (${trouble.detail})`);
    if (!this.session.needsHost) return;
    const remedy = REMEDIES[trouble.code];
    if (remedy === 'host') this.bringHost();
    else if (remedy === 'doubt') void this.doubtHost();
    else if (remedy === 'refuse') this.refuse(this.options.sentences.linkTrouble(`${trouble.code}: ${trouble.detail}`));
  }

  /**
   * Whoever listens there may be our host, frozen or busy, or a program that was given the port of a host that is gone.
   * Where the host's process is gone the case is clear. Else an engine may try after a while: it finds the vault's lock
   * held if there is a host, and leaves.
   */
  private async doubtHost(): Promise<void> {
    const vain = ++this.vainDials;
    const reading = this.vault === null ? null : await readEndpoint(this.endpointFile(this.vault));
    if (this.link?.state === 'ready' || !this.session.needsHost) return;
    const isGone = reading !== null && 'endpoint' in reading && !isAlive(reading.endpoint.pid);
    if (isGone || (this.options.whenClosed === 'embedded' && vain % VAIN_DIALS === 0)) this.bringHost();
  }

  private endpointFile({ id }: ChosenVault): string {
    return endpointFileOf(stateFolder(this.options.env), id);
  }

  private bringHost(): void {
    if (this.lastKind === 'obsidian') return this.awaitReload();
    switch (this.options.whenClosed) {
      case 'embedded':
        return this.startEngine();
      case 'launch':
        return this.launch();
      case 'wait':
        return this.session.refuseWaiting(this.options.sentences.closedWait());
    }
  }

  private awaitReload(): void {
    if (this.delayed) return;
    this.delayed = true;
    this.options.clock.after(RELOAD_MS, () => {
      this.delayed = false;
      if (this.link?.state === 'ready') return;
      this.lastKind = null;
      this.bringHost();
    });
  }

  private startEngine(): void {
    const { env, clock, log, logLevel, version, sentences } = this.options;
    if (this.vault === null) return;
    if (Number(process.versions.node.split('.')[0]) < ENGINE_NODE) {
      return this.session.refuseWaiting(sentences.nodeTooOld(process.version));
    }
    const rest = {
      stateFolder: stateFolder(env),
      lang: env['VAULT_LANG'] ?? '',
      autoPush: env['VAULT_AUTO_PUSH'] ?? '',
      logLevel,
      version,
    };
    this.engine ??= new Engine(engineFile(env, this.options.version), engineDataFor(this.vault, rest), clock, {
      onReady: () => this.link?.open(),
      onLost: () => this.link?.open(),
      onFailed: (reason) => this.session.refuseWaiting(sentences.engineFailed(reason)),
      log,
    });
    this.engine.start();
  }

  private launch(): void {
    if (this.vault === null || this.appAsked) return;
    this.appAsked = true;
    const { clock, env, sentences, log } = this.options;
    void openApp(this.vault, stateFolder(env), process.platform).catch(() =>
      log('warn', 'Obsidian could not be asked'),
    );
    clock.after(APP_START_MS, () => {
      this.appAsked = false;
      if (this.link?.state !== 'ready') this.session.refuseWaiting(sentences.appStarting());
    });
  }

  private refuse(detail: string): void {
    this.session.refuseWaiting(this.options.sentences.engineFailed(detail));
  }

  private sentenceFor(verdict: Exclude<VaultVerdict, { kind: 'chosen' }>): string {
    const { sentences, asked = '' } = this.options;
    switch (verdict.kind) {
      case 'none':
        return sentences.noVault(verdict.choices);
      case 'not_found':
        return sentences.vaultNotFound(asked, verdict.choices);
      case 'ambiguous':
        return sentences.vaultAmbiguous(asked, verdict.choices);
      case 'not_a_folder':
        return sentences.vaultNotAFolder(asked);
    }
  }
}

/** What helps: another host, another host perhaps, only time, or nothing that we could do. */
const REMEDIES: Readonly<Record<LinkTroubleCode, 'host' | 'doubt' | 'time' | 'refuse'>> = {
  no_endpoint: 'host',
  unreachable: 'host',
  // A stale file whose port now belongs to another program: our host is gone.
  wrong_proof: 'host',
  silent: 'doubt',
  busy: 'time',
  broken: 'doubt',
  version: 'refuse',
  endpoint_refused: 'refuse',
};
