// The README's first minute as a new user has it: an empty home, an empty npm cache, no network; the commands as they
// stand there, the packed archive in place of its name in the registry. Then the command that the client was told is
// started as an agent would, and the bundle for Claude Desktop as its manifest says. Each must lead to a cited answer.
//   --keep  leaves the folder
// Prints the transcript and how long it took. Needs a build.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { unzip } from './zip.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const work = realpathSync(mkdtempSync(join(tmpdir(), 'vault-mcp-first-minute-')));
const home = join(work, 'home');
const told = join(work, 'told');

/** What stands between two marks of the README, inside its code fence. */
function block(name) {
  const found = new RegExp(`<!-- ${name}(?:: (.*?))? -->\\s*\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(readme);
  if (found === null) throw new Error(`the README has no block "${name}"`);
  return { about: found[1] ?? '', text: found[2] };
}

/** Scores change with the ranking, and three dots stand for what is left out. */
const comparable = (line) => line.replace(/score [\d.]+/g, 'score').replace(/^Notes 1-\d+ of \d+/, 'Notes');
function demandTranscript(printed) {
  const lines = printed.split('\n').map(comparable);
  let from = 0;
  for (const shown of block('transcript').text.trimEnd().split('\n')) {
    const [start, rest] = comparable(shown).split(' …');
    const at = lines.findIndex(
      (line, index) => index >= from && (rest === undefined ? line === start : line.startsWith(start)),
    );
    if (at === -1) throw new Error(`the README shows a line that was not printed: ${shown}`);
    from = at + 1;
  }
}

const CITATION = /^\S.*\.md:\d+(-\d+)?\b/m;
function demandCitation(text, from) {
  if (!CITATION.test(text)) throw new Error(`${from} cited nothing:\n${text}`);
}

function pack(script) {
  const printed = execFileSync(process.execPath, [join(root, 'scripts', script), '--to', work], { encoding: 'utf8' });
  return printed.trimEnd().split('\n').at(-1);
}

const env = {
  HOME: home,
  PATH: [join(work, 'bin'), join(home, '.npm-global', 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(
    delimiter,
  ),
  npm_config_prefix: join(home, '.npm-global'),
  npm_config_cache: join(work, 'npm-cache'),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  TOLD: told,
};

function type(line) {
  console.log(`\n$ ${line}`);
  const spoken = line.replace('npm install --global obsidian-vault-mcp', `npm install --global '${archive}'`);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', spoken], { cwd: home, env, encoding: 'utf8' });
  console.log(`${stderr}${stdout}`.trimEnd());
  if (status !== 0) throw new Error(`"${line}" ended with ${status}`);
  return stdout;
}

/** Starts a server as a client would, and asks. */
async function ask([command, ...args], query) {
  const client = new Client({ name: 'first-minute', version: '1.0.0' });
  try {
    await client.connect(new StdioClientTransport({ command, args, env, cwd: home, stderr: 'inherit' }));
    const { content } = await client.callTool({ name: 'vault_search', arguments: { query, limit: 1 } });
    return content.map(({ text }) => text).join('\n');
  } finally {
    await client.close();
  }
}

const archive = pack('pack-npm.mjs');
const bundle = pack('pack-mcpb.mjs');
try {
  mkdirSync(join(work, 'bin'), { recursive: true });
  mkdirSync(home);
  cpSync(join(root, 'examples', 'vault'), join(home, 'Notes'), { recursive: true });
  // In place of the client's own command: notes what it is told, one word a line.
  writeFileSync(join(work, 'bin', 'claude'), '#!/bin/sh\nprintf "%s\\n" "$@" > "$TOLD"\n', { mode: 0o755 });

  const { about: query } = block('transcript');
  const from = performance.now();
  for (const line of block('first minute').text.trimEnd().split('\n')) {
    const printed = type(line);
    if (!/ search /.test(line)) continue;
    demandCitation(printed, 'search');
    demandTranscript(printed);
  }
  const words = readFileSync(told, 'utf8').trimEnd().split('\n');
  console.log(`\n(the client was told: ${words.join(' ')})`);
  const answer = await ask(words.slice(words.indexOf('--') + 1), query);
  demandCitation(answer, 'the agent');
  console.log(`\nagent> vault_search ${JSON.stringify({ query, limit: 1 })}\n${answer}`);
  console.log(`\nFrom the first command to the agent's first cited answer: ${seconds(from)} s`);

  const opened = performance.now();
  const extension = join(work, 'extension');
  for (const { name, bytes, mode } of unzip(readFileSync(bundle))) {
    mkdirSync(dirname(join(extension, name)), { recursive: true });
    writeFileSync(join(extension, name), bytes, { mode });
  }
  const { server } = JSON.parse(readFileSync(join(extension, 'manifest.json'), 'utf8'));
  const { command, args } = server.mcp_config;
  const values = { '${__dirname}': extension, '${user_config.vault}': join(home, 'Notes') };
  const filled = args.map((arg) =>
    Object.entries(values).reduce((text, [name, value]) => text.replace(name, value), arg),
  );
  console.log(`\n(the bundle, unpacked, is started as: ${[command, ...filled].join(' ')})`);
  const bundled = await ask([command, ...filled], query);
  demandCitation(bundled, 'the bundle');
  console.log(`${bundled}\n\nFrom the bundle to a cited answer: ${seconds(opened)} s`);
} catch (error) {
  console.error(`first minute failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  if (process.argv.includes('--keep')) console.log(work);
  else rmSync(work, { recursive: true, force: true });
}

function seconds(from) {
  return ((performance.now() - from) / 1000).toFixed(1);
}
