import { folderOf } from '../path.ts';
import { isConflictCopy } from './conflict-copy.ts';
import type { Conventions } from './conventions.ts';
import { isArchived, isRaw } from './roles.ts';

/** What a search makes of a note by what it is and where it lies. */
export interface NoteWeight {
  /** Whether it is left out unless raw notes are asked for. */
  readonly raw: boolean;
  /** What multiplies its score by its type. */
  readonly byType: number;
  /** What lies in the archive is not current, whatever was asked; nor what the user excluded, nor a conflict copy. */
  readonly byPlace: number;
}

/**
 * Weighs the notes of a vault. What its folder and its type say of a note is worked out once for each of them, so that
 * many thousand notes are weighed in the time for which a question may wait.
 */
export function noteWeights(
  conventions: Conventions,
  isExcluded: (path: string) => boolean = () => false,
): (note: { readonly path: string; readonly type: string }) => NoteWeight {
  const { weights } = conventions;
  const ofType = remembered((type) => weightOfType(type, conventions));
  const ofFolder = remembered((folder) => ({
    raw: isRaw(folder, conventions),
    weight: isArchived(folder, conventions) ? weights.archive : 1,
  }));
  return ({ path, type }) => {
    const { raw, weight } = ofFolder(folderOf(path));
    const excluded = isExcluded(path) ? weights.excluded : 1;
    return { raw, byType: ofType(type), byPlace: weight * excluded * (isConflictCopy(path) ? CONFLICT_COPY : 1) };
  };
}

function weightOfType(type: string, { weights, types }: Conventions): number {
  // Weights are stored by role name, but a vault may call a type otherwise: both words find it.
  const named = ROLE_WEIGHTS.find((role) => types[role] === type);
  return ownWeight(weights.byType, type) ?? (named && ownWeight(weights.byType, named)) ?? 1;
}

/** An own number only: a type called `constructor` must not find what every object has. */
function ownWeight(weights: Readonly<Record<string, number>>, type: string): number | undefined {
  return Object.hasOwn(weights, type) ? weights[type] : undefined;
}

function remembered<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) known.set(text, (value = work(text)));
    return value;
  };
}

/** Low enough for the note itself to come first wherever both hold what is asked for. */
const CONFLICT_COPY = 0.2;

const ROLE_WEIGHTS = ['wiki', 'moc', 'project', 'daily', 'note'] as const;
