/**
 * What a shim may answer before any host exists, recorded from the server itself when the program is built. Results are
 * kept as they were, so that both give the same answers.
 */
export interface Manifest {
  readonly name: string;
  /** Of the product. */
  readonly version: string;
  /** Protocol revisions that start with `initialize`, and those that carry their version in each request. */
  readonly supportedVersions: { readonly legacy: readonly string[]; readonly modern: readonly string[] };
  /** Results of `initialize` by protocol version; an offer of any other version is answered as the newest. */
  readonly initialize: Readonly<Record<string, JsonObject>>;
  /** Result of `server/discover`. */
  readonly discover: JsonObject;
  readonly toolsList: ByEra;
  readonly resourceTemplatesList: ByEra;
  readonly promptsList: ByEra;
  /** Tools that declare themselves read-only: only they may be run again without asking. */
  readonly readOnlyTools: readonly string[];
  /** Tells whether a host offers the same tools: the first 16 hex digits of the SHA-256 of the list's JSON. */
  readonly toolsHash: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A result as clients of each era get it; all legacy versions get the same. */
export interface ByEra {
  readonly legacy: JsonObject;
  readonly modern: JsonObject;
}

/** The answer to an `initialize` that offers `offered`: in that revision if we know it, else in our newest. */
export function initializeResult({ initialize }: Manifest, offered: string | null): JsonObject {
  // Revisions are named by their dates.
  const newest = Object.keys(initialize).sort().at(-1) ?? '';
  const version = offered !== null && Object.hasOwn(initialize, offered) ? offered : newest;
  return initialize[version] ?? {};
}
