import type { CommitOutcome, CommitRequest, History, HistoryBefore } from '../core/change/write-ports.ts';
import type { Warning } from '../core/change/desk.ts';
import type { VaultPath } from '../core/path.ts';
import type { Log } from '../core/ports.ts';
import { commitAround, commitOnly, hasIdentity, isAlike, isMade, sorted } from './git-commit.ts';
import type { Seen, Sorted, Tried } from './git-commit.ts';
import { gitCalm } from './git-calm.ts';
import { GitPlaces, inProgress, type GitPlace } from './git-place.ts';
import { GIT_LIMIT_MS, gitIn, type Git, type GitResult } from './git-run.ts';
import { standings, type Standing } from './git-standing.ts';
import { looks, oldSpellings, subjectsOf, type Looks, type Subject } from './git-subjects.ts';
import { commitMessage, gitDetail } from './git-words.ts';

export interface GitHistoryOptions {
  /** The vault's absolute folder; it may be a part of a repository. */
  readonly root: string;
  /** Path of the git program. */
  readonly git?: string;
  /** Asked before every push. */
  readonly autoPush: () => boolean;
  readonly log: Log;
  /** How a path is spelled on disk, for names that are not NFC there. */
  readonly onDisk?: (path: VaultPath) => string;
  /** Milliseconds that one git may take. */
  readonly limitMs?: number;
  readonly disk?: Looks;
}

type Repository = Extract<GitPlace, { kind: 'repository' }>;

/** Commits between two looks at whether git wants to tidy up; it would itself look after every one. */
const TIDY_EVERY = 20;

/**
 * The History of a vault in git, by the user's own git: hooks, identity and signing are the user's. Only the paths
 * of a change are committed, whole; what else is staged stays staged. What fails is told by exit status, never by what
 * is printed, since hooks and file names can print anything. Calls come one at a time, as the desk makes them.
 */
export function openGitHistory(options: GitHistoryOptions): History {
  return new GitHistory(options);
}

class GitHistory implements History {
  readonly #options: GitHistoryOptions;
  readonly #git: Git;
  readonly #limitMs: number;
  readonly #disk: Looks;
  readonly #places: GitPlaces;
  /** What `before` found, so that the commit that follows need not ask again. */
  #seen: ReadonlyMap<string, Seen> = new Map();
  /** Where the vault stands, as `calm` has found it: true until the next change. */
  #place: GitPlace | null = null;
  #commits = 0;

  constructor(options: GitHistoryOptions) {
    this.#options = options;
    this.#limitMs = options.limitMs ?? GIT_LIMIT_MS;
    this.#git = gitIn(options.root, { git: options.git ?? 'git', limitMs: this.#limitMs });
    this.#disk = options.disk ?? looks;
    this.#places = new GitPlaces(options.root, this.#git);
  }

  async calm(): Promise<() => Promise<boolean>> {
    const place = await this.#places.find();
    this.#place = place;
    return place.kind === 'repository' ? gitCalm(place.gitDir) : () => Promise.resolve(false);
  }

  async before(paths: readonly VaultPath[]): Promise<HistoryBefore> {
    this.#seen = new Map();
    const place = this.#place ?? (await this.#places.find());
    if (place.kind !== 'repository') return { available: false, dirty: [] };
    const { subjects } = await this.#subjects(paths);
    const seen = await this.#look(place, subjects);
    if (!isSeen(seen)) {
      this.#options.log.warn(`git did not say what has changed: ${this.#detail(seen.stderr, place)}`);
      return { available: false, dirty: [] };
    }
    this.#seen = seen;
    return { available: true, dirty: subjects.filter(({ name }) => isDirty(seen, name)).map(({ path }) => path) };
  }

  async commit(request: CommitRequest): Promise<CommitOutcome> {
    const seen = this.#seen;
    const place = this.#place ?? (await this.#places.find());
    this.#seen = new Map(); // true for one commit only
    if (place.kind === 'none') return notCommitted();
    if (place.kind === 'broken') return notCommitted({ code: 'git_failed', detail: this.#detail(place.printed) });
    const busy = await inProgress(place.gitDir);
    if (busy !== null) return notCommitted({ code: 'git_busy', detail: busy }, true);
    const { subjects, foreign } = await this.#subjects(request.paths);
    const outcome = await this.#commitSubjects(request, place, subjects, seen);
    if (outcome.committed) await this.#tidy();
    const apart = foreign.map((about): Warning => ({ code: 'git_failed', about, detail: IN_ANOTHER }));
    return { ...outcome, warnings: [...apart, ...outcome.warnings] };
  }

  /** Absent while pushing is off. Plain `git push`: to the user's upstream, without a refspec, nothing pulled. */
  get push(): History['push'] {
    return this.#options.autoPush() ? () => this.#push() : undefined;
  }

  async #push(): ReturnType<NonNullable<History['push']>> {
    const place = await this.#places.find();
    if (place.kind !== 'repository') return { pushed: false, warnings: [] };
    const result = await this.#git(['push', '--quiet'], { mode: 'write' });
    if (result.status === 0) return { pushed: true, warnings: [] };
    return { pushed: false, warnings: [{ code: 'push_failed', detail: this.#reason(result, place) }] };
  }

  /** First by what `before` saw; where that was no longer so, once more by a fresh look. */
  async #commitSubjects(
    request: CommitRequest,
    place: Repository,
    subjects: readonly Subject[],
    seen: ReadonlyMap<string, Seen>,
  ): Promise<CommitOutcome> {
    const old = await oldSpellings(this.#options.root, subjects, this.#disk);
    const isKnown = old.size === 0 && subjects.every(({ name }) => seen.has(name));
    const look = isKnown ? seen : await this.#look(place, subjects);
    if (!isSeen(look)) return notCommitted({ code: 'git_failed', detail: this.#reason(look, place) }, true);
    let sort = sorted(subjects, look);
    let tried = await this.#try(request, place, sort, old);
    let now: ReadonlyMap<string, Seen> | GitResult = look;
    if (tried.step !== 'none' && tried.result.end === 'exited' && tried.result.status !== 0) {
      now = await this.#look(place, subjects);
      if (isSeen(now) && !isAlike(sort, sorted(subjects, now))) {
        sort = sorted(subjects, now);
        tried = await this.#try(request, place, sort, old);
      }
    }
    const outcome = await this.#told(request, place, tried, now);
    const ignored = sort.ignored.map(({ path }): Warning => ({ code: 'git_ignored_path', about: path }));
    return { ...outcome, warnings: [...ignored, ...outcome.warnings] };
  }

  #try(request: CommitRequest, place: Repository, sort: Sorted, old: ReadonlySet<Subject>): Promise<Tried> {
    const message = commitMessage(request);
    if (old.size === 0) return commitOnly(this.#git, message, sort);
    return commitAround(this.#git, message, sort, old, place.gitDir);
  }

  /** What became of a try. `now`: how the files stand after one that failed. */
  async #told(
    request: CommitRequest,
    place: Repository,
    tried: Tried,
    now: ReadonlyMap<string, Seen> | GitResult,
  ): Promise<CommitOutcome> {
    if (tried.step !== 'none' && tried.result.status === 0) return { committed: true, due: false, warnings: [] };
    const isNothingLeft = isSeen(now) && ![...now.keys()].some((name) => isDirty(now, name));
    if (tried.step === 'none' || tried.result.end === 'late' || isNothingLeft) {
      // Ended after git had done it, or made by a host that was killed before it could write that down.
      if (await isMade(this.#git, request.trailer.change)) return { committed: true, due: false, warnings: [] };
      if (tried.step === 'none') return notCommitted();
    }
    const { result } = tried;
    const detail = this.#reason(result, place);
    if (result.end !== 'exited') return notCommitted({ code: 'git_failed', detail });
    const busy = await inProgress(place.gitDir);
    if (busy !== null) return notCommitted({ code: 'git_busy', detail: busy }, true);
    if (isNothingLeft) return notCommitted();
    if (!(await hasIdentity(this.#git))) return notCommitted({ code: 'git_no_identity' }, true);
    // There is something to commit and somebody to commit it: status 1 is a hook's no, git's own failures are 128.
    if (tried.step === 'commit' && result.status === 1) return notCommitted({ code: 'git_hook_refused', detail });
    return notCommitted({ code: 'git_failed', detail }, true);
  }

  /** Git gathers loose objects when it thinks it time, by the user's settings. */
  async #tidy(): Promise<void> {
    if (this.#commits++ % TIDY_EVERY !== TIDY_EVERY - 1) return;
    await this.#git(['maintenance', 'run', '--auto', '--quiet'], { mode: 'write' });
  }

  #subjects(paths: readonly VaultPath[]): ReturnType<typeof subjectsOf> {
    return subjectsOf(this.#options.root, paths, this.#options.onDisk ?? ((path) => path), this.#disk);
  }

  async #look(place: Repository, subjects: readonly Subject[]): Promise<ReadonlyMap<string, Seen> | GitResult> {
    const names = subjects.map(({ name }) => name);
    const found = await standings(this.#git, place.prefix, names);
    if (!isStandings(found)) return found;
    return new Map(subjects.map(({ name, exists }) => [name, { standing: found.get(name) ?? 'still', exists }]));
  }

  #reason(result: GitResult, place: Repository): string {
    if (result.end === 'late') return `git took longer than ${this.#limitMs / 1000} s and was ended`;
    return this.#detail(result.stderr || result.stdout, place);
  }

  #detail(printed: string, place?: Repository): string {
    const repository = place === undefined ? {} : { repository: place.top };
    return gitDetail(printed, { root: this.#options.root, ...repository });
  }
}

const IN_ANOTHER = 'the folder is a repository of its own';

function notCommitted(warning?: Warning, due = false): CommitOutcome {
  return { committed: false, due, warnings: warning === undefined ? [] : [warning] };
}

function isDirty(seen: ReadonlyMap<string, Seen>, name: string): boolean {
  const standing = seen.get(name)?.standing;
  return standing === 'changed' || standing === 'unknown';
}

function isSeen(answer: ReadonlyMap<string, Seen> | GitResult): answer is ReadonlyMap<string, Seen> {
  return answer instanceof Map;
}

function isStandings(answer: ReadonlyMap<string, Standing> | GitResult): answer is ReadonlyMap<string, Standing> {
  return answer instanceof Map;
}
