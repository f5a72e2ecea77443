import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const shim = fileURLToPath(new URL('../../dist/vault-mcp.mjs', import.meta.url));

export interface LiveAgent {
  ask(name: string, args: Readonly<Record<string, unknown>>): Promise<string>;
  /** Calls on and on, every fourth time to write a note of its own, until `stop`; resolves to what became of the calls. */
  keepCalling(name: string): { stop(): Promise<AgentDiary>; nextAnswer(): Promise<void> };
}

export interface AgentDiary {
  readonly answered: number;
  readonly refused: readonly string[];
  /** Notes that were answered as written. */
  readonly written: readonly string[];
}

/** The real shim, as an agent starts it, with a client before it; ended when the test ends. */
export async function liveAgent(folder: string, state: string): Promise<LiveAgent> {
  const client = new Client({ name: 'live agent', version: '1' });
  const env = { ...(process.env as Record<string, string>), VAULT_MCP_HOME: state };
  const args = [join(shim), '--vault', folder, '--log-level', 'error'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  onTestFinished(() => client.close());

  const call = async (
    name: string,
    given: Readonly<Record<string, unknown>>,
  ): Promise<{ text: string; bad: boolean }> => {
    const result = await client.callTool({ name, arguments: { ...given } });
    const text = (result.content as { text: string }[]).map((part) => part.text).join('\n');
    return { text, bad: result.isError === true };
  };

  return {
    ask: async (name, given) => (await call(name, given)).text,
    keepCalling: (prefix) => {
      const refused: string[] = [];
      const written: string[] = [];
      let answered = 0;
      let goesOn = true;
      const waiting: (() => void)[] = [];
      const calling = (async () => {
        for (let count = 0; goesOn; count++) {
          const path = `agents/${prefix}-${count}.md`;
          const writes = count % 4 === 3;
          const { text, bad } = writes
            ? await call('vault_write_note', { path, content: `# ${prefix} ${count}\n` })
            : await call('vault_search', { query: 'tides' });
          answered++;
          for (const tell of waiting.splice(0)) tell();
          if (bad) refused.push(text);
          else if (writes) written.push(path);
        }
      })();
      // A test that fails does not wait for it any more.
      calling.catch(() => undefined);
      return {
        nextAnswer: () => Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), calling]),
        stop: async () => {
          goesOn = false;
          await calling;
          return { answered, refused, written };
        },
      };
    },
  };
}
