import type { VaultPath } from '../path.ts';
import { grown } from './grow.ts';

/**
 * Where each note stands: a key per path, and for each key the segment (by its slot) and the note's number in it. When
 * segments are merged only these columns are rewritten, however many notes move.
 */
export class NotePlaces {
  private readonly keyOf = new Map<VaultPath, number>();
  private readonly paths: VaultPath[] = [];
  private readonly free: number[] = [];
  private slots = new Uint16Array(256);
  private notes = new Uint32Array(256);

  get count(): number {
    return this.keyOf.size;
  }

  /** The key of a path; made for a new one. */
  key(path: VaultPath): number {
    const known = this.keyOf.get(path);
    if (known !== undefined) return known;
    const key = this.free.pop() ?? this.paths.length;
    this.paths[key] = path;
    this.keyOf.set(path, key);
    this.slots = grown(this.slots, key + 1);
    this.notes = grown(this.notes, key + 1);
    return key;
  }

  find(path: VaultPath): number | undefined {
    return this.keyOf.get(path);
  }

  path(key: number): VaultPath {
    const path = this.paths[key];
    if (path === undefined) throw new Error(`no note has the key ${key}`);
    return path;
  }

  slot(key: number): number {
    return this.slots[key] ?? 0;
  }

  note(key: number): number {
    return this.notes[key] ?? 0;
  }

  place(key: number, slot: number, note: number): void {
    this.slots[key] = slot;
    this.notes[key] = note;
  }

  /** Forgets a path; its key is used again. */
  forget(path: VaultPath): void {
    const key = this.keyOf.get(path);
    if (key === undefined) return;
    this.keyOf.delete(path);
    this.free.push(key);
  }
}
