/** What clients and their models' interfaces refuse in a tool's schema; each rule says what is wrong with a tool. */

export interface PublishedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema | undefined;
}

export type Schema = { readonly [key: string]: unknown };

export const CLIENTS = {
  anthropic: 'Anthropic',
  openai: 'OpenAI (not strict)',
  gemini: 'Gemini',
  cursor: 'Cursor',
  vscode: 'VS Code',
} as const;
export type RuledClient = keyof typeof CLIENTS;

export interface Rule {
  readonly says: string;
  readonly clients: readonly RuledClient[];
  /** What is wrong; empty where nothing is. */
  readonly faults: (tool: PublishedTool) => readonly string[];
}

const EVERYONE = Object.keys(CLIENTS) as RuledClient[];
/** The longest name that a user can give the server (`config --name`). */
const SERVER = 'x'.repeat(24);

/** Every schema in a tool's arguments, with its place. */
function schemasOf(schema: Schema, place = ''): (readonly [string, Schema])[] {
  const { properties, items } = schema;
  const below = isSchema(properties) ? Object.entries(properties) : [];
  return [
    [place, schema],
    ...below.flatMap(([name, each]) => (isSchema(each) ? schemasOf(each, `${place}/${name}`) : [])),
    ...(isSchema(items) ? schemasOf(items, `${place}[]`) : []),
  ];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const namesOf = ({ inputSchema: { properties } }: PublishedTool): string[] =>
  isSchema(properties) ? Object.keys(properties) : [];

const wherever = (tool: PublishedTool, isWrong: (schema: Schema, place: string) => boolean): string[] =>
  schemasOf(tool.inputSchema).flatMap(([place, schema]) =>
    isWrong(schema, place) ? [place === '' ? 'the root' : place] : [],
  );

const hasAny = (schema: Schema, keys: readonly string[]): boolean => keys.some((key) => key in schema);
const unless = (isFine: boolean, fault: string): string[] => (isFine ? [] : [fault]);

export const RULES: readonly Rule[] = [
  {
    says: 'The name is letters, digits, `_` or `-`, at most 64, and begins with a letter',
    clients: EVERYONE,
    faults: ({ name }) => unless(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/.test(name), name),
  },
  {
    says: 'The name still fits behind the server’s: 64 as `mcp__server__tool`, 60 as `server:tool`',
    clients: ['anthropic', 'cursor', 'vscode'],
    faults: ({ name }) =>
      unless(`mcp__${SERVER}__${name}`.length <= 64 && `${SERVER}:${name}`.length <= 60, `${SERVER} ${name}`),
  },
  {
    says: 'There is a description, of at most 1,024 characters',
    clients: EVERYONE,
    faults: ({ description = '' }) => unless(description !== '' && description.length <= 1024, 'description'),
  },
  {
    says: 'The arguments are one object',
    clients: EVERYONE,
    faults: ({ inputSchema }) => unless(inputSchema['type'] === 'object', 'the root'),
  },
  {
    says: 'Every object names its members, at least one',
    clients: ['openai', 'gemini'],
    faults: (tool) =>
      wherever(
        tool,
        ({ type, properties }) => type === 'object' && !(isSchema(properties) && Object.keys(properties).length > 0),
      ),
  },
  {
    says: 'No `anyOf`, `oneOf`, `allOf`, `not` anywhere',
    clients: EVERYONE,
    faults: (tool) => wherever(tool, (schema) => hasAny(schema, ['anyOf', 'oneOf', 'allOf', 'not', 'if'])),
  },
  {
    says: 'No `$ref` and no definitions',
    clients: ['gemini', 'cursor', 'openai'],
    faults: (tool) => wherever(tool, (schema) => hasAny(schema, ['$ref', '$defs', 'definitions'])),
  },
  {
    says: 'Every member has one type, written as one word',
    clients: ['gemini', 'cursor', 'openai', 'vscode'],
    faults: (tool) => wherever(tool, ({ type }) => typeof type !== 'string' || type === 'null'),
  },
  {
    says: 'Every list says of what, with a type',
    clients: ['openai', 'gemini', 'vscode'],
    faults: (tool) => wherever(tool, ({ type, items }) => type === 'array' && !(isSchema(items) && 'type' in items)),
  },
  {
    says: 'A choice is between texts, none of them empty',
    clients: ['gemini'],
    faults: (tool) =>
      wherever(
        tool,
        ({ type, enum: choices }) =>
          choices !== undefined &&
          !(type === 'string' && Array.isArray(choices) && choices.every((each) => typeof each === 'string' && each)),
      ),
  },
  {
    says: 'No keyword that is refused or dropped with a warning: `$schema`, `additionalProperties`, `const`, `default`, `format`, `pattern`, bounds',
    clients: ['gemini', 'cursor'],
    faults: (tool) =>
      wherever(tool, (schema) =>
        hasAny(schema, [
          ...['$schema', 'additionalProperties', 'patternProperties', 'propertyNames', 'const', 'default', 'format'],
          ...['pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
          ...['minItems', 'maxItems', 'uniqueItems', 'title', 'examples'],
        ]),
      ),
  },
  {
    says: 'What is required exists',
    clients: EVERYONE,
    faults: (tool) => {
      const required = tool.inputSchema['required'] ?? [];
      return Array.isArray(required) ? required.map(String).filter((name) => !namesOf(tool).includes(name)) : ['?'];
    },
  },
  {
    says: 'Names of arguments are letters, digits and `_`, at most 64',
    clients: ['anthropic', 'openai', 'gemini'],
    faults: (tool) => namesOf(tool).filter((name) => !/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name)),
  },
  {
    says: 'Not deeper than one level',
    clients: ['cursor', 'openai'],
    faults: (tool) => wherever(tool, (_schema, place) => place.split('/').length > 2),
  },
  {
    says: 'An answer that is structured is one object, open to new members',
    clients: ['anthropic', 'vscode', 'cursor'],
    faults: ({ outputSchema }) =>
      outputSchema === undefined
        ? []
        : unless(
            outputSchema['type'] === 'object' &&
              !('required' in outputSchema) &&
              !('additionalProperties' in outputSchema),
            'the answer',
          ),
  },
];

/** Rules on all tools together. */
export const MOST_TOOLS = { cursor: 40, openai: 128, vscode: 128 } as const;
