import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { unzip, zip } from '../../scripts/zip.mjs';

const file = fc.record({
  name: fc.stringMatching(/^[a-zа-я0-9_]{1,20}(\/[a-z0-9. é]{1,20})?$/),
  bytes: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  mode: fc.constantFrom(0o644, 0o755),
});

describe('an archive', () => {
  it('gives back every file, with its name, bytes and mode', () => {
    fc.assert(
      fc.property(fc.uniqueArray(file, { selector: ({ name }) => name, maxLength: 6 }), (files) => {
        expect(unzip(zip(files))).toEqual(files);
      }),
    );
  });

  it('is the same for the same files', () => {
    const files = [{ name: 'a/b.txt', bytes: Buffer.from('text'), mode: 0o644 }];
    expect(zip(files).equals(zip(files))).toBe(true);
  });

  it('that was damaged is refused', () => {
    const archive = zip([{ name: 'a.txt', bytes: Buffer.from('some text'), mode: 0o644 }]);
    archive[36] = 0;
    expect(() => unzip(archive)).toThrow('a.txt is damaged');
    expect(() => unzip(Buffer.from('no archive at all, but long enough'))).toThrow('no zip archive');
  });
});
