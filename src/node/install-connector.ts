import { join } from 'node:path';
import { privateFolder } from './state-folder.ts';
import { writeWhole } from './write-whole.ts';

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
