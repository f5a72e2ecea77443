// Builds the real shim with a manifest of the fixtures' server, the fixtures as an engine, and the front.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './packages.mjs';

const requireInModules =
  "import { createRequire as createRequireOfModule } from 'node:module'; const require = createRequireOfModule(import.meta.url);";

/** As in the product's build: without it a run-time compiler comes along. */
const smallValidator = {
  name: 'small-validator',
  setup(esbuild) {
    const server = dirname(createRequire(join(root, 'package.json')).resolve('@modelcontextprotocol/server'));
    esbuild.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: join(server, 'shimsBrowser.mjs'),
    }));
  },
};

/** What the product's build lends the shim. */
const embedded = (texts) => ({
  name: 'embedded',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^embedded:/ }, ({ path }) => ({ path, namespace: 'embedded' }));
    esbuild.onLoad({ filter: /.*/, namespace: 'embedded' }, ({ path }) => texts[path.slice('embedded:'.length)]);
  },
});

/** Returns the paths of what was built into `folder`. */
export async function buildFixtures(folder) {
  await mkdir(folder, { recursive: true });
  const bundle = async (entry, name, plugins = []) => {
    const outfile = join(folder, name);
    await build({
      absWorkingDir: root,
      ...(typeof entry === 'string' ? { entryPoints: [entry] } : { stdin: { ...entry, resolveDir: root } }),
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'warning',
      banner: { js: requireInModules },
      define: { VAULT_MCP_VERSION: '"0.0.0"' },
      plugins: [smallValidator, ...plugins],
    });
    return outfile;
  };
  const recorder = await bundle('test/conformance/fixture-manifest.ts', 'manifest.mjs');
  const { fixtureManifest } = await import(pathToFileURL(recorder).href);
  const manifest = await fixtureManifest();
  const front = "export * from './test/conformance/http-front.ts'; export * from './test/conformance/stdio-server.ts';";
  const engine = await bundle('test/conformance/fixture-engine.ts', 'engine.mjs');
  const digest = createHash('sha256')
    .update(await readFile(engine))
    .digest('hex');
  const lent = embedded({
    manifest: { contents: JSON.stringify(manifest), loader: 'json' },
    'engine-digest': { contents: digest, loader: 'text' },
  });
  return {
    shim: await bundle('src/shim/main.ts', 'vault-mcp.mjs', [lent]),
    engine,
    front: await bundle({ contents: front }, 'front.mjs'),
  };
}
