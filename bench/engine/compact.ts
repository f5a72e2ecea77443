import { CompactIndex } from '../../src/core/index/compact-index.ts';
import type { QueryTerm } from '../../src/core/index/passage-index.ts';
import { benchClock } from '../clock.ts';
import { TOP, type Measured } from './measured.ts';

/** Ours: the whole ranking, passages and notes. */
export function compact(): Measured {
  const index = new CompactIndex(benchClock);
  return {
    put: (notes) => index.put(notes),
    built: () => index.compact(),
    search: async ({ terms }) => {
      const asked: QueryTerm[] = terms.map((term) => ({ term, weight: 1 }));
      return (await index.search({ terms: asked, limit: TOP })).map(({ path }) => path);
    },
    save: async () => {
      const parts = await index.written();
      const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
      // A part read from a file stands in memory of its own.
      const copies = parts.map((part) => (typeof part === 'string' ? part : Uint8Array.from(part)));
      return {
        bytes,
        load: async () => {
          if (!(await new CompactIndex(benchClock).read(copies))) throw new Error('what was written was not read');
        },
      };
    },
  };
}
