import { errorCode } from './disk.ts';
import type { Disk } from './disk.ts';
import { isHidden } from './left-out.ts';
import { absolute } from './look.ts';

/** What the system says about folders, as hints: which names to look at, never what happened to them. */
export interface FolderEvents {
  /** Begins with this folder (its path on the disk, relative); false where the system refuses. */
  enter(onDisk: string): boolean;
  leave(onDisk: string): void;
  close(): void;
}

export interface EventSink {
  /** A name in a folder, or (null) the folder as a whole, deserves a look. */
  readonly look: (folder: string, name: string | null) => void;
  /** The system will not tell everything any more: its error code. */
  readonly lost: (code: string) => void;
}

/**
 * On macOS and Windows one recursive watch of the root. On Linux, which has none, one watch a folder: 10,000 notes in
 * 117 folders take 61 ms and 6 MB to watch so; a watch a file, as libraries lay them, took 1.7 s and 81 MB.
 */
export function folderEvents(disk: Disk, root: string, sink: EventSink): FolderEvents {
  return hasRecursiveWatch(disk.platform) ? recursive(disk, root, sink) : each(disk, root, sink);
}

/** Whether one watch sees everything below a folder. */
export function hasRecursiveWatch(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32';
}

function each(disk: Disk, root: string, sink: EventSink): FolderEvents {
  const watches = new Map<string, { close(): void }>();
  const leave = (onDisk: string): void => {
    watches.get(onDisk)?.close();
    watches.delete(onDisk);
  };
  return {
    leave,
    enter: (onDisk) => {
      if (watches.has(onDisk)) return true;
      const onEvent = (name: string | null): void => sink.look(onDisk, name);
      const onError = (code: string): void => {
        leave(onDisk);
        if (code !== 'ENOENT') sink.lost(code);
      };
      try {
        watches.set(onDisk, disk.watch(absolute(root, onDisk), { recursive: false }, onEvent, onError));
        return true;
      } catch (error) {
        const code = errorCode(error);
        // A folder that went away or may not be read is the scan's to report.
        if (code !== 'ENOENT' && code !== 'EACCES') sink.lost(code);
        return false;
      }
    },
    close: () => {
      for (const onDisk of [...watches.keys()]) leave(onDisk);
    },
  };
}

function recursive(disk: Disk, root: string, sink: EventSink): FolderEvents {
  let watch: { close(): void } | null = null;
  const onEvent = (relative: string | null): void => {
    if (relative === null) return sink.look('', null);
    const path = relative.split('\\').join('/');
    const slash = path.lastIndexOf('/');
    const folder = slash < 0 ? '' : path.slice(0, slash);
    if (!folder.split('/').some(isHidden)) sink.look(folder, path.slice(slash + 1));
  };
  return {
    leave: () => undefined,
    enter: () => {
      if (watch !== null) return true;
      try {
        watch = disk.watch(root, { recursive: true }, onEvent, sink.lost);
        return true;
      } catch (error) {
        sink.lost(errorCode(error));
        return false;
      }
    },
    close: () => watch?.close(),
  };
}
