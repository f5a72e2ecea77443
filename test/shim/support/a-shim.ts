import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
export const BUILT_SHIM = join(root, 'dist', 'vault-mcp.mjs');

export type Message = Readonly<Record<string, unknown>>;

export interface Start {
  /** Words after the program's file. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Runs this instead of the built shim. */
  readonly command?: readonly string[];
  /** An open file to read from, in place of a pipe to the test. */
  readonly stdin?: number;
}

/** A folder with a vault, a state folder and a stub engine; shims that are started here are ended with it. */
export class Bench {
  readonly folder: string;
  readonly vault: string;
  readonly home: string;
  readonly stubLog: string;
  private readonly engine: string;
  private readonly shims: AShim[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    this.vault = join(folder, 'Вольт and notes');
    this.home = join(folder, 'state');
    this.stubLog = join(folder, 'stub.log');
    this.engine = join(folder, 'engine.mjs');
  }

  static async make(): Promise<Bench> {
    if (!existsSync(BUILT_SHIM)) throw new Error('dist/vault-mcp.mjs is missing: run `npm run build` first');
    const bench = new Bench(await realpath(await mkdtemp(join(tmpdir(), 'vault-mcp-shim-'))));
    await mkdir(bench.vault);
    await build({
      entryPoints: [join(root, 'test/shim/support/stub-engine.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      outfile: bench.engine,
      logLevel: 'error',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    return bench;
  }

  start({ args, env, cwd, command, stdin }: Start = {}): AShim {
    const [file = '', ...rest] = command ?? [process.execPath, BUILT_SHIM];
    const child = spawn(file, [...rest, ...(args ?? ['--vault', this.vault])], {
      stdio: [stdin ?? 'pipe', 'pipe', 'pipe'],
      cwd: cwd ?? this.folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: this.folder,
        VAULT_MCP_HOME: this.home,
        VAULT_MCP_ENGINE: this.engine,
        STUB_LOG: this.stubLog,
        ...env,
      },
    });
    const shim = new AShim(child as ChildProcessWithoutNullStreams);
    this.shims.push(shim);
    return shim;
  }

  /** What the stub engine has seen. */
  async seen(): Promise<readonly string[]> {
    const text = await readFile(this.stubLog, 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '');
  }

  async close(): Promise<void> {
    for (const shim of this.shims) shim.kill();
    await Promise.all(this.shims.map((shim) => shim.exit));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A shim as a process, and the client's end of its pipes. */
export class AShim {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves to the exit code, or the signal's name. */
  readonly exit: Promise<number | string | null>;
  /** Whole lines of stdout so far. */
  readonly lines: string[] = [];
  stderr = '';
  private readonly parsed: Message[] = [];
  private readonly looks = new Set<() => void>();

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      this.lines.push(...parts);
      for (const look of this.looks) look();
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
      for (const look of this.looks) look();
    });
    // Null where the process reads from a file; an end that nobody reads is some tests' point.
    (child.stdin as Writable | null)?.on('error', () => undefined);
    this.exit = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        resolve(code ?? signal);
        for (const look of this.looks) look();
      });
    });
  }

  /** Every line of stdout, parsed: whatever is no JSON fails the test. */
  get got(): readonly Message[] {
    // Parsed once each: tests look after every chunk.
    if (this.parsed.length > this.lines.length) this.parsed.length = 0;
    for (const line of this.lines.slice(this.parsed.length)) this.parsed.push(JSON.parse(line) as Message);
    return this.parsed;
  }

  answersTo(id: unknown): readonly Message[] {
    return this.got.filter((message) => message['id'] === id && !('method' in message));
  }

  write(bytes: Uint8Array | string): void {
    this.child.stdin.write(bytes);
  }

  says(...messages: readonly (object | string)[]): void {
    const texts = messages.map((message) =>
      typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message }),
    );
    this.write(`${texts.join('\n')}\n`);
  }

  initializes(): void {
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    this.says({ id: 'init', method: 'initialize', params }, { method: 'notifications/initialized' });
  }

  /** Says a tool call whose stub answers as `args` say. */
  calls(id: number | string, args: object = {}, name = 'vault_search'): void {
    this.says({ id, method: 'tools/call', params: { name, arguments: args } });
  }

  /** The first answer to a request. */
  async answer(id: unknown): Promise<Message> {
    await this.until(() => this.answersTo(id).length > 0);
    return this.answersTo(id)[0] ?? {};
  }

  async textOf(id: unknown): Promise<string> {
    const { result } = await this.answer(id);
    const { content } = result as { readonly content: readonly { readonly text: string }[] };
    return content[0]?.text ?? '';
  }

  /** Resolves when everything said before has been dealt with, as far as it needs no host. */
  async heard(): Promise<void> {
    const id = `ping-${Math.random()}`;
    this.says({ id, method: 'ping' });
    await this.answer(id);
    const at = this.lines.findIndex((line) => line.includes(id));
    this.lines.splice(at, 1);
    this.parsed.length = 0;
  }

  /** Resolves when `condition` holds; fails when the process has ended before. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (condition()) resolve();
        else if (this.child.exitCode !== null || this.child.signalCode !== null)
          reject(new Error(`it ended first: ${this.stderr}`));
        else return;
        this.looks.delete(look);
      };
      this.looks.add(look);
      look();
    });
  }

  kill(): void {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
  }
}
