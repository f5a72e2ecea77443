// Holds a bundle against the MCPB project's own validator, of a version pinned here and installed on first use.
//   node scripts/validate-bundle.mjs <file.mcpb>
// Exit codes: 0 valid, 1 not, 3 the validator could not be had.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { installed } from '../test/conformance/packages.mjs';
import { unzip } from './zip.mjs';

const VALIDATOR = '2.1.2';

function validatorFile() {
  try {
    return join(installed('@anthropic-ai/mcpb', VALIDATOR), 'dist', 'cli', 'cli.js');
  } catch (error) {
    console.error(error.message);
    process.exit(3);
  }
}

const validator = validatorFile();
const folder = mkdtempSync(join(tmpdir(), 'vault-mcp-bundle-'));
try {
  for (const { name, bytes } of unzip(readFileSync(process.argv[2]))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const run = spawnSync(process.execPath, [validator, 'validate', join(folder, 'manifest.json')], { encoding: 'utf8' });
  console.log(`${run.stdout}${run.stderr}`.replaceAll(folder, '').trim());
  process.exitCode = run.status === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
