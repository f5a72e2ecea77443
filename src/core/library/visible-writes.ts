import type { NativeMoves, WritableVault } from '../change/write-ports.ts';
import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';
import { isNote } from '../path.ts';
import type { NoteGate } from './note-gate.ts';
import { VisibleVault } from './visible-vault.ts';

/** A vault that may be written, without what the user hides from tools: nothing is made, changed or put there either. */
export class VisibleWrites extends VisibleVault implements WritableVault {
  readonly #vault: WritableVault;

  constructor(vault: WritableVault, gate: NoteGate) {
    super(vault, gate);
    this.#vault = vault;
  }

  /** A name that a hidden note has is taken by something foreign: nothing is said of it, and nothing is put there. */
  async standing(path: VaultPath): ReturnType<WritableVault['standing']> {
    if (this.gate.isHidden(path)) return 'foreign';
    const standing = await this.#vault.standing(path);
    if (standing === 'note' && isNote(path)) await this.read(path).catch(() => null);
    return this.gate.isHidden(path) ? 'foreign' : standing;
  }

  async create(path: VaultPath, text: string): Promise<void> {
    this.#demandVisible(path);
    await this.#vault.create(path, text);
  }

  async replace(path: VaultPath, expected: string, text: string): Promise<boolean> {
    this.#demandVisible(path);
    return this.#vault.replace(path, expected, text);
  }

  async move(from: VaultPath, to: VaultPath): Promise<void> {
    this.#demandVisible(from, to);
    await this.#vault.move(from, to);
  }

  async trash(path: VaultPath): Promise<string | null> {
    this.#demandVisible(path);
    return this.#vault.trash(path);
  }

  async restore(token: string, path: VaultPath): Promise<boolean> {
    this.#demandVisible(path);
    return this.#vault.restore(token, path);
  }

  dropEmptyFolder(folder: string, stop?: string): Promise<void> {
    return this.#vault.dropEmptyFolder(folder, stop);
  }

  get native(): NativeMoves | undefined {
    const native = this.#vault.native;
    if (native === undefined) return undefined;
    return {
      ready: () => native.ready(),
      rename: async (from, to) => {
        this.#demandVisible(from, to);
        await native.rename(from, to);
      },
      listen: () => native.listen(),
    };
  }

  #demandVisible(...paths: readonly VaultPath[]): void {
    const hidden = paths.find((path) => this.gate.isHidden(path));
    if (hidden !== undefined) throw new VaultError('read_only', { path: hidden });
  }
}
