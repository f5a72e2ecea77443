import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readInput } from '../../src/mcp/input.ts';
import { messagesIn } from '../../src/mcp/messages/language.ts';
import { inputSchemaOf } from '../../src/mcp/published-schema.ts';

const shape = z.object({
  title: z.string().min(2),
  type: z.string().min(1).optional(),
  text: z.string().optional(),
  tags: z.array(z.string()).optional(),
  links: z.array(z.string()).optional(),
  raw: z.boolean().optional(),
  limit: z.int().min(1).max(9).optional(),
  sort: z.enum(['a', 'b']).optional(),
});

const read = (raw: unknown) => readInput(shape, inputSchemaOf(shape), raw, messagesIn('en').input);

describe('readInput', () => {
  it.each([
    ['unknown properties', { title: 'ok', other: 1, __proto__: 2 }, { title: 'ok' }],
    ['null for absent', { title: 'ok', tags: null }, { title: 'ok' }],
    ['a list as its JSON text', { title: 'ok', tags: '["x","y"]' }, { title: 'ok', tags: ['x', 'y'] }],
    ['a lone word for a list', { title: 'ok', tags: 'x' }, { title: 'ok', tags: ['x'] }],
    ['an empty text for a list', { title: 'ok', tags: '' }, { title: 'ok', tags: [] }],
    ['tags parted by commas', { title: 'ok', tags: 'x, y,' }, { title: 'ok', tags: ['x', ' y'] }],
    ['a list of one with a comma in it', { title: 'ok', links: 'Doe, J.' }, { title: 'ok', links: ['Doe, J.'] }],
    ['empty texts for what may be left out', { title: 'ok', type: '', raw: '', limit: '', sort: '' }, { title: 'ok' }],
    ['an empty text where it says something', { title: 'ok', text: '' }, { title: 'ok', text: '' }],
    ['a boolean as text', { title: 'ok', raw: 'true' }, { title: 'ok', raw: true }],
    ['a number as text', { title: 'ok', limit: '7' }, { title: 'ok', limit: 7 }],
    ['Portuguese names', { titulo: 'ok', tipo: 'wiki' }, { title: 'ok', type: 'wiki' }],
    ['the published name before its alias', { titulo: 'no', title: 'ok' }, { title: 'ok' }],
    ['digits where text is wanted', { title: '42' }, { title: '42' }],
  ])('takes %s', (_, raw, expected) => {
    expect(read(raw)).toEqual(expected);
  });

  it.each([
    [undefined, 'title: missing'],
    [{ title: 5 }, 'title: expected text, received number'],
    [{ title: '' }, 'title: needs 2 characters or more'],
    [{ title: 'x' }, 'title: needs 2 characters or more'],
    [{ title: 'ok', raw: 'yes' }, 'raw: expected true or false, received text'],
    [{ title: 'ok', tags: [1] }, 'tags.0: expected text, received number'],
    [{ title: 'ok', limit: 0 }, 'limit: must be at least 1'],
    [{ title: 'ok', limit: 10 }, 'limit: must be at most 9'],
    [{ title: 'ok', limit: 1.5 }, 'limit: expected whole number, received number'],
    [{ title: 'ok', sort: 'c' }, 'sort: must be one of "a", "b"'],
    [{ limit: 'x' }, 'title: missing; limit: expected number, received text'],
    [[], 'the arguments must be an object'],
  ])('refuses %j', (raw, problems) => {
    expect(() => read(raw)).toThrow(expect.objectContaining({ code: 'invalid_input', params: { problems } }));
  });
});
