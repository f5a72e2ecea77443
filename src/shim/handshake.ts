import type { Request } from './client-message.ts';
import type { HandshakeMemory } from './handshake-memory.ts';
import type { Knowledge } from './knowledge.ts';
import type { JsonObject } from '../wire/manifest.ts';
import { rawErrorLine, resultLine } from './replies.ts';

/** What a host has answered to `initialize`, as JSON text. */
export type GreetingOutcome = { readonly result: string } | { readonly error: string };

/** A session's `initialize`: the first answer is the one for each later one, whoever gave it. */
export class Handshake {
  private readonly knowledge: Knowledge;
  private readonly memory: HandshakeMemory;
  private answer: JsonObject | string | null = null;
  private linkGreets = false;

  constructor(knowledge: Knowledge, memory: HandshakeMemory) {
    this.knowledge = knowledge;
    this.memory = memory;
  }

  /** The line that answers it; null where a host has to be asked first: its link says it there, and to each later host. */
  answerTo(request: Request): string | null {
    this.answer ??= this.knowledge.initialize(request.offeredVersion);
    if (this.answer !== null) return resultLine(request.rawId, this.answer);
    this.linkGreets = true;
    return null;
  }

  /** What a host that has just come must be told, in order. */
  replay(): readonly Uint8Array[] {
    return this.memory.replay(this.linkGreets);
  }

  /** The host has answered it. Returns the line for a client's `initialize` of a given raw id. */
  greeted(outcome: GreetingOutcome): (rawId: string) => string {
    if ('error' in outcome) {
      if (this.answer === null) this.memory.forget();
      return (rawId) => rawErrorLine(rawId, outcome.error);
    }
    this.answer ??= outcome.result;
    return (rawId) => resultLine(rawId, outcome.result);
  }
}
