import * as z from 'zod';
import { readLineRange } from '../../core/edit/edit-lines.ts';
import { VaultError } from '../../core/errors.ts';
import type { Note } from '../../core/note/note.ts';
import { isNote, type VaultPath } from '../../core/path.ts';
import { answerBytes, clamp, pieceEnd, wholeEnd } from '../budget.ts';
import { findPlace } from '../find-file.ts';
import { frontmatterLines } from '../frontmatter-lines.ts';
import { imageType, readImage } from '../image.ts';
import { bodyOf, lineAt, lineCount, linesOf, sectionOf, type TextRange } from '../note-part.ts';
import { paragraphs } from '../notices.ts';
import { defineTool, type Image, type ToolContext } from '../tool.ts';

/** UTF-16 units of text in one answer. */
const pageUnits = 20_000;
/** Bytes kept back for the lines above the text. */
const headBytes = 6_000;
const mostLinks = 40;
const mostHeadings = 60;

export default defineTool({
  name: 'vault_get_note',
  title: 'Read a note',
  description:
    'Read a note or a part of it, with revision, properties, links and outline; the text is exact, fit to edit. Also shows images. To find notes use vault_search.',
  effect: 'reads',
  input: () => ({
    path: z.string().min(1).describe('Path, alias or unique name'),
    heading: z.string().min(1).optional().describe('Only this section'),
    lines: z.string().min(1).optional().describe('E.g. "10-20"'),
    offset: z.int().min(0).optional().describe('Continue a cut text'),
  }),
  run: async ({ path: asked, heading, lines, offset = 0 }, context) => {
    const { path, ...named } = await findPlace(asked, context.services);
    if (!isNote(path)) return showImage(path, context);
    const note = await context.services.library.open(path);
    if (note === null) throw new VaultError('note_not_found', { path: asked, closest: [] });
    const part =
      heading === undefined && lines === undefined
        ? partOf(note, named.heading, named.lines, context)
        : partOf(note, heading, lines, context);
    const head = offset === 0 && part === null ? headLines(note, context) : [];
    return { text: page(note, part ?? bodyOf(note), offset, head, context) };
  },
});

/** The part asked for; null for the whole note. */
function partOf(
  note: Note,
  heading: string | undefined,
  lines: string | undefined,
  context: ToolContext,
): TextRange | null {
  const { input } = context.messages;
  if (heading !== undefined && lines !== undefined) {
    throw new VaultError('invalid_input', { problems: `lines: ${input.notTogether('heading')}` });
  }
  if (heading !== undefined) return sectionOf(note, heading);
  if (lines === undefined) return null;
  const asked = readLineRange(lines);
  if (asked === null) throw new VaultError('invalid_input', { problems: `lines: ${input.shape('"10-20"')}` });
  return linesOf(note, asked);
}

function page(note: Note, part: TextRange, offset: number, head: readonly string[], context: ToolContext): string {
  const { messages, show } = context;
  const total = part.end - part.start;
  if (offset > 0 && offset >= total) throw new VaultError('offset_out_of_range', { path: note.path, offset, total });
  const from = wholeEnd(note.text, part.start + offset);
  const end = Math.min(part.end, pieceEnd(note.text, from, pageUnits, answerBytes - headBytes));
  const text = note.text.slice(from, end);
  const first = lineAt(note.text, from);
  const last = Math.max(first, lineAt(note.text, Math.max(from, end - 1)));
  const title = context.services.library.notes.get(note.path)?.title;
  const top = [
    title === undefined ? show(note.path) : `${show(note.path)} — ${show(clamp(title, 200))}`,
    `${messages.note.revision}: ${note.revision}`,
    ...head,
    ...(offset > 0 ? [messages.note.slice(from - part.start, total)] : []),
    text === '' ? messages.note.emptyText : messages.note.text(first, last, lineCount(note.text)),
  ];
  const cut = end - part.start;
  const rest = end < part.end ? `\n\n${messages.note.cutAt(cut, total, cut)}` : '';
  return text === '' ? top.join('\n') : `${top.join('\n')}\n\n${text}${rest}`;
}

function headLines(note: Note, context: ToolContext): string[] {
  const { library } = context.services;
  const { common, note: words } = context.messages;
  const listed = (label: string, items: readonly string[]) => {
    const shown = items.slice(0, mostLinks).map((item) => context.show(clamp(item, 200)));
    const more = items.length - shown.length;
    const all = [...shown, ...(more > 0 ? [common.andMore(more)] : [])];
    return `${label}: ${all.length === 0 ? common.none : all.join(', ')}`;
  };
  return [
    ...propertyLines(note, context),
    listed(words.links, library.graph.out(note.path)),
    listed(words.brokenLinks, [...library.graph.unresolved(note.path).keys()]),
    ...outlineLines(note, context),
  ];
}

function propertyLines(note: Note, context: ToolContext): string[] {
  const { common, note: words } = context.messages;
  const error = context.services.library.notes.get(note.path)?.frontmatterError;
  if (error !== undefined) return [`${words.frontmatter}: ${words.frontmatterError(context.show(clamp(error, 200)))}`];
  const { lines, cut } = frontmatterLines(note.metadata.frontmatter ?? {}, words, context.show);
  if (lines.length === 0) return [`${words.frontmatter}: ${common.none}`];
  return [`${words.frontmatter}:`, ...[...lines, ...(cut ? [words.frontmatterCut] : [])].map((line) => `  ${line}`)];
}

function outlineLines(note: Note, context: ToolContext): string[] {
  const headings = note.metadata.headings ?? [];
  if (headings.length === 0) return [];
  const lines = headings.slice(0, mostHeadings).map(({ heading, level, position }) => {
    return `  ${position.start.line + 1} ${'#'.repeat(level)} ${context.show(clamp(heading, 120))}`;
  });
  const more = headings.length - lines.length;
  const { common, note: words } = context.messages;
  return [`${words.outline}:`, ...lines, ...(more > 0 ? [`  ${common.andMore(more)}`] : [])];
}

async function showImage(path: VaultPath, context: ToolContext): Promise<{ text: string; images?: readonly Image[] }> {
  const mimeType = imageType(path);
  if (mimeType === null) throw new VaultError('not_supported_file', { path });
  const { services, messages, show } = context;
  const bytes = services.library.files.get(path)?.size ?? 0;
  const image = await readImage(path, mimeType, services.vault);
  const about = messages.note.image(mimeType, bytes);
  if (image !== null) return { text: `${show(path)} — ${about}`, images: [image] };
  return { text: paragraphs([`${show(path)} — ${about}`, messages.note.imageTooLarge]) };
}
