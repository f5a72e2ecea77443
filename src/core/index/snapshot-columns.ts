import type { SnapshotPart } from '../ports.ts';
import { ByteWriter } from './bytes.ts';
import { PassageTable } from './passage-table.ts';
import { SealedSegment } from './segment.ts';

/** Parts of a segment in a snapshot: the columns of its table, its vocabulary and postings, and which notes live. */
const PARTS = 12;

/** A sealed segment as parts of a snapshot; all but the last are views of the segment's own, which never change. */
export function segmentParts(segment: SealedSegment): readonly SnapshotPart[] {
  const { table, vocabulary, termStarts, postings, postingStarts, alive } = segment;
  const { passages, notes } = table;
  return [
    bytesOf(table.lengths.subarray(0, passages)),
    bytesOf(table.firstLines.subarray(0, passages)),
    bytesOf(table.lastLines.subarray(0, passages)),
    bytesOf(table.headingStarts.subarray(0, passages + 1)),
    table.headings.bytes.subarray(0, table.headings.length),
    bytesOf(table.firstPassages.subarray(0, notes + 1)),
    bytesOf(table.keys.subarray(0, notes)),
    vocabulary,
    bytesOf(termStarts),
    postings,
    bytesOf(postingStarts),
    alive.slice(0, notes),
  ];
}

/** The segments that these parts are; null where they do not fit together. */
export function segmentsOf(parts: readonly SnapshotPart[]): readonly SealedSegment[] | null {
  if (parts.length % PARTS !== 0) return null;
  const segments: SealedSegment[] = [];
  for (let from = 0; from < parts.length; from += PARTS) {
    const segment = segmentOf(parts.slice(from, from + PARTS));
    if (segment === null) return null;
    segments.push(segment);
  }
  return segments;
}

function segmentOf(parts: readonly SnapshotPart[]): SealedSegment | null {
  const bytes = parts.filter((part): part is Uint8Array => typeof part !== 'string');
  const [lengths, firstLines, lastLines, headingStarts, headings, ...rest] = bytes;
  const [firstPassages, keys, vocabulary, termStarts, postings, postingStarts, alive] = rest;
  if (!lengths || !firstLines || !lastLines || !headingStarts || !headings || !firstPassages) return null;
  if (!keys || !vocabulary || !termStarts || !postings || !postingStarts || !alive) return null;
  const table = new PassageTable(0, 0, 0);
  table.lengths = halves(lengths);
  table.firstLines = words(firstLines);
  table.lastLines = words(lastLines);
  table.headingStarts = words(headingStarts);
  table.headings = ByteWriter.of(headings);
  table.firstPassages = words(firstPassages);
  table.keys = words(keys);
  table.passages = table.lengths.length;
  table.notes = table.keys.length;
  if (!isDivision(table.firstPassages, table.notes, table.passages)) return null;
  deriveFromPassages(table);
  const segment = new SealedSegment({
    table,
    vocabulary,
    termStarts: words(termStarts),
    postings,
    postingStarts: words(postingStarts),
  });
  segment.alive = alive.slice();
  segment.dead = alive.reduce((dead, lives) => dead + (lives === 1 ? 0 : 1), 0);
  return fits(segment) ? segment : null;
}

/** Whether the columns of a segment belong together: nothing in them leads beyond their ends. */
function fits({ table, vocabulary, termStarts, postings, postingStarts, alive }: SealedSegment): boolean {
  const { passages, notes } = table;
  return (
    [table.firstLines, table.lastLines].every((column) => column.length === passages) &&
    alive.length === notes &&
    isDivision(table.headingStarts, passages, table.headings.length) &&
    isDivision(termStarts, termStarts.length - 1, vocabulary.length) &&
    isDivision(postingStarts, termStarts.length - 1, postings.length)
  );
}

/** The columns that follow from others: the note of each passage, and the length of each note. */
function deriveFromPassages(table: PassageTable): void {
  const { firstPassages, lengths, notes, passages } = table;
  table.noteOf = new Uint32Array(passages);
  table.noteLengths = new Uint32Array(notes);
  for (let note = 0; note < notes; note++) {
    const end = firstPassages[note + 1] ?? 0;
    let length = 0;
    for (let passage = firstPassages[note] ?? 0; passage < end; passage++) {
      table.noteOf[passage] = note;
      length += lengths[passage] ?? 0;
    }
    table.noteLengths[note] = length;
  }
}

/** Whether these starts divide `length` things into `count` runs, one behind the other. */
function isDivision(starts: Uint32Array, count: number, length: number): boolean {
  if (count < 0 || starts.length !== count + 1 || starts[0] !== 0 || starts[count] !== length) return false;
  for (let at = 0; at < count; at++) if ((starts[at] ?? 0) > (starts[at + 1] ?? 0)) return false;
  return true;
}

function bytesOf(column: Uint16Array | Uint32Array): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

function words(bytes: Uint8Array): Uint32Array {
  const own = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(own.buffer, own.byteOffset, own.byteLength >> 2);
}

function halves(bytes: Uint8Array): Uint16Array {
  const own = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Uint16Array(own.buffer, own.byteOffset, own.byteLength >> 1);
}
