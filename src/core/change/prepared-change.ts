import { VaultError } from '../errors.ts';
import { revisionOf } from '../note/revision.ts';
import type { VaultPath } from '../path.ts';
import type { ChangeSet } from './change-set.ts';
import type { ChangeRequest, Plan, Warning } from './desk.ts';
import type { DeskParts } from './desk-parts.ts';
import { diffOf, type Diff } from './diff.ts';
import { operationsOf, type BaseTexts, type Operation } from './operations.ts';

/** A plan laid out for the disk as it is now. */
export interface PreparedChange<Facts> {
  readonly plan: Plan<Facts>;
  readonly operations: readonly Operation[];
  readonly diff: Diff;
  /** `p-…` of this plan. */
  readonly revision: string;
}

type Parts = Pick<DeskParts, 'vault' | 'sha256'>;

/** Plans on what is there now. Throws 'revision_conflict' where a note is no longer at the text it was planned on. */
export async function prepareChange<Facts>(
  parts: Parts,
  request: Pick<ChangeRequest<Facts>, 'tool' | 'plan'>,
  now: number,
): Promise<PreparedChange<Facts>> {
  const plan = await request.plan(now);
  const texts = await textsOf(parts, plan.changes);
  const operations = operationsOf(plan.changes, texts, (text) => revisionOf(text, parts.sha256));
  const digest = parts.sha256(JSON.stringify([request.tool, plan.changes.steps]));
  return { plan, operations, diff: diffOf(operations), revision: `p-${digest.slice(0, 32)}` };
}

/** What the plan warns of, and files whose change is too large to be shown. */
export function warningsOf({ warnings }: Pick<Plan<unknown>, 'warnings'>, diff: Diff): readonly Warning[] {
  return [...warnings, ...diff.summarised.map((about): Warning => ({ code: 'diff_too_large', about }))];
}

/** The texts that the plan was made on; a note that is no longer at its base is a conflict. */
async function textsOf({ vault, sha256 }: Parts, changes: ChangeSet): Promise<BaseTexts> {
  const notes = new Map<VaultPath, string>();
  const blanks = new Map<VaultPath, string>();
  const freed = new Set(changes.steps.flatMap((step) => (step.kind === 'trash' ? [step.path] : [])));
  for (const step of changes.steps) {
    if (step.kind === 'create' && !freed.has(step.path)) {
      const blank = (await vault.standing(step.path)) === 'blank';
      const text = blank ? await vault.read(step.path) : null;
      if (text?.trim() === '') blanks.set(step.path, text);
    }
    if (step.kind === 'create' || step.kind === 'restore' || step.base === null) continue;
    const path = step.kind === 'move' ? step.from : step.path;
    const text = await vault.read(path);
    const current = text === null ? null : revisionOf(text, sha256);
    if (text === null || current !== step.base) {
      throw new VaultError('revision_conflict', { path, expected: step.base, current });
    }
    notes.set(path, text);
  }
  return { notes, blanks };
}
