import { clearInterval, setInterval } from 'node:timers';

import { HostFinder } from './host-finder.ts';
import { shimClock } from './link-clock.ts';
import type { Manifest } from './manifest.ts';
import type { Options } from './options.ts';
import { sentencesFor } from './sentences.ts';
import { Session } from './session.ts';

/**
 * `vault-mcp call <tool> [json]`: one call by the same session as an agent's, its text on stdout. Resolves to the exit
 * code: 0, 1 where the tool refused, 2 where the command line is wrong.
 */
export async function call(options: Options, manifest: Manifest, process: NodeJS.Process): Promise<number> {
  const [tool, json = '{}'] = options.words;
  const args = tool === undefined ? null : objectIn(json);
  if (tool === undefined || args === null) {
    process.stderr.write('vault-mcp: call <tool> [arguments as a JSON object]\n');
    return 2;
  }
  const sentences = sentencesFor(process.env['VAULT_LANG']);
  const log = (level: string, message: string): void => {
    if (level === 'warn') process.stderr.write(`vault-mcp: ${message}\n`);
  };
  let answered: (answer: Answer) => void;
  const answer = new Promise<Answer>((resolve) => (answered = resolve));
  const session: Session = new Session({
    manifest,
    sentences,
    shimId: `vault-mcp:call:${process.pid}:${Date.now()}`,
    clock: shimClock,
    out: (line) => {
      const message = JSON.parse(typeof line === 'string' ? line : Buffer.from(line).toString('utf8')) as Answer;
      if (message.id === CALL_ID) answered(message);
    },
    log,
    want: () => finder.want(),
    whyNoHost: () => finder.whyNoHost(),
    onRelief: () => undefined,
  });
  const { version } = manifest;
  const { vault, whenClosed, logLevel } = options;
  const { env } = process;
  const finder = new HostFinder(
    { asked: vault, whenClosed, version, logLevel, env, cwd: process.cwd(), clock: shimClock, sentences, log },
    session,
  );
  // Nothing else keeps this process alive between two dials.
  const alive = setInterval(() => undefined, 60_000);
  const say = (message: object): void =>
    session.fromClient(Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message })));
  const capabilities = {};
  const clientInfo = { name: 'vault-mcp call', version };
  say({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities, clientInfo } });
  say({ id: CALL_ID, method: 'tools/call', params: { name: tool, arguments: args } });
  const got = await answer;
  clearInterval(alive);
  await finder.release();
  return print(got, process);
}

const CALL_ID = 1;

interface Answer {
  readonly id?: unknown;
  readonly error?: { readonly message?: string };
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly type: string; readonly text?: string }[];
  };
}

function print({ error, result }: Answer, process: NodeJS.Process): number {
  if (error !== undefined) {
    process.stderr.write(`vault-mcp: ${error.message ?? 'the call was refused'}\n`);
    return 1;
  }
  const texts = (result?.content ?? []).map((part) => part.text ?? `[${part.type}]`);
  process.stdout.write(`${texts.join('\n')}\n`);
  return result?.isError === true ? 1 : 0;
}

function objectIn(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
