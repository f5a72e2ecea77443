import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

/** How a client library starts the server. */
export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly stderr: 'inherit' | 'ignore';
}

export interface CallResult {
  readonly [key: string]: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
}

interface Controls {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number; readonly total?: number | undefined }) => void;
}

/** What both generations of the official client library can do, in one shape. */
export interface DrivenClient {
  readonly era: 'legacy' | 'modern';
  /** What the library complained of: late answers, unknown tokens, lines that are no messages. */
  readonly errors: readonly Error[];
  readonly pid: number | null;
  instructions(): string | undefined;
  tools(): Promise<readonly { readonly name: string }[]>;
  call(name: string, args: Record<string, unknown>, controls?: Controls): Promise<CallResult>;
  resources(): Promise<readonly { readonly uri: string }[]>;
  templates(): Promise<readonly { readonly uriTemplate: string }[]>;
  read(uri: string): Promise<string>;
  /** Resolves once changes of the resource are told to `updated`. */
  follow(uri: string, updated: (uri: string) => void): Promise<void>;
  prompts(): Promise<readonly { readonly name: string }[]>;
  prompt(name: string, args: Record<string, string>): Promise<string>;
  completePath(value: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

const info = { name: 'test', version: '1' };
const pathOf = (value: string) => ({
  ref: { type: 'ref/resource' as const, uri: 'vault://note/{+path}' },
  argument: { name: 'path', value },
});

/** The library before its split in packages: 2025-11-25 and older. */
export async function client1(command: Command): Promise<DrivenClient> {
  const client = new LegacyClient(info);
  const transport = new LegacyTransport(command);
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  return {
    era: 'legacy',
    errors,
    pid: transport.pid,
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, controls) =>
      (await client.callTool({ name, arguments: args }, undefined, controls)) as CallResult,
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    read: async (uri) => JSON.stringify((await client.readResource({ uri })).contents),
    follow: async (uri, updated) => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => updated(params.uri));
      await client.subscribeResource({ uri });
    },
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name, args) => JSON.stringify((await client.getPrompt({ name, arguments: args })).messages),
    completePath: async (value) => (await client.complete(pathOf(value))).completion.values,
    close: () => client.close(),
  };
}

/** The library of today, which speaks both eras. */
export async function client2(command: Command, mode: 'legacy' | 'auto' | { pin: string }): Promise<DrivenClient> {
  const client = new ModernClient(info, { versionNegotiation: { mode } });
  const transport = new ModernTransport(command);
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  const era = client.getProtocolEra() ?? 'legacy';
  return {
    era,
    errors,
    pid: transport.pid,
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, controls) => (await client.callTool({ name, arguments: args }, controls)) as CallResult,
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    read: async (uri) => JSON.stringify((await client.readResource({ uri })).contents),
    follow: async (uri, updated) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => updated(params.uri));
      if (era === 'modern') await client.listen({ resourceSubscriptions: [uri] });
      else await client.subscribeResource({ uri });
    },
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name, args) => JSON.stringify((await client.getPrompt({ name, arguments: args })).messages),
    completePath: async (value) => (await client.complete(pathOf(value))).completion.values,
    close: () => client.close(),
  };
}
