import { isConflictCopy } from '../core/conventions/conflict-copy.ts';
import type { Services } from '../core/services.ts';
import { foldText } from '../core/text/fold.ts';
import { isUnder } from './note-filter.ts';
import { tallyOf } from './tally.ts';

/** The protocol allows a hundred values. */
const most = 100;

export interface Completion {
  readonly values: readonly string[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** Paths, tags or domains that fit what the user has typed: those that begin so first, then those that contain it. */
export function complete(kind: 'path' | 'tag' | 'domain', typed: string, services: Services): Completion {
  const wanted = foldText(typed.replace(/^#/, ''));
  const begin: string[] = [];
  const contain: string[] = [];
  for (const value of valuesOf(kind, services)) {
    const at = foldText(value).indexOf(wanted);
    if (at === 0) begin.push(value);
    else if (at > 0) contain.push(value);
  }
  const values = [...begin, ...contain];
  return { values: values.slice(0, most), total: values.length, hasMore: values.length > most };
}

function valuesOf(kind: 'path' | 'tag' | 'domain', services: Services): readonly string[] {
  const { notes } = services.library;
  switch (kind) {
    case 'path':
      return [...notes.keys()].filter((path) => !isConflictCopy(path)).sort();
    case 'tag':
      return tallyOf([...notes.values()].flatMap((note) => note.tags)).map(({ name }) => name);
    case 'domain':
      return domains(services);
  }
}

/** Domains are the folders right below the wiki's. */
function domains({ library, conventions }: Services): string[] {
  const { wiki } = conventions().folders;
  if (wiki === null) return [];
  const below = [...library.notes.keys()]
    .filter((path) => isUnder(path, wiki))
    .map((path) => path.slice(wiki.length + 1));
  return [
    ...new Set(below.filter((rest) => rest.includes('/')).map((rest) => rest.slice(0, rest.indexOf('/')))),
  ].sort();
}
