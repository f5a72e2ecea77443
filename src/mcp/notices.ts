import type { Library } from '../core/library/library.ts';
import type { NoteSummary } from '../core/note/note.ts';
import type { VaultPath } from '../core/path.ts';
import { clamp } from './budget.ts';
import type { ToolContext } from './tool.ts';

/** Names of skipped files in a footer: enough to act on, few enough not to drown the answer. */
const named = 3;

/** What to know of an answer made while the index lags behind the disk; usually nothing. `behind` counts notes. */
export function freshness(context: ToolContext, behind = 0): string[] {
  const { indexed, total, ready, compared } = context.services.library.progress();
  if (!ready) return [context.messages.common.indexing(indexed, total)];
  if (!compared) return [context.messages.common.comparing(behind)];
  return behind > 0 ? [context.messages.common.behind(behind)] : [];
}

/** Files that were left out or not fully read: a count, some of them with the cause. Nothing for a healthy vault. */
export function skippedFooter(context: ToolContext): string[] {
  const problems = problemFiles(context);
  if (problems.length === 0) return [];
  const { common } = context.messages;
  const lines = problems.slice(0, named).map(({ path, cause }) => `  ${path}: ${cause}`);
  const more = problems.length - named;
  return [common.skipped(problems.length), ...lines, ...(more > 0 ? [`  ${common.andMore(more)}`] : [])];
}

/** Every file with a problem, its path and cause fit for a line. */
export function problemFiles(context: ToolContext): { path: string; cause: string }[] {
  const { common } = context.messages;
  const show = (text: string) => context.show(clamp(text, 200));
  const skipped = context.services.library.skipped().map(({ path, reason, detail }) => ({
    path: show(path),
    cause: common.skipReasons[reason] + (detail === undefined ? '' : ` (${show(detail)})`),
  }));
  for (const { path, frontmatterError = '' } of brokenNotes(context.services.library)) {
    skipped.push({ path: show(path), cause: common.badFrontmatter(show(frontmatterError)) });
  }
  return skipped;
}

/** Notes whose frontmatter cannot be read, by library: looked for once, and then among those that change. */
const brokenBy = new WeakMap<Library, Map<VaultPath, NoteSummary>>();

function brokenNotes(library: Library): Iterable<NoteSummary> {
  const known = brokenBy.get(library);
  if (known !== undefined) return known.values();
  const broken = new Map<VaultPath, NoteSummary>();
  const look = (path: VaultPath): void => {
    const note = library.notes.get(path);
    if (note?.frontmatterError === undefined) broken.delete(path);
    else broken.set(path, note);
  };
  for (const path of library.notes.keys()) look(path);
  library.onChange(({ changed, removed }) => [...changed, ...removed].forEach(look));
  brokenBy.set(library, broken);
  return broken.values();
}

/** The parts of an answer, parted by blank lines; empty parts are left out. */
export function paragraphs(...parts: readonly (readonly string[])[]): string {
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n');
}
