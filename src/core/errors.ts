import type { VaultPath } from './path.ts';

/**
 * Every failure that a caller can act on: its stable code, and what a sentence about it needs to know.
 * The sentence itself is made at the edge, in the reader's language (src/mcp/messages); a code without a
 * sentence in each language does not compile. Note text never goes into these parameters.
 */
export interface Failures {
  invalid_input: { readonly problems: string };
  invalid_path: { readonly path: string; readonly rule: PathRule };
  note_not_found: { readonly path: string; readonly closest: readonly VaultPath[] };
  ambiguous_name: { readonly name: string; readonly candidates: readonly VaultPath[] };
  heading_not_found: { readonly path: VaultPath; readonly heading: string; readonly outline: readonly string[] };
  lines_out_of_range: { readonly path: VaultPath; readonly asked: string; readonly total: number };
  offset_out_of_range: { readonly path: VaultPath; readonly offset: number; readonly total: number };
  bad_cursor: { readonly cursor: string };
  empty_query: { readonly query: string };
  unreadable: { readonly path: VaultPath; readonly reason: string };
  not_supported_file: { readonly path: VaultPath };
  is_a_folder: { readonly path: string };
  vault_unavailable: { readonly reason: string };
  cancelled: Record<string, never>;

  // Refusals of a change. Nothing was written when one of these is thrown.
  already_exists: { readonly path: VaultPath };
  /** `current` is null where the note is gone. */
  revision_conflict: { readonly path: VaultPath; readonly expected: string; readonly current: string | null };
  preview_stale: { readonly expected: string; readonly current: string };
  needs_revision: { readonly path: VaultPath; readonly current: string };
  not_applied: { readonly reason: 'expired' | 'host_changed' | 'failed'; readonly detail: string };
  /** The outcome is open: the app has been told to move these files and may yet do so. */
  still_running: { readonly change: string; readonly paths: readonly VaultPath[] };
  half_done: { readonly change: string; readonly paths: readonly VaultPath[] };
  read_only: { readonly path: string };
  /** Files cannot be written safely where the vault lies. */
  foreign_disk: Record<string, never>;
  approval_unavailable: {
    readonly reason: 'asks_first' | 'too_many_changes';
    readonly limit: number;
  };
  approval_expired: { readonly change: string; readonly seconds: number };
  approval_declined: { readonly reason: string };
  change_not_found: { readonly change: string; readonly recent: readonly string[] };
  nothing_to_undo: { readonly recent: readonly string[] };
  undo_conflict: { readonly change: string; readonly paths: readonly VaultPath[]; readonly recent: readonly string[] };
  history_gone: { readonly change: string };
  text_not_found: { readonly path: VaultPath; readonly nearest: string | null; readonly differsAt: string | null };
  text_not_unique: { readonly path: VaultPath; readonly count: number; readonly lines: readonly number[] };
  heading_ambiguous: { readonly path: VaultPath; readonly heading: string; readonly candidates: readonly string[] };
  block_not_found: { readonly path: VaultPath; readonly block: string; readonly known: readonly string[] };
  property_not_found: { readonly path: VaultPath; readonly property: string };
  frontmatter_invalid: { readonly path: VaultPath; readonly problem: string };
  property_invalid: { readonly property: string; readonly rule: PropertyRule };
  /** Line numbers mean something only in the text that they were counted in. */
  lines_need_revision: { readonly path: VaultPath; readonly current: string };
  /** Text put there would become part of a code block or comment that is never closed. `line` is where it opens. */
  unclosed_block: { readonly path: VaultPath; readonly where: 'note' | 'content'; readonly line: number };
  structural_note: { readonly path: VaultPath; readonly type: string };
  has_backlinks: { readonly path: VaultPath; readonly from: readonly VaultPath[] };
  domain_unknown: { readonly domain: string; readonly known: readonly string[] };
  domain_invalid: { readonly rule: string };
  title_unusable: { readonly title: string };
  insight_invalid: { readonly rule: 'starts_with_rule' | 'empty' };
  not_a_folder_move: { readonly from: string; readonly to: string };
  tag_invalid: { readonly tag: string };
}

/** What is wrong with a property that is to be written. */
export type PropertyRule =
  'bad_key' | 'not_scalar' | 'not_a_list' | 'too_many' | 'too_long' | 'too_deep' | 'unreadable_list';

/** Which rule of the path gate a text broke. */
export type PathRule =
  | 'empty'
  | 'control_character'
  | 'absolute'
  | 'outside_vault'
  | 'hidden_folder'
  | 'forbidden_folder'
  | 'not_a_note'
  | 'reserved_name'
  | 'trailing_dot_or_space'
  | 'link_breaking_character'
  | 'forbidden_character'
  | 'wildcard'
  | 'too_long';

export type FailureCode = keyof Failures;

/** A failure addressed to whoever called: it travels as a code and becomes a sentence at the edge. */
export class VaultError<C extends FailureCode = FailureCode> extends Error {
  override readonly name = 'VaultError';
  readonly code: C;
  readonly params: Failures[C];

  constructor(code: C, params: Failures[C]) {
    super(code);
    this.code = code;
    this.params = params;
  }
}
