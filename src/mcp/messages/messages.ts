import type { ChangedFile, WarningCode } from '../../core/change/desk.ts';
import type { FailureCode, Failures, PathRule } from '../../core/errors.ts';
import type { FolderRole } from '../../core/conventions/conventions.ts';
import type { ProblemCode } from '../../core/conventions/json-fields.ts';
import type { LearnReason } from '../../core/learn/find-home.ts';
import type { SkipReason } from '../../core/ports.ts';
import type { HostWarning } from '../../core/services.ts';

/**
 * Every sentence and label that the tools say, in one language. A catalogue that lacks one does not compile, and
 * neither does one that lacks the sentence of a failure. All arguments are fit for a structural line already:
 * escaped, and without the vault's place on this machine.
 */
export interface Messages {
  /** One line each: what happened, the rule, the next step. */
  readonly failures: { readonly [C in FailureCode]: (params: Failures[C]) => string };
  readonly internalError: (id: string) => string;
  readonly input: InputMessages;
  readonly common: CommonMessages;
  readonly search: SearchMessages;
  readonly note: NoteMessages;
  readonly list: ListMessages;
  readonly backlinks: BacklinkMessages;
  readonly graph: GraphMessages;
  readonly status: StatusMessages;
  readonly tags: TagMessages;
  readonly changes: ChangeMessages;
  readonly approval: ApprovalMessages;
  readonly move: MoveMessages;
  readonly write: WriteMessages;
  readonly learn: LearnMessages;
}

/** What the user is asked in the agent's own window. */
export interface ApprovalMessages {
  readonly title: (client: string, tool: string, subject: string) => string;
  readonly tooMany: (notes: number) => string;
  readonly cut: string;
  readonly decision: string;
  readonly approve: string;
  readonly always: (client: string) => string;
  readonly decline: string;
  readonly reason: string;
}

export interface InputMessages {
  readonly missing: string;
  readonly wrongType: (expected: JsonKind, received: JsonKind) => string;
  readonly oneOf: (values: string) => string;
  readonly atLeast: (least: number, what: 'number' | 'characters') => string;
  readonly atMost: (most: number, what: 'number' | 'characters') => string;
  readonly shape: (example: string) => string;
  readonly notTogether: (other: string) => string;
  readonly needs: (other: string) => string;
  readonly notAnObject: string;
  readonly other: string;
}

/** Why a text is not a usable path, as the end of a sentence. */
export type PathRuleMessages = Readonly<Record<PathRule, string>>;

/** What a JSON value can be, for sentences about a wrong one. */
export type JsonKind = 'text' | 'number' | 'whole number' | 'true or false' | 'list' | 'object' | 'nothing';

export interface CommonMessages {
  readonly none: string;
  readonly andMore: (count: number) => string;
  readonly nextPage: (cursor: string) => string;
  readonly cutToFit: string;
  readonly indexing: (indexed: number, total: number | null) => string;
  readonly behind: (count: number) => string;
  /** What is known from the start before is being compared with the files; `count` notes to go, 0 where nobody counted. */
  readonly comparing: (count: number) => string;
  readonly skipped: (count: number) => string;
  readonly skipReasons: Readonly<Record<SkipReason, string>>;
  readonly badFrontmatter: (words: string) => string;
}

export interface SearchMessages {
  readonly header: (facts: { shown: number; from: number; found: number; capped: boolean; query: string }) => string;
  readonly score: (score: string, via: string | null) => string;
  readonly nothing: (query: string) => string;
  readonly similar: (words: string) => string;
}

export interface NoteMessages {
  readonly revision: string;
  readonly frontmatter: string;
  readonly frontmatterCut: string;
  readonly frontmatterError: (words: string) => string;
  readonly links: string;
  readonly brokenLinks: string;
  readonly outline: string;
  readonly text: (first: number, last: number, total: number) => string;
  readonly emptyText: string;
  readonly slice: (offset: number, total: number) => string;
  readonly cutAt: (end: number, total: number, next: number) => string;
  readonly image: (mimeType: string, bytes: number) => string;
  readonly imageTooLarge: string;
  readonly listOf: (count: number) => string;
  readonly objectOf: (count: number) => string;
  readonly moreItems: (count: number) => string;
}

export interface ListMessages {
  readonly header: (total: number, first: number, last: number) => string;
  readonly nothing: string;
  readonly facts: (type: string, status: string, tags: string) => string;
  readonly modified: (day: string) => string;
  readonly created: (day: string) => string;
  readonly size: (bytes: number) => string;
  readonly types: string;
  readonly statuses: string;
  readonly topTags: string;
}

export interface BacklinkMessages {
  readonly header: (links: number, files: number, path: string) => string;
  readonly nothing: (path: string) => string;
  readonly kinds: Readonly<Record<BacklinkKind, string>>;
  readonly property: (key: string) => string;
  readonly unresolved: (count: number, name: string) => string;
  readonly mentions: (count: number) => string;
  readonly moreMentions: string;
}

export type BacklinkKind = 'link' | 'embed' | 'property' | 'canvas' | 'unresolved' | 'mention';

export interface GraphMessages {
  readonly summary: (notes: number, links: number, orphans: number) => string;
  readonly mostLinked: (shown: number, total: number) => string;
  readonly around: (path: string, depth: number, reached: number) => string;
  readonly path: (from: string, to: string, steps: number) => string;
  readonly noPath: (from: string, to: string) => string;
  readonly searchEnded: string;
  readonly orphans: (count: number) => string;
  readonly broken: (count: number) => string;
  readonly truncated: string;
}

export interface StatusMessages {
  readonly vault: (name: string) => string;
  readonly host: (kind: 'obsidian' | 'headless', version: string) => string;
  /** `linked` null: not every note is read yet, so nobody knows. */
  readonly counts: (
    notes: number,
    attachments: number,
    linked: { readonly links: number; readonly broken: number; readonly orphans: number } | null,
  ) => string;
  readonly indexReady: string;
  readonly conventions: (preset: string) => string;
  readonly roles: Readonly<Record<FolderRole, string>>;
  readonly folders: string;
  readonly domains: string;
  readonly root: string;
  readonly gitNone: Readonly<Record<'no_git' | 'not_a_repository', string>>;
  readonly git: (branch: string | null, clean: boolean) => string;
  readonly recent: string;
  readonly skippedNone: string;
  /** Heads the list of their names. */
  readonly conflictCopies: (count: number) => string;
  readonly warnings: Readonly<Record<HostWarning, string>>;
  /** A value in the settings for which the default stands; `place` as in `domains.2.name`, '' is the whole of it. */
  readonly badSetting: (place: string, problem: string) => string;
  readonly settingProblems: Readonly<Record<ProblemCode, string>>;
  /** Said beside such values under `access`. */
  readonly permissionsUnclear: string;
  readonly warning: string;
}

export interface TagMessages {
  readonly tags: (count: number) => string;
  readonly properties: (count: number) => string;
}

export interface ChangeMessages {
  readonly preview: string;
  readonly nothing: string;
  readonly repeated: string;
  readonly commit: string;
  readonly push: string;
  readonly yes: string;
  readonly no: string;
  readonly pushed: Readonly<Record<'yes' | 'no' | 'pending', string>>;
  readonly warning: string;
  readonly diff: string;
  readonly from: string;
  readonly did: Readonly<Record<ChangedFile['did'], string>>;
  readonly undoWith: (change: string) => string;
  readonly applyWith: (plan: string) => string;
  /** `about` is a path, or what else the warning is about; '' where there is nothing to name. */
  readonly warnings: Readonly<Record<WarningCode, (about: string) => string>>;
  readonly undone: (subject: string) => string;
  readonly revertWith: (subject: string) => string;
  readonly recentChanges: string;
  readonly recentChange: (change: string, tool: string, client: string, subject: string) => string;
  /** How far a change is that does not simply stand. */
  readonly states: Readonly<Record<'open' | 'partial' | 'waiting' | 'declined' | 'expired', string>>;
}

export interface LearnMessages {
  readonly created: (path: string) => string;
  readonly appended: (place: string) => string;
  readonly alreadyThere: (place: string) => string;
  readonly reason: string;
  readonly reasons: Readonly<Record<LearnReason['code'], (facts: LearnReasonFacts) => string>>;
  readonly propagated: string;
  readonly cut: string;
}

/** What the sentence of a reason may name; '' and 0 where the reason has no such thing. */
export interface LearnReasonFacts {
  readonly path: string;
  readonly rival: string;
  /** As a number with two digits behind the point. */
  readonly ratio: string;
  readonly tag: string;
  readonly shared: number;
  readonly all: number;
  /** The sentence of what was found before the title decided. */
  readonly before: string;
}

export interface MoveMessages {
  readonly moved: string;
  readonly deleted: string;
  readonly links: string;
  readonly lists: string;
}

export interface WriteMessages {
  readonly created: string;
  readonly replaced: string;
  readonly appended: string;
  readonly unchanged: string;
  readonly edited: string;
  readonly tagRenamed: (from: string, to: string, notes: number) => string;
}
