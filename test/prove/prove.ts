import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Proof, type Row, type Settings } from './row.ts';
import { rows } from './rows/index.ts';

const USUAL_SEED = 20_261_201;
/** Failures of a row that are printed; the rest is counted. */
const SHOWN = 12;

/** Puts the product's promises to the proof, one row each, and prints what came of it. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      seed: { type: 'string' },
      only: { type: 'string' },
      vault: { type: 'string' },
    },
  });
  const settings: Settings = {
    seed: values.seed === undefined ? USUAL_SEED : Number(values.seed),
    quick: values.quick === true,
    vault: values.vault ?? null,
  };
  const names = values.only?.split(',');
  const chosen = rows.filter(({ name }) => names?.includes(name) ?? true);
  if (chosen.length === 0) {
    console.error(`no such row; there are: ${rows.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  console.log(`seed ${settings.seed}${settings.quick ? ', the quick form' : ''}`);
  let failed = 0;
  for (const row of chosen) failed += await prove(row, settings);
  console.log(failed === 0 ? '\nEvery promise held.' : `\n${failed} of ${chosen.length} promises did not hold.`);
  return failed === 0 ? 0 : 1;
}

async function prove(row: Row, settings: Settings): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-mcp-prove-'));
  const proof = new Proof(settings, folder);
  const begun = performance.now();
  try {
    await row.run(proof);
  } catch (error) {
    proof.check(
      false,
      `the trial broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const { tried, failures, notes } = proof;
  console.log(`\n${failures.length === 0 && tried > 0 ? 'held  ' : 'FAILED'} ${row.name}: ${row.promise}`);
  console.log(`       ${tried} checks, ${failures.length} failures, ${seconds} s`);
  for (const note of notes) console.log(`       ${note}`);
  for (const failure of failures.slice(0, SHOWN)) console.log(`     - ${failure}`);
  if (failures.length > SHOWN) console.log(`     - and ${failures.length - SHOWN} more`);
  return failures.length === 0 && tried > 0 ? 0 : 1;
}
