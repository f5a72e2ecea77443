import { createHash } from 'node:crypto';

import { RecordedKnowledge } from '../../../src/shim/knowledge.ts';
import { Session } from '../../../src/shim/session.ts';
import { sentencesFor } from '../../../src/shim/sentences.ts';
import { ManualClock } from '../../wire/manual-clock.ts';

import { FakeLink } from './fake-link.ts';
import { testManifest } from './manifest.ts';

type Message = Readonly<Record<string, unknown>> & { readonly result?: Readonly<Record<string, unknown>> };

/** A session with a client that the test plays, a clock that it moves, and a link whose host it plays. */
export class ASession {
  readonly clock = new ManualClock();
  readonly link = new FakeLink();
  readonly lines: string[] = [];
  readonly logged: string[] = [];
  wanted = 0;
  relieved = 0;
  whyNoHost = '';
  readonly session: Session;

  constructor(manifest = testManifest) {
    this.session = new Session({
      knowledge: new RecordedKnowledge(manifest),
      sentences: sentencesFor('en'),
      shimId: 'shim',
      clock: this.clock,
      out: (line) => void this.lines.push(Buffer.from(line).toString('utf8')),
      log: (_level, message) => void this.logged.push(message),
      want: () => void this.wanted++,
      whyNoHost: () => this.whyNoHost,
      onRelief: () => void this.relieved++,
    });
    const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
    this.session.attach(this.link, { text: hash, bytes: hash });
  }

  /** The client says a line: an object, or its exact text. */
  says(message: object | string): void {
    const text = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });
    this.session.fromClient(Buffer.from(text));
  }

  initializes(): void {
    const clientInfo = { name: 'test', version: '1' };
    this.says({
      id: 'init',
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    this.says({ method: 'notifications/initialized' });
  }

  calls(id: number | string, name: 'echo' | 'write' | 'strange', meta: object = {}): void {
    this.says({ id, method: 'tools/call', params: { name, arguments: { n: id }, _meta: meta } });
  }

  /** What the client has got. */
  get got(): readonly Message[] {
    return this.lines.map((line) => JSON.parse(line) as Message);
  }

  answersTo(id: unknown): readonly Message[] {
    return this.got.filter((message) => message['id'] === id && !('method' in message));
  }

  /** The text of the one answer to a tool call. */
  textOf(id: unknown): string {
    const [answer, ...more] = this.answersTo(id);
    if (answer === undefined || more.length > 0)
      throw new Error(`${more.length + (answer === undefined ? 0 : 1)} answers`);
    const content = answer.result?.['content'];
    if (!Array.isArray(content)) throw new Error(`no tool result: ${JSON.stringify(answer)}`);
    return String((content[0] as { text: unknown }).text);
  }

  /** Lets promises that are due go on. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
