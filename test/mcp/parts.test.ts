import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { toBase64 } from '../../src/mcp/base64.ts';
import { clamp, pieceEnd, utf8Length } from '../../src/mcp/budget.ts';
import { makeCursor, readCursor } from '../../src/mcp/cursor.ts';
import { messagesIn } from '../../src/mcp/messages/language.ts';
import { frontmatterLines } from '../../src/mcp/frontmatter-lines.ts';
import { noteUri } from '../../src/mcp/note-resources.ts';

describe('the small parts of an answer', () => {
  it('encode bytes as Node does', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => toBase64(bytes) === Buffer.from(bytes).toString('base64')));
  });

  it('count bytes as Node does', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => utf8Length(text) === Buffer.byteLength(text)));
  });

  it('clamp without tearing a pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, units) => {
        const short = clamp(text, units + 1);
        return short.length <= units + 1 && isWhole(short);
      }),
    );
  });

  it('cut a text into pieces that give it back, none torn or empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 4, max: 40 }), (text, units) => {
        const pieces: string[] = [];
        for (let at = 0; at < text.length;) {
          const end = pieceEnd(text, at, units, 4 * units);
          pieces.push(text.slice(at, end));
          at = end;
        }
        expect(pieces.join('')).toBe(text);
        expect(pieces.every((piece) => piece !== '' && isWhole(piece))).toBe(true);
      }),
    );
  });

  it('bind a cursor to its question', () => {
    fc.assert(fc.property(fc.nat(1_000_000), (skip) => readCursor(makeCursor(skip, { q: 1 }), { q: 1 }) === skip));
    expect(() => readCursor(makeCursor(3, { q: 1 }), { q: 2 })).toThrow('bad_cursor');
    expect(() => readCursor('c-1-x', {})).toThrow('bad_cursor');
  });

  it('print a frontmatter that aliases itself into millions of values without enumerating them', () => {
    const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, at]));
    const bomb = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `map${at}`,
        Object.fromEntries(Array.from({ length: 25 }, (_, each) => [`a${each}`, many])),
      ]),
    );
    const { lines, cut } = frontmatterLines(bomb, messagesIn('en').note, (text) => text);
    expect(cut).toBe(true);
    expect(lines.join('\n').length).toBeLessThan(4100);
    expect(lines[0]).toContain('a0: object with 60000 keys');
  });

  it('address notes by percent-encoded segments', () => {
    expect(noteUri('мои заметки/a#b?.md')).toBe(
      'vault://note/%D0%BC%D0%BE%D0%B8%20%D0%B7%D0%B0%D0%BC%D0%B5%D1%82%D0%BA%D0%B8/a%23b%3F.md',
    );
  });
});

/** Whether no surrogate pair is torn: UTF-8 cannot hold half of one. */
function isWhole(text: string): boolean {
  return Buffer.from(text).toString() === text;
}
