import * as fs from 'node:fs';
import type { Dirent, FSWatcher, Stats } from 'node:fs';
import { AtOnce, Turn } from './at-once.ts';

/** The few calls through which the folder adapter touches a disk, so that a test can make any of them fail. */
export interface Disk {
  /** Decides what names mean: whether they have case, devices, streams. */
  readonly platform: NodeJS.Platform;
  list(folder: string): Promise<Dirent[]>;
  /** lstat: never follows the last link. */
  look(path: string): Promise<Stats>;
  /** The path with every link followed, and on forgiving disks the spelling that is really there. */
  real(path: string): Promise<string>;
  /** Opens for reading; neither follows a link at the end nor waits for a FIFO's writer. */
  open(path: string): Promise<number>;
  /** Of an open file; at once, since the kernel has it at hand. */
  stats(fd: number): Stats;
  read(fd: number, into: Uint8Array, at: number): Promise<number>;
  close(fd: number): void;
  /** Closes the last hold on a file that has lost its name: the disk then takes its room back, which can take long. */
  letGo(fd: number): Promise<void>;
  /** Where an open file really lies; where the system cannot say, where `path` leads now. */
  whereIs(fd: number, path: string): Promise<string>;
  watch(
    folder: string,
    options: { readonly recursive: boolean },
    onEvent: (name: string | null) => void,
    onError: (code: string) => void,
  ): { close(): void };
}

// O_NOFOLLOW and O_NONBLOCK do not exist on Windows, which has neither FIFOs in folders nor POSIX links.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;
const SAFE_READ = (O_RDONLY ?? 0) | O_NOFOLLOW | O_NONBLOCK;

const turn = new Turn();
const [looks, ways, openings, readings] = [new AtOnce(turn), new AtOnce(turn), new AtOnce(turn), new AtOnce(turn)];
/** Bytes that are read without leaving the thread. */
const READ_AT_ONCE = 256 * 1024;

// Callbacks, not node:fs/promises: measured on 10,000 files they cost a third less time, and listing is the start-up.
export const nodeDisk: Disk = {
  platform: process.platform,
  list: (folder) => settle((done) => fs.readdir(folder, { withFileTypes: true }, done)),
  look: (path) =>
    looks.run(
      () => fs.lstatSync(path),
      () => settle((done) => fs.lstat(path, done)),
    ),
  real: (path) =>
    ways.run(
      () => fs.realpathSync.native(path),
      () => settle((done) => fs.realpath.native(path, done)),
    ),
  open: (path) =>
    openings.run(
      () => fs.openSync(path, SAFE_READ),
      () => settle((done) => fs.open(path, SAFE_READ, done)),
    ),
  stats: (fd) => fs.fstatSync(fd),
  read: (fd, into, at) => {
    const length = into.length - at;
    const there = (): Promise<number> =>
      settle((done) => fs.read(fd, into, at, length, at, (error, count) => done(error, count)));
    return length > READ_AT_ONCE ? there() : readings.run(() => fs.readSync(fd, into, at, length, at), there);
  },
  close: (fd) => fs.closeSync(fd),
  letGo: (fd) => settle<void>((done) => fs.close(fd, (error) => done(error ?? null))),
  whereIs: (fd, path) => {
    try {
      // Of the kernel's own memory: it cannot wait.
      if (process.platform === 'linux') return Promise.resolve(fs.readlinkSync(`/proc/self/fd/${fd}`));
    } catch {
      // No /proc in this sandbox.
    }
    return nodeDisk.real(path);
  },
  watch: (folder, { recursive }, onEvent, onError) => {
    const watcher: FSWatcher = fs.watch(folder, { recursive, persistent: false }, (_kind, name) => onEvent(name));
    watcher.on('error', (error) => onError(errorCode(error)));
    return watcher;
  },
};

/** `ENOENT`, `EACCES`…; `EUNKNOWN` where there is none. Never the message, which holds the machine's paths. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'EUNKNOWN';
}

/** Whether an error says that there is nothing at a path. */
export function isAbsent(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function settle<T>(start: (done: (error: Error | null, value: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, value) => {
      if (error === null) resolve(value);
      else reject(error);
    });
  });
}
