// A client of one shim: says raw lines, and keeps count of what is answered to each id.
import { spawn } from 'node:child_process';

export class FaultClient {
  /** Faults of the pipe that any client would see: answers to nobody, second answers, lines that are no JSON. */
  faults = [];
  /** Answers by id, over all lives of the shim. */
  answered = new Map();
  asked = 0;
  #command;
  #waiting = new Map();
  #child = null;
  #name;
  #exit = Promise.resolve();
  stderr = '';

  /** @param command the program and its words, and its environment. */
  constructor(name, command) {
    this.#name = name;
    this.#command = command;
  }

  get pid() {
    return this.#child?.pid ?? 0;
  }

  async start() {
    const { file, args, env, cwd } = this.#command;
    const child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      for (const line of lines) this.#take(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text) => (this.stderr = (this.stderr + text).slice(-20_000)));
    child.stdin.on('error', () => undefined);
    this.#exit = new Promise((resolve) => child.once('close', resolve));
    void this.#exit.then(() => this.#ended(child));
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: this.#name, version: '1' } };
    await this.#ask('initialize', params).answer;
    this.#say({ method: 'notifications/initialized' });
  }

  /** One tool call. Resolves to its answer, or to null where the shim ended first. */
  call(name, args, key = null) {
    return this.#ask('tools/call', {
      name,
      arguments: args,
      ...(key === null ? {} : { _meta: { 'vault-mcp/idempotencyKey': key } }),
    }).answer;
  }

  /** Ids that were asked and never answered, though the shim lived on. */
  get open() {
    return [...this.#waiting.keys()];
  }

  kill(signal) {
    this.#child?.kill(signal);
    return this.#exit;
  }

  async end() {
    this.#child?.stdin.end();
    await this.#exit;
  }

  #ask(method, params) {
    const id = `${this.#name}-${++this.asked}`;
    let resolve;
    const answer = new Promise((done) => (resolve = done));
    this.#waiting.set(id, resolve);
    this.#say({ id, method, params });
    return { id, answer };
  }

  #say(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #take(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return void this.faults.push(`not JSON: ${line.slice(0, 80)}`);
    }
    if (!('id' in message)) return;
    const { id } = message;
    const before = this.answered.get(id) ?? 0;
    this.answered.set(id, before + 1);
    if (before > 0) this.faults.push(`${id} was answered ${before + 1} times`);
    const resolve = this.#waiting.get(id);
    if (resolve === undefined && before === 0) this.faults.push(`an answer to nobody: ${String(id)}`);
    this.#waiting.delete(id);
    resolve?.(message);
  }

  #ended(child) {
    if (child !== this.#child) return;
    this.#child = null;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}

/** `ok`, or the code in brackets that a refusal begins with. */
export function codeOf(answer) {
  if (answer.error !== undefined) return `error ${answer.error.code}: ${answer.error.message}`;
  const text = answer.result?.content?.[0]?.text ?? '';
  const code = /^\[([a-z_]+)\]/.exec(text)?.[1];
  if (answer.result?.isError !== true) return code === 'still_running' ? code : 'ok';
  return code ?? `unreadable: ${text.slice(0, 120)}`;
}
