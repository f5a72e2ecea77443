import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { privateFolder } from './state-folder.ts';

export interface Connector {
  /** Of the product; a shim loads only the engine of its own version. */
  readonly version: string;
  /** Text of the built files. */
  readonly shim: string;
  readonly engine: string;
}

/**
 * Writes the files that agents start into `<state folder>/bin`: `vault-mcp.mjs` at a place that never changes, so that no
 * client has to be set up again, and `<version>/engine.mjs` beside it. The engine first: a shim must find its own.
 * @returns the absolute path for an agent's configuration.
 */
export async function installConnector(stateFolder: string, { version, shim, engine }: Connector): Promise<string> {
  const bin = await privateFolder(stateFolder, 'bin');
  await writeWhole(join(bin, version, 'engine.mjs'), engine, 0o600);
  const path = join(bin, 'vault-mcp.mjs');
  await writeWhole(path, shim, 0o700);
  return path;
}

/** A program that starts meanwhile reads the old file or the new one, never a part. */
async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
