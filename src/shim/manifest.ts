/**
 * What the shim may answer before any host exists, recorded from the server itself when the program is built
 * (`recordManifest` of src/mcp). Results are kept as they were, so that both give the same answers.
 */
export interface Manifest {
  /** Of the product. */
  readonly version: string;
  /** Protocol revisions that start with `initialize`, newest first. */
  readonly legacyVersions: readonly string[];
  /** Protocol revisions that carry their version in each request, newest first. */
  readonly modernVersions: readonly string[];
  /** Equals `toolsHash` of the host of the same version; '' where it is not known. */
  readonly toolsHash: string;
  /** JSON-RPC results by method; `initialize` with any `protocolVersion`, which is set anew for each client. */
  readonly legacy: {
    readonly initialize: Result;
    readonly 'tools/list': ToolsResult;
    readonly 'resources/templates/list': Result;
    readonly 'prompts/list': Result;
  };
  readonly modern: {
    readonly 'server/discover': Result;
    readonly 'tools/list': ToolsResult;
    readonly 'resources/templates/list': Result;
    readonly 'prompts/list': Result;
  };
}

export type Result = Readonly<Record<string, unknown>>;

export interface ToolsResult {
  readonly tools: readonly ListedTool[];
  readonly [member: string]: unknown;
}

export interface ListedTool {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

/** Names of the tools that declare themselves read-only: only they may be run again without asking. */
export function readOnlyTools(manifest: Manifest): ReadonlySet<string> {
  const readers = manifest.legacy['tools/list'].tools.filter((tool) => tool.annotations?.readOnlyHint === true);
  return new Set(readers.map((tool) => tool.name));
}

/** The revision to speak with a client that offered `offered`: that one if we know it, else our newest. */
export function negotiate(manifest: Manifest, offered: string | null): string {
  if (offered !== null && manifest.legacyVersions.includes(offered)) return offered;
  return manifest.legacyVersions[0] ?? '2025-11-25';
}
