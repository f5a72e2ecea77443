import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { fakeApp } from '../support/obsidian/fake-app.ts';

// A window of the app: a thread of its own in the app's process, with the built plugin in it. When the window is reloaded,
// the thread ends as a renderer does: at once, and without a word to the plugin.

interface Given {
  readonly folder: string;
  readonly mainJs: string;
  readonly manifest: unknown;
}

interface BuiltPlugin {
  load(): void;
  unload(): void;
}

const { folder, mainJs, manifest } = workerData as Given;
const fake = fakeApp(folder);
const require = createRequire(mainJs);
let plugin: BuiltPlugin | null = null;

function enable(): void {
  const exported: { exports: { default?: new (app: unknown, manifest: unknown) => BuiltPlugin } } = { exports: {} };
  const load = new Function('require', 'module', 'exports', readFileSync(mainJs, 'utf8')) as (...of: unknown[]) => void;
  load((name: string) => (name === 'obsidian' ? fake.module : (require(name) as unknown)), exported, exported.exports);
  if (exported.exports.default === undefined) throw new Error('main.js exports no plugin');
  plugin = new exported.exports.default(fake.app, manifest);
  plugin.load();
}

function disable(): void {
  plugin?.unload();
  plugin = null;
}

/** What is open in this thread, by kind, and what hangs in the app. */
function counts(): Readonly<Record<string, number>> {
  const resources: Record<string, number> = { hanging: fake.hanging() };
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  return resources;
}

const acts: Readonly<Record<string, () => unknown>> = {
  enable,
  disable,
  counts,
  cli: () => [...fake.registrations.cli.keys()],
};

parentPort?.on('message', ({ id, act }: { readonly id: number; readonly act: string }) => {
  parentPort?.postMessage({ id, result: acts[act]?.() });
});
