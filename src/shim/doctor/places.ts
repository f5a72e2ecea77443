import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import engineDigest from 'embedded:engine-digest';

import { ENGINE_NODE, engineFile } from '../engine.ts';
import type { ChosenVault } from '../vault-choice.ts';

import { failed, ok, skipped } from './report.ts';
import type { Step } from './report.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Node that this program itself needs. */
const OLDEST_NODE = 18;

export function nodeStep(process: NodeJS.Process): Step {
  const found = `${process.version}, ${process.execPath}`;
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) return failed('node', found, `Install Node ${ENGINE_NODE} or newer.`);
  if (major >= ENGINE_NODE) return ok('node', found);
  return failed('node', found, `It serves while Obsidian is open; without it Node ${ENGINE_NODE} or newer is needed.`);
}

export function programStep(version: string): Step {
  return ok('program', `vault-mcp ${version}, ${fileURLToPath(import.meta.url)}`);
}

export async function stateFolderStep(folder: string): Promise<Step> {
  const found = await lstat(folder).catch(() => null);
  if (found === null) return ok('state folder', `${folder}: not there yet, made when first needed`);
  if (!found.isDirectory()) return failed('state folder', `${folder} is no plain folder`, `Move it away: ${folder}`);
  const uid = process.getuid?.();
  if (uid === undefined) return ok('state folder', folder); // Windows: access lists stand in for modes
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  if (found.uid !== uid) {
    return failed('state folder', `${folder} belongs to user ${found.uid}`, 'Have that user remove it, or chown it.');
  }
  if ((found.mode & 0o077) === 0) return ok('state folder', `${folder} (mode ${mode})`);
  return failed('state folder', `${folder} is open to other users (mode ${mode})`, `chmod 700 '${folder}'`);
}

export async function vaultFolderStep({ path }: ChosenVault): Promise<Step> {
  try {
    const entries = await readdir(path);
    const isWritable = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    );
    const marks = isWritable ? '' : ', read-only: no note can be changed';
    return ok('vault folder', `${path}: ${entries.length} entries${marks}`);
  } catch (error) {
    const cure =
      process.platform === 'darwin'
        ? 'Allow it: System Settings > Privacy & Security > Files and Folders.'
        : 'Check the permissions of the folder.';
    return failed('vault folder', `${path} cannot be read (${codeOf(error)})`, cure);
  }
}

export async function engineStep(env: Env, version: string): Promise<Step> {
  const file = engineFile(env, version);
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) {
    const cure = 'Build it again, or run the command "Install the connector for agents" in Obsidian.';
    return failed('engine', `${file} is missing`, cure);
  }
  if (createHash('sha256').update(bytes).digest('hex') === engineDigest) return ok('engine', `${version}, ${file}`);
  if ((env['VAULT_MCP_ENGINE'] ?? '') !== '') return ok('engine', `${file}, named by VAULT_MCP_ENGINE`);
  const cure = 'Install both files of one version: build again, or install the connector again from Obsidian.';
  return failed('engine', `${file} is not of this program's version (${version})`, cure);
}

export async function gitStep({ path }: ChosenVault, env: Env): Promise<Step> {
  const isRepository = (await stat(join(path, '.git')).catch(() => null)) !== null;
  const version = await new Promise<string | null>((resolve) => {
    execFile('git', ['--version'], { timeout: 5000, env: { ...env, LC_ALL: 'C' } }, (error, stdout) =>
      resolve(error === null ? stdout.trim() : null),
    );
  });
  if (version === null) {
    const cure = isRepository ? 'Install git: the vault is a repository.' : null;
    return skipped('git', 'not found: there will be no history and no commits', cure);
  }
  return ok('git', `${version}; ${isRepository ? 'the vault is a repository' : 'the vault is no repository'}`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
