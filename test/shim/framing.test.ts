import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { LineSplitter } from '../../src/shim/framing.ts';

/** What comes out of a splitter when `bytes` go in, cut at every `size` bytes. */
function split(
  bytes: Uint8Array,
  size: number,
  cap?: number,
): { lines: string[]; tooLong: { ids: readonly string[]; bytes: number }[] } {
  const lines: string[] = [];
  const tooLong: { ids: readonly string[]; bytes: number }[] = [];
  const splitter = new LineSplitter(
    {
      line: (line) => lines.push(Buffer.from(line).toString('utf8')),
      tooLong: ({ requestIds }, byteCount) => tooLong.push({ ids: requestIds, bytes: byteCount }),
    },
    cap,
  );
  for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
  splitter.end();
  return { lines, tooLong };
}

describe('LineSplitter', () => {
  it('keeps characters whole that a chunk border cuts: 300 KB of Cyrillic, CJK and emoji in 7-byte chunks', () => {
    const text = 'Привет, 世界, こんにちは 🌊👩‍👩‍👧 '.repeat(5000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(300_000);
    const { lines } = split(Buffer.from(`${JSON.stringify({ text })}\n`), 7);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ text });
  });

  it('gives the same lines however the stream is cut', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify({ text }));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 1, max: 40 }), (texts, size) => {
        expect(split(Buffer.from(texts.join('\n')), size).lines).toEqual(texts);
      }),
    );
  });

  it('strips a byte order mark, a CR and blanks, and passes over blank lines', () => {
    const { lines } = split(Buffer.from('\uFEFF{"a":1}\r\n\n   \r\n\uFEFF{"b":2}\n {"c":3} \n{"d":4}'), 1000);
    expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}', '{"d":4}']);
  });

  it('does not take separators inside a text for line ends', () => {
    const text = JSON.stringify({ text: 'a\u2028b\u2029c\u0085d\re' });
    expect(split(Buffer.from(text), 3).lines).toEqual([text]);
  });

  it('drops a line over the cap, names its id from behind the params, and goes on', () => {
    const params = JSON.stringify({ id: 5, text: 'x{"\\"}],'.repeat(100) });
    const long = `{"method":"tools/call","params":${params},"id": "r-\\u0031" }`;
    const { lines, tooLong } = split(Buffer.from(`${long}\n{"ok":1}\n`), 7, 200);
    expect(tooLong).toEqual([{ ids: ['"r-\\u0031"'], bytes: Buffer.byteLength(long) }]);
    expect(lines).toEqual(['{"ok":1}']);
  });

  it('names every id of a batch over the cap, and none of notifications and answers', () => {
    const fill = 'x'.repeat(200);
    const batch = `[{"id":1,"method":"a","params":{"x":"${fill}"}},{"method":"notifications/x","id":2},{"id":3,"result":{}},{"method":"b","id":4.5},{"id":null,"method":"c"}]`;
    expect(split(Buffer.from(`${batch}\n`), 11, 100).tooLong[0]?.ids).toEqual(['1', '4.5']);
  });

  it('copies no byte more than twice, however small the pieces are', () => {
    const concat = vi.spyOn(Buffer, 'concat');
    const bytes = Buffer.from(`${'я'.repeat(500_000)}\n`);
    expect(split(bytes, 7).lines).toHaveLength(1);
    const copied = concat.mock.results.reduce((sum, { value }) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0);
    concat.mockRestore();
    expect(copied).toBeGreaterThan(0);
    expect(copied).toBeLessThanOrEqual(2 * bytes.length);
  });
});
