import { chmod, lstat, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { crc32, crc32ByTable } from '../../src/node/checksum.ts';
import { openJournalFile } from '../../src/node/journal-file.ts';
import type { JournalFile, JournalFileOptions } from '../../src/node/journal-file.ts';
import { encodeRecord, recordsIn } from '../../src/node/journal-record.ts';
import { itIsAJournalStore, texts } from '../contracts/journal-store.ts';
import { memoryJournal } from '../support/memory-journal.ts';
import { tempDir } from '../support/temp-dir.ts';
import type { TempDir } from '../support/temp-dir.ts';

itIsAJournalStore('memory', () => Promise.resolve(memoryJournal()));
itIsAJournalStore('a folder', async () => (await onDisk()).journal);
itIsAJournalStore('a folder of tiny segments', async () => (await onDisk({ segmentBytes: 256 })).journal);

const windows = process.platform === 'win32';

interface OnDisk {
  readonly dir: TempDir;
  readonly journal: JournalFile;
  readonly said: string[];
  reopen(): Promise<JournalFile>;
}

async function onDisk(options: Partial<JournalFileOptions> = {}): Promise<OnDisk> {
  const dir = await tempDir();
  const said: string[] = [];
  const log = { debug: () => {}, info: () => {}, warn: (message: string) => void said.push(message), error: () => {} };
  const reopen = async (): Promise<JournalFile> => {
    const journal = await openJournalFile(dir.at('journal', 'vault-1'), { log, ...options });
    onTestFinished(() => journal.close());
    return journal;
  };
  return { dir, said, reopen, journal: await reopen() };
}

describe('the journal on disk', () => {
  it('is there again after it was closed, and goes on in a segment of its own', async () => {
    const { dir, journal, reopen, said } = await onDisk();
    const ref = await journal.append('first');
    await journal.close();
    const again = await reopen();
    await again.append('second');
    expect(await texts(again)).toEqual(['first', 'second']);
    expect(await again.read(ref)).toBe('first');
    expect((await readdir(dir.at('journal', 'vault-1'))).sort()).toEqual(['000001.log', '000002.log']);
    expect(said).toEqual([]);
  });

  it('is on disk when an append resolves', async () => {
    const { journal, reopen } = await onDisk();
    await journal.append('durable');
    expect(await texts(await reopen())).toEqual(['durable']);
  });

  it('holds a noted record when it resolves, and after it was closed', async () => {
    const { dir, journal, reopen } = await onDisk();
    const { length } = await journal.note('noted');
    expect(await texts(await reopen())).toEqual(['noted']);
    await journal.close();
    expect((await lstat(dir.at('journal', 'vault-1', '000001.log'))).size).toBe(length);
    expect(await texts(await reopen())).toEqual(['noted']);
  });

  it.skipIf(windows)('is for its owner alone', async () => {
    const { dir, journal } = await onDisk();
    await journal.append('x');
    expect((await lstat(dir.at('journal', 'vault-1'))).mode & 0o777).toBe(0o700);
    expect((await lstat(dir.at('journal', 'vault-1', '000001.log'))).mode & 0o777).toBe(0o600);
  });

  it.skipIf(windows)('closes a folder that stands open, and refuses a link in its place', async () => {
    const { dir, journal, reopen } = await onDisk();
    await journal.close();
    await chmod(dir.at('journal', 'vault-1'), 0o755);
    await reopen();
    expect((await lstat(dir.at('journal', 'vault-1'))).mode & 0o777).toBe(0o700);
    await symlink(dir.path, dir.at('link'));
    await expect(openJournalFile(dir.at('link'), { log: silent })).rejects.toThrow();
  });

  it('writes records appended together in one go, and begins a segment when one is full', async () => {
    const { dir, journal } = await onDisk({ segmentBytes: 500 });
    const written = Array.from({ length: 30 }, (_, index) => `${index} ${'y'.repeat(80)}`);
    await Promise.all(written.map((text) => journal.append(text)));
    const segments = await readdir(dir.at('journal', 'vault-1'));
    expect(segments.length).toBe(6);
    expect(await texts(journal)).toEqual(written);
    await journal.prune(Date.now() + 10_000, Infinity);
    expect(await texts(journal)).toEqual(written.slice(25));
    expect(await readdir(dir.at('journal', 'vault-1'))).toEqual(['000006.log']);
  });

  it('never gives a forgotten record’s place to another', async () => {
    const { journal } = await onDisk();
    const old = await journal.append('old');
    await journal.clear();
    expect(await journal.append('new')).not.toEqual(old);
    expect(await journal.read(old)).toBeNull();
  });

  it('cuts a damaged tail off and says so; the records before it stay', async () => {
    const { dir, journal, reopen, said } = await onDisk();
    await journal.append('first');
    await journal.append('second');
    await journal.close();
    const file = dir.at('journal', 'vault-1', '000001.log');
    const whole = await readFile(file);
    await writeFile(file, Buffer.concat([whole, encodeRecord('third', 1, whole.length).subarray(0, 21)]));
    const again = await reopen();
    expect(said).toEqual(['the journal ended in 21 bytes that are no whole record; they were cut off']);
    expect(await readFile(file)).toEqual(whole);
    expect(await texts(again)).toEqual(['first', 'second']);
  });

  it('takes the room that a killed writer had laid down ahead for no damage, and cuts it off', async () => {
    const { dir, journal, reopen, said } = await onDisk();
    const ref = await journal.append('first');
    const file = dir.at('journal', 'vault-1', '000001.log');
    expect((await lstat(file)).size).toBeGreaterThan(ref.length);
    const again = await reopen();
    expect((await lstat(file)).size).toBe(ref.length);
    expect(again.size()).toBe(ref.length);
    expect(await texts(again)).toEqual(['first']);
    expect(said).toEqual([]);
    await journal.append('the old writer goes on');
    expect(await texts(journal)).toEqual(['first', 'the old writer goes on']);
  });

  it('is as long as its records once it is closed', async () => {
    const { dir, journal } = await onDisk();
    const { length } = await journal.append('first');
    await journal.close();
    expect((await lstat(dir.at('journal', 'vault-1', '000001.log'))).size).toBe(length);
  });

  it('passes over a damaged record in the middle and says so', async () => {
    const { dir, journal, reopen, said } = await onDisk();
    const refs = [await journal.append('first'), await journal.append('second'), await journal.append('third')];
    const file = dir.at('journal', 'vault-1', '000001.log');
    const bytes = await readFile(file);
    bytes[(refs[1]?.offset ?? 0) + 19] = 0x21;
    await writeFile(file, bytes);
    const again = await reopen();
    expect(await texts(again)).toEqual(['first', 'third']);
    expect(said).toHaveLength(1);
    expect(await Promise.all(refs.map((ref) => again.read(ref)))).toEqual(['first', null, 'third']);
  });

  it('leaves files that are not its own alone', async () => {
    const { dir, journal, reopen } = await onDisk();
    await writeFile(dir.at('journal', 'vault-1', 'notes.txt'), 'mine');
    await writeFile(dir.at('journal', 'vault-1', '7.log'), 'mine');
    const again = await reopen();
    await journal.clear();
    await again.clear();
    expect((await readdir(dir.at('journal', 'vault-1'))).sort()).toEqual(['7.log', 'notes.txt']);
  });

  it('refuses a record of two lines', async () => {
    const { journal } = await onDisk();
    await expect(journal.append('a\nb')).rejects.toThrow(TypeError);
    expect(await texts(journal)).toEqual([]);
  });

  it('a record that the disk refuses is refused without a path, and the next one is taken', async () => {
    const { dir, journal } = await onDisk();
    await journal.append('first');
    await journal.close();
    await rename(dir.at('journal'), dir.at('away'));
    const errors = await Promise.all(['a', 'b'].map((text) => journal.append(text).catch((error: unknown) => error)));
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'not_applied', params: { reason: 'failed', detail: 'ENOENT' } });
      expect(JSON.stringify(error)).not.toContain(dir.path);
    }
    await rename(dir.at('away'), dir.at('journal'));
    await journal.append('second');
    expect(await texts(journal)).toEqual(['first', 'second']);
  });

  it('a segment’s name that is taken is passed over, whatever took it', async () => {
    const { dir, journal } = await onDisk();
    if (windows) await writeFile(dir.at('journal', 'vault-1', '000001.log'), 'mine');
    else await symlink('/dev/full', dir.at('journal', 'vault-1', '000001.log'));
    await journal.append('first');
    expect(await texts(journal)).toEqual(['first']);
    expect((await readdir(dir.at('journal', 'vault-1'))).sort()).toEqual(['000001.log', '000002.log']);
  });
});

describe('a segment that was damaged', () => {
  const written = ['{"t":"intent","id":"c-1"}', 'é🌊', '', '0000000a 00000000 looks like one', '{"t":"done"}'];
  const segmentOf = (records: readonly string[]): Buffer => {
    let bytes = Buffer.alloc(0);
    for (const text of records) bytes = Buffer.concat([bytes, encodeRecord(text, 3, bytes.length)]);
    return bytes;
  };
  const found = (bytes: Buffer): readonly string[] => [...recordsIn(bytes, 3)].map(({ text }) => text);

  it('cut at every byte, gives exactly the records before the cut', () => {
    const whole = segmentOf(written);
    for (let cut = 0; cut <= whole.length; cut++) {
      const left = found(whole.subarray(0, cut));
      expect(left).toEqual(written.slice(0, left.length));
      // A record whose line end alone is missing is whole.
      const ends = written.map((_, index) => segmentOf(written.slice(0, index + 1)).length - 1);
      expect(left.length).toBe(ends.filter((end) => end <= cut).length);
    }
  });

  it('with any one byte changed to any other, loses at most one record and invents none', () => {
    const whole = segmentOf(written);
    for (let at = 0; at < whole.length; at++) {
      for (const flip of [0x01, 0x0a, 0x20, 0x80, 0xff]) {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        const left = found(bytes);
        expect(left.length, `byte ${at}`).toBeGreaterThanOrEqual(written.length - 1);
        expect(isPartOf(left, written), `byte ${at}`).toBe(true);
      }
    }
  });

  it('in any way at all, never throws and never gives a record that was not written', () => {
    const whole = segmentOf(written);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length), fc.uint8Array({ maxLength: 40 }), fc.nat(40)), { maxLength: 6 }),
        (damages) => {
          let bytes = Buffer.from(whole);
          for (const [at, put, gone] of damages)
            bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + gone)]);
          expect(isPartOf(found(bytes), written)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('does not take a copy of a record at another place, or of another segment, for one', () => {
    const stranger = encodeRecord('forged', 3, 0);
    expect(found(Buffer.concat([segmentOf(['x']), stranger]))).toEqual(['x']);
    expect([...recordsIn(segmentOf(['x']), 4)]).toEqual([]);
  });
});

describe('the checksum', () => {
  it('is that of gzip, with the runtime’s help or without', () => {
    expect(crc32ByTable(Buffer.from('123456789'))).toBe(0xcbf43926);
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(0xffffffff), (bytes, before) => {
        expect(crc32(bytes, before)).toBe(crc32ByTable(bytes, before));
      }),
    );
  });
});

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Whether these records are some of the written ones, in their order. */
function isPartOf(records: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const record of records) {
    at = all.indexOf(record, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
