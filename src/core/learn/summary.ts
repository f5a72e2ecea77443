import type { Conventions } from '../conventions/conventions.ts';
import { foldText } from '../text/fold.ts';
import { foldToLine } from '../text/invisible.ts';
import { withoutBrackets } from './lesson.ts';

/** Code points of a summary; the ellipsis of a cut comes on top. */
const LONGEST_SUMMARY = 120;

/**
 * The first sentence of a text in one line, for lists of notes: without brackets, so that it makes no links; cut after
 * 120 code points, which an ellipsis says. A full stop within code ends no sentence.
 */
export function summaryOf(text: string): string {
  const line = withoutBrackets(foldToLine(text));
  const points = [...line.slice(0, endOfSentence(line))];
  if (points.length <= LONGEST_SUMMARY) return points.join('');
  return `${points.slice(0, LONGEST_SUMMARY).join('').trimEnd()}…`;
}

function endOfSentence(line: string): number {
  let inCode = false;
  for (const { 0: mark, index } of line.matchAll(/`+|[.!?\u061f\u0964](?=\s|$)|[。！？]/gu)) {
    if (mark.startsWith('`')) inCode = !inCode && line.indexOf(mark, index + mark.length) >= 0;
    else if (!inCode) return index + mark.length;
  }
  return line.length;
}

/** What kind of lesson the tags say it is, in the vault's own word: for the day's list. The first kind that fits counts. */
export function kindOf(tags: readonly string[], { preset }: Pick<Conventions, 'preset'>): string {
  const folded = new Set(tags.map(foldText));
  const kind = KINDS.find(({ said }) => said.some((word) => folded.has(word))) ?? LESSON;
  return kind[preset];
}

interface Kind extends Readonly<Record<Conventions['preset'], string>> {
  /** Tags that mean it, folded. */
  readonly said: readonly string[];
}

const KINDS: readonly Kind[] = [
  { said: ['gotcha'], 'pt-BR': 'gotcha', en: 'gotcha' },
  { said: ['pattern', 'padrao'], 'pt-BR': 'pattern', en: 'pattern' },
  { said: ['decisao', 'adr', 'decision'], 'pt-BR': 'decisão', en: 'decision' },
  { said: ['estado', 'status', 'state'], 'pt-BR': 'estado', en: 'state' },
];
const LESSON: Kind = { said: [], 'pt-BR': 'aprendizado', en: 'lesson' };
