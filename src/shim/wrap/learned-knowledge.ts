import type { CallClass } from '../../wire/call.ts';

import type { Knowledge } from '../knowledge.ts';
import type { Request } from '../client-message.ts';
import { outcomeIn } from '../read-host-line.ts';
import { resultLine } from '../replies.ts';

/** Requests that change nothing (MCP 2025-11-25 and 2026-07-28), or only what the session itself is told. */
const READING: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'completion/complete',
  'logging/setLevel',
  'subscriptions/listen',
  'tasks/get',
  'tasks/list',
  'tasks/result',
]);

/** Of a server that we know nothing of but what it says: tools are read-only from the list in which they say so. */
export class LearnedKnowledge implements Knowledge {
  readonly toolsHash = '';
  private readonly readOnly = new Set<string>();
  private listed: string | null = null;

  initialize(): null {
    return null;
  }

  answer({ method, metaVersion, rawId }: Request): string | null {
    // At once, also while the server works: it is this program's life that is asked for.
    return method === 'ping' && metaVersion === null ? resultLine(rawId, {}) : null;
  }

  classOf({ method, name }: Request): CallClass {
    const isSafe = method === 'tools/call' ? this.readOnly.has(name ?? '') : READING.has(method);
    return isSafe ? 'safe' : 'write';
  }

  eraExtras({ metaVersion }: Request): object {
    return metaVersion === null ? {} : { resultType: 'complete' };
  }

  learn({ method, params }: Request, line: Uint8Array): void {
    if (method !== 'tools/list') return;
    // Of a list in pages the first one stands for all.
    if (!Buffer.from(params).includes('"cursor"')) this.listed = resultIn(line);
    this.learnTools(line);
  }

  /** Whether the client has had a list of tools, so that another one would be news. */
  get listIsKnown(): boolean {
    return this.listed !== null;
  }

  /** A server that was started again lists its tools; true where it is not the list that the client has. */
  relearn(line: Uint8Array): boolean {
    const listed = resultIn(line);
    if (listed === null || listed === this.listed) return false;
    this.listed = listed;
    this.learnTools(line);
    return true;
  }

  private learnTools(line: Uint8Array): void {
    for (const { name, annotations } of toolsIn(line)) {
      if (typeof name !== 'string') continue;
      if (annotations?.readOnlyHint === true) this.readOnly.add(name);
      else this.readOnly.delete(name);
    }
  }
}

function resultIn(line: Uint8Array): string | null {
  const outcome = outcomeIn(line);
  return outcome !== null && 'result' in outcome ? outcome.result : null;
}

interface ListedTool {
  readonly name?: unknown;
  readonly annotations?: { readonly readOnlyHint?: unknown } | null;
}

function toolsIn(line: Uint8Array): readonly ListedTool[] {
  try {
    const { result } = JSON.parse(Buffer.from(line).toString('utf8')) as { result?: { tools?: unknown } };
    const tools: unknown = result?.tools;
    const isObject = (tool: unknown): tool is ListedTool => typeof tool === 'object' && tool !== null;
    return Array.isArray(tools) ? tools.filter(isObject) : [];
  } catch {
    return [];
  }
}
