import type { CallClass } from '../wire/call.ts';
import type { HostFacts } from '../wire/handshake.ts';

import { answerLocally, eraExtras } from './local-answers.ts';
import { initializeResult } from '../wire/manifest.ts';
import type { Manifest, JsonObject } from '../wire/manifest.ts';
import type { Request } from './client-message.ts';

/** What a session can say without asking a host, and how it judges what it is asked. */
export interface Knowledge {
  /** Equals `toolsHash` of a host that offers the tools known here; '' where none are. */
  readonly toolsHash: string;
  /**
   * The result of `initialize` for a client that offers this version. Null: the host is asked, by its link, which
   * then greets each later host by itself as well.
   */
  initialize(offered: string | null): JsonObject | null;
  /** A whole answer; null where a host must give it. */
  answer(request: Request, situation: Situation): string | null;
  classOf(request: Request, host: HostFacts | null): CallClass;
  /** Members that a result of the request's protocol era carries besides its content. */
  eraExtras(request: Request): object;
  /** A host's answer passes by. */
  learn(request: Request, line: Uint8Array): void;
}

export interface Situation {
  /** A host is there. */
  readonly attached: boolean;
  /** It offers other tools than are known here. */
  readonly listsDiffer: boolean;
}

/** Of our own hosts, from what was recorded when the program was built. */
export class RecordedKnowledge implements Knowledge {
  private readonly manifest: Manifest;

  constructor(manifest: Manifest) {
    this.manifest = manifest;
  }

  get toolsHash(): string {
    return this.manifest.toolsHash;
  }

  initialize(offered: string | null): JsonObject {
    return initializeResult(this.manifest, offered);
  }

  answer(request: Request, situation: Situation): string | null {
    return answerLocally(this.manifest, request, situation);
  }

  classOf(request: Request, host: HostFacts | null): CallClass {
    if (request.method !== 'tools/call') return request.method.startsWith('tasks/') ? 'write' : 'safe';
    const { readOnlyTools } = host ?? this.manifest;
    return readOnlyTools.includes(request.name ?? '') ? 'safe' : 'write';
  }

  eraExtras(request: Request): object {
    return eraExtras(this.manifest, request);
  }

  learn(): void {
    // Our own hosts say what they have when they welcome us.
  }
}
