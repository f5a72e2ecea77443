import type { ByEra, Manifest, JsonObject } from '../wire/manifest.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND } from './client-message.ts';
import type { Request } from './client-message.ts';
import { errorLine, resultLine } from './replies.ts';

/** A request whose protocol revision this server does not speak (MCP 2026-07-28). */
const UNSUPPORTED_VERSION = -32022;

/**
 * Answers that need no host, by the era of the request. Null: a host must answer. `attached` says whether one is there;
 * `listsDiffer` whether it offers other tools than this program knows.
 */
export function answerLocally(
  manifest: Manifest,
  request: Request,
  { attached, listsDiffer }: { readonly attached: boolean; readonly listsDiffer: boolean },
): string | null {
  const modern = request.metaVersion !== null;
  if (modern) {
    const refusal = refuseEnvelope(manifest, request);
    if (refusal !== null) return refusal;
  }
  const { method, rawId } = request;
  switch (method) {
    case 'ping':
      return modern ? errorLine(rawId, METHOD_NOT_FOUND, 'Method not found') : resultLine(rawId, {});
    case 'server/discover':
      if (modern) return resultLine(rawId, manifest.discover);
      return errorLine(rawId, INVALID_PARAMS, `Invalid params: ${VERSION_MEMBER} is missing`);
    case 'tools/list':
      return attached && listsDiffer ? null : resultLine(rawId, inEra(manifest.toolsList, modern));
    case 'resources/templates/list':
      return resultLine(rawId, inEra(manifest.resourceTemplatesList, modern));
    case 'prompts/list':
      return attached ? null : resultLine(rawId, inEra(manifest.promptsList, modern));
    default:
      if (attached || isKnown(method)) return null;
      return errorLine(rawId, METHOD_NOT_FOUND, 'Method not found');
  }
}

/** Members that a result of the request's era carries besides its content. */
export function eraExtras(manifest: Manifest, request: Request): object {
  if (request.metaVersion === null) return {};
  const { _meta } = manifest.discover;
  return { resultType: 'complete', ...(_meta === undefined ? {} : { _meta }) };
}

const VERSION_MEMBER = '_meta["io.modelcontextprotocol/protocolVersion"]';
const CAPABILITIES_MEMBER = '_meta["io.modelcontextprotocol/clientCapabilities"]';

function inEra(result: ByEra, modern: boolean): JsonObject {
  return modern ? result.modern : result.legacy;
}

function refuseEnvelope(manifest: Manifest, request: Request): string | null {
  const { metaVersion, rawId, hasClientCapabilities } = request;
  if (metaVersion !== null && !manifest.supportedVersions.modern.includes(metaVersion)) {
    const data = { supported: manifest.supportedVersions.modern, requested: metaVersion };
    return errorLine(rawId, UNSUPPORTED_VERSION, `Unsupported protocol version: ${metaVersion}`, data);
  }
  if (hasClientCapabilities) return null;
  return errorLine(rawId, INVALID_PARAMS, `Invalid params: ${CAPABILITIES_MEMBER} is missing`);
}

/** Methods that a host may know; for any other no host is started. */
function isKnown(method: string): boolean {
  return /^(tools|resources|prompts|completion|logging|subscriptions|tasks)\//.test(method);
}
