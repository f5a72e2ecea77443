import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Node whose compile cache a thread takes from its environment. */
const CACHING_NODE = 22;
/** Node's own name for it, and for the wish to have none. */
const VARIABLE = 'NODE_COMPILE_CACHE';
const REFUSAL = 'NODE_DISABLE_COMPILE_CACHE';
const FOLDER = 'code';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What to add to the engine's environment so that Node keeps its compiled code in `code` of the state folder: a third of a
 * start is compiling. Nothing where Node cannot, where the user has said otherwise, or where somebody else could write to
 * that folder, since what lies there is run.
 */
export function codeCacheFor(stateFolder: string, env: Environment, node: string): Environment {
  if (Number.parseInt(node, 10) < CACHING_NODE || env[VARIABLE] !== undefined || env[REFUSAL] !== undefined) return {};
  const folder = join(stateFolder, FOLDER);
  if (!isOurs(stateFolder)) return {};
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // Most often it is there; else it is not ours either.
  }
  return isOurs(folder) ? { [VARIABLE]: folder } : {};
}

/** A plain folder of this user, closed to others. */
function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  const uid = process.getuid?.();
  if (stat?.isDirectory() !== true) return false;
  return uid === undefined || (stat.uid === uid && (stat.mode & 0o077) === 0);
}
