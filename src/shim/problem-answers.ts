import type { Call } from './calls.ts';
import type { Knowledge } from './knowledge.ts';
import { INVALID_REQUEST } from './client-message.ts';
import { BUSY, HOST_UNAVAILABLE, TIMED_OUT, errorLine, toolResultLine } from './replies.ts';
import type { Request } from './client-message.ts';
import type { CallSentences } from './sentences.ts';

/**
 * How a request is answered that no host has answered: a tool call by a result that a model can read and act on,
 * anything else by a JSON-RPC error.
 */
export class ProblemAnswers {
  private readonly knowledge: Knowledge;
  private readonly sentences: CallSentences;

  constructor(knowledge: Knowledge, sentences: CallSentences) {
    this.knowledge = knowledge;
    this.sentences = sentences;
  }

  busy(request: Request): string {
    return this.line(request, BUSY, this.sentences.busy());
  }

  /** `text` starts with its code in brackets. */
  unavailable(request: Request, text: string): string {
    return this.line(request, HOST_UNAVAILABLE, text);
  }

  beforeHandshake(request: Request): string {
    return errorLine(request.rawId, INVALID_REQUEST, 'Invalid request: no initialize came before it');
  }

  readTimedOut({ request }: Call, seconds: number, why: string): string {
    return this.line(request, TIMED_OUT, this.sentences.readTimedOut(seconds, why));
  }

  notApplied({ request }: Call, why: string): string {
    return this.line(request, TIMED_OUT, this.sentences.notApplied(why));
  }

  outcomeUnknown({ request }: Call, detail: string): string {
    return this.line(request, HOST_UNAVAILABLE, this.sentences.outcomeUnknown(detail));
  }

  /** Not an error: the work goes on, and repeating it would be one. */
  stillRunning({ request }: Call, seconds: number, change: string | null): string {
    const text = this.sentences.stillRunning(seconds, change);
    if (request.method !== 'tools/call') return errorLine(request.rawId, TIMED_OUT, text);
    return toolResultLine(request.rawId, text, false, this.knowledge.eraExtras(request));
  }

  hostLost({ request }: Call): string {
    return this.line(request, HOST_UNAVAILABLE, this.sentences.hostLost());
  }

  tooLarge({ request }: Call, byteCount: number): string {
    return errorLine(request.rawId, HOST_UNAVAILABLE, `The answer was too large to pass on: ${byteCount} bytes`);
  }

  private line(request: Request, code: number, text: string): string {
    if (request.method !== 'tools/call') return errorLine(request.rawId, code, text);
    return toolResultLine(request.rawId, text, true, this.knowledge.eraExtras(request));
  }
}
