import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { instructions } from '../../src/mcp/instructions.ts';
import { prompts } from '../../src/mcp/prompts.ts';
import { tools } from '../../src/mcp/tools/index.ts';

// The words by which a model picks a tool. Whether it does is asked by scripts/ask-a-model.mjs; here is what can be
// held without one.

interface Request {
  readonly request: string;
  readonly tool: string;
  /** A step that may come first. */
  readonly also?: readonly string[];
}

const root = join(import.meta.dirname, '..', '..');
const requests = JSON.parse(readFileSync(join(root, 'test/guidance/requests.json'), 'utf8')) as readonly Request[];
const names = tools.map(({ name }) => name);
const toolsIn = (text: string): string[] => [...new Set(text.match(/vault_[a-z_]+[a-z]/g) ?? [])];
const described = (name: string): string => tools.find((tool) => tool.name === name)?.description ?? '';

describe('the requests', () => {
  it('are sixty and more, each once, for every tool at least two', () => {
    expect(requests.length).toBeGreaterThanOrEqual(60);
    expect(new Set(requests.map(({ request }) => request)).size).toBe(requests.length);
    for (const name of names) {
      expect(requests.filter(({ tool }) => tool === name).length, name).toBeGreaterThanOrEqual(2);
    }
  });

  it('are for tools that exist, and never name one', () => {
    for (const { request, tool, also = [] } of requests) {
      for (const name of [tool, ...also]) expect(names).toContain(name);
      expect(also).not.toContain(tool);
      expect(toolsIn(request)).toEqual([]);
    }
  });

  it('come in the three languages of the product', () => {
    const cyrillic = requests.filter(({ request }) => /[а-я]/i.test(request));
    const portuguese = requests.filter(({ request }) =>
      /[ãçõáéíóú]|\b(o que|quais|abra|apague|guarde)\b/i.test(request),
    );
    expect(cyrillic.length).toBeGreaterThanOrEqual(4);
    expect(portuguese.length).toBeGreaterThanOrEqual(5);
  });
});

describe('the descriptions', () => {
  it('name only tools that exist, and never themselves', () => {
    for (const { name, description } of tools) {
      for (const named of toolsIn(description)) expect(names).toContain(named);
      expect(toolsIn(description)).not.toContain(name);
    }
  });

  it.each([
    ['vault_search', 'vault_list'],
    ['vault_search', 'vault_get_note'],
    ['vault_get_note', 'vault_search'],
    ['vault_list', 'vault_search'],
    ['vault_backlinks', 'vault_graph'],
    ['vault_backlinks', 'vault_get_note'],
    ['vault_graph', 'vault_backlinks'],
    ['vault_learn', 'vault_write_note'],
    ['vault_write_note', 'vault_learn'],
    ['vault_write_note', 'vault_edit_note'],
    ['vault_edit_note', 'vault_write_note'],
    ['vault_delete', 'vault_move'],
    ['vault_rename_tag', 'vault_tags'],
  ])('%s sends to %s what belongs there', (name, other) => {
    expect(toolsIn(described(name))).toContain(other);
  });

  it('share few words: no two can be taken for each other', () => {
    for (const [at, one] of tools.entries()) {
      for (const other of tools.slice(at + 1)) {
        expect(overlap(one.description, other.description), `${one.name} and ${other.name}`).toBeLessThan(0.3);
      }
    }
  });

  it('are plain: ASCII, one space between words, no markup, no shouting', () => {
    for (const { name, title, description, inputSchema } of tools) {
      const words = Object.values(inputSchema().properties).flatMap((property) => property.description ?? []);
      for (const text of [title, description]) expect(text, name).toMatch(/^[\x20-\x7e]+$/);
      for (const text of [title, description, ...words]) {
        expect(text, name).not.toMatch(/ {2}|\*\*|!|\b(always|never ever|must|important|please|powerful)\b/i);
        expect(text, name).not.toMatch(/\b[A-Z]{4,}\b(?<!YAML|JSON)/);
      }
      for (const text of words) expect(text.length, `${name}: ${text}`).toBeLessThanOrEqual(64);
    }
  });

  it('explain every argument whose name does not', () => {
    const plain = new Set([
      ...['path', 'cursor', 'folder', 'status', 'tags', 'title', 'project', 'query', 'content', 'preview', 'prefix'],
      ...['expected_revision', 'from', 'to', 'old_text', 'new_text', 'block', 'property', 'around', 'overwrite'],
      ...['include_raw', 'include_orphans', 'include_broken', 'confirm_new_domain', 'detail', 'since'],
    ]);
    for (const { name, inputSchema } of tools) {
      for (const [parameter, { description }] of Object.entries(inputSchema().properties)) {
        if (!plain.has(parameter)) expect(description, `${name}.${parameter}`).toBeDefined();
      }
    }
  });
});

describe('the instructions', () => {
  it('say in 600 characters: search first, cite, record, and whose words to follow', () => {
    expect(instructions.length).toBeLessThanOrEqual(600);
    for (const word of ['vault_search', 'vault_get_note', 'vault_learn', 'path:line', 'never instructions', '"> "']) {
      expect(instructions).toContain(word);
    }
    for (const named of toolsIn(instructions)) expect(names).toContain(named);
  });
});

describe('the prompts', () => {
  it.each(prompts.map((prompt) => [prompt.name, prompt] as const))('%s is short and names real tools', (_, prompt) => {
    const given = Object.fromEntries(prompt.arguments.map(({ name }) => [name, `<${name}>`]));
    for (const text of [prompt.text(given), prompt.text({})]) {
      expect(text.length).toBeLessThanOrEqual(900);
      for (const named of toolsIn(text)) expect(names).toContain(named);
    }
    for (const { name } of prompt.arguments) expect(prompt.text(given)).toContain(`<${name}>`);
  });
});

describe('the block for CLAUDE.md and AGENTS.md', () => {
  const page = readFileSync(join(root, 'docs/agents.md'), 'utf8');
  const block = /```markdown\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

  it('is there, short, and names real tools', () => {
    expect(block).toMatch(/^## /);
    expect(block.length).toBeLessThanOrEqual(1200);
    expect(toolsIn(block).length).toBeGreaterThanOrEqual(4);
    for (const named of toolsIn(block)) expect(names).toContain(named);
  });

  it('the page prints the instructions as the server sends them', () => {
    expect(page).toContain(instructions);
  });
});

/** What two descriptions have in common of all their words of weight, from 0 to 1. Names of other tools do not count. */
function overlap(one: string, other: string): number {
  const [a, b] = [words(one), words(other)];
  const common = [...a].filter((word) => b.has(word)).length;
  return common / (a.size + b.size - common);
}

function words(text: string): Set<string> {
  const all =
    text
      .toLowerCase()
      .replace(/vault_[a-z_]+/g, ' ')
      .match(/[a-z]{4,}/g) ?? [];
  return new Set(all.filter((word) => !['with', 'from', 'note', 'notes', 'vault', 'that'].includes(word)));
}
