import { idKeyOf, tokenKey } from './read-line.ts';
import { scanJson, textOf, valueOf } from './scan-json.ts';
import type { Span, Wanted } from './scan-json.ts';

/** What a line of the host is; its bytes pass on unchanged. */
export type FromHost =
  | {
      readonly kind: 'answer';
      readonly idKey: string;
      /** Where the id stands, for an answer to a call that the host knows under another id. */
      readonly id: Span;
      readonly isError: boolean;
    }
  | { readonly kind: 'request'; readonly idKey: string; readonly rawId: string; readonly method: string }
  | {
      readonly kind: 'notification';
      readonly method: string;
      /** Of a progress notification. */
      readonly progressToken: string | null;
      /** The stream it belongs to, as an id key. */
      readonly stream: string | null;
      readonly streamId: Span | null;
    }
  | { readonly kind: 'unreadable'; readonly reason: string };

export function readHostLine(line: Uint8Array): FromHost {
  const scanned = scanJson(line, HOST_WANTED);
  if (!scanned.ok || scanned.kind !== 'object') return { kind: 'unreadable', reason: 'a line that is no message' };
  const { found } = scanned;
  const id = found.get('id');
  const rawId = id === undefined ? null : textOf(line, id);
  const idKey = rawId === null ? null : idKeyOf(rawId);
  const method = found.has('method') ? valueOf(line, found.get('method')) : null;
  if (typeof method === 'string') {
    if (rawId !== null) {
      if (idKey === null) return { kind: 'unreadable', reason: `a request (${method}) without a real id` };
      return { kind: 'request', idKey, rawId, method };
    }
    const streamId = found.get(`params._meta.${STREAM_MEMBER}`) ?? null;
    return {
      kind: 'notification',
      method,
      progressToken: tokenKey(valueOf(line, found.get('params.progressToken'))),
      stream: streamId === null ? null : idKeyOf(textOf(line, streamId)),
      streamId,
    };
  }
  // An answer to nobody: some clients close the connection over one.
  if (id === undefined || idKey === null) return { kind: 'unreadable', reason: 'an answer without a real id' };
  return { kind: 'answer', idKey, id, isError: found.has('error') };
}

/** The JSON text of an answer's result or error; null for any other line. */
export function outcomeIn(line: Uint8Array): { readonly result: string } | { readonly error: string } | null {
  const scanned = scanJson(line, { result: true, error: true });
  if (!scanned.ok) return null;
  const error = scanned.found.get('error');
  if (error !== undefined) return { error: textOf(line, error) };
  const result = scanned.found.get('result');
  return result === undefined ? null : { result: textOf(line, result) };
}

/** The line with other bytes where `span` stands. */
export function withSpan(line: Uint8Array, span: Span, text: string): Uint8Array {
  return Buffer.concat([line.subarray(0, span.start), Buffer.from(text), line.subarray(span.end)]);
}

/** Which stream a notification belongs to (MCP 2026-07-28). */
const STREAM_MEMBER = 'io.modelcontextprotocol/subscriptionId';

const HOST_WANTED: Wanted = {
  id: true,
  method: true,
  error: true,
  params: { progressToken: true, _meta: { [STREAM_MEMBER]: true } },
};
