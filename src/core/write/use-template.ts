import type { Warning } from '../change/desk.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { presetOf } from '../conventions/presets.ts';
import { asBlocks } from '../edit/block-joint.ts';
import type { LocalTime } from '../learn/local-time.ts';
import { renderTemplate } from '../learn/template.ts';
import { frontmatterBlock } from '../note/frontmatter.ts';
import { outline } from '../note/subpath.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import { joinPath, type VaultPath } from '../path.ts';

/** A template with its tokens filled in: its properties as a block, and its text. LF line ends. */
export interface FilledTemplate {
  readonly block: string;
  readonly body: string;
}

/** Where the template of that name lies; null for a name that is none. */
export function templatePath(
  name: string,
  { folders, preset }: Pick<Conventions, 'folders' | 'preset'>,
): VaultPath | null {
  const bare = name.trim().replace(/\.md$/i, '');
  if (!NAME.test(bare)) return null;
  return joinPath(folders.templates ?? presetOf(preset).folders.templates, `${bare}.md`);
}

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} _-]{0,80}$/u;

/** Fills a template in; null, with a warning, where it is missing or cannot be used. The note is written all the same. */
export function fillTemplate(
  path: VaultPath,
  text: string | null,
  title: string,
  time: LocalTime,
  words: Conventions['preset'],
): FilledTemplate | { readonly warning: Warning } {
  if (text === null) return { warning: { code: 'template_missing', about: path } };
  const rendered = renderTemplate(text, { title, time, words });
  if ('problem' in rendered) return { warning: { code: 'template_unusable', about: path, detail: rendered.problem } };
  const start = frontmatterBlock(rendered.text)?.bodyStart ?? 0;
  return { block: rendered.text.slice(0, start), body: rendered.text.slice(start) };
}

/**
 * A note's own text within a template's: below what stands above the first section, with the template's title left out where
 * the text brings one, and its empty sections where the text has them itself. LF line ends.
 */
export function withinTemplate({ body }: FilledTemplate, content: string): string {
  const own = asBlocks(content);
  const lines = body.split('\n');
  const parts = outline(parseMetadata(body), lines.length);
  const first = parts.find(({ level }) => level > 1);
  const split = first === undefined ? lines.length : first.firstLine - 1;
  const head = lines
    .slice(0, split)
    .filter((line, index) => !(bringsTitle(own) && isTitle(parts, index + 1) && line !== ''));
  const taken = new Set((parseMetadata(own).headings ?? []).map(({ heading }) => heading.trim().toLowerCase()));
  const gone = new Set<number>();
  for (const { name, firstLine, lastLine } of parts) {
    const isEmpty = lines.slice(firstLine, lastLine).every((line) => line.trim() === '');
    if (!isEmpty || firstLine <= split || !taken.has(name.trim().toLowerCase())) continue;
    for (let line = firstLine; line <= lastLine; line++) gone.add(line);
  }
  const rest = lines.filter((_, index) => index >= split && !gone.has(index + 1));
  const pieces = [asBlocks(head.join('\n')), own, asBlocks(rest.join('\n'))].filter((piece) => piece !== '');
  return `${pieces.join('\n\n')}\n`;
}

function bringsTitle(content: string): boolean {
  return (parseMetadata(content).headings ?? []).some(({ level }) => level === 1);
}

function isTitle(parts: readonly { readonly level: number; readonly firstLine: number }[], line: number): boolean {
  return parts.some(({ level, firstLine }) => level === 1 && firstLine === line);
}
