import type { Clock } from '../core/ports.ts';
import { escapeLine } from '../core/text/invisible.ts';
import type { Tool } from '../mcp/tool.ts';
import type { LinkSession } from '../node/link-session.ts';

/** An agent that is connected now. */
export interface AgentNow {
  readonly session: string;
  /** What its program calls itself; '' where it does not say. */
  readonly client: string;
  /** When it came: milliseconds since 1970. */
  readonly since: number;
  /** Whether its socket is open at the moment: an agent whose machine sleeps is still here. */
  readonly reachable: boolean;
  /** Calls answered so far. */
  readonly answered: number;
}

/** A call that somebody waits for. */
export interface CallNow {
  /** Counted up from 1 over all agents. */
  readonly id: number;
  readonly session: string;
  readonly client: string;
  readonly tool: string;
  /** What it is about, in one line of at most 80 UTF-16 units: a query, a path, a title; '' where nothing names it. */
  readonly about: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export interface CallAnswered extends CallNow {
  /** Milliseconds from call to answer. */
  readonly took: number;
  /** Whether the answer was a refusal. */
  readonly refused: boolean;
}

/** How many of the newest answers are remembered. */
const ANSWERS_KEPT = 50;
const MOST_ABOUT = 80;
/** Arguments that say what a call is about, the most telling first. */
const TELLING = ['query', 'title', 'titulo', 'path', 'from', 'tag', 'around', 'folder', 'change', 'since'] as const;

/**
 * Who is connected to a host and what they are doing, for whoever looks at a screen. One for as long as the host's process
 * lives: it outlasts the servers that come and go with the vault's lock.
 */
export class Activity {
  readonly #clock: Clock;
  readonly #sessions = new Map<string, { readonly link: LinkSession; readonly since: number; answered: number }>();
  readonly #calls = new Map<number, CallNow>();
  readonly #answers: CallAnswered[] = [];
  readonly #listeners = new Set<() => void>();
  #lastId = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** In the order in which they came. */
  agents(): readonly AgentNow[] {
    return [...this.#sessions.values()].map(({ link, since, answered }) => ({
      session: link.id,
      client: link.shim.client,
      since,
      reachable: link.connected,
      answered,
    }));
  }

  /** The longest-running first. */
  calls(): readonly CallNow[] {
    return [...this.#calls.values()];
  }

  /** The newest first, at most 50. */
  answers(): readonly CallAnswered[] {
    return [...this.#answers].reverse();
  }

  /** Calls back after each change of any of these; the returned function ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** An agent has come; it is here until its session ends for good. */
  arrived(link: LinkSession): void {
    this.#sessions.set(link.id, { link, since: this.#clock.now(), answered: 0 });
    link.onClose(() => {
      this.#sessions.delete(link.id);
      this.#tell();
    });
    this.#tell();
  }

  /** The same tools, each call of this agent seen. */
  watched(tools: readonly Tool[], { id: session, shim: { client } }: LinkSession): readonly Tool[] {
    return tools.map((tool) => ({
      ...tool,
      call: async (given, context) => {
        const call = this.#begun({ session, client, tool: tool.name, about: aboutOf(given) });
        let refused = true;
        try {
          const answer = await tool.call(given, context);
          refused = false;
          return answer;
        } finally {
          this.#ended(call, refused);
        }
      },
    }));
  }

  #begun(call: Omit<CallNow, 'id' | 'startedAt'>): CallNow {
    const begun = { ...call, id: ++this.#lastId, startedAt: this.#clock.now() };
    this.#calls.set(begun.id, begun);
    this.#tell();
    return begun;
  }

  #ended(call: CallNow, refused: boolean): void {
    this.#calls.delete(call.id);
    this.#answers.push({ ...call, took: Math.max(0, this.#clock.now() - call.startedAt), refused });
    if (this.#answers.length > ANSWERS_KEPT) this.#answers.shift();
    const session = this.#sessions.get(call.session);
    if (session !== undefined) session.answered++;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Arguments are whatever an agent sends: looked at one by one, never trusted to be of any shape. */
function aboutOf(given: unknown): string {
  if (typeof given !== 'object' || given === null) return '';
  const fields = given as Readonly<Record<string, unknown>>;
  for (const name of TELLING) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return shortened(value.trim());
  }
  return '';
}

function shortened(text: string): string {
  const line = escapeLine(text.slice(0, MOST_ABOUT));
  return line.length <= MOST_ABOUT && text.length <= MOST_ABOUT ? line : `${line.slice(0, MOST_ABOUT - 1)}…`;
}
