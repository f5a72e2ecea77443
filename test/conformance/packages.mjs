// The suite, the Inspector and the Node that they need are no dependencies of this project: each is installed on first
// use into the cache beside the project's own packages.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of the package that brings a Node along. */
const NODE_22 = '22.23.5';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const cache = join(root, 'node_modules', '.cache', 'vault-mcp', 'packages');

/** Installs one package of exactly this version, without its install scripts. Returns the folder of the package. */
export function installed(name, version) {
  const folder = join(cache, `${name.replaceAll('/', '+')}@${version}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    mkdirSync(draft, { recursive: true });
    writeFileSync(join(draft, 'package.json'), '{"private":true}\n');
    const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', `${name}@${version}`];
    const run = spawnSync('npm', words, { cwd: draft, encoding: 'utf8', shell: process.platform === 'win32' });
    if (run.status !== 0) {
      rmSync(draft, { recursive: true, force: true });
      throw new Error(`${name}@${version} cannot be installed: ${run.stderr}`);
    }
    renameSync(draft, folder);
  }
  return join(folder, 'node_modules', name);
}

/** A Node of at least 22.19, which the suite and the Inspector need: this one, or one out of a package. */
export function node22() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath;
  if (process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)) {
    return join(installed(`node-linux-${process.arch}`, NODE_22), 'bin', 'node');
  }
  throw new Error('this needs Node 22.19 or newer');
}
