import { stateFolder } from '../endpoint.ts';
import type { Manifest } from '../../wire/manifest.ts';
import type { Options } from '../options.ts';
import { isAlive } from '../process-life.ts';
import { chooseVault, obsidianLists } from '../vault-choice.ts';
import type { ChosenVault, VaultVerdict } from '../vault-choice.ts';

import { answersStep, hostSteps, lockStep } from './hosts.ts';
import { engineStep, gitStep, nodeStep, programStep, stateFolderStep, vaultFolderStep } from './places.ts';
import { failed, ok, printJson, printReport } from './report.ts';
import type { Step } from './report.ts';

/** `vault-mcp doctor`: every step from the program's file to an answer. Resolves to the exit code. */
export async function doctor(options: Options, manifest: Manifest, process: NodeJS.Process): Promise<number> {
  const { stdout, stderr, env } = process;
  if (options.words.length > 0 || options.problems.length > 0) {
    stderr.write('vault-mcp: doctor [--vault V] [--json]\n');
    return 2;
  }
  const steps = await examine(options, manifest, process);
  const coloured = stdout.isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  stdout.write(options.json ? printJson(manifest.version, steps) : printReport(steps, coloured));
  return steps.some(({ status }) => status === 'failed') ? 1 : 0;
}

async function examine(options: Options, manifest: Manifest, process: NodeJS.Process): Promise<readonly Step[]> {
  const { env } = process;
  const { version } = manifest;
  const folder = stateFolder(env);
  const verdict = await chooseVault({
    asked: options.vault,
    cwd: process.cwd(),
    stateFolder: folder,
    isAlive,
    appLists: obsidianLists(env, process.platform),
  });
  const before = [nodeStep(process), programStep(version), await stateFolderStep(folder)];
  const engine = await engineStep(env, version);
  if (verdict.kind !== 'chosen') return [...before, vaultStep(verdict, options.vault), engine];
  const { vault } = verdict;
  return [
    ...before,
    vaultStep(verdict, options.vault),
    await vaultFolderStep(vault),
    ...(await hostSteps(folder, vault, version)),
    await lockStep(folder, vault),
    engine,
    await answersStep(options, manifest, process),
    await gitStep(vault, env),
  ];
}

function vaultStep(verdict: VaultVerdict, asked: string | undefined): Step {
  if (verdict.kind === 'chosen') return ok('vault', said(verdict.vault, asked));
  if (verdict.kind === 'not_a_folder') {
    return failed('vault', `"${asked ?? ''}" is no folder`, 'Name the folder that holds the notes.');
  }
  const { kind, choices } = verdict;
  const names = choices.map(({ name, id }) => `${name} (--vault ${id})`).join(', ');
  const known = names === '' ? '' : ` Known: ${names}.`;
  if (kind === 'none') return failed('vault', 'none was chosen', `Add --vault <path, name or id>.${known}`);
  const found = kind === 'ambiguous' ? `several are named "${asked ?? ''}"` : `there is no "${asked ?? ''}"`;
  return failed('vault', found, `Name it by its path or id.${known}`);
}

function said({ name, id }: ChosenVault, asked: string | undefined): string {
  return `${name} (id ${id}), ${asked === undefined ? 'found without --vault' : 'as asked'}`;
}
