// Writes THIRD-PARTY.md: the packages inside the files that we ship, with their licences. Needs a build.
//   --check  writes nothing, and fails when the file is not what would be written
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundledPackages } from './bundled-packages.mjs';

const page = join(dirname(dirname(fileURLToPath(import.meta.url))), 'THIRD-PARTY.md');
const packages = bundledPackages();

/** Licences of one text stand once, below the packages that are under them. */
const byText = new Map();
for (const each of packages) byText.set(each.text, [...(byText.get(each.text) ?? []), each]);

const text = `${[
  '<!-- Written by scripts/notices.mjs from what the build put into the shipped files. Do not edit. -->',
  '# Third-party notices',
  'Vault MCP is under the [MIT licence](LICENSE). Code of these packages is inside the files that it ships.',
  [
    '| package | version | licence | in |',
    '| --- | --- | --- | --- |',
    ...packages.map(
      ({ name, version, licence, files }) =>
        `| \`${name}\` | ${version} | ${licence} | ${files.map((file) => `\`${file}\``).join(', ')} |`,
    ),
  ].join('\n'),
  ...[...byText].map(([licence, under]) =>
    [`## ${under.map(({ name }) => name).join(', ')}`, ['```text', licence, '```'].join('\n')].join('\n\n'),
  ),
].join('\n\n')}\n`;

if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) {
  console.error('THIRD-PARTY.md is not what the build says: run node scripts/notices.mjs');
  process.exitCode = 1;
}
