import type * as z from 'zod';
import { VaultError } from '../core/errors.ts';
import type { InputMessages, JsonKind } from './messages/messages.ts';
import type { PublishedProperty, PublishedSchema } from './published-schema.ts';

/** Portuguese names under which earlier clients know some parameters: accepted, never published. */
const aliases: Readonly<Record<string, string>> = {
  tipo: 'type',
  titulo: 'title',
  contexto: 'context',
  dominio: 'domain',
  projeto: 'project',
  confirm_novo_dominio: 'confirm_new_domain',
};

/**
 * The arguments of a call as the tool's shape describes them. Unknown properties are ignored, null counts as
 * absent, and a list, a number or a boolean may arrive as its JSON text: some clients send them so.
 * Throws VaultError 'invalid_input' with `field: problem` pairs; values of the caller are not echoed.
 */
export function readInput<S extends z.ZodRawShape>(
  shape: z.ZodObject<S>,
  published: PublishedSchema,
  raw: unknown,
  messages: InputMessages,
): z.output<z.ZodObject<S>> {
  if (raw !== undefined && kindOf(raw) !== 'object') {
    throw new VaultError('invalid_input', { problems: messages.notAnObject });
  }
  const given = known((raw ?? {}) as Readonly<Record<string, unknown>>, published);
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${problem(issue, given, messages)}`);
  throw new VaultError('invalid_input', { problems: problems.join('; ') });
}

function known(raw: Readonly<Record<string, unknown>>, published: PublishedSchema): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const own = Object.hasOwn(published.properties, name);
    const target = own ? name : Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (target === undefined || value === null || value === undefined) continue;
    const property = Object.hasOwn(published.properties, target) ? published.properties[target] : undefined;
    if (property === undefined || (!own && Object.hasOwn(given, target))) continue;
    given[target] = fromText(value, property);
  }
  return given;
}

/** A list, number or boolean out of its JSON text; a lone word where a list is wanted is a list of one. */
function fromText(value: unknown, property: PublishedProperty): unknown {
  if (typeof value !== 'string' || property.type === 'string') return value;
  const parsed = parseJson(value);
  switch (property.type) {
    case 'array':
      return Array.isArray(parsed) ? parsed : value.trim() === '' ? [] : [value];
    case 'boolean':
      return typeof parsed === 'boolean' ? parsed : value;
    case 'integer':
    case 'number':
      return typeof parsed === 'number' ? parsed : value;
    default:
      return value;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problem(issue: z.core.$ZodIssue, given: unknown, messages: InputMessages): string {
  const value = at(given, issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined ? messages.missing : messages.wrongType(expectedKind(issue.expected), kindOf(value));
    case 'invalid_value':
      return value === undefined
        ? messages.missing
        : messages.oneOf(issue.values.map((each) => `"${String(each)}"`).join(', '));
    case 'too_small':
      return messages.atLeast(Number(issue.minimum), issue.origin === 'string' ? 'characters' : 'number');
    case 'too_big':
      return messages.atMost(Number(issue.maximum), issue.origin === 'string' ? 'characters' : 'number');
    default:
      return messages.other;
  }
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function expectedKind(expected: string): JsonKind {
  const kinds: Readonly<Record<string, JsonKind>> = {
    string: 'text',
    number: 'number',
    int: 'whole number',
    boolean: 'true or false',
    array: 'list',
  };
  return kinds[expected] ?? 'object';
}

function kindOf(value: unknown): JsonKind {
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'true or false';
    case 'object':
      return value === null ? 'nothing' : 'object';
    default:
      return 'nothing';
  }
}
