// Builds the three files that we ship:
//   dist/engine.mjs      the headless host
//   dist/vault-mcp.mjs   the shim and its command line, with the answers it may give before any host exists
//   main.js              the plugin, with the text of both, so that it can install them without a download
// beside them dist/index-worker.js, the thread of the passage index, whose text is in the plugin too,
// and dist/bundled.json, the files of packages whose code is in each: for notices and the bill of materials.
// Same input, same bytes: no date, no hash of a commit, no absolute path ends in them.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const minify = !process.argv.includes('--readable');

/** The server package's validator for browsers: without it ajv comes along, and with it a run-time compiler. */
const smallValidator = {
  name: 'small-validator',
  setup(esbuild) {
    const server = dirname(createRequire(join(root, 'package.json')).resolve('@modelcontextprotocol/server'));
    esbuild.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: join(server, 'shimsBrowser.mjs'),
    }));
  },
};

/** Modules whose text the build supplies: `embedded:manifest` and the like. */
const embedded = (texts) => ({
  name: 'embedded',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^embedded:/ }, ({ path }) => ({ path, namespace: 'embedded' }));
    esbuild.onLoad({ filter: /.*/, namespace: 'embedded' }, ({ path }) => {
      const found = texts[path.slice('embedded:'.length)];
      return found === undefined ? { errors: [{ text: `nothing is embedded as ${path}` }] } : found;
    });
  },
});

/**
 * Node's own modules, fetched where a module that wants them begins to run. An import statement would stand at the top of
 * the bundle and load all of them, those of modules that are loaded late included, before the first line runs.
 */
const builtinsWhenNeeded = {
  name: 'builtins-when-needed',
  setup(esbuild) {
    const filter = new RegExp(`^(node:.+|${builtinModules.join('|')})$`);
    esbuild.onResolve({ filter, namespace: 'file' }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: path.replace('node:', ''), namespace: 'builtin' } : undefined,
    );
    esbuild.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require('node:${path}')`,
    }));
  },
};

/** What decides how a note becomes a summary, links and passages, and passages an index. */
const INDEX_CODE = `
export { CompactIndex } from './src/core/index/compact-index.ts';
export { LiveLibrary } from './src/core/library/live-library.ts';
export { parseNote } from './src/core/note/parse-metadata.ts';`;

const sha256 = (value) => createHash('sha256').update(value, 'utf8').digest('hex');
const text = (result) => result.outputFiles[0].text;

/** Files of packages that gave bytes to a file that we ship, by file. */
const bundled = {};

/** The text of a file that we ship; what went into it is noted. */
function shipped(file, result) {
  const inputs = Object.values(result.metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const ofPackages = inputs.filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && path.includes('node_modules/'));
  bundled[file] = ofPackages.map(([path]) => path).sort();
  return text(result);
}

/** Names the code that reads and indexes notes: a snapshot of an index is of use to no other. */
const indexCode = sha256(
  text(
    await build({
      absWorkingDir: root,
      stdin: { contents: INDEX_CODE, resolveDir: root, loader: 'ts' },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      platform: 'node',
    }),
  ),
).slice(0, 16);

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify,
  platform: 'node',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
  define: {
    VAULT_MCP_VERSION: JSON.stringify(version),
    'process.env.VAULT_MCP_INDEX_CODE': JSON.stringify(indexCode),
    'process.env.WS_NO_BUFFER_UTIL': '"1"',
    'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
  },
};

// Bundled CommonJS packages ask for Node's modules by `require`, which an ES module has to make first.
const requireInModules =
  "import { createRequire as createRequireOfModule } from 'node:module'; const require = createRequireOfModule(import.meta.url);";

async function recordManifest() {
  const built = await build({
    ...shared,
    entryPoints: ['src/mcp/manifest.ts'],
    format: 'esm',
    target: 'node20',
    minify: false,
    banner: { js: requireInModules },
    plugins: [smallValidator],
  });
  const file = join(root, 'node_modules', '.cache', 'vault-mcp', 'manifest.mjs');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text(built));
  const { recordManifest: record } = await import(`${pathToFileURL(file).href}?${process.pid}`);
  return record(version, sha256);
}

/** What the build writes into a host: the digest of the tools that it offers. */
const hostDefine = (manifest) => ({
  ...shared.define,
  'process.env.VAULT_MCP_TOOLS_HASH': JSON.stringify(manifest.toolsHash),
});

async function buildEngine(manifest) {
  return shipped(
    'dist/engine.mjs',
    await build({
      ...shared,
      entryPoints: ['src/headless/main.ts'],
      format: 'esm',
      target: 'node20',
      define: hostDefine(manifest),
      banner: { js: requireInModules },
      plugins: [smallValidator],
    }),
  );
}

/** `engine` is built first: the shim knows the digest of the file that belongs to it. */
async function buildShim(manifest, engine) {
  return shipped(
    'dist/vault-mcp.mjs',
    await build({
      ...shared,
      entryPoints: ['src/shim/main.ts'],
      format: 'esm',
      target: 'node18',
      banner: { js: `#!/usr/bin/env node\n${requireInModules}` },
      plugins: [
        embedded({
          manifest: { contents: JSON.stringify(manifest), loader: 'json' },
          'engine-digest': { contents: sha256(engine), loader: 'text' },
        }),
        builtinsWhenNeeded,
      ],
    }),
  );
}

/** The app loads one file only: what runs in a thread of its own has to be started from its text. */
async function buildIndexWorker() {
  const entryPoints = ['src/obsidian/index-worker.ts'];
  return text(await build({ ...shared, entryPoints, format: 'iife', target: 'es2022', platform: 'browser' }));
}

async function buildPlugin(manifest, shim, engine, indexWorker) {
  return shipped(
    'main.js',
    await build({
      ...shared,
      entryPoints: ['main.ts'],
      format: 'cjs',
      target: 'es2022',
      define: hostDefine(manifest),
      external: ['obsidian', 'electron', '@codemirror/*'],
      plugins: [
        smallValidator,
        embedded({
          shim: { contents: shim, loader: 'text' },
          engine: { contents: engine, loader: 'text' },
          'index-worker': { contents: indexWorker, loader: 'text' },
        }),
      ],
    }),
  );
}

await mkdir(join(root, 'dist'), { recursive: true });
const manifest = await recordManifest();
const engine = await buildEngine(manifest);
const shim = await buildShim(manifest, engine);
const indexWorker = await buildIndexWorker();
const plugin = await buildPlugin(manifest, shim, engine, indexWorker);

for (const [file, contents, mode] of [
  ['dist/engine.mjs', engine, 0o644],
  ['dist/vault-mcp.mjs', shim, 0o755],
  ['dist/index-worker.js', indexWorker, 0o644],
  ['main.js', plugin, 0o644],
]) {
  await writeFile(join(root, file), contents, { mode });
  console.log(
    `${relative(root, join(root, file)).padEnd(20)} ${(Buffer.byteLength(contents) / 1024).toFixed(0).padStart(6)} KB`,
  );
}
await writeFile(join(root, 'dist', 'bundled.json'), `${JSON.stringify(bundled, null, 2)}\n`);
