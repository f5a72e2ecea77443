// Makes the npm package from the built files: the folder dist/npm, and from it the archive that `npm publish` takes.
//   --repository <owner/name>  of the sources, which a published package's proof of origin must name
// Prints the archive's path on the last line.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({ options: { repository: { type: 'string' }, to: { type: 'string' } } });
const to = values.to ?? join(root, 'dist');
const folder = join(to, 'npm');
const json = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
const { version, engines } = json('package.json');

const { name, ...rest } = json('packaging', 'npm', 'package.json');
const repository = values.repository
  ? { repository: { type: 'git', url: `git+https://github.com/${values.repository}.git` } }
  : {};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const described = { name, version, ...rest, engines, ...repository };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
for (const [from, file] of [
  ['dist/vault-mcp.mjs', 'vault-mcp.mjs'],
  ['dist/engine.mjs', 'engine.mjs'],
  ['packaging/npm/README.md', 'README.md'],
  ['LICENSE', 'LICENSE'],
  ['THIRD-PARTY.md', 'THIRD-PARTY.md'],
]) {
  cpSync(join(root, from), join(folder, file));
}
const [packed] = JSON.parse(
  // By the shell on Windows, where npm is a script.
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', to], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
);
for (const { path, size } of packed.files) console.log(`  ${path.padEnd(16)} ${String(size).padStart(9)} bytes`);
console.log(`${packed.size} bytes packed, no dependencies`);
console.log(join(to, packed.filename));
