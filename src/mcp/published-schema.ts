import * as z from 'zod';

// Some hosts forbid code made at run time; zod compiles parsers unless told otherwise.
z.config({ jitless: true });

/** A JSON schema as clients read it: a plain object whose properties are typed one way each. */
export interface PublishedSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PublishedProperty>>;
  readonly required?: readonly string[];
}

/** A type, not an interface, so that it fits the SDK's open records. */
export type PublishedProperty = {
  type: string;
  description?: string;
  enum?: string[];
  items?: { type: string };
};

/**
 * The schema of a tool's arguments without what clients stumble over or never use: no `$schema`, no
 * `additionalProperties` (unknown properties are ignored), no bounds (they are judged here, and told in words).
 * Every byte is paid for by each conversation.
 */
export function inputSchemaOf(shape: z.ZodObject): PublishedSchema {
  const { properties, required } = z.toJSONSchema(shape, { io: 'input' });
  const published = Object.fromEntries(Object.entries(properties ?? {}).map(([name, each]) => [name, property(each)]));
  return { type: 'object', properties: published, ...(required?.length ? { required } : {}) };
}

/**
 * The schema of every structured answer. The answer itself names its parts, in full; telling them beforehand would cost a
 * tenth of the whole list of tools in each conversation, and clients that hold answers to a schema refuse what is new.
 */
export const ANSWER_SCHEMA = { type: 'object' } as const;

function property(schema: z.core.JSONSchema._JSONSchema): PublishedProperty {
  const type = typeOf(schema);
  if (typeof schema === 'boolean' || type === undefined) throw new Error('a property needs one type');
  const itemType = typeof schema.items === 'object' && !Array.isArray(schema.items) ? typeOf(schema.items) : undefined;
  return {
    type,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(schema.enum === undefined ? {} : { enum: schema.enum.map(String) }),
    ...(itemType === undefined ? {} : { items: { type: itemType } }),
  };
}

function typeOf(schema: z.core.JSONSchema._JSONSchema): string | undefined {
  return typeof schema === 'object' && typeof schema.type === 'string' ? schema.type : undefined;
}
