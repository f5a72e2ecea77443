import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishEndpoint } from '../../src/node/endpoint-file.ts';
import { newToken } from '../../src/node/link-proving.ts';
import { createLinkServer } from '../../src/node/link-server.ts';
import type { LinkServer, LinkServerOptions } from '../../src/node/link-server.ts';
import type { LinkSession } from '../../src/node/link-session.ts';
import { connectLink } from '../../src/shim/link.ts';
import type { FreshSession, Link, LinkOptions, LinkState, LinkSurroundings, LinkTrouble } from '../../src/shim/link.ts';
import type { CallMeta } from '../../src/wire/call.ts';
import { urlOf } from '../../src/wire/endpoint.ts';
import type { HostFacts } from '../../src/wire/handshake.ts';

export const VAULT = { id: 'vault-0001', name: 'Caderno', path: '/vaults/Caderno' };
export const FACTS: HostFacts = {
  kind: 'headless',
  version: '0.1.0',
  pid: process.pid,
  vault: VAULT.name,
  readOnlyTools: ['vault_search'],
  toolsHash: 'abc',
};
export const SAFE: CallMeta = { key: null, class: 'safe', expiresAt: null };

/** A link server whose endpoint file stands in a folder of its own, and links to it; `close` removes all. */
export class LinkRig {
  readonly folder: string;
  readonly logged: string[] = [];
  readonly sessions: LinkSession[] = [];
  readonly #links: Link[] = [];
  #server: LinkServer | null = null;
  token = newToken();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<LinkRig> {
    const folder = await mkdtemp(join(tmpdir(), 'vault-mcp-link-'));
    await chmod(folder, 0o700);
    return new LinkRig(folder);
  }

  get endpointFile(): string {
    return join(this.folder, 'endpoints', `${VAULT.id}.json`);
  }

  get server(): LinkServer {
    if (this.#server === null) throw new Error('no server was started');
    return this.#server;
  }

  /** Starts a host (a former one is closed first) and publishes it. */
  async serve(options: Partial<LinkServerOptions> = {}): Promise<LinkServer> {
    await this.#server?.close();
    this.token = options.token ?? newToken();
    const { onSession, ...rest } = options;
    const server = await createLinkServer({
      token: this.token,
      generation: randomBytes(8).toString('hex'),
      facts: () => FACTS,
      answerQuery: () => Promise.resolve({ state: 'absent' }),
      onHandOver: () => Promise.resolve(),
      log: this.#log(),
      ...rest,
      onSession: (session) => {
        this.sessions.push(session);
        onSession?.(session);
      },
    });
    this.#server = server;
    await this.publish(options.dialledPort?.() ?? server.port);
    return server;
  }

  async publish(port: number, token = this.token): Promise<void> {
    await publishEndpoint(this.folder, {
      vault: VAULT,
      host: 'headless',
      url: urlOf(port),
      token,
      generation: 'of-no-matter',
      pid: process.pid,
      started: 1,
      version: '0.1.0',
    });
  }

  link(options: Partial<LinkOptions> = {}, surroundings: LinkSurroundings = {}): Link {
    const link = connectLink(
      {
        endpointFile: this.endpointFile,
        shim: {
          id: randomBytes(8).toString('hex'),
          version: '0.1.0',
          pid: process.pid,
          lang: '',
          client: () => 'tester',
        },
        callsInFlight: () => 0,
        log: (level, message) => this.logged.push(`${level} ${message}`),
        ...options,
      },
      surroundings,
    );
    this.#links.push(link);
    return link;
  }

  async close(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()));
    await this.#server?.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  #log(): LinkServerOptions['log'] {
    const note = (message: string): void => void this.logged.push(message);
    return { debug: note, info: note, warn: note, error: note };
  }
}

/** Resolves at the next time that the link gets into a state, or now if it is in it. */
export function reached(link: Link, state: LinkState): Promise<void> {
  return link.state === state
    ? Promise.resolve()
    : new Promise((resolve) => {
        link.onState((now) => {
          if (now === state) resolve();
        });
      });
}

export function nextTrouble(link: Link): Promise<LinkTrouble> {
  return new Promise((resolve) => link.onTrouble(resolve));
}

export function nextFresh(link: Link): Promise<FreshSession> {
  return new Promise((resolve) => link.onFreshSession(resolve));
}

/** Resolves once something holds that no event tells of; lets everything else run meanwhile. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Collects lines and resolves `all` once there are so many. */
export function collect(count: number): { lines: string[]; take: (line: string | Buffer) => void; all: Promise<void> } {
  const lines: string[] = [];
  let done: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const take = (line: string | Buffer): void => {
    lines.push(line.toString());
    if (lines.length === count) done();
  };
  return { lines, take, all };
}
