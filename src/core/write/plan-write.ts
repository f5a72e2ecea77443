import type { Plan, Warning } from '../change/desk.ts';
import { ChangeDraft, type NoteSource } from '../change/draft.ts';
import { applyEdits, sortedEdits } from '../change/edits.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { asBlocks, insertBelow, lastText } from '../edit/block-joint.ts';
import { subjectOf } from '../edit/change-subject.ts';
import { blockOf, entryOf } from '../edit/frontmatter-edit.ts';
import { inLineEnds, lineEndsOf } from '../edit/match-text.ts';
import { readBlock } from '../edit/yaml-block.ts';
import { VaultError } from '../errors.ts';
import { dayOf, localTime, type LocalTime } from '../learn/local-time.ts';
import { frontmatterBlock } from '../note/frontmatter.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import { baseName, type VaultPath } from '../path.ts';
import { fillMissing, opensWithProperties, setAll, usualProperties, withBlock } from './compose-note.ts';
import { readGiven, type GivenProperties } from './given-properties.ts';
import { fillTemplate, templatePath, withinTemplate } from './use-template.ts';

export interface WriteRequest {
  readonly path: VaultPath;
  readonly content: string;
  readonly frontmatter?: Readonly<Record<string, unknown>> | undefined;
  readonly mode: 'create' | 'replace' | 'append';
  /** Lets `replace` replace a note that the caller has not named the revision of. */
  readonly overwrite: boolean;
  /** Name of a template; true: the one named after the note's type. Used for new notes only. */
  readonly template?: string | true | undefined;
}

export interface WriteParts {
  readonly notes: NoteSource;
  readonly conventions: Conventions;
  readonly expectedRevision: string | null;
  /** A template's text; null where there is none. Templates are no notes, so the library does not open them. */
  readonly readTemplate: (path: VaultPath) => Promise<string | null>;
  /** The wall clock at a moment (milliseconds since 1970); absent: the machine's. */
  readonly localTime?: ((now: number) => LocalTime) | undefined;
}

export interface WriteFacts {
  readonly path: VaultPath;
  readonly action: 'created' | 'replaced' | 'appended' | 'unchanged';
}

/**
 * Plans a whole note: a new one, one in place of another, or text at a note's end. A new note gets type, tags and date of
 * creation where it brings none; a replaced one keeps its date of creation and, where the content brings no frontmatter,
 * the frontmatter that it has. `now` in milliseconds since 1970.
 * Throws VaultError: 'already_exists' (create), 'needs_revision' (replace), 'frontmatter_invalid', 'property_invalid',
 * 'unclosed_block' (append).
 */
export async function planWrite(request: WriteRequest, now: number, parts: WriteParts): Promise<Plan<WriteFacts>> {
  const { path, mode } = request;
  const draft = new ChangeDraft(parts.notes);
  const read = await draft.read(path);
  const given = readGiven(request.frontmatter ?? {}, parts.conventions);
  const time = (parts.localTime ?? localTime)(now);
  const warnings: Warning[] = [];
  let action: WriteFacts['action'];
  if (read === null || read.text.trim() === '') {
    const text = await newText(request, given, time, parts, warnings);
    if (read === null) draft.create(path, text);
    else await draft.edit(path, [{ from: 0, to: read.text.length, text }]);
    action = 'created';
  } else if (mode === 'create') {
    throw new VaultError('already_exists', { path });
  } else if (mode === 'append') {
    const text = appendedText(read.text, request, given);
    await draft.edit(path, text.edits);
    if (text.properties.length > 0) await draft.edit(path, text.properties);
    action = 'appended';
  } else {
    const current = read.note?.revision ?? '';
    if (!request.overwrite && parts.expectedRevision === null)
      throw new VaultError('needs_revision', { path, current });
    const text = replacedText(read.text, request, given, dayOf(time), parts.conventions, warnings);
    if (text !== read.text) await draft.edit(path, [{ from: 0, to: read.text.length, text }]);
    action = 'replaced';
  }
  const changes = draft.finish(subjectOf('write', path, parts.conventions));
  return { changes, facts: { path, action: changes.steps.length === 0 ? 'unchanged' : action }, warnings };
}

async function newText(
  { path, content, template: wanted }: WriteRequest,
  given: GivenProperties,
  time: LocalTime,
  parts: WriteParts,
  warnings: Warning[],
): Promise<string> {
  const { conventions } = parts;
  const eol = lineEndsOf(content) ?? '\n';
  const usual = usualProperties(path, conventions, dayOf(time));
  const own = opensWithProperties(content, path);
  const start = own ? (frontmatterBlock(content)?.bodyStart ?? 0) : 0;
  const type =
    ownType(content, path, own, conventions) ??
    textOf(given.get(conventions.keys.type) ?? usual.get(conventions.keys.type));
  const filled =
    wanted === undefined ? null : await templateFor(wanted === true ? type : wanted, path, time, parts, warnings);
  const body = filled === null ? content.slice(start) : inLineEnds(withinTemplate(filled, content.slice(start)), eol);
  const block = own
    ? content.slice(0, start)
    : filled !== null && filled.block !== ''
      ? inLineEnds(filled.block, eol)
      : withBlock('', eol);
  let text = withEnd(body === '' ? block : block + (own || filled !== null ? body : gapBefore(body, eol) + body), eol);
  // What the caller gave comes before what a template says, and after what the content itself says.
  if (own) text = take(fillMissing(text, path, merged(usual, given)), warnings);
  else if (filled !== null) text = take(fillMissing(setAll(text, path, given), path, usual), warnings);
  else text = setAll(text, path, merged(usual, given));
  return text;
}

function replacedText(
  old: string,
  { path, content }: WriteRequest,
  given: GivenProperties,
  today: string,
  conventions: Conventions,
  warnings: Warning[],
): string {
  const eol = lineEndsOf(old);
  const fresh = inLineEnds(content, eol);
  const created = conventions.keys.created;
  const usual = new Map(usualProperties(path, conventions, today));
  const reading = readBlock(old);
  const written = reading.kind === 'properties' ? reading.written : null;
  const entry = written === null ? undefined : entryOf(written, created);
  const was = entry === undefined ? null : (written?.value[entry.key] ?? null);
  // The note was made when it was made: a day that nobody has written down is not known.
  if (was === null) usual.delete(created);
  else usual.set(created, was);
  if (opensWithProperties(fresh, path)) {
    return take(fillMissing(withEnd(fresh, eol ?? '\n'), path, merged(usual, given)), warnings);
  }
  const start = written?.block.bodyStart ?? 0;
  // A block that cannot be read is replaced with the rest: nothing in it could be kept.
  const block = written === null ? withBlock('', eol ?? '\n') : old.slice(0, start);
  const gap = written === null ? gapBefore(fresh, eol ?? '\n') : blankLinesAt(old, start, fresh);
  return take(fillMissing(setAll(withEnd(block + gap + fresh, eol ?? '\n'), path, given), path, usual), warnings);
}

interface Appended {
  readonly edits: readonly { readonly from: number; readonly to: number; readonly text: string }[];
  /** Counted in the text after `edits`. */
  readonly properties: readonly { readonly from: number; readonly to: number; readonly text: string }[];
}

/** Content at the note's end; properties that it brings itself fill only what the note lacks. */
function appendedText(old: string, { path, content }: WriteRequest, given: GivenProperties): Appended {
  const own = opensWithProperties(content, path) ? blockOf({ text: content, path }) : null;
  const blocks = asBlocks(content.slice(own?.block.bodyStart ?? 0));
  const metadata = parseMetadata(old);
  const end = lastText(old, old.length) ?? old.length;
  const edits = blocks === '' ? [] : insertBelow({ text: old, metadata, path }, end, blocks);
  const longer = applyEdits(old, sortedEdits(edits));
  const brought = new Map(Object.entries(own?.value ?? {}).filter(([key]) => !given.has(key)));
  const block = frontmatterBlock(longer);
  const written = setAll(brought.size === 0 ? longer : fillMissing(longer, path, brought).text, path, given);
  if (written === longer) return { edits, properties: [] };
  // Only the block has changed: one span of it, from where the two texts part to where they meet again.
  const tail = longer.length - (block?.bodyStart ?? 0);
  const to = longer.length - tail;
  return { edits, properties: [spanOf(longer.slice(0, to), written.slice(0, written.length - tail))] };
}

function spanOf(before: string, after: string): { readonly from: number; readonly to: number; readonly text: string } {
  let head = 0;
  while (head < before.length && head < after.length && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail))
    tail++;
  return { from: head, to: before.length - tail, text: after.slice(head, after.length - tail) };
}

async function templateFor(
  name: string,
  path: VaultPath,
  time: LocalTime,
  parts: WriteParts,
  warnings: Warning[],
): Promise<Exclude<ReturnType<typeof fillTemplate>, { warning: Warning }> | null> {
  const from = templatePath(name, parts.conventions);
  if (from === null) {
    warnings.push({ code: 'template_missing', about: name });
    return null;
  }
  const filled = fillTemplate(from, await parts.readTemplate(from), baseName(path), time, parts.conventions.preset);
  if (!('warning' in filled)) return filled;
  warnings.push(filled.warning);
  return null;
}

function ownType(content: string, path: VaultPath, own: boolean, { keys }: Conventions): string | null {
  const value = own ? blockOf({ text: content, path })?.value[keys.type] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The usual properties first, in their order, with what was given in their place; then all else that was given. */
function merged(usual: GivenProperties, given: GivenProperties): GivenProperties {
  return new Map([...usual, ...given]);
}

function take(
  { text, warnings: more }: { readonly text: string; readonly warnings: readonly Warning[] },
  warnings: Warning[],
): string {
  warnings.push(...more);
  return text;
}

/** A blank line parts the block from the text, unless the text begins with one. */
function gapBefore(body: string, eol: string): string {
  return body === '' || /^\r?\n/.test(body) ? '' : eol;
}

/** The blank lines that stood below the block stay, unless the content brings its own. */
function blankLinesAt(text: string, start: number, content: string): string {
  if (content === '' || /^\r?\n/.test(content)) return '';
  return /^(?:[ \t]*\r?\n)*/.exec(text.slice(start, start + 256))?.[0] ?? '';
}

function withEnd(text: string, eol: string): string {
  return text === '' || text.endsWith('\n') ? text : text + eol;
}
