import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUILT_SHIM, AShim } from '../../shim/support/a-shim.ts';

/** What a tool that writes answers with, and whether it was refused. */
export interface Said {
  readonly refused: boolean;
  readonly text: string;
  readonly done: boolean;
  readonly change: string | null;
}

/** The engine as it is in this source, built into a folder: the answer is its file. */
export async function builtEngine(folder: string): Promise<string> {
  const outfile = join(folder, 'engine.mjs');
  await build({
    entryPoints: ['src/headless/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    define: { VAULT_MCP_VERSION: '"0.1.0"' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}

/** The program as an agent starts it, with calls of tools in place of lines. */
export class Program {
  readonly #shim: AShim;
  #ids = 0;

  constructor(places: { readonly vault: string; readonly state: string; readonly engine: string }, client = 'test') {
    if (!existsSync(BUILT_SHIM)) throw new Error('dist/vault-mcp.mjs is missing: run `npm run build` first');
    const child = spawn(process.execPath, [BUILT_SHIM, '--vault', places.vault, '--log-level', 'error'], {
      stdio: 'pipe',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: places.state,
        VAULT_MCP_HOME: places.state,
        VAULT_MCP_ENGINE: places.engine,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_SYSTEM: '/dev/null',
      },
    });
    this.#shim = new AShim(child as ChildProcessWithoutNullStreams);
    const clientInfo = { name: client, version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    this.#shim.says({ id: 'init', method: 'initialize', params }, { method: 'notifications/initialized' });
  }

  /** Rejects where the program ends before it answers. */
  async call(name: string, args: object): Promise<Said> {
    const id = ++this.#ids;
    this.#shim.calls(id, args, name);
    const { result, error } = (await this.#shim.answer(id)) as {
      readonly result?: {
        readonly isError?: boolean;
        readonly content: readonly { readonly text?: string }[];
        readonly structuredContent?: { readonly done?: boolean; readonly change?: string };
      };
      readonly error?: { readonly message: string };
    };
    return {
      refused: result === undefined || result.isError === true,
      text: result?.content[0]?.text ?? error?.message ?? '',
      done: result?.structuredContent?.done === true,
      change: result?.structuredContent?.change ?? null,
    };
  }

  /** Ends it as a crash does, and resolves when it is gone. */
  async kill(): Promise<void> {
    this.#shim.kill();
    await this.#shim.exit;
  }

  /** Ends it as an agent does: its input ends. */
  async leave(): Promise<void> {
    this.#shim.child.stdin.end();
    await this.#shim.exit;
  }

  get stderr(): string {
    return this.#shim.stderr;
  }
}
