import * as buffers from 'node:buffer';

import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR } from './client-message.ts';
import type { FromClient, Ignored, Notification, Refused } from './client-message.ts';
import { LineProbe, isRealId } from './probe-line.ts';
import { scanJson, textOf, valueOf } from './scan-json.ts';
import type { ScannedJson, Span, Wanted } from './scan-json.ts';

/**
 * What a line from the agent is. Lines that are as they should be pass on byte for byte; the others are put
 * right (a null id on a notification, members that JSON-RPC does not know, `params: null`, a missing version,
 * a batch) or refused under their real id. Nothing is ever answered that has no real id.
 */

/** Everything that one line holds: one message, or each member of a batch. */
export function readClientLine(line: Uint8Array): readonly FromClient[] {
  const scanned = isUtf8(line) ? scanJson(line, CLIENT_WANTED) : null;
  if (scanned === null || !scanned.ok) return readMalformed(line, scanned === null);
  if (scanned.kind === 'object') return readMessage(line, scanned);
  if (scanned.kind === 'scalar') return [{ kind: 'ignored', reason: 'a line that is no message' }];
  if (scanned.elements.length === 0) return [{ kind: 'ignored', reason: 'an empty batch' }];
  return scanned.elements.flatMap((span) => readBatched(line, span));
}

/**
 * The same text for every legal way of writing the same id, or null where the text is no legal id (MCP: a string
 * or an integer; one that a double cannot hold exactly could not come back unchanged).
 */
export function idKeyOf(raw: string): string | null {
  if (raw.startsWith('"')) return JSON.stringify(JSON.parse(raw));
  if (!/^[-0-9]/.test(raw)) return null;
  const value = Number(raw);
  return Number.isSafeInteger(value) ? String(value) : null;
}

const CLIENT_WANTED: Wanted = {
  params: {
    name: true,
    uri: true,
    requestId: true,
    protocolVersion: true,
    clientInfo: { name: true },
    _meta: {
      progressToken: true,
      'vault-mcp/idempotencyKey': true,
      'io.modelcontextprotocol/protocolVersion': true,
      'io.modelcontextprotocol/clientCapabilities': true,
      'io.modelcontextprotocol/clientInfo': { name: true },
    },
  },
};

/** Node 18 has the quick test only from 18.14 on. */
function isUtf8(bytes: Uint8Array): boolean {
  if (typeof buffers.isUtf8 === 'function') return buffers.isUtf8(bytes);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

type Scanned = Extract<ScannedJson, { ok: true }>;

function readBatched(line: Uint8Array, span: Span): readonly FromClient[] {
  const bytes = line.subarray(span.start, span.end);
  const scanned = scanJson(bytes, CLIENT_WANTED);
  if (!scanned.ok || scanned.kind !== 'object')
    return [{ kind: 'ignored', reason: 'a batch member that is no message' }];
  return readMessage(bytes, scanned);
}

function readMalformed(line: Uint8Array, notUtf8: boolean): readonly FromClient[] {
  const probe = new LineProbe();
  probe.feed(line);
  const message = notUtf8 ? 'Parse error: the line is not UTF-8' : 'Parse error: the line is not valid JSON';
  const refused = probe
    .result()
    .requestIds.map((rawId): Refused => ({ kind: 'refused', rawId, code: PARSE_ERROR, message }));
  return refused.length > 0 ? refused : [{ kind: 'ignored', reason: `${message}, and it has no id to answer` }];
}

/** The members of an envelope, by name; of a repeated one the last, as JSON.parse has it. */
interface Envelope {
  readonly line: Uint8Array;
  readonly scanned: Scanned;
  readonly parts: ReadonlyMap<string, Span>;
  readonly rawId: string | null;
}

function readMessage(line: Uint8Array, scanned: Scanned): readonly FromClient[] {
  const parts = new Map(scanned.members.map(({ name, value }) => [name, value]));
  const idSpan = parts.get('id');
  const envelope = { line, scanned, parts, rawId: idSpan === undefined ? null : textOf(line, idSpan) };
  const methodSpan = parts.get('method');
  if (methodSpan !== undefined) return readCall(envelope, methodSpan);
  if (parts.has('result') || parts.has('error')) return [readAnswer(envelope)];
  return [refuse(envelope, 'a message needs a method, a result or an error')];
}

function readCall(envelope: Envelope, methodSpan: Span): readonly FromClient[] {
  const { line, scanned, rawId } = envelope;
  const method = valueOf(line, methodSpan);
  if (typeof method !== 'string') return [refuse(envelope, 'method must be a string')];
  const wrong = wrongVersion(envelope);
  if (wrong !== null) return [refuse(envelope, wrong)];
  if (method.startsWith('notifications/')) return readNotification(envelope, method);
  if (rawId === null) return [{ kind: 'ignored', reason: `${method} without an id: not a request, not run` }];
  if (!isRealId(rawId))
    return [
      { kind: 'ignored', reason: `${method} whose id is ${rawId.slice(0, 40)}: nobody could be answered, not run` },
    ];
  const idKey = idKeyOf(rawId);
  if (idKey === null) return [refuse(envelope, 'the id must be a string or an integer within 2^53')];
  const params = envelope.parts.get('params');
  if (params !== undefined && !isObjectOrNull(line, params)) {
    return [{ kind: 'refused', rawId, code: INVALID_PARAMS, message: 'Invalid params: an object is expected' }];
  }
  const found = (path: string): unknown => valueOfShort(line, scanned.found.get(path));
  return [
    {
      kind: 'request',
      bytes: putRight(envelope, ['jsonrpc', 'id', 'method', 'params']),
      rawId,
      idKey,
      method,
      name: stringOrNull(found('params.name')),
      uri: stringOrNull(found('params.uri')),
      progressToken: tokenKey(found('params._meta.progressToken')),
      idempotencyKey: stringOrNull(found('params._meta.vault-mcp/idempotencyKey')),
      metaVersion: stringOrNull(found('params._meta.io.modelcontextprotocol/protocolVersion')),
      hasClientCapabilities: scanned.found.has('params._meta.io.modelcontextprotocol/clientCapabilities'),
      clientName: stringOrNull(
        found('params.clientInfo.name') ?? found('params._meta.io.modelcontextprotocol/clientInfo.name'),
      ),
      offeredVersion: method === 'initialize' ? stringOrNull(found('params.protocolVersion')) : null,
      params:
        params === undefined || line[params.start] === 0x6e
          ? new Uint8Array(0)
          : line.subarray(params.start, params.end),
    },
  ];
}

function readNotification(envelope: Envelope, method: string): readonly FromClient[] {
  const { line, scanned, rawId, parts } = envelope;
  const params = parts.get('params');
  if (params !== undefined && !isObjectOrNull(line, params)) {
    return [refuse(envelope, `the params of ${method} must be an object`)];
  }
  const cancels = method === 'notifications/cancelled' ? scanned.found.get('params.requestId') : undefined;
  const notification: Notification = {
    kind: 'notification',
    bytes: putRight(envelope, ['jsonrpc', 'method', 'params']),
    method,
    cancels: cancels === undefined ? null : idKeyOf(textOf(line, cancels)),
  };
  // Whoever gave it a real id waits for an answer.
  if (rawId === null || !isRealId(rawId)) return [notification];
  const refused = {
    kind: 'refused',
    rawId,
    code: INVALID_REQUEST,
    message: 'Invalid request: a notification has no id',
  } as const;
  return [notification, refused];
}

function readAnswer(envelope: Envelope): FromClient {
  const idKey = envelope.rawId === null ? null : idKeyOf(envelope.rawId);
  if (idKey === null) return { kind: 'ignored', reason: 'an answer without a real id' };
  return { kind: 'answer', bytes: putRight(envelope, ['jsonrpc', 'id', 'result', 'error']), idKey };
}

function refuse(envelope: Envelope, why: string): Refused | Ignored {
  const { rawId } = envelope;
  if (rawId === null || !isRealId(rawId)) return { kind: 'ignored', reason: `${why}, and there is no id to answer` };
  return { kind: 'refused', rawId, code: INVALID_REQUEST, message: `Invalid request: ${why}` };
}

function wrongVersion(envelope: Envelope): string | null {
  const span = envelope.parts.get('jsonrpc');
  if (span === undefined || valueOfShort(envelope.line, span) === '2.0') return null;
  return 'jsonrpc must be "2.0"';
}

/** The line itself if nothing is wrong with its envelope, else a new one of the same values' bytes. */
function putRight(envelope: Envelope, allowed: readonly string[]): Uint8Array {
  const { line, scanned, parts } = envelope;
  const params = parts.get('params');
  const dropsParams = params !== undefined && line[params.start] === 0x6e; // null
  const isClean =
    !dropsParams &&
    parts.has('jsonrpc') &&
    parts.size === scanned.members.length &&
    scanned.members.every((member) => allowed.includes(member.name)) &&
    !(parts.has('result') && parts.has('error'));
  if (isClean) return line;
  const pieces: Uint8Array[] = [Buffer.from('{"jsonrpc":"2.0"')];
  for (const [name, span] of parts) {
    if (name === 'jsonrpc' || !allowed.includes(name) || (name === 'params' && dropsParams)) continue;
    if (name === 'result' && parts.has('error')) continue;
    pieces.push(Buffer.from(`,${JSON.stringify(name)}:`), line.subarray(span.start, span.end));
  }
  pieces.push(Buffer.from('}'));
  return Buffer.concat(pieces);
}

function isObjectOrNull(line: Uint8Array, span: Span): boolean {
  return line[span.start] === 0x7b || line[span.start] === 0x6e;
}

/** Values that we compare are short; a longer one is none of ours. */
function valueOfShort(line: Uint8Array, span: Span | undefined): unknown {
  return span === undefined || span.end - span.start > 8192 ? undefined : valueOf(line, span);
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * Progress tokens are strings or numbers; their JSON text is what both sides agree on. An integer that a double
 * cannot hold would come back as another one, which some clients answer by closing: it counts as none.
 */
export function tokenKey(value: unknown): string | null {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return null;
  return typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value) : null;
}
