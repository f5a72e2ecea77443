import { differenceOf, readDiff, type DiffFile, type DiffLine } from './diff-lines.ts';
import type { Words } from './words/words.ts';

/** Lines that are shown before the reader asks for the rest: a large change must not stall the window. */
const LINES_FIRST = 200;

export interface DiffOptions {
  readonly words: Words;
  /** Opens a note; absent: paths are no links. */
  readonly open?: (path: string) => void;
}

/** Shows a unified diff file by file, in the reader's colours, with the changed part of a changed line marked. */
export function showDiff(parent: HTMLElement, diff: string, options: DiffOptions): void {
  const box = parent.createDiv({ cls: 'vault-mcp-diff' });
  const files = readDiff(diff);
  const total = files.reduce((sum, { lines }) => sum + lines.length, 0);
  if (total <= LINES_FIRST * 1.5) return drawFiles(box, files, options, Infinity);
  drawFiles(box, files, options, LINES_FIRST);
  const rest = box.createEl('button', { cls: 'vault-mcp-more', text: options.words.diff.showAll(total) });
  rest.addEventListener('click', () => {
    box.empty();
    drawFiles(box, files, options, Infinity);
  });
}

function drawFiles(box: HTMLElement, files: readonly DiffFile[], options: DiffOptions, most: number): void {
  let left = most;
  for (const file of files) {
    if (left <= 0) return;
    const part = box.createDiv({ cls: 'vault-mcp-diff-file' });
    drawHead(part, file, options);
    const body = part.createDiv({ cls: 'vault-mcp-diff-lines', attr: { tabindex: '0' } });
    drawLines(body, file.lines.slice(0, left));
    left -= file.lines.length;
  }
}

function drawHead(part: HTMLElement, { from, to }: DiffFile, { words, open }: DiffOptions): void {
  const path = to ?? from;
  if (path === null) return;
  const head = part.createDiv({ cls: 'vault-mcp-diff-head' });
  const did = from === null ? 'created' : to === null ? 'trashed' : from === to ? 'edited' : 'moved';
  head.createSpan({ cls: `vault-mcp-tag mod-${did}`, text: words.diff[did] });
  if (did === 'moved') head.createSpan({ cls: 'vault-mcp-diff-from', text: `${from ?? ''} → ` });
  if (open === undefined || to === null) {
    head.createSpan({ cls: 'vault-mcp-path', text: path });
    return;
  }
  const link = head.createEl('a', { cls: 'vault-mcp-path', text: path, href: '#' });
  link.addEventListener('click', (event) => {
    event.preventDefault();
    open(path);
  });
}

function drawLines(body: HTMLElement, lines: readonly DiffLine[]): void {
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'gap') {
      body.createDiv({ cls: 'vault-mcp-line mod-gap', text: '⋯' });
      continue;
    }
    const row = body.createDiv({ cls: `vault-mcp-line mod-${line.kind}` });
    row.createSpan({ cls: 'vault-mcp-line-number', text: String(line.new ?? line.old ?? '') });
    row.createSpan({ cls: 'vault-mcp-line-sign', text: SIGNS[line.kind] });
    drawText(row.createSpan({ cls: 'vault-mcp-line-text' }), line, partnerOf(lines, index));
  }
}

/** Of a line that was changed: what it became, or was. Only where one line alone gave way to one. */
function partnerOf(lines: readonly DiffLine[], index: number): DiffLine | null {
  const kindAt = (at: number): DiffLine['kind'] | null => lines[at]?.kind ?? null;
  if (kindAt(index) === 'removed' && kindAt(index + 1) === 'added') {
    const alone = kindAt(index - 1) !== 'removed' && kindAt(index + 2) !== 'added';
    return alone ? (lines[index + 1] ?? null) : null;
  }
  if (kindAt(index) === 'added' && kindAt(index - 1) === 'removed') {
    const alone = kindAt(index - 2) !== 'removed' && kindAt(index + 1) !== 'added';
    return alone ? (lines[index - 1] ?? null) : null;
  }
  return null;
}

function drawText(element: HTMLElement, line: DiffLine, partner: DiffLine | null): void {
  if (partner === null) {
    element.setText(line.text);
    return;
  }
  const { start, endA } = differenceOf(line.text, partner.text);
  element.appendText(line.text.slice(0, start));
  if (endA > start) element.createSpan({ cls: 'vault-mcp-line-part', text: line.text.slice(start, endA) });
  element.appendText(line.text.slice(endA));
}

const SIGNS = { same: ' ', added: '+', removed: '−', remark: ' ' } as const;
