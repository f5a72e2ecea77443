import * as z from 'zod';
import type { Caller } from '../core/change/approval.ts';
import { VaultError } from '../core/errors.ts';
import { Slices } from '../core/library/slices.ts';
import type { Cancellation } from '../core/ports.ts';
import type { Services } from '../core/services.ts';
import { readInput } from './input.ts';
import type { Language } from './messages/language.ts';
import type { Messages } from './messages/messages.ts';
import { ANSWER_SCHEMA, inputSchemaOf, type PublishedSchema } from './published-schema.ts';

/** A tool as the registry and the protocol see it: what it says of itself, and one way to call it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly annotations: Annotations;
  /** Made when it is first asked for: a call of one tool needs no other's. */
  readonly inputSchema: () => PublishedSchema;
  /** Present where the answer is structured as well. */
  readonly outputSchema?: typeof ANSWER_SCHEMA;
  /** Throws VaultError for what the caller can mend; anything else it throws is a bug of ours. */
  call(rawArguments: unknown, context: ToolContext): Promise<Answer>;
}

/** What a call does to the vault. */
export type Effect = 'reads' | 'adds' | 'rewrites' | 'removes';

export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolContext {
  readonly services: Services;
  readonly messages: Messages;
  /** Who calls: for the journal, and so that a call that comes twice is carried out once. */
  readonly caller: Caller;
  readonly language: Language;
  readonly cancellation: Cancellation;
  /** Tells the client how far the work is, if it asked to know; `total` null while unknown. */
  readonly progress: (done: number, total: number | null) => void;
  /** Any text made fit for a line of the server's own: one line, nothing invisible, no place on this machine. */
  readonly show: (text: string) => string;
}

export interface Answer {
  /** What a person reads; never empty. */
  readonly text: string;
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly images?: readonly Image[];
}

export interface Image {
  readonly base64: string;
  readonly mimeType: string;
}

interface ToolDefinition<S extends z.ZodRawShape, O extends z.ZodObject | undefined> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** A flat shape: each property of one type, each list of one type. Asked once, when it is first needed. */
  readonly input: () => S;
  /** Only where the structure is the answer; it then holds everything that the text says. */
  readonly output?: () => O;
  readonly run: (input: z.output<z.ZodObject<S>>, context: ToolContext) => Promise<AnswerOf<O>>;
}

type AnswerOf<O> = O extends z.ZodObject
  ? Omit<Answer, 'structured'> & { readonly structured: z.output<O> }
  : Omit<Answer, 'structured'>;

const annotations: Readonly<Record<Effect, Annotations>> = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  rewrites: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  removes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
};

/** Turns a declaration into a tool: input is read and judged here, so that `run` meets only what its shape says. */
export function defineTool<S extends z.ZodRawShape, O extends z.ZodObject | undefined = undefined>(
  definition: ToolDefinition<S, O>,
): Tool {
  const { name, title, description, effect, input, output, run } = definition;
  let made: { readonly shape: z.ZodObject<S>; readonly published: PublishedSchema } | null = null;
  const schema = () => {
    if (made === null) {
      const shape = z.object(input());
      made = { shape, published: inputSchemaOf(shape) };
    }
    return made;
  };
  return {
    name,
    title,
    description,
    effect,
    annotations: annotations[effect],
    inputSchema: () => schema().published,
    ...(output === undefined ? {} : { outputSchema: ANSWER_SCHEMA }),
    call: async (rawArguments, context) => {
      const { shape, published } = schema();
      return run(readInput(shape, published, rawArguments, context.messages.input), context);
    },
  };
}

/** Between slices of long work: stops it if the caller no longer wants it, else lets others go first. */
export async function pause(context: ToolContext): Promise<void> {
  if (context.cancellation.aborted) throw new VaultError('cancelled', {});
  await context.services.clock.breathe();
}

/** Does work that pauses after each small step in slices of a few milliseconds; stops it as `pause` does. */
export async function inSlices<T>(work: Iterator<void, T>, context: ToolContext): Promise<T> {
  const slices = new Slices(context.services.clock);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (!slices.over) continue;
    await pause(context);
    slices.begin();
  }
}

/** How many notes a loop may look at before it pauses: a few milliseconds of work. */
export const notesPerSlice = 2000;

/** How many notes a step of `inSlices` looks at: far below a millisecond. */
export const notesPerStep = 64;
