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
  /** A new empty file, for its owner alone unless said; fails where anything has that name, a dangling link included. */
  create(path: string, mode?: number): Promise<number>;
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

/** Bytes that are written without leaving the thread. */
const AT_ONCE = 256 * 1024;

/**
 * All but the flush at once: each takes some millionths of a second where a turn through the thread pool takes ten times
 * that, and what lies between two of them is when a crash or another program could come in.
 */
export const nodeWriteDisk: WriteDisk = {
  openFolder: (path) =>
    attempt(() => (process.platform === 'win32' ? null : fs.openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))),
  create: (path, mode = 0o600) => attempt(() => fs.openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode)),
  write: (fd, bytes) => (bytes.length > AT_ONCE ? writeLong(fd, bytes) : attempt(() => writeShort(fd, bytes))),
  give: (fd, { mode, uid, gid }) =>
    attempt(() => {
      if (uid !== undefined || gid !== undefined) giveTo(fd, uid, gid);
      if (mode !== undefined) fs.fchmodSync(fd, mode);
    }),
  sync: (fd) => new Promise((resolve, reject) => fs.fsync(fd, (error) => (error === null ? resolve() : reject(error)))),
  close: (fd) => fs.closeSync(fd),
  link: (from, to) => attempt(() => fs.linkSync(from, to)),
  unlink: (path) => attempt(() => fs.unlinkSync(path)),
  rename: (from, to) => attempt(() => fs.renameSync(from, to)),
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
  makeFolder: (path) => attempt(() => fs.mkdirSync(path)),
  removeFolder: (path) => attempt(() => fs.rmdirSync(path)),
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

function writeShort(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += fs.writeSync(fd, bytes, at, bytes.length - at, at);
}

async function writeLong(fd: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const from = at;
    at += await new Promise<number>((resolve, reject) =>
      fs.write(fd, bytes, from, bytes.length - from, from, (error, count) =>
        error === null ? resolve(count) : reject(error),
      ),
    );
  }
}

function attempt<T>(act: () => T): Promise<T> {
  return new Promise((resolve) => resolve(act()));
}
