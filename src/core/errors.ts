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
  vault_unavailable: { readonly reason: string };
  cancelled: Record<string, never>;
}

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
