// Makes the bundle that Claude Desktop and others install with a click, from the built files: a zip archive by the
// MCPB manifest specification 0.3. Same files, same bytes. Prints the bundle's path on the last line.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { load, root } from './load-source.mjs';
import { zip } from './zip.mjs';

const { values } = parseArgs({ options: { to: { type: 'string' } } });
const to = values.to ?? join(root, 'dist');
const read = (...path) => readFileSync(join(root, ...path));
const { version } = JSON.parse(read('package.json'));
const { tools } = await load('src/mcp/tools/index.ts');

const { manifest_version, name, display_name, ...rest } = JSON.parse(read('packaging', 'mcpb', 'manifest.json'));
const manifest = {
  manifest_version,
  name,
  display_name,
  version,
  ...rest,
  tools: tools.map((tool) => ({ name: tool.name, description: tool.description })),
};
const files = [
  { name: 'manifest.json', bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), mode: 0o644 },
  { name: 'server/vault-mcp.mjs', bytes: read('dist', 'vault-mcp.mjs'), mode: 0o755 },
  { name: 'server/engine.mjs', bytes: read('dist', 'engine.mjs'), mode: 0o644 },
  { name: 'LICENSE', bytes: read('LICENSE'), mode: 0o644 },
  { name: 'THIRD-PARTY.md', bytes: read('THIRD-PARTY.md'), mode: 0o644 },
];
const bundle = zip(files);
const path = join(to, `vault-mcp-${version}.mcpb`);
mkdirSync(to, { recursive: true });
writeFileSync(path, bundle);
for (const file of files) console.log(`  ${file.name.padEnd(22)} ${String(file.bytes.length).padStart(9)} bytes`);
console.log(`${bundle.length} bytes`);
console.log(path);
