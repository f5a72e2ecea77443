import type { Plan, Warning } from '../change/desk.ts';
import { ChangeDraft, type NoteSource } from '../change/draft.ts';
import type { WritableVault } from '../change/write-ports.ts';
import type { Conventions } from '../conventions/conventions.ts';
import type { Library } from '../library/library.ts';
import type { PathRules } from '../path-gate.ts';
import type { VaultPath } from '../path.ts';
import type { Cancellation } from '../ports.ts';
import type { Retriever } from '../retrieve/retriever.ts';
import { findDomain } from './domain.ts';
import { findHome, type LearnReason } from './find-home.ts';
import { land } from './land.ts';
import { readLesson, type LearnRequest } from './lesson.ts';
import { localTime, type LocalTime } from './local-time.ts';
import { propagate } from './propagate.ts';

/** What recording a lesson needs of its host. */
export interface LearnParts {
  readonly library: Pick<Library, 'notes' | 'files' | 'resolver'> & NoteSource;
  readonly retriever: Retriever;
  readonly conventions: Conventions;
  readonly vault: Pick<WritableVault, 'standing' | 'read'>;
  /** What a new path must satisfy. */
  readonly pathRules: PathRules;
  /** Domains that the user has named in the settings. */
  readonly domains: readonly string[];
  /** The form of daily notes that the user has set in the app, as it is named there; null or absent: none. */
  readonly dailyTemplate?: string | null | undefined;
  /** Whether the user lets tools change this file. */
  readonly mayChange: (path: VaultPath) => boolean;
  /** The wall clock at a moment (milliseconds since 1970); absent: the machine's. */
  readonly localTime?: ((now: number) => LocalTime) | undefined;
  readonly cancellation?: Cancellation | undefined;
}

/** What became of a lesson; plain data. */
export interface LearnFacts {
  readonly action: 'created' | 'appended' | 'already_there';
  readonly path: VaultPath;
  /** 1-based line of the file where the lesson begins, unless a whole note is it. */
  readonly line?: number;
  readonly reason: LearnReason;
  /** Maps of content, index and day that were changed with it. */
  readonly propagated: readonly VaultPath[];
  /** Only the beginning of the lesson was compared with the vault. */
  readonly cut?: true;
}

/**
 * Plans the recording of a lesson: finds the note that it belongs in or a name for one of its own, and makes it known in its
 * domain's map of content, in the knowledge index where the domain is new, and in the day's note; one change of up to four
 * files. A lesson that stands in the vault already changes nothing. `now` in milliseconds since 1970.
 * Throws VaultError for a title, insight, tag or domain that cannot be used; nothing else makes it lose a lesson.
 */
export async function planLearn(request: LearnRequest, now: number, parts: LearnParts): Promise<Plan<LearnFacts>> {
  const { conventions, vault, library } = parts;
  const lesson = readLesson(request);
  const standing = (path: VaultPath): ReturnType<WritableVault['standing']> => vault.standing(path);
  const domain = await findDomain(request.domain, request.confirmNewDomain === true, {
    conventions,
    pathRules: parts.pathRules,
    files: library.files.keys(),
    named: parts.domains,
    standing,
  });
  const time = (parts.localTime ?? localTime)(now);
  const draft = new ChangeDraft(library);
  const home = request.forceNew === true ? null : await findHome(lesson, domain.name, parts);
  const landing = await land(draft, lesson, domain, home, time, parts);
  const cut = home?.cut === true ? { cut: true as const } : {};
  const { action, path, line, reason } = landing;
  const facts = { action, path, ...(line === undefined ? {} : { line }), reason, ...cut };
  if (action === 'already_there') {
    return { changes: draft.finish(lesson.title), facts: { ...facts, propagated: [] }, warnings: landing.warnings };
  }
  const created = action === 'created';
  const newDomain = created && domain.isNew ? domain.name : null;
  const known = await propagate(draft, lesson, { path, created, newDomain }, time, {
    conventions,
    resolver: library.resolver,
    standing,
    dailyTemplate: parts.dailyTemplate ?? null,
    readTemplate: (path) => vault.read(path),
    mayChange: parts.mayChange,
  });
  const warnings: readonly Warning[] = [...landing.warnings, ...known.warnings];
  return { changes: draft.finish(lesson.title), facts: { ...facts, propagated: known.paths }, warnings };
}
