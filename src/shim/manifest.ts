/**
 * What the shim may answer before any host exists, recorded from the server itself when the program is built
 * (src/mcp/manifest.ts makes it, in this shape). Results are kept as they were, so that both give the same answers.
 */
export interface Manifest {
  readonly name: string;
  /** Of the product. */
  readonly version: string;
  /** Protocol revisions that start with `initialize`, and those that carry their version in each request. */
  readonly supportedVersions: { readonly legacy: readonly string[]; readonly modern: readonly string[] };
  /** Results of `initialize` by protocol version. */
  readonly initialize: Readonly<Record<string, Result>>;
  /** Result of `server/discover`. */
  readonly discover: Result;
  readonly toolsList: ByEra;
  readonly resourceTemplatesList: ByEra;
  readonly promptsList: ByEra;
  /** Tools that declare themselves read-only: only they may be run again without asking. */
  readonly readOnlyTools: readonly string[];
  /** Equals `toolsHash` of a host that offers the same tools. */
  readonly toolsHash: string;
}

export type Result = Readonly<Record<string, unknown>>;

/** A result as clients of each era get it. */
export interface ByEra {
  readonly legacy: Result;
  readonly modern: Result;
}

/** The answer to an `initialize` that offers `offered`: in that revision if we know it, else in our newest. */
export function initializeResult(manifest: Manifest, offered: string | null): Result {
  const { initialize } = manifest;
  // Revisions are named by their dates.
  const newest = Object.keys(initialize).sort().at(-1) ?? '';
  const version = offered !== null && Object.hasOwn(initialize, offered) ? offered : newest;
  return initialize[version] ?? {};
}
