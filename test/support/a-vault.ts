import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { memoryVault } from './memory-vault.ts';
import type { MemoryVault, MemoryVaultOptions } from './memory-vault.ts';
import { makeTempDir, tempDir } from './temp-dir.ts';
import type { TempDir } from './temp-dir.ts';

/**
 * A vault in the making: `aVault().note('Tides.md', '# Tides').attachment('img/a.png')`, then `onDisk()` for a
 * folder or `inMemory()` for the Vault port itself. Later files of the same path replace earlier ones.
 */
export class VaultBuilder {
  readonly #files = new Map<string, string | Uint8Array>();
  readonly #folders = new Set<string>();

  /** A note; `.md` is added where the path has no extension. Lines may be given one by one. */
  note(path: string, ...lines: string[]): this {
    const name = /\.[^/]+$/.test(path) ? path : `${path}.md`;
    return this.file(name, lines.join('\n'));
  }

  /** A binary file; a tiny PNG header unless bytes are given. */
  attachment(path: string, bytes: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)): this {
    return this.file(path, bytes);
  }

  file(path: string, content: string | Uint8Array): this {
    this.#files.set(path, content);
    return this;
  }

  folder(path: string): this {
    this.#folders.add(path);
    return this;
  }

  /** `count` small notes with no links: `Filler/0001.md` and on. */
  filler(count: number): this {
    for (let at = 1; at <= count; at++) {
      const number = String(at).padStart(4, '0');
      this.note(`Filler/${number}`, `# Filler ${number}`, '', `Nothing but filler number ${at}.`);
    }
    return this;
  }

  /** What was laid down so far, by path. */
  contents(): Readonly<Record<string, string | Uint8Array>> {
    return Object.fromEntries(this.#files);
  }

  inMemory(options: MemoryVaultOptions = {}): MemoryVault {
    return memoryVault(Object.fromEntries(this.#files), options);
  }

  /** Writes the files into a folder that is removed when the present test ends. */
  async onDisk(): Promise<TempDir> {
    return this.#writeInto(await tempDir());
  }

  /** The same for hooks and scripts, which must call `remove()`. */
  async onDiskUntilRemoved(): Promise<TempDir> {
    return this.#writeInto(await makeTempDir());
  }

  async #writeInto(dir: TempDir): Promise<TempDir> {
    for (const folder of this.#folders) await mkdir(join(dir.path, folder), { recursive: true });
    for (const [path, content] of this.#files) {
      await mkdir(dirname(join(dir.path, path)), { recursive: true });
      await writeFile(join(dir.path, path), content);
    }
    return dir;
  }
}

export function aVault(): VaultBuilder {
  return new VaultBuilder();
}
