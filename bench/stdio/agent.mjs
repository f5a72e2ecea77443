// An agent's side of a server on standard input and output: calls by id, and what the process costs by the kernel's word.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export class Agent {
  #child;
  #next = 1;
  #waiting = new Map();
  #rest = '';
  #closed;

  constructor(args, env = {}) {
    this.started = performance.now();
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, ...env } });
    this.#child.stdout.setEncoding('utf8').on('data', (text) => this.#take(text));
    this.#child.stdin.on('error', () => undefined);
    this.#closed = new Promise((resolve) => this.#child.on('close', resolve));
  }

  /** Milliseconds since the program was started. */
  get age() {
    return performance.now() - this.started;
  }

  async begin() {
    const clientInfo = { name: 'bench', version: '1' };
    await this.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.#send({ method: 'notifications/initialized' });
  }

  ask(method, params) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  /** The text that a tool answers with. */
  async call(name, input) {
    const { content } = await this.ask('tools/call', { name, arguments: input });
    return content.map(({ text }) => text).join('\n');
  }

  /** MiB now and at most so far, and seconds that all threads have computed; null where the system does not tell. */
  cost() {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'latin1');
      const stat = readFileSync(`/proc/${this.#child.pid}/stat`, 'latin1');
      const mib = (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
      const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { now: mib('VmRSS'), peak: mib('VmHWM'), cpu: (Number(ticks[11]) + Number(ticks[12])) / 100 };
    } catch {
      return null;
    }
  }

  async end() {
    this.#child.stdin.end();
    await this.#closed;
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #take(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line);
      const call = this.#waiting.get(id);
      if (call === undefined) continue;
      this.#waiting.delete(id);
      if (error === undefined) call.resolve(result);
      else call.reject(new Error(error.message));
    }
  }
}
