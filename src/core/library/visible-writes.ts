import type { WritableVault } from '../change/write-ports.ts';
import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';
import { VisibleVault } from './visible-vault.ts';

/** A vault that may be written, without what the user hides from tools: nothing is made, changed or put there either. */
export class VisibleWrites extends VisibleVault implements WritableVault {
  readonly #vault: WritableVault;
  readonly #hides: (path: string) => boolean;

  constructor(vault: WritableVault, isHidden: (path: string) => boolean) {
    super(vault, isHidden);
    this.#vault = vault;
    this.#hides = isHidden;
  }

  standing(path: VaultPath): ReturnType<WritableVault['standing']> {
    return this.#hides(path) ? Promise.resolve('foreign') : this.#vault.standing(path);
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

  #demandVisible(...paths: readonly VaultPath[]): void {
    const hidden = paths.find((path) => this.#hides(path));
    if (hidden !== undefined) throw new VaultError('read_only', { path: hidden });
  }
}
