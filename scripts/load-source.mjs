// Loads a TypeScript module of ours into a script: Node cannot run it by itself.
import { build } from 'esbuild';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the module at `entry` (from the project's root) exports. */
export async function load(entry) {
  const built = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Packages in CommonJS ask for Node's modules by `require`, which an ES module has to make first.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    write: false,
    logLevel: 'warning',
  });
  // One file for each process: two scripts at once must not read each other's half-written file.
  const file = join(root, 'node_modules', '.cache', 'vault-mcp', `${entry.replace(/\W/g, '-')}-${process.pid}.mjs`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, built.outputFiles[0].text);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(file, { force: true });
  }
}
