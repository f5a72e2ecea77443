// Writes docs/clients.md, and the table of clients in each README, from what `vault-mcp config` prints.
//   --check  writes nothing, and fails when a page is not what would be written
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { load, root } from './load-source.mjs';

const { CLIENTS, clientConfig } = await load('src/wire/client-config.ts');

const titles = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code (GitHub Copilot)',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  windsurf: 'Windsurf',
  zed: 'Zed',
  hermes: 'Hermes',
};
const systems = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };
const examples = {
  darwin: {
    node: '/usr/local/bin/node',
    program: '/Users/you/.vault-mcp/bin/vault-mcp.mjs',
    vault: '/Users/you/Notes',
  },
  linux: { node: '/usr/bin/node', program: '/home/you/.vault-mcp/bin/vault-mcp.mjs', vault: '/home/you/Notes' },
  win32: {
    node: 'C:\\Program Files\\nodejs\\node.exe',
    program: 'C:\\Users\\you\\.vault-mcp\\bin\\vault-mcp.mjs',
    vault: 'C:\\Users\\you\\Notes',
  },
};
const configOf = (client, system) => clientConfig(client, { system, ...examples[system], name: 'vault', home: null });

/** `macOS, Linux: ~/.cursor/mcp.json` and so on, systems with one file together. */
function places(client) {
  const byFile = new Map();
  for (const system of Object.keys(systems)) {
    const { file } = configOf(client, system);
    if (file !== null) byFile.set(file, [...(byFile.get(file) ?? []), systems[system]]);
  }
  return [...byFile].map(([file, on]) => ({ file, on: on.join(', ') }));
}

function section(client) {
  const { kind, text, notes } = configOf(client, 'darwin');
  const where = places(client).map(({ file, on }) => `- ${on}: \`${file}\``);
  const windows = configOf(client, 'win32');
  return [
    `## ${titles[client]}`,
    `\`vault-mcp config ${client} --vault <folder>\` prints:`,
    ['```' + kind, text, '```'].join('\n'),
    ...(where.length === 0
      ? ['On Windows:', ['```' + windows.kind, windows.text, '```'].join('\n')]
      : ['It goes into:', where.join('\n')]),
    notes.join(' '),
  ].join('\n\n');
}

const page = `${[
  '<!-- Written by scripts/clients-doc.mjs from src/wire. Do not edit. -->',
  '# Connecting a client',
  'Each client starts the program itself, so it needs three paths: of Node.js, of `vault-mcp.mjs`, and of the vault. Clients with a window do not have the `PATH` of your terminal; that is why the paths are whole. `vault-mcp config <client>` prints the snippet with the paths of your machine; the settings of the plugin show the same. Here they are for a user named `you`.',
  'Other clients: whatever takes a command with arguments and speaks MCP over standard input and output will do. The command is `node`, the arguments are the path of `vault-mcp.mjs`, `--vault` and the path of the vault.',
  'To name the server otherwise, add `--name my-notes`; two vaults are two entries with two names.',
  ...CLIENTS.map(section),
].join('\n\n')}\n`;

const table = [
  '| client | `config` prints | macOS | Linux | Windows |',
  '| --- | --- | --- | --- | --- |',
  ...CLIENTS.map((client) => {
    const files = Object.keys(systems).map((system) => configOf(client, system).file);
    const cells = files.map((file) => (file === null ? 'a command' : `\`${file}\``));
    return `| ${titles[client]} | \`${client}\` | ${cells.join(' | ')} |`;
  }),
].join('\n');

const mark = /(<!-- clients -->\n)[\s\S]*?(<!-- \/clients -->)/;
const wanted = [['docs/clients.md', () => page]];
for (const readme of ['README.md', 'README.pt-BR.md', 'README.ru.md']) {
  wanted.push([readme, (text) => text.replace(mark, (_, before, after) => `${before}\n${table}\n\n${after}`)]);
}
for (const [file, make] of wanted) {
  const path = join(root, file);
  const found = await readFile(path, 'utf8').catch(() => '');
  const text = make(found);
  if (file.startsWith('README') && !mark.test(found)) throw new Error(`${file} has no place for the clients`);
  if (text === found) continue;
  if (!process.argv.includes('--check')) await writeFile(path, text);
  else {
    console.error(`${file} is not what src/wire says: run node scripts/clients-doc.mjs`);
    process.exitCode = 1;
  }
}
