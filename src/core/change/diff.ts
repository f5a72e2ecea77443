import { createTwoFilesPatch, INCLUDE_HEADERS } from 'diff';
import { escapeLine, escapeQuoted } from '../text/invisible.ts';
import type { Operation } from './operations.ts';
import { applyEdits } from './edits.ts';

/** UTF-16 units of both sides together beyond which only a summary is given (the seed's limit of 2 MiB). */
const MOST_INPUT = 2 * 1024 * 1024;
/** Changed lines that the library may look for before the whole middle counts as replaced: keeps the work linear. */
const MOST_EDITS = 2_000;
const CONTEXT = 3;

export interface Diff {
  /** Unified, of all files, each line safe to print; '' when no text changes. */
  readonly text: string;
  /** Paths whose change was too large to show. */
  readonly summarised: readonly string[];
}

/** The unified diff of a whole change, from the operations alone: nothing has to be written to make it. */
export function diffOf(operations: readonly Operation[]): Diff {
  const movedTo = new Map(operations.flatMap((o) => (o.act === 'move' ? [[o.to, o.from] as const] : [])));
  const edited = new Set(operations.flatMap((o) => (o.act === 'edit' ? [o.path] : [])));
  const summarised: string[] = [];
  const parts = operations.map((operation) => {
    switch (operation.act) {
      case 'create':
        return fileDiff(null, operation.path, '', operation.text, summarised);
      case 'edit': {
        const from = movedTo.get(operation.path) ?? operation.path;
        return fileDiff(from, operation.path, operation.text, applyEdits(operation.text, operation.edits), summarised);
      }
      case 'move':
        return edited.has(operation.to) ? '' : `${header('a', operation.from)}${header('b', operation.to)}`;
      case 'restore':
        return operation.text === null
          ? `--- /dev/null\n${header('b', operation.path)}`
          : fileDiff(null, operation.path, '', operation.text, summarised);
      case 'trash':
        return operation.text === null
          ? `${header('a', operation.path)}+++ /dev/null\n`
          : fileDiff(operation.path, null, operation.text, '', summarised);
    }
  });
  return { text: parts.join('').trimEnd(), summarised };
}

function header(side: 'a' | 'b', path: string): string {
  return `${side === 'a' ? '---' : '+++'} ${side}/${escapeLine(path)}\n`;
}

function fileDiff(from: string | null, to: string | null, before: string, after: string, summarised: string[]): string {
  const head = `${from === null ? '--- /dev/null\n' : header('a', from)}${to === null ? '+++ /dev/null\n' : header('b', to)}`;
  if (before === after) return from === to ? '' : head;
  if (before.length + after.length > MOST_INPUT) {
    summarised.push(to ?? from ?? '');
    return `${head}@@ ${countLines(before)} lines become ${countLines(after)}: too large to show @@\n`;
  }
  return head + printable(hunks(before, after));
}

function hunks(before: string, after: string): string {
  const patch = createTwoFilesPatch('a', 'b', before, after, undefined, undefined, {
    context: CONTEXT,
    maxEditLength: MOST_EDITS,
    headerOptions: INCLUDE_HEADERS,
    stripTrailingCr: false,
  });
  // The library gives up where the sides differ too much: then the middle is one replaced block.
  return patch === undefined ? wholeMiddle(before, after) : patch.slice(patch.indexOf('@@'));
}

/** One hunk: all lines between the common head and the common tail, old ones first. */
function wholeMiddle(before: string, after: string): string {
  const old = linesOf(before);
  const young = linesOf(after);
  let head = 0;
  while (head < old.length && head < young.length && old[head] === young[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < young.length - head && old.at(-1 - tail) === young.at(-1 - tail)) tail++;
  const from = Math.max(0, head - CONTEXT);
  const after_ = Math.min(tail, CONTEXT);
  const rows = [
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...young.slice(head, young.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + after_).map((line) => ` ${line}`),
  ];
  const oldCount = old.length - tail + after_ - from;
  const youngCount = young.length - tail + after_ - from;
  return `@@ -${from + 1},${oldCount} +${from + 1},${youngCount} @@\n${rows.join('\n')}\n`;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function countLines(text: string): number {
  return linesOf(text).length;
}

/** Line ends other than LF and anything that could forge or reorder a line are shown, `\r` among them. */
function printable(patch: string): string {
  return patch
    .split('\n')
    .map((line) => escapeQuoted(line))
    .join('\n');
}
