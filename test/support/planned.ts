import type { Plan } from '../../src/core/change/desk.ts';
import type { NoteSource } from '../../src/core/change/draft.ts';
import { applyEdits } from '../../src/core/change/edits.ts';
import { VaultError } from '../../src/core/errors.ts';
import { parseMetadata } from '../../src/core/note/parse-metadata.ts';
import { revision } from './a-desk.ts';

/** Notes in memory, as planners read them. */
export function notesIn(files: Readonly<Record<string, string>>): NoteSource {
  return {
    open: (path) => {
      const text = Object.hasOwn(files, path) ? files[path] : undefined;
      if (text === undefined) return Promise.resolve(null);
      return Promise.resolve({ path, text, revision: revision(text), metadata: parseMetadata(text) });
    },
  };
}

/** What the files would be after a plan that edits and creates. */
export function carriedOut(files: Readonly<Record<string, string>>, plan: Plan<unknown>): Record<string, string> {
  const after: Record<string, string> = { ...files };
  for (const step of plan.changes.steps) {
    if (step.kind === 'create') after[step.path] = step.text;
    else if (step.kind === 'edit') after[step.path] = applyEdits(files[step.path] ?? '', step.edits);
    else throw new Error(`no ${step.kind} was expected`);
  }
  return after;
}

/** The refusal that an act ends in. */
export async function refusal(act: () => Promise<unknown>): Promise<VaultError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof VaultError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
