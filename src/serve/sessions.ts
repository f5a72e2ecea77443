import type { LineTransport } from '../mcp/line-transport.ts';
import { languageFrom } from '../mcp/messages/language.ts';
import type { Language } from '../mcp/messages/language.ts';
import { serveConnection } from '../mcp/server.ts';
import type { Tool } from '../mcp/tool.ts';
import { tools } from '../mcp/tools/index.ts';
import type { Log } from '../core/ports.ts';
import { SessionError } from '../node/link-session.ts';
import type { LinkSession } from '../node/link-session.ts';
import type { Services } from '../core/services.ts';
import type { Activity } from './activity.ts';

/** Counts the calls in progress over all connections, so that a host that leaves can let them end. */
export class CallsInProgress {
  #count = 0;
  #refusing = false;
  #waiters: (() => void)[] = [];

  /** From now on calls get no answer from this host: their agents take them to the next one when this one has left. */
  refuseNew(): void {
    this.#refusing = true;
  }

  /** The same tools, counted; `before` runs ahead of each call. */
  counted(counted: readonly Tool[], before: () => Promise<void> | undefined = () => undefined): readonly Tool[] {
    return counted.map((tool) => ({
      ...tool,
      call: (given, context) =>
        this.#during(async () => {
          await before();
          return tool.call(given, context);
        }),
    }));
  }

  /** Resolves when no call is in progress. */
  async idle(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#refusing) return new Promise<never>(() => undefined);
    this.#count++;
    try {
      return await work();
    } finally {
      this.#count--;
      if (this.#count === 0) for (const resolve of this.#waiters.splice(0)) resolve();
    }
  }
}

/** Serves one agent over its session: a server of its own, in its own language. */
export function serveSession(
  session: LinkSession,
  vault: { readonly services: Services; readonly root: string; readonly beforeCall?: () => Promise<void> },
  calls: CallsInProgress,
  options: { readonly version: string; readonly language: Language; readonly log: Log; readonly activity: Activity },
): void {
  options.activity.arrived(session);
  serveConnection(linesOf(session, options.log), vault.services, {
    version: options.version,
    language: options.language,
    roots: [vault.root],
    session: session.id,
    ...(session.shim.client === '' ? {} : { client: session.shim.client }),
    tools: calls.counted(options.activity.watched(tools, session), () => vault.beforeCall?.()),
  });
}

/** The agent's own wish, else the vault's setting, else English. */
export function languageOf(wish: string, set: Language | null): Language {
  return wish.trim() === '' ? (set ?? 'en') : languageFrom(wish);
}

function linesOf(session: LinkSession, log: Log): LineTransport {
  return {
    send: async (line) => {
      try {
        await session.send(line);
      } catch (error) {
        const refusal = error instanceof SessionError && error.code === 'too_large' ? tooLarge(line) : null;
        if (refusal === null) throw error;
        log.warn('an answer was too large for the link');
        await session.send(refusal);
      }
    },
    onLine: (listener) => session.onLine((line, { key, expiresAt }) => listener(line, { key, expiresAt })),
    onClose: (listener) =>
      session.onClose((reason) => {
        log.debug(`an agent's session ended: ${reason}`);
        listener();
      }),
    close: () => session.close('leaving'),
  };
}

/** What is said in place of an answer that no client could take; null for a line that answers nobody. */
function tooLarge(line: string): string | null {
  const message = JSON.parse(line) as { readonly id?: unknown; readonly method?: unknown };
  if (message.method !== undefined || message.id === undefined || message.id === null) return null;
  const said = `The answer is too large to pass on: ${line.length} characters. Ask for a part of it.`;
  return JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: ANSWER_TOO_LARGE, message: said } });
}

/** Outside the range that JSON-RPC keeps for itself; the pipe's own codes begin at 1001. */
const ANSWER_TOO_LARGE = 1004;
