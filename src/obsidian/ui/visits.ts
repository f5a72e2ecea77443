import type { PastChange } from '../../core/change/desk.ts';

/** What one agent did while it was connected, as far as it is shown. */
export interface Visit {
  readonly session: string;
  readonly client: string;
  /** Newest first; never empty. */
  readonly changes: readonly PastChange[];
  /** Those that stand and may be taken back. */
  readonly standing: number;
}

export type Show = 'all' | 'standing' | 'undone';

/** Whether a change is in force and can be taken back. */
export function stands({ state, undoneBy }: PastChange): boolean {
  return state === 'done' && undoneBy === null;
}

/** Whether every word of the filter is found in what a change is about, in any case. */
export function matches(change: PastChange, filter: string, show: Show): boolean {
  if (show === 'standing' && !stands(change)) return false;
  if (show === 'undone' && change.undoneBy === null) return false;
  const about = [change.subject, change.tool, change.client, change.change, ...change.paths].join('\n').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => about.includes(word));
}

/** Changes (newest first) by visit, the visit with the newest change first, whatever others did in between. */
export function visitsOf(changes: readonly PastChange[]): readonly Visit[] {
  const visits = new Map<string, { session: string; client: string; changes: PastChange[] }>();
  for (const change of changes) {
    const visit = visits.get(change.session) ?? { session: change.session, client: change.client, changes: [] };
    visit.changes.push(change);
    visits.set(change.session, visit);
  }
  return [...visits.values()].map((visit) => ({ ...visit, standing: visit.changes.filter(isUndoable).length }));
}

/** An undo is not itself part of what is taken back with a visit. */
function isUndoable(change: PastChange): boolean {
  return stands(change) && change.undoes.length === 0;
}
