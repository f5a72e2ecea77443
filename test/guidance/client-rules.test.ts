import { describe, expect, it } from 'vitest';

import { tools } from '../../src/mcp/tools/index.ts';

import { CLIENTS, MOST_TOOLS, RULES } from './client-rules.ts';
import type { PublishedTool, RuledClient, Schema } from './client-rules.ts';

const published: readonly PublishedTool[] = tools.map(({ name, description, inputSchema, outputSchema }) => ({
  name,
  description,
  inputSchema: { ...inputSchema() },
  outputSchema,
}));
const clients = Object.keys(CLIENTS) as RuledClient[];

const cells = RULES.flatMap((rule) => rule.clients.map((client) => [client, rule.says, rule] as const));

describe('every tool, by the rules of each client', () => {
  it.each(cells)('%s: %s', (_client, _says, rule) => {
    for (const tool of published) expect(rule.faults(tool), tool.name).toEqual([]);
  });

  it('is one of few', () => {
    for (const most of Object.values(MOST_TOOLS)) expect(tools.length).toBeLessThanOrEqual(most);
  });

  it.each(clients)('%s has rules', (client) => {
    expect(RULES.filter((rule) => rule.clients.includes(client)).length).toBeGreaterThan(5);
  });
});

describe('each rule finds what it forbids', () => {
  const tool = (inputSchema: Schema, more: Partial<PublishedTool> = {}): PublishedTool => ({
    name: 'vault_x',
    description: 'Use it.',
    inputSchema,
    ...more,
  });
  const object = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', properties, ...more });
  const fine = object({ a: { type: 'string' } });
  const text = { type: 'string' };

  it.each([
    ['The name is letters', tool(fine, { name: '1.tool' })],
    ['The name still fits', tool(fine, { name: 'x'.repeat(40) })],
    ['There is a description', tool(fine, { description: '' })],
    ['The arguments are one object', tool({ type: 'string' })],
    ['Every object names its members', tool(object({}))],
    ['Every object names its members', tool(object({ a: { type: 'object' } }))],
    ['No `anyOf`', tool(object({ a: { anyOf: [text] } }))],
    ['No `$ref`', tool(object({ a: { $ref: '#/$defs/x' } }))],
    ['Every member has one type', tool(object({ a: { type: ['string', 'null'] } }))],
    ['Every list says of what', tool(object({ a: { type: 'array' } }))],
    ['A choice is between texts', tool(object({ a: { type: 'string', enum: ['x', ''] } }))],
    ['A choice is between texts', tool(object({ a: { type: 'integer', enum: [1] } }))],
    ['No keyword', tool(object({ a: text }, { additionalProperties: false }))],
    ['No keyword', tool(object({ a: { type: 'integer', minimum: 1 } }))],
    ['What is required exists', tool(object({ a: text }, { required: ['b'] }))],
    ['Names of arguments', tool(object({ 'a-b': text }))],
    ['Not deeper', tool(object({ a: object({ b: text }) }))],
    ['An answer that is structured', tool(fine, { outputSchema: { type: 'object', additionalProperties: false } })],
  ])('%s', (start, spoilt) => {
    const rule = RULES.find(({ says }) => says.startsWith(start));
    expect(rule?.faults(spoilt)).not.toEqual([]);
    expect(rule?.faults(tool(fine))).toEqual([]);
  });
});
