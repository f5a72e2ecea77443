// Writes docs/compatibility.md: which client has which rule for schemas of tools, and that every tool keeps it.
//   --check  writes nothing, and fails when the page is not what would be written
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { load, root } from './load-source.mjs';

const { CLIENTS, MOST_TOOLS, RULES } = await load('test/guidance/client-rules.ts');
const { tools: offered } = await load('src/mcp/tools/index.ts');

/** As clients get them. */
const tools = offered.map(({ name, title, description, inputSchema, outputSchema, annotations }) => {
  return { name, title, description, inputSchema: inputSchema(), outputSchema, annotations };
});
const clients = Object.entries(CLIENTS);
const page = join(root, 'docs', 'compatibility.md');

/** `kept`, or the tools that do not keep it; a dash where the client has no such rule. */
function cell(rule, client) {
  if (!rule.clients.includes(client)) return '—';
  const broken = tools.filter((tool) => rule.faults(tool).length > 0).map(({ name }) => name);
  return broken.length === 0 ? 'kept' : broken.join(', ');
}

const bytes = Buffer.byteLength(JSON.stringify(tools));
const text = `${[
  '<!-- Written by scripts/compatibility-doc.mjs from test/guidance/client-rules.ts. Do not edit. -->',
  '# Client schemas',
  'Clients, and the model interfaces behind them, refuse some JSON schemas: one tool that breaks a rule can take all tools with it. Each row is a rule, each column who has it; `kept` means that a test found every tool to keep it.',
  [
    `| rule | ${clients.map(([, title]) => title).join(' | ')} |`,
    `| --- |${clients.map(() => ' --- |').join('')}`,
    ...RULES.map((rule) => `| ${rule.says} | ${clients.map(([client]) => cell(rule, client)).join(' | ')} |`),
  ].join('\n'),
  `There are ${tools.length} tools; the smallest known limit is ${Math.min(...Object.values(MOST_TOOLS))} for all servers of a client together. The whole list takes about ${(bytes / 1000).toFixed(0)} KB, some ${Math.round(bytes / 4 / 100) * 100} tokens, in each conversation of a client that does not load tools on demand.`,
  'Lists, numbers, booleans and objects are taken as such and as their JSON text, since some models send text; unknown arguments are ignored; every refusal is a tool result that the model can read.',
].join('\n\n')}\n`;

if (!process.argv.includes('--check')) await writeFile(page, text);
else if ((await readFile(page, 'utf8').catch(() => '')) !== text) {
  console.error('docs/compatibility.md is not what the rules say: run node scripts/compatibility-doc.mjs');
  process.exitCode = 1;
}
