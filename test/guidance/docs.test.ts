import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { prompts } from '../../src/mcp/prompts.ts';
import { messagesIn } from '../../src/mcp/messages/language.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { USAGE } from '../../src/shim/usage.ts';
import { CLIENTS } from '../../src/wire/client-config.ts';

// What the documents name must exist: a tool, a code, a command, an option, a variable.

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = [
  ...readdirSync(root).filter((file) => /^README.*\.md$/.test(file)),
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
  'packaging/npm/README.md',
];

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

const names = new Set(tools.map(({ name }) => name));
const source = sources('src').join('\n');
const english = Object.keys(messagesIn('en').failures);

describe.each(pages)('%s', (page) => {
  const text = read(page);

  it('names only tools that exist', () => {
    for (const [tool] of text.matchAll(/(?<=`)vault_[a-z_]+(?=`)/g)) expect([...names]).toContain(tool);
  });

  it('names only codes that an answer can start with', () => {
    for (const [, code] of text.matchAll(/`\[([a-z_]+)\]`/g)) {
      const known =
        english.includes(code ?? '') || source.includes(`[${code ?? ''}]`) || source.includes(`'${code ?? ''}'`);
      expect(known, code).toBe(true);
    }
  });

  it('names only commands of the program that exist', () => {
    for (const [, word = ''] of text.matchAll(/(?:`|^)vault-mcp ([a-z]+)/gm)) {
      expect(USAGE, word).toContain(`vault-mcp ${word}`);
    }
  });

  it('names only variables that the program reads', () => {
    for (const [variable] of text.matchAll(/\bVAULT_[A-Z_]+\b/g))
      expect(source.includes(variable), variable).toBe(true);
  });
});

describe('the README', () => {
  const text = read('README.md');

  it('has every tool, client and prompt', () => {
    for (const name of names) expect(text).toContain(`\`${name}\``);
    for (const client of CLIENTS) expect(text).toContain(`\`${client}\``);
    for (const { name } of prompts) expect(text).toContain(`\`${name}\``);
  });

  it.each(['README.pt-BR.md', 'README.ru.md'])('has in %s the same headings, code and links', (file) => {
    const other = read(file);
    const headings = (page: string): number[] => [...page.matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length);
    const fences = (page: string): string[] => [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([fence]) => fence);
    const links = (page: string): string[] =>
      [...page.matchAll(/\]\(((?!README|#)[^)#]+)/g)].map(([, link = '']) => link.replace('-pt-BR.png', '.png')).sort();
    expect(headings(other)).toEqual(headings(text));
    expect(fences(other)).toEqual(fences(text));
    expect(links(other)).toEqual(links(text));
    for (const name of names) expect(other).toContain(`\`${name}\``);
  });
});

describe('the page of the command line', () => {
  it('has every option and command of --help', () => {
    const page = read('docs/command-line.md');
    for (const [option] of USAGE.matchAll(/--[a-z-]+/g)) expect(page, option).toContain(option);
    for (const [, command = ''] of USAGE.matchAll(/^vault-mcp ([a-z]+)/gm))
      expect(page).toContain(`vault-mcp ${command}`);
  });
});
