import { createHash, randomUUID } from 'node:crypto';

import { BringHost } from './bring-host.ts';
import type { BringHostOptions } from './bring-host.ts';
import { endpointFileOf, readEndpoint, stateFolder } from './endpoint.ts';
import type { Link, LinkTrouble, LinkTroubleCode } from './link-contract.ts';
import { connectLink } from './link.ts';
import { isAlive } from './process-life.ts';
import type { Session } from './session.ts';
import { chooseVault, obsidianLists } from './vault-choice.ts';
import type { ChosenVault, VaultVerdict } from './vault-choice.ts';

export interface HostFinderOptions extends BringHostOptions {
  /** `--vault`, else `VAULT_PATH`. */
  readonly asked: string | undefined;
  readonly cwd: string;
}

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
  private link: Link | null = null;
  private bringer: BringHost | null = null;
  /** Dials in a row that somebody took and nobody finished. */
  private vainDials = 0;

  constructor(options: HostFinderOptions, session: Session) {
    this.options = options;
    this.session = session;
  }

  /** A request waits for a host. */
  want(): void {
    if (this.link !== null) this.link.hurry();
    else if (!this.choosing) void this.begin();
  }

  /** Why the vault cannot be reached, for an answer whose time is up; '' where nothing is known to be wrong. */
  whyNoHost(): string {
    if (this.bringer?.awaitsApp === true) return this.options.sentences.appStarting();
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
    await Promise.all([this.link?.close(), this.bringer?.stop()]);
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
    const endpointFile = endpointFileOf(stateFolder(env), vault.id);
    const link = connectLink(
      {
        endpointFile,
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
    const bringer = new BringHost(vault, this.options, {
      news: () => link.open(),
      refuse: (text) => this.session.refuseWaiting(text),
      isReady: () => link.state === 'ready',
    });
    this.bringer = bringer;
    const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
    this.session.attach(link, { text: hash, bytes: hash });
    link.onFreshSession(({ host }) => bringer.met(host.kind));
    link.onState((state) => {
      if (state === 'ready') this.vainDials = 0;
    });
    link.onTrouble((trouble) => this.meet(trouble, bringer, endpointFile));
    link.open();
  }

  private meet({ code, detail }: LinkTrouble, bringer: BringHost, endpointFile: string): void {
    const { log, sentences } = this.options;
    log('info', `no host: ${code} (${detail})`);
    if (!this.session.needsHost) return;
    const remedy = REMEDIES[code];
    if (remedy === 'host') bringer.bring();
    else if (remedy === 'doubt') void this.doubtHost(bringer, endpointFile);
    else if (remedy === 'refuse') {
      this.session.refuseWaiting(sentences.engineFailed(sentences.linkTrouble(`${code}: ${detail}`)));
    }
  }

  /**
   * Whoever listens there may be our host, frozen or busy, or a program that was given the port of a host that is gone.
   * Where the host's process is gone the case is clear. Else an engine may try after a while: it finds the vault's lock
   * held if there is a host, and leaves.
   */
  private async doubtHost(bringer: BringHost, endpointFile: string): Promise<void> {
    const vain = ++this.vainDials;
    const reading = await readEndpoint(endpointFile);
    if (this.link?.state === 'ready' || !this.session.needsHost) return;
    const isGone = 'endpoint' in reading && !isAlive(reading.endpoint.pid);
    if (isGone || (this.options.whenClosed === 'embedded' && vain % VAIN_DIALS === 0)) bringer.bring();
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
