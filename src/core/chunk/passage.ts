import type { VaultPath } from '../path.ts';

/** A piece of a note that can be cited by itself: the text under one heading, or a part of a long one. */
export interface Passage {
  /** 1-based lines of the file (frontmatter counted), both included. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** The trail of `##` and `###` headings above and at this passage; empty before the first. */
  readonly headings: readonly string[];
  /** The text of those lines, joined by LF. Never blank. */
  readonly text: string;
  /** The opening line of the code fence in which the text begins; absent where it begins outside of one. */
  readonly fence?: string;
}

export interface PassageAddress {
  readonly path: VaultPath;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly headings: readonly string[];
}
