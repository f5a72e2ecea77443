import { readdir, readFile, stat } from 'node:fs/promises';
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
  const path = connectorPath(stateFolder);
  await writeWhole(path, shim, 0o700);
  return path;
}

/** Where an agent's configuration finds the connector, installed or not. */
export function connectorPath(stateFolder: string): string {
  return join(stateFolder, 'bin', 'vault-mcp.mjs');
}

/**
 * The version of the connector that is installed: this one's where the files are the same, else the newest other one that
 * an engine is there for; null where there is none.
 */
export async function installedConnector(
  stateFolder: string,
  { version, shim, engine }: Connector,
): Promise<string | null> {
  const installed = await readFile(connectorPath(stateFolder), 'utf8').catch(() => null);
  if (installed === null) return null;
  const bin = join(stateFolder, 'bin');
  const own = await readFile(join(bin, version, 'engine.mjs'), 'utf8').catch(() => null);
  if (installed === shim && own === engine) return version;
  const others = await Promise.all(
    (await readdir(bin)).map(async (name) => {
      const at = await stat(join(bin, name, 'engine.mjs')).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      );
      return at === null || name === version ? [] : [{ name, at }];
    }),
  );
  const [newest] = others.flat().sort((a, b) => b.at - a.at);
  return newest?.name ?? '?';
}
