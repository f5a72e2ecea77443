// Runs the main job the way an agent does: starts the built shim on a copy of a vault, connects with the official
// client, asks, reads and follows links, and prints what came back. Fails if any step does.
//
//   node scripts/demo.mjs [--vault DIR] [--query TEXT]
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: { vault: { type: 'string' }, query: { type: 'string' } },
});
const example = options.vault === undefined;
const source = resolve(options.vault ?? join(root, 'examples', 'vault'));

const paint =
  process.stdout.isTTY && !process.env.NO_COLOR ? (code, text) => `\u001b[${code}m${text}\u001b[0m` : (_, text) => text;
const say = (text) => console.log(paint('1;36', `\n— ${text}`));
const show = (text) =>
  console.log(
    text
      .split('\n')
      .map(
        (line) =>
          `  ${line.startsWith('> ') ? paint('2', line) : line.replace(/^\S+\.md:\d+(-\d+)?/, (at) => paint('32', at))}`,
      )
      .join('\n'),
  );

/** Stops the demo with a sentence when what came back is not what was promised. */
function expect(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

/** The copy as a git repository with one commit; null where this machine has no git. */
function makeRepository(folder) {
  const git = (...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  try {
    git('init', '-q', '-b', 'main');
  } catch {
    return null;
  }
  git('config', 'user.name', 'Demo');
  git('config', 'user.email', 'demo@example.org');
  git('add', '.');
  git('commit', '-q', '-m', 'the vault as it was');
  return git;
}

/** Every file below a folder by path, hidden ones left out. */
function contentOf(folder) {
  const names = readdirSync(folder, { recursive: true }).filter(
    (name) => !name.split(sep).some((part) => part.startsWith('.')),
  );
  const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  return JSON.stringify(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const MOVED = { from: '02-wiki/auth/jwt-expiry.md', to: '02-wiki/typescript/token expiry.md' };
const LINKS = '03-projects/harbour-board/ten-links.md';

/** A note with ten shapes of link to the one that is moved, and text that only looks like one: before, and after. */
const tenLinks = (name, path, encoded) => `---
related: "[[${name}]]"
---

# Ten shapes of one link

A name [[${name}]], an alias [[${name}|sessions]], a heading [[${name}#Clock skew]], both [[${name}#Solution|the cure]].

![[${name}]]

A whole path [[${path}]], a Markdown link [text](../../${encoded}.md), one with a title [text](<../../${path}.md> "why").

| in a table |
|---|
| [[${name}\\|cell]] |

%% and in a comment: [[${name}]] %%

\`[[jwt-expiry]]\` is code, and stays.
`;

/** Learns, edits, moves and deletes; then takes it back one by one and finds the vault as it was, to the byte. */
async function writeAndTakeBack(call, folder, git) {
  const before = contentOf(folder);
  const lesson = {
    title: 'A bilge alarm needs a battery of its own',
    insight: 'The bilge alarm went silent together with the house battery: give the alarm a small battery of its own.',
    context: 'Found the bilge full on 7 May',
    domain: 'sailing',
    tags: ['bilge'],
  };
  const preview = await call('vault_learn', { ...lesson, preview: true });
  expect(contentOf(folder) === before, 'a preview wrote something');
  const learnt = await call('vault_learn', { ...lesson, expected_revision: preview.structured.plan });
  expect(learnt.structured.done && learnt.structured.committed === (git !== null), 'the lesson was not recorded');
  const again = await call('vault_learn', lesson);
  expect(!again.structured.done, 'the same lesson was recorded twice');
  const more = await call('vault_learn', {
    title: 'The battery of the bilge alarm is renewed in spring',
    insight: 'The small battery of the alarm goes silent after a season: give the alarm a new battery in spring.',
    context: 'Launching on 8 May',
    domain: 'sailing',
    tags: ['bilge'],
  });
  const [home] = learnt.structured.files.filter(({ did }) => did === 'created');
  expect(
    more.structured.files.some(({ path, did }) => path === home.path && did === 'edited'),
    'the second lesson was not added to the first',
  );
  await call('vault_edit_note', {
    path: '02-wiki/docker/healthchecks.md',
    heading: 'After a power cut',
    operation: 'append',
    content: 'A battery for the lock screen is on order.',
  });
  await call('vault_move', MOVED);
  const { text } = await call('vault_backlinks', { path: MOVED.to });
  expect(text.includes('login-flow.canvas') && text.includes('password-reset.md'), 'the move lost a link');
  const rewritten = tenLinks('token expiry', '02-wiki/typescript/token expiry', '02-wiki/typescript/token%20expiry');
  expect(
    readFileSync(join(folder, LINKS), 'utf8') === rewritten,
    'a link of the ten was not rewritten as it was written',
  );
  await call('vault_delete', { path: '02-wiki/sailing/knots.md' });
  for (const change of ['the deletion', 'the move', 'the edit', 'the second lesson', 'the first lesson']) {
    const undone = await call('vault_undo', {});
    expect(undone.structured.done && undone.structured.committed === (git !== null), `${change} was not taken back`);
  }
  expect(contentOf(folder) === before, 'undoing everything did not bring the vault back');
  say('the vault is as it was, to the byte');
  if (git === null) return;
  say('git log');
  show(git('log', '--oneline').trimEnd());
}

/** An agent at a vault: the built shim as its client starts it. `brief`: of each answer only the beginning is shown. */
async function connect(folder, state, brief) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'dist', 'vault-mcp.mjs'), '--vault', folder],
    env: { ...process.env, VAULT_MCP_HOME: state },
    stderr: 'inherit',
  });
  const client = new Client({ name: 'demo', version: '1.0.0' });
  await client.connect(transport);
  const call = async (name, args) => {
    say(`${name} ${JSON.stringify(args)}`);
    const started = performance.now();
    const result = await client.callTool({ name, arguments: args });
    const text = result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
    show(brief ? text.split('\n').slice(0, 2).join('\n') : text);
    console.log(paint('2', `  (${(performance.now() - started).toFixed(1)} ms)`));
    expect(result.isError !== true, `${name} answered with an error`);
    return { text, structured: result.structuredContent };
  };
  return { client, call };
}

const work = mkdtempSync(join(tmpdir(), 'vault-mcp-demo-'));
const vault = join(work, 'vault');
const clients = [];
try {
  cpSync(source, vault, { recursive: true });
  const writes = example && !options.query;
  if (writes)
    writeFileSync(join(vault, LINKS), tenLinks('jwt-expiry', '02-wiki/auth/jwt-expiry', '02-wiki/auth/jwt-expiry'));
  const plain = join(work, 'vault-without-git');
  if (writes) cpSync(vault, plain, { recursive: true });
  const repository = writes ? makeRepository(vault) : null;
  const from = performance.now();
  const { client, call } = await connect(vault, join(work, 'state'), false);
  clients.push(client);
  const server = client.getServerVersion();
  say(`connected to ${server.name} ${server.version} in ${Math.round(performance.now() - from)} ms`);
  show(client.getInstructions() ?? '');

  const { tools } = await client.listTools();
  show(`tools: ${tools.map(({ name }) => name).join(', ')}`);
  const citation = /^(.+?\.md):(\d+)-\d+(?: — (.+?))? \(score/m;

  const status = await call('vault_status', {});
  expect(status.structured !== undefined, 'vault_status gave no structured answer');

  const queries = options.query
    ? [options.query]
    : example
      ? [
          'why was everybody logged out at midnight',
          'database refuses connections after a power cut',
          'feijao apoio canas',
        ]
      : ['how do I get started', 'search and filters'];
  let first;
  for (const query of queries) {
    const { text } = await call('vault_search', { query, limit: 3 });
    const found = citation.exec(text);
    expect(found, `the search for "${query}" cited nothing`);
    first ??= { path: found[1], heading: found[3]?.split(' > ').at(-1) };
  }
  if (example && !options.query) {
    expect(first.path === '02-wiki/auth/jwt-expiry.md', `expected the note on token expiry first, got ${first.path}`);
  }

  await call('vault_get_note', { path: first.path, ...(first.heading ? { heading: first.heading } : {}) });
  await call('vault_backlinks', { path: first.path });
  await call('vault_graph', { around: first.path, depth: 1 });
  await call('vault_tags', {});
  await call('vault_list', { sort: 'modified', limit: 5 });
  if (writes) {
    await writeAndTakeBack(call, vault, repository);
    say('the same on a vault without git');
    const other = await connect(plain, join(work, 'state'), true);
    clients.push(other.client);
    await writeAndTakeBack(other.call, plain, null);
  }
  say('every step succeeded');
} catch (error) {
  console.error(paint('31', `demo failed: ${error.message}`));
  process.exitCode = 1;
} finally {
  await Promise.all(clients.map((client) => client.close()));
  rmSync(work, { recursive: true, force: true });
}
