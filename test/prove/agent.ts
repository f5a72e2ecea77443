import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { resolve } from 'node:path';

export interface Told {
  readonly text: string;
  readonly refused: boolean;
  readonly structured: Readonly<Record<string, unknown>>;
  /** Milliseconds. */
  readonly took: number;
}

/** An agent at work: the built program over a vault, spoken to by the official client. */
export class Agent {
  readonly client: Client;
  readonly #transport: StdioClientTransport;
  /** What the program said on stderr. */
  said = '';
  ended = false;

  private constructor(client: Client, transport: StdioClientTransport) {
    this.client = client;
    this.#transport = transport;
  }

  static async start(
    vault: string,
    home: string,
    name = 'prove',
    env: Readonly<Record<string, string>> = {},
  ): Promise<Agent> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [resolve(process.env['VAULT_MCP_PROGRAM'] ?? 'dist/vault-mcp.mjs'), '--vault', vault],
      env: { ...stringsOf(process.env), VAULT_MCP_HOME: home, ...env },
      stderr: 'pipe',
    });
    const client = new Client({ name, version: '1' });
    const agent = new Agent(client, transport);
    transport.stderr?.on(
      'data',
      (chunk: Buffer) => (agent.said = (agent.said + chunk.toString('utf8')).slice(-20_000)),
    );
    client.onclose = () => (agent.ended = true);
    await client.connect(transport);
    return agent;
  }

  get pid(): number {
    return this.#transport.pid ?? 0;
  }

  /** One call; an answer that takes longer than `patience` milliseconds is an error. */
  async call(tool: string, given: Readonly<Record<string, unknown>>, patience = 60_000): Promise<Told> {
    const begun = performance.now();
    const answer = await this.client.callTool({ name: tool, arguments: { ...given } }, undefined, {
      timeout: patience,
    });
    const content = Array.isArray(answer.content) ? (answer.content as { type: string; text?: string }[]) : [];
    return {
      text: content.map((part) => part.text ?? `(${part.type})`).join('\n'),
      refused: answer.isError === true,
      structured: (answer.structuredContent ?? {}) as Record<string, unknown>,
      took: performance.now() - begun,
    };
  }

  /** Asks until the whole vault is indexed; throws after two minutes. */
  async indexed(): Promise<void> {
    const until = performance.now() + 120_000;
    while (performance.now() < until) {
      const { text } = await this.call('vault_search', { query: 'zzzz-nothing' });
      if (!/indexed \d+ of \d+/.test(text)) return;
    }
    throw new Error('the vault was not indexed within two minutes');
  }

  async end(): Promise<void> {
    await this.client.close();
  }
}

function stringsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
