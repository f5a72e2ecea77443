import type { Edit } from '../change/change-set.ts';
import type { BlockPlace } from './block-joint.ts';
import {
  asBlocks,
  insertAbove,
  insertBelow,
  lastText,
  lineAfter,
  nextText,
  removeLines,
  replaceLines,
} from './block-joint.ts';
import { findSection, type Section } from './find-section.ts';

export type Operation = 'replace' | 'append' | 'prepend' | 'delete';

/** What was edited, for the answer: 1-based line of the note as it was. */
export interface Edited {
  readonly edits: readonly Edit[];
  readonly line: number;
}

/**
 * Edits a section: `replace` its text (the heading stays), `append` at its end, before the next heading of its level or above,
 * `prepend` right below its heading, `delete` it with its heading. Content that repeats the heading does not double it.
 */
export function editSection(place: BlockPlace, heading: string, operation: Operation, content: string): Edited {
  const section = findSection(place.text, place.metadata, heading, place.path);
  return { edits: editsOf(place, section, operation, content), line: section.line };
}

function editsOf(place: BlockPlace, section: Section, operation: Operation, content: string): readonly Edit[] {
  const { text } = place;
  if (operation === 'delete') return removeLines(place, section.start, section.end, true);
  const blocks = withoutHeading(asBlocks(content), section);
  const first = nextText(text, section.bodyStart);
  const isEmpty = first === null || first >= section.end;
  const last = lastText(text, section.end) ?? section.end;
  if (operation === 'replace') {
    if (isEmpty) return blocks === '' ? [] : insertBelow(place, last, blocks);
    if (blocks === '') return removeLines(place, first, lineAfter(text, last), true);
    return replaceLines(place, first, last, blocks, true);
  }
  if (blocks === '') return [];
  return operation === 'append' || isEmpty ? insertBelow(place, last, blocks) : insertAbove(place, first, blocks);
}

function withoutHeading(blocks: string, { level, name }: Section): string {
  const [line = ''] = blocks.split('\n', 1);
  const marks = /^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line);
  if (marks?.[1]?.length !== level || marks[2]?.trim() !== name.trim()) return blocks;
  return asBlocks(blocks.slice(line.length));
}
