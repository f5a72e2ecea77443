// Writes docs/tools.md from the registry of tools, so that the page cannot say anything else than the server does.
//   --check  writes nothing, and fails when the page is not what would be written
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { load, root } from './load-source.mjs';

const page = join(root, 'docs', 'tools.md');

const effects = {
  reads: 'Reads only.',
  adds: 'Adds to the vault; overwrites nothing.',
  rewrites: 'Changes the vault.',
  removes: 'Removes from the vault; can be undone.',
};

function typeText({ type, items, enum: choices }) {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
  return type === 'array' ? `list of ${items.type}` : type;
}

function toolSection({ name, title, description, effect, inputSchema, outputSchema }) {
  const { properties, required: named = [] } = inputSchema();
  const required = new Set(named);
  const rows = Object.entries(properties).map(
    ([parameter, property]) =>
      `| \`${parameter}\`${required.has(parameter) ? ' (required)' : ''} | ${typeText(property)} | ${property.description ?? ''} |`,
  );
  return [
    `## ${name}`,
    `**${title}.** ${description} ${effects[effect]}`,
    rows.length === 0 ? 'No parameters.' : ['| parameter | type | |', '| --- | --- | --- |', ...rows].join('\n'),
    ...(outputSchema ? ['The answer comes as text and, with the same content, as structured data.'] : []),
  ].join('\n\n');
}

function promptSection({ name, description, arguments: parameters }) {
  const rows = parameters.map((each) => `\`${each.name}\`${each.required ? ' (required)' : ''}: ${each.description}`);
  return `- \`${name}\`: ${description} ${rows.join('; ')}.`;
}

const { tools } = await load('src/mcp/tools/index.ts');
const { prompts } = await load('src/mcp/prompts.ts');
const { noteTemplate } = await load('src/mcp/note-resources.ts');

const text = await format(
  [
    '<!-- Written by scripts/tools-doc.mjs from the registry. Do not edit. -->',
    '# Tools',
    "What an agent can ask of the vault. Places are named as `path:line` or `path:first-last`, with the lines of the file itself counted from 1. In answers, lines that start with `> ` are note text; all others are the server's. Refusals start with a stable code in brackets, such as `[note_not_found]`.",
    ...tools.map(toolSection),
    '# Resources',
    `\`${noteTemplate.uriTemplate}\`: ${noteTemplate.description} The list names the notes changed last; a client may subscribe to a note.`,
    '# Prompts',
    prompts.map(promptSection).join('\n'),
    '',
  ].join('\n\n'),
  { ...(await resolveConfig(page)), filepath: page },
);

if (!process.argv.includes('--check')) {
  await mkdir(dirname(page), { recursive: true });
  await writeFile(page, text);
} else if ((await readFile(page, 'utf8').catch(() => '')) !== text) {
  console.error('docs/tools.md is not what the registry says: run node scripts/tools-doc.mjs');
  process.exitCode = 1;
}
