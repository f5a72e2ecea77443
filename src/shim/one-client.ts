import { clearInterval, setInterval } from 'node:timers';

import { HostFinder } from './host-finder.ts';
import { RecordedKnowledge } from './knowledge.ts';
import { shimClock } from './link-clock.ts';
import type { Manifest } from '../wire/manifest.ts';
import type { Options } from './options.ts';
import { sentencesFor } from './sentences.ts';
import { Session } from './session.ts';

/** One answer of JSON-RPC. */
export interface Answer {
  readonly id?: unknown;
  readonly error?: { readonly message?: string };
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly type: string; readonly text?: string }[];
    readonly tools?: readonly unknown[];
    readonly protocolVersion?: string;
  };
}

/** A client in this process, over the same session, link and host as an agent's. */
export interface OneClient {
  ask(method: string, params?: object): Promise<Answer>;
  /** Lets the host go. */
  close(): Promise<void>;
}

/** Says nothing yet: `initialize` is the first thing to ask. */
export function oneClient(
  options: Pick<Options, 'vault' | 'whenClosed' | 'logLevel'>,
  manifest: Manifest,
  process: NodeJS.Process,
  log: (level: 'debug' | 'info' | 'warn', message: string) => void,
): OneClient {
  const { vault, whenClosed, logLevel } = options;
  const { env } = process;
  const { version } = manifest;
  const sentences = sentencesFor(env['VAULT_LANG']);
  const waiting = new Map<unknown, (answer: Answer) => void>();
  let ids = 0;
  const session: Session = new Session({
    knowledge: new RecordedKnowledge(manifest),
    sentences,
    shimId: `vault-mcp:one:${process.pid}:${Date.now()}`,
    clock: shimClock,
    out: (line) => {
      const message = JSON.parse(typeof line === 'string' ? line : Buffer.from(line).toString('utf8')) as Answer;
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    },
    log,
    want: () => finder.want(),
    whyNoHost: () => finder.whyNoHost(),
    onRelief: () => undefined,
  });
  const finder = new HostFinder(
    { asked: vault, whenClosed, version, logLevel, env, cwd: process.cwd(), clock: shimClock, sentences, log },
    session,
  );
  // Nothing else keeps this process alive between two dials.
  const alive = setInterval(() => undefined, 60_000);
  return {
    ask: (method, params) =>
      new Promise((resolve) => {
        ids++;
        waiting.set(ids, resolve);
        session.fromClient(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: ids, method, params })));
      }),
    close: async () => {
      clearInterval(alive);
      await finder.release();
    },
  };
}

/** The params of `initialize` for a client of ours. */
export function handshakeOf(command: string, version: string): object {
  return { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: `vault-mcp ${command}`, version } };
}
