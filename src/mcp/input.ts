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

/** Lists whose items hold no comma: as one text they come parted by commas. */
const PARTED_BY_COMMAS: ReadonlySet<string> = new Set(['tags']);

/**
 * The arguments of a call as the tool's shape describes them. Unknown properties are ignored, null counts as
 * absent, and a list, a number or a boolean may arrive as its JSON text: some clients send them so. Some fill in every
 * property: an empty text counts as absent where it would be refused and nothing need stand.
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
  const given = known((raw ?? {}) as Readonly<Record<string, unknown>>, published, shape);
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${problem(issue, given, messages)}`);
  throw new VaultError('invalid_input', { problems: problems.join('; ') });
}

function known(
  raw: Readonly<Record<string, unknown>>,
  published: PublishedSchema,
  shape: z.ZodObject<z.ZodRawShape>,
): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const own = Object.hasOwn(published.properties, name);
    const target = own ? name : Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (target === undefined || value === null || value === undefined) continue;
    const property = Object.hasOwn(published.properties, target) ? published.properties[target] : undefined;
    if (property === undefined || (!own && Object.hasOwn(given, target))) continue;
    const read = fromText(value, property, PARTED_BY_COMMAS.has(target));
    if (read === '' && standsForNothing(shape.shape[target])) continue;
    given[target] = read;
  }
  return given;
}

/** Whether an empty text is no value of a parameter that may be left out. */
function standsForNothing(parameter: z.core.$ZodType | undefined): boolean {
  const type = parameter as z.ZodType | undefined;
  return type !== undefined && type.safeParse(undefined).success && !type.safeParse('').success;
}

/** A list, number or boolean out of its JSON text; a lone text where a list is wanted is a list of one, or of its parts. */
function fromText(value: unknown, property: PublishedProperty, byCommas: boolean): unknown {
  if (typeof value !== 'string' || property.type === 'string') return value;
  const parsed = parseJson(value);
  switch (property.type) {
    case 'array':
      if (Array.isArray(parsed)) return parsed;
      return (byCommas ? value.split(',') : [value]).filter((part) => part.trim() !== '');
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
