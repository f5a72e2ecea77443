import * as fs from 'node:fs';
import type { Stats } from 'node:fs';
import { identityOf } from './look.ts';

/** Whose a new file is to be. */
export interface Owner {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** The few calls through which the folder adapter changes a disk, so that a test can step in before any of them. */
export interface WriteDisk {
  /** Opens a folder itself, never through a link at its end; null where the system does not open folders. */
  openFolder(path: string): Promise<number | null>;
  /** A new empty file, for its owner alone; fails where anything has that name, a dangling link included. */
  create(path: string): Promise<number>;
  /** All of the bytes, from the start. */
  write(fd: number, bytes: Uint8Array): Promise<void>;
  /** As far as this process may. */
  give(fd: number, owner: Partial<Owner>): Promise<void>;
  /** Resolves when what was written survives the loss of power. */
  sync(fd: number): Promise<void>;
  close(fd: number): void;
  /** A second name for a file; fails where anything has that name. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** A new name, over whatever has it. */
  rename(from: string, to: string): Promise<void>;
  /** Puts a file in the place of another if that one still is as it was seen. At once: nothing comes in between here. */
  swap(from: string, over: string, seen: Stats): boolean;
  /** A new name where there are no second names: claims it with an empty file and lays the file over that. At once. */
  claim(from: string, to: string): void;
  makeFolder(path: string): Promise<void>;
  /** Fails where it is not empty. */
  removeFolder(path: string): Promise<void>;
}

// Of these only the first three exist on Windows.
const { O_WRONLY, O_CREAT, O_EXCL, O_RDONLY, O_NOFOLLOW = 0, O_DIRECTORY = 0 } = fs.constants;

export const nodeWriteDisk: WriteDisk = {
  openFolder: (path) =>
    process.platform === 'win32'
      ? Promise.resolve(null)
      : settle((done) => fs.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, done)),
  create: (path) => settle((done) => fs.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600, done)),
  write: async (fd, bytes) => {
    for (let at = 0; at < bytes.length;) {
      const from = at;
      at += await settle<number>((done) =>
        fs.write(fd, bytes, from, bytes.length - from, from, (error, count) => done(error, count)),
      );
    }
  },
  give: async (fd, { mode, uid, gid }) => {
    if (uid !== undefined || gid !== undefined) giveTo(fd, uid, gid);
    if (mode !== undefined) await settle<void>((done) => fs.fchmod(fd, mode, (error) => done(error)));
  },
  sync: (fd) => settle<void>((done) => fs.fsync(fd, (error) => done(error))),
  close: (fd) => fs.closeSync(fd),
  link: (from, to) => settle<void>((done) => fs.link(from, to, (error) => done(error))),
  unlink: (path) => settle<void>((done) => fs.unlink(path, (error) => done(error))),
  rename: (from, to) => settle<void>((done) => fs.rename(from, to, (error) => done(error))),
  swap: (from, over, seen) => {
    const now = fs.lstatSync(over, { throwIfNoEntry: false });
    if (now === undefined || !isAsSeen(now, seen)) return false;
    fs.renameSync(from, over);
    return true;
  },
  claim: (from, to) => {
    fs.closeSync(fs.openSync(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600));
    try {
      fs.renameSync(from, to);
    } catch (error) {
      fs.unlinkSync(to);
      throw error;
    }
  },
  makeFolder: (path) => settle<void>((done) => fs.mkdir(path, (error) => done(error))),
  removeFolder: (path) => settle<void>((done) => fs.rmdir(path, (error) => done(error))),
};

/** Whether a file is the same one, untouched as far as its stats tell. */
export function isAsSeen(now: Stats, seen: Stats): boolean {
  return identityOf(now) === identityOf(seen) && now.size === seen.size && now.mtimeMs === seen.mtimeMs;
}

/** A note of another user stays his where that is allowed; else at least the group's. */
function giveTo(fd: number, uid: number | undefined, gid: number | undefined): void {
  const now = fs.fstatSync(fd);
  const [user, group] = [uid ?? now.uid, gid ?? now.gid];
  if (now.uid === user && now.gid === group) return;
  for (const wanted of [user, now.uid]) {
    try {
      return fs.fchownSync(fd, wanted, group);
    } catch {
      // Only the system's administrator may give files away.
    }
  }
}

function settle<T>(start: (done: (error: Error | null, value: T) => void) => void): Promise<T>;
function settle(start: (done: (error: Error | null) => void) => void): Promise<void>;
function settle<T>(start: (done: (error: Error | null, value?: T) => void) => void): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    start((error, value) => {
      if (error === null) resolve(value);
      else reject(error);
    });
  });
}
