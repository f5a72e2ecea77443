import type { Call } from './calls.ts';
import { eraExtras } from './local-answers.ts';
import type { Manifest } from './manifest.ts';
import { INVALID_REQUEST } from './read-line.ts';
import { BUSY, HOST_UNAVAILABLE, TIMED_OUT, errorLine, toolResultLine } from './replies.ts';
import type { Request } from './read-line.ts';
import type { Sentences } from './sentences.ts';

/**
 * How a request is answered that no host has answered: a tool call by a result that a model can read and act on,
 * anything else by a JSON-RPC error.
 */
export class ProblemAnswers {
  private readonly manifest: Manifest;
  private readonly sentences: Sentences;

  constructor(manifest: Manifest, sentences: Sentences) {
    this.manifest = manifest;
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
    return toolResultLine(request.rawId, text, false, eraExtras(this.manifest, request));
  }

  hostLost({ request }: Call): string {
    return this.line(request, HOST_UNAVAILABLE, this.sentences.hostLost());
  }

  private line(request: Request, code: number, text: string): string {
    if (request.method !== 'tools/call') return errorLine(request.rawId, code, text);
    return toolResultLine(request.rawId, text, true, eraExtras(this.manifest, request));
  }
}
