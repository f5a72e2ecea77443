import type { Library } from '../core/library/library.ts';

interface Kept {
  /** Counts what the library has told of. */
  version: number;
  /** What was asked for last comes last. */
  readonly values: Map<string, { readonly at: string; readonly value: unknown }>;
}

/** Walks that are kept: what a few agents ask for side by side. */
const MOST_KEPT = 16;
/** UTF-16 units of a name: what is asked for at more length is not kept. */
const LONGEST_NAME = 2_000;

const keptBy = new WeakMap<Library, Kept>();

/**
 * What a walk over the whole library gives, made once for as long as the library stays the same: a status is asked for
 * far more often than a vault changes. A walk during which something changed is not kept.
 */
export async function whileUnchanged<T>(library: Library, name: string, walk: () => T | Promise<T>): Promise<T> {
  const kept = keptBy.get(library) ?? begin(library);
  // Attachments come and go untold, but not without changing how many files there are.
  const now = (): string => `${kept.version} ${library.files.size} ${library.notes.size}`;
  const at = now();
  const known = kept.values.get(name);
  if (known?.at === at) {
    keep(kept, name, known);
    return known.value as T;
  }
  const value = await walk();
  if (now() === at) keep(kept, name, { at, value });
  return value;
}

function begin(library: Library): Kept {
  const kept: Kept = { version: 0, values: new Map() };
  library.onChange(() => {
    kept.version++;
    kept.values.clear();
  });
  keptBy.set(library, kept);
  return kept;
}

function keep({ values }: Kept, name: string, walked: { readonly at: string; readonly value: unknown }): void {
  if (name.length > LONGEST_NAME) return;
  values.delete(name);
  values.set(name, walked);
  for (const oldest of values.keys()) {
    if (values.size <= MOST_KEPT) return;
    values.delete(oldest);
  }
}
