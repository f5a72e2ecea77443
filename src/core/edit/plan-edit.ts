import type { Edit } from '../change/change-set.ts';
import type { Plan } from '../change/desk.ts';
import { ChangeDraft, type NoteSource } from '../change/draft.ts';
import { applyEdits, sortedEdits } from '../change/edits.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { VaultError } from '../errors.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import type { VaultPath } from '../path.ts';
import { subjectOf } from './change-subject.ts';
import { editBlock } from './edit-block.ts';
import { editLines, type LineRange } from './edit-lines.ts';
import { editSection, type Edited, type Operation } from './edit-section.ts';
import { appendToProperty, deleteProperty, setProperty } from './frontmatter-edit.ts';
import { inLineEnds, lineEndsOf, lineNumberAt, onlyMatch } from './match-text.ts';
import { readValue } from './read-value.ts';
import { readBlock } from './yaml-block.ts';

/** One edit of one note: what part of it, and what becomes of that part. */
export interface EditRequest {
  readonly path: VaultPath;
  readonly part: EditPart;
  readonly operation: Operation;
  /** What is written there; not looked at by `delete`, except as the item to take out of a property. */
  readonly content: string;
}

export type EditPart =
  | { readonly by: 'text'; readonly text: string }
  | { readonly by: 'heading'; readonly heading: string }
  | { readonly by: 'block'; readonly block: string }
  | { readonly by: 'lines'; readonly lines: LineRange }
  /** `item`: `delete` takes this item out and leaves the property. */
  | { readonly by: 'property'; readonly property: string; readonly item: string | null };

export interface EditParts {
  readonly notes: NoteSource;
  readonly conventions: Pick<Conventions, 'preset'>;
  /** Lines may be named only by who says which revision they were counted in. */
  readonly expectedRevision: string | null;
}

export interface EditFacts {
  readonly path: VaultPath;
  readonly by: EditPart['by'];
  readonly operation: Operation;
  /** 1-based line where the edited part began; absent for properties. */
  readonly line?: number;
}

/**
 * Plans one edit of a note. Nothing outside the part changes, and a frontmatter that could be read still can.
 * Throws VaultError: 'note_not_found', what the part's own rules refuse, 'frontmatter_invalid'.
 */
export async function planEdit(request: EditRequest, parts: EditParts): Promise<Plan<EditFacts>> {
  const { path, part, operation } = request;
  const draft = new ChangeDraft(parts.notes);
  const read = await draft.read(path);
  if (read === null) throw new VaultError('note_not_found', { path, closest: [] });
  if (part.by === 'lines' && parts.expectedRevision === null) {
    throw new VaultError('lines_need_revision', { path, current: read.note?.revision ?? '' });
  }
  const { edits, line } = editsIn(read.text, request);
  checkFrontmatter(read.text, edits, path);
  await draft.edit(path, edits);
  return {
    changes: draft.finish(subjectOf('edit', path, parts.conventions)),
    facts: { path, by: part.by, operation, ...(line === 0 ? {} : { line }) },
    warnings: [],
  };
}

function editsIn(text: string, { path, part, operation, content }: EditRequest): Edited {
  switch (part.by) {
    case 'text':
      return editText(text, part.text, operation, content, path);
    case 'heading':
      return editSection({ text, metadata: parseMetadata(text), path }, part.heading, operation, content);
    case 'block':
      return editBlock({ text, metadata: parseMetadata(text), path }, part.block, operation, content);
    case 'lines':
      return editLines(text, part.lines, operation, content, path);
    case 'property':
      return { edits: editProperty(text, part, operation, content, path), line: 0 };
  }
}

function editText(text: string, wanted: string, operation: Operation, content: string, path: VaultPath): Edited {
  const { from, to } = onlyMatch(text, wanted, path);
  const added = operation === 'delete' ? '' : inLineEnds(content, lineEndsOf(text));
  const edit: Edit =
    operation === 'append'
      ? { from: to, to, text: added }
      : operation === 'prepend'
        ? { from, to: from, text: added }
        : { from, to, text: added };
  return { edits: [edit], line: lineNumberAt(text, from) };
}

function editProperty(
  text: string,
  { property, item }: Extract<EditPart, { by: 'property' }>,
  operation: Operation,
  content: string,
  path: VaultPath,
): readonly Edit[] {
  const place = { text, path };
  if (operation === 'delete') {
    if (item === null) return deleteProperty(place, property);
    const meant = valueOf(item, property);
    if (meant === null || typeof meant !== 'object') return deleteProperty(place, property, meant);
    const [only] = meant;
    if (meant.length !== 1 || only === undefined) {
      throw new VaultError('property_invalid', { property, rule: 'unreadable_list' });
    }
    return deleteProperty(place, property, only);
  }
  const value = valueOf(content, property);
  if (operation === 'replace') return setProperty(place, property, value);
  // Nothing is no item of a list.
  if (value === null) throw new VaultError('property_invalid', { property, rule: 'not_scalar' });
  return appendToProperty(place, property, value, operation === 'prepend');
}

function valueOf(text: string, property: string): NonNullable<ReturnType<typeof readValue>>['value'] {
  const read = readValue(text);
  if (read === null) throw new VaultError('property_invalid', { property, rule: 'unreadable_list' });
  return read.value;
}

/** A block that could be read must stay readable; one that could not may be mended by hand. */
function checkFrontmatter(text: string, edits: readonly Edit[], path: VaultPath): void {
  const [first] = edits;
  if (first === undefined || readBlock(text).kind === 'broken') return;
  const after = readBlock(applyEdits(text, sortedEdits(edits)));
  if (after.kind === 'broken' && !after.list) {
    throw new VaultError('frontmatter_invalid', { path, problem: after.problem });
  }
}
