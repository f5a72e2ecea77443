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

/** The schema of a structured answer: the names of its lists of objects, which is where its substance lies. */
export function outputSchemaOf(shape: z.ZodObject): PublishedSchema {
  const { properties } = z.toJSONSchema(shape, { io: 'output' });
  const parts = Object.entries(properties ?? {}).map(([name, each]) => [name, property(each)] as const);
  return { type: 'object', properties: Object.fromEntries(parts.filter(([, part]) => part.items?.type === 'object')) };
}

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
