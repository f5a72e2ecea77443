import type { Git, GitResult } from './git-run.ts';

/**
 * How a path stands in git. `still`: as committed, or unknown to git and not on disk either. `changed`: known to git
 * and different from HEAD, in the index or on disk. `unknown`: on disk only. `ignored`: on disk only, and to be left.
 */
export type Standing = 'still' | 'changed' | 'unknown' | 'ignored';

/** UTF-16 units of paths on one command line; Windows takes 32,767 for all of it. */
const MOST_ARGUMENTS = 24_000;

/**
 * How each of these files stands. `names` are relative to the folder that `git` runs in, `prefix` is that folder's own
 * place in the repository. One process for the paths that one command line holds. Answers git's result where it failed.
 */
export async function standings(
  git: Git,
  prefix: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Standing> | GitResult> {
  const reported = new Map<string, Standing>();
  for (const some of commandLines(names)) {
    const result = await git(
      [
        '--literal-pathspecs',
        'status',
        '--porcelain=v2',
        '-z',
        '--no-renames',
        '--untracked-files=all',
        '--ignored=matching',
        '--ignore-submodules=all',
        '--',
        ...some,
      ],
      { mode: 'read' },
    );
    if (result.status !== 0) return result;
    for (const record of result.stdout.split('\0')) note(record, reported);
  }
  return new Map(names.map((name) => [name, standingOf(prefix + name, reported)]));
}

/** Records of git-status(1), porcelain version 2: paths stand last, relative to the top of the repository. */
function note(record: string, reported: Map<string, Standing>): void {
  const kind = record[0];
  if (kind === '?' || kind === '!') reported.set(record.slice(2), kind === '?' ? 'unknown' : 'ignored');
  if (kind === '1') reported.set(afterFields(record, 8), 'changed');
  if (kind === 'u') reported.set(afterFields(record, 10), 'changed');
}

function afterFields(record: string, fields: number): string {
  let at = 0;
  for (let field = 0; field < fields; field++) at = record.indexOf(' ', at) + 1;
  return record.slice(at);
}

/** A folder that is ignored as a whole is reported in place of what is in it, with a final `/`. */
function standingOf(name: string, reported: ReadonlyMap<string, Standing>): Standing {
  const own = reported.get(name);
  if (own !== undefined) return own;
  for (let slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1)) {
    const folder = reported.get(name.slice(0, slash + 1));
    if (folder !== undefined) return folder;
  }
  return 'still';
}

function* commandLines(names: readonly string[]): Generator<readonly string[]> {
  let some: string[] = [];
  let length = 0;
  for (const name of names) {
    if (some.length > 0 && length + name.length > MOST_ARGUMENTS) {
      yield some;
      [some, length] = [[], 0];
    }
    some.push(name);
    length += name.length + 3; // a space and quotes
  }
  if (some.length > 0) yield some;
}

/** Paths as the end of a command line, or by standard input where they are too many for one. */
export function pathArguments(paths: readonly string[]): { readonly args: readonly string[]; readonly input?: string } {
  const length = paths.reduce((sum, path) => sum + path.length + 3, 0);
  if (length <= MOST_ARGUMENTS) return { args: ['--', ...paths] };
  return { args: ['--pathspec-from-file=-', '--pathspec-file-nul'], input: paths.join('\0') };
}
