import * as z from 'zod';
import type { ChangeOutcome, ChangedFile, Warning } from '../core/change/desk.ts';
import { answerBytes, pieceEnd, utf8Length } from './budget.ts';
import type { ToolContext } from './tool.ts';

/** What every tool that writes answers with, whatever it did. Everything that the text says is in it. */
export const changeRecord = () =>
  z.object({
    done: z.boolean(),
    said: z.array(z.string()),
    change: z.string().optional(),
    plan: z.string().optional(),
    files: z.array(
      z.object({ path: z.string(), did: z.string(), from: z.string().optional(), revision: z.string().optional() }),
    ),
    committed: z.boolean(),
    pushed: z.string().optional(),
    warnings: z.array(z.string()),
    diff: z.string(),
  });

/**
 * The answer about a change: what the tool says of it (`said`, each a line of ours already fit to print), the files, the
 * commit, the push if one was tried, warnings, the id by which it can be undone, and the diff.
 */
export function changeAnswer(
  outcome: ChangeOutcome<unknown>,
  said: readonly string[],
  context: ToolContext,
): { readonly text: string; readonly structured: z.output<ReturnType<typeof changeRecord>> } {
  const { changes } = context.messages;
  const warnings = outcome.warnings.map((warning) => warningLine(warning, context));
  const files = outcome.kind === 'nothing' ? [] : outcome.files;
  const diff = outcome.kind === 'nothing' ? '' : fitting(outcome.diff, context);
  const committed = outcome.kind === 'applied' && outcome.committed;
  const pushed = outcome.kind === 'applied' ? outcome.pushed : undefined;
  const head = headOf(outcome, context);
  const lines = [
    ...head,
    ...said,
    ...files.map((file) => fileLine(file, context)),
    ...(outcome.kind === 'applied' ? [`${changes.commit}: ${committed ? changes.yes : changes.no}`] : []),
    ...(pushed === undefined ? [] : [`${changes.push}: ${changes.pushed[pushed]}`]),
    ...warnings.map((warning) => `${changes.warning}: ${warning}`),
    ...(outcome.kind === 'applied' ? [changes.undoWith(outcome.change)] : []),
    ...(outcome.kind === 'preview' ? [changes.applyWith(outcome.revision)] : []),
  ];
  return {
    text: diff === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${changes.diff}:\n${diff}`,
    structured: {
      done: outcome.kind === 'applied',
      said: [...head, ...said],
      ...(outcome.kind === 'applied' ? { change: outcome.change } : {}),
      ...(outcome.kind === 'preview' ? { plan: outcome.revision } : {}),
      files: files.map((file) => recordOf(file, context)),
      committed,
      ...(pushed === undefined ? {} : { pushed }),
      warnings,
      diff,
    },
  };
}

function headOf(outcome: ChangeOutcome<unknown>, { messages }: ToolContext): string[] {
  if (outcome.kind === 'preview') return [messages.changes.preview];
  if (outcome.kind === 'nothing') return [messages.changes.nothing];
  return outcome.repeated ? [messages.changes.repeated] : [];
}

/** One warning as the end of a line. */
export function warningLine({ code, about, detail }: Warning, { messages, show }: ToolContext): string {
  const sentence = messages.changes.warnings[code](about === undefined ? '' : show(about));
  return detail === undefined || detail === '' ? sentence : `${sentence} (${show(detail)})`;
}

function fileLine(file: ChangedFile, { messages, show }: ToolContext): string {
  const { changes } = messages;
  const what = changes.did[file.did];
  const from = file.from === undefined ? '' : ` (${changes.from} ${show(file.from)})`;
  const revision = file.revision === null ? '' : `, ${file.revision}`;
  return `- ${what} ${show(file.path)}${from}${revision}`;
}

function recordOf(
  file: ChangedFile,
  { show }: ToolContext,
): z.output<ReturnType<typeof changeRecord>>['files'][number] {
  return {
    path: show(file.path),
    did: file.did,
    ...(file.from === undefined ? {} : { from: show(file.from) }),
    ...(file.revision === null ? {} : { revision: file.revision }),
  };
}

/** The diff is made printable where it is made; here it only has to fit. */
function fitting(diff: string, { messages }: ToolContext): string {
  const budget = answerBytes / 2;
  if (utf8Length(diff) <= budget) return diff;
  return `${diff.slice(0, pieceEnd(diff, 0, diff.length, budget))}\n${messages.common.cutToFit}`;
}
