// An MCP server over its standard streams whose tools misbehave as their arguments ask. Its notes of what it was told
// are kept in the file that ODD_LOG names, across its lives.
//
//   ODD_CHUNK=7      writes so many bytes at a time, so that characters are cut
//   ODD_STRICT=1     dies of a notification with an id, of a line that is no JSON, and of a call before the handshake
//   ODD_CRASHES=3    ends at once, with code 7, in its first lives
//   ODD_GROWS=1      lists one tool more from its second life on
//   ODD_DEAF=1       never answers initialize in its first life
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';

const log = process.env.ODD_LOG ?? '';
const note = (event) => log !== '' && appendFileSync(log, `${event}\n`);
const noted = (event) =>
  existsSync(log) &&
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line === event).length;

note('started');
const life = Math.max(1, noted('started'));
if (life <= Number(process.env.ODD_CRASHES ?? 0)) {
  process.stderr.write(`odd server: life ${life} ends at once\n`);
  process.exit(7);
}

const chunk = Number(process.env.ODD_CHUNK ?? 0);
let turn = Promise.resolve();
function write(text) {
  const bytes = Buffer.from(text);
  if (chunk === 0) return void process.stdout.write(bytes);
  turn = turn.then(async () => {
    for (let at = 0; at < bytes.length; at += chunk) {
      await new Promise((resolve) => process.stdout.write(bytes.subarray(at, at + chunk), resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
}
const say = (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const tools = [
  { name: 'read', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  { name: 'write', inputSchema: { type: 'object' } },
];
if (process.env.ODD_GROWS === '1' && life > 1) tools.push({ name: 'new', inputSchema: { type: 'object' } });
let isReady = false;

function answer(id, method, params) {
  if (method === 'initialize') {
    if (process.env.ODD_DEAF === '1' && life === 1) return;
    const { protocolVersion } = params;
    const result = { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: `${life}` } };
    return say({ id, result });
  }
  if (method === 'tools/list') return say({ id, result: { tools } });
  if (method !== 'tools/call') return say({ id, error: { code: -32601, message: `no ${method}` } });
  call(id, params);
}

/** Arguments: `say`; `after` (ms); `then`: crash, hang or flood; `lives`: it misbehaves only in its first ones. */
function call(id, { name, arguments: { say: text = 'done', after = 0, then, lives = 99 } = {}, _meta }) {
  note(`called ${name} ${text}`);
  const done = () => say({ id, result: { content: [{ type: 'text', text: `${text} (life ${life})` }] } });
  const misbehaves = life <= lives;
  if (then === 'crash' && misbehaves) return process.exit(9);
  if (then === 'hang' && misbehaves) return;
  if (then === 'block' && misbehaves) for (;;);
  if (then === 'deaf' && misbehaves) return process.stdin.destroy();
  if (then === 'grandchild') {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit' });
    return say({ id, result: { content: [{ type: 'text', text: String(child.pid) }] } });
  }
  if (then === 'flood') return say({ id, result: { content: [{ type: 'text', text: 'x'.repeat(9 * 1024 * 1024) }] } });
  if (then === 'progress') {
    let step = 0;
    const timer = setInterval(() => {
      step++;
      const progressToken = _meta?.progressToken;
      say({ method: 'notifications/progress', params: { progressToken, progress: step } });
    }, 50);
    return setTimeout(() => (clearInterval(timer), done()), after);
  }
  setTimeout(done, after);
}

function die(why) {
  process.stderr.write(`odd server: ${why}\n`);
  process.exit(3);
}

function take(line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return process.env.ODD_STRICT === '1' ? die('no JSON') : undefined;
  }
  note(`got ${message.method ?? 'an answer'}`);
  if (process.env.ODD_STRICT === '1') {
    const known = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];
    if (message.method?.startsWith('notifications/') && 'id' in message) die('a notification with an id');
    if (Object.keys(message).some((name) => !known.includes(name))) die('an unknown member');
    if (!isReady && !['initialize', 'notifications/initialized'].includes(message.method)) die('before the handshake');
  }
  if (message.method === 'notifications/initialized') isReady = true;
  if (message.id !== undefined && message.method !== undefined)
    answer(message.id, message.method, message.params ?? {});
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) take(line);
});
process.stdin.on('end', () => note('stdin ended'));
process.on('SIGTERM', () => {
  note('SIGTERM');
  process.exit(0);
});
