import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { utf8Length } from '../../src/mcp/budget.ts';
import { instructions } from '../../src/mcp/instructions.ts';
import { prompts } from '../../src/mcp/prompts.ts';
import type { PublishedSchema } from '../../src/mcp/published-schema.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { aVault } from '../support/a-vault.ts';
import { memoryServices } from './support/memory-services.ts';
import { RawClient } from './support/raw-client.ts';

const root = join(import.meta.dirname, '../..');
const names = tools.map(({ name }) => name);
const readers = tools.filter(({ effect }) => effect === 'reads');

describe('the registry', () => {
  it('holds each file of tools/, ordered by name', () => {
    const files = readdirSync(join(root, 'src/mcp/tools')).filter((file) => file !== 'index.ts');
    expect(names).toEqual(files.map((file) => file.replace('.ts', '').replaceAll('-', '_')).sort());
  });

  it('has a test of each tool that prints its answer', () => {
    const tested = readdirSync(join(root, 'test/mcp/tools')).filter((file) => file.endsWith('.test.ts'));
    expect(tested.map((file) => file.replace('.test.ts', '').replaceAll('-', '_')).sort()).toEqual(names);
  });

  it('is small: the whole list with room for the writing tools', async () => {
    const client = new RawClient(await memoryServices(aVault().inMemory()));
    await client.initialize();
    const answer = await client.ask('tools/list');
    const bytes = utf8Length(JSON.stringify(answer));
    client.close();
    expect(bytes).toBeLessThanOrEqual(12_000);
    const ofReaders = utf8Length(JSON.stringify(readers.map(publicParts)));
    expect(ofReaders, 'the reading tools alone').toBeLessThanOrEqual(5_500);
  });

  it('tells of itself in at most 600 characters', () => {
    expect(instructions.length).toBeLessThanOrEqual(600);
  });

  it('names prompts and tools apart', () => {
    expect(new Set([...names, ...prompts.map(({ name }) => name)]).size).toBe(names.length + prompts.length);
  });
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has a name that every client takes as it is', () => {
    expect(name).toMatch(/^vault_[a-z]+(_[a-z]+)*$/);
    expect(name.length).toBeLessThanOrEqual(32);
    // Cursor counts the server's name as well.
    expect(`vault-mcp:${name}`.length).toBeLessThanOrEqual(60);
  });

  it('says in a title and a short description when to use it, and what else there is', () => {
    expect(tool.title.length).toBeLessThanOrEqual(40);
    expect(tool.description.length).toBeLessThanOrEqual(240);
    expect(tool.description).toMatch(/\.$/);
    expect(tool.description).toMatch(/[Uu]se/);
  });

  it('sets all four hints, and they agree with each other', () => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
    const hints = [readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
    expect(hints.every((hint) => typeof hint === 'boolean')).toBe(true);
    expect(readOnlyHint && destructiveHint).toBe(false);
    expect(readOnlyHint).toBe(tool.effect === 'reads');
    expect(openWorldHint).toBe(false);
  });

  it('equals its golden schema', async () => {
    const text = await format(JSON.stringify(publicParts(tool), null, 2), { parser: 'json', printWidth: 120 });
    await expect(text).toMatchFileSnapshot(`schemas/${name}.json`);
  });

  it('has a flat schema that every big client takes', () => {
    expect(faultsOf(tool.inputSchema())).toEqual([]);
  });
});

describe('the schema check itself', () => {
  it.each([
    ['a union', { type: 'object', properties: { a: { anyOf: [{ type: 'string' }] } } }],
    ['a type list', { type: 'object', properties: { a: { type: ['string', 'null'] } } }],
    ['an untyped list', { type: 'object', properties: { a: { type: 'array' } } }],
    ['a nested object', { type: 'object', properties: { a: { type: 'object', properties: {} } } }],
    ['a reference', { type: 'object', properties: { a: { $ref: '#/x' } } }],
    ['a root combinator', { type: 'object', properties: {}, oneOf: [] }],
    ['a closed root', { type: 'object', properties: {}, additionalProperties: false }],
    ['a missing property', { type: 'object', properties: {}, required: ['a'] }],
    ['an odd name', { type: 'object', properties: { 'a-b!': { type: 'string' } } }],
    ['an empty choice', { type: 'object', properties: { a: { type: 'string', enum: [''] } } }],
  ])('finds %s', (_, schema) => {
    expect(faultsOf(schema as unknown as PublishedSchema)).not.toEqual([]);
  });
});

function publicParts({ name, title, description, inputSchema, outputSchema, annotations }: (typeof tools)[number]) {
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(),
    ...(outputSchema ? { outputSchema } : {}),
    annotations,
  };
}

/**
 * The strictest of each client: Anthropic and OpenAI refuse combinators at the root and want names of
 * `[a-zA-Z0-9_-]`, Gemini refuses `$ref`, type lists, untyped lists and empty choices, older Cursor and VS Code drop
 * tools with unions.
 */
function faultsOf(schema: PublishedSchema): string[] {
  const faults: string[] = [];
  const rootKeys = Object.keys(schema).filter((key) => !['type', 'properties', 'required'].includes(key));
  if (schema.type !== 'object') faults.push('root is no object');
  faults.push(...rootKeys.map((key) => `root has ${key}`));
  for (const missing of (schema.required ?? []).filter((name) => !(name in schema.properties))) faults.push(missing);
  for (const [name, property] of Object.entries(schema.properties)) {
    const keys = Object.keys(property).filter((key) => !['type', 'description', 'enum', 'items'].includes(key));
    faults.push(...keys.map((key) => `${name} has ${key}`));
    if (!/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name)) faults.push(`${name} is no plain name`);
    if (!['string', 'integer', 'boolean', 'array', 'object'].includes(property.type))
      faults.push(`${name} has no one type`);
    if (property.type === 'array' && !['string', 'object'].includes(property.items?.type ?? ''))
      faults.push(`${name} has untyped items`);
    if (property.enum?.some((value) => value === '') === true) faults.push(`${name} has an empty choice`);
  }
  return faults;
}

describe('golden schemas', () => {
  it('are of tools that exist', () => {
    const golden = readdirSync(join(root, 'test/mcp/schemas')).map((file) => file.replace('.json', ''));
    expect(golden.sort()).toEqual(names);
    for (const name of golden)
      expect(readFileSync(join(root, `test/mcp/schemas/${name}.json`), 'utf8')).toContain(name);
  });
});
