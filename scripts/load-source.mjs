// Makes TypeScript modules of ours runnable for scripts, benchmarks and proofs: Node cannot run them by itself.
import { build } from 'esbuild';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

// Packages in CommonJS ask for Node's modules by `require`, which an ES module has to make first; a source of ours may
// import `createRequire` too, so this one has a name of its own.
const REQUIRE =
  "import { createRequire as createRequireOfModule } from 'node:module'; const require = createRequireOfModule(import.meta.url);";

/** Bundles `entry` (from the project's root) with all that it imports into one module at `outfile`, which is the answer. */
export async function bundle(entry, outfile, more = {}) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: REQUIRE },
    logLevel: 'warning',
    ...more,
  });
  return outfile;
}

let loaded = 0;

/** What the module at `entry` exports. `more` goes to the bundler, as `{ packages: 'external' }`. */
export async function load(entry, more) {
  // One file for each load of each process: two at once must not read each other's half-written file.
  const name = `${entry.replace(/\W/g, '-')}-${process.pid}-${loaded++}.mjs`;
  const file = join(root, 'node_modules', '.cache', 'vault-mcp', name);
  await mkdir(dirname(file), { recursive: true });
  try {
    return await import(pathToFileURL(await bundle(entry, file, more)).href);
  } finally {
    await rm(file, { force: true });
  }
}
