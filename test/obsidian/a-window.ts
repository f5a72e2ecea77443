import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { identifyVault } from '../../src/node/state-folder.ts';
import { readEndpointFile } from '../../src/node/endpoint-file.ts';
import { tempDir } from '../support/temp-dir.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The app's window over one vault, in this process and in a thread of its own. */
export interface AppWindow {
  readonly folder: string;
  readonly state: string;
  enable(): Promise<void>;
  disable(): Promise<void>;
  counts(): Promise<Readonly<Record<string, number>>>;
  cli(): Promise<readonly string[]>;
  /** As the user reloads the window: all that ran in it is gone, and nothing of it was told. */
  reload(): Promise<void>;
  close(): Promise<void>;
  /** Which host serves the vault now. */
  host(): Promise<'obsidian' | 'headless' | null>;
  /** Names the time that it has served; null while nobody does. */
  generation(): Promise<string | null>;
}

let bundle: Promise<string> | null = null;

export async function openWindow(folder: string, state: string): Promise<AppWindow> {
  const script = await (bundle ??= bundled());
  let asked = 0;
  let worker = start();

  function start(): Worker {
    return new Worker(script, {
      eval: true,
      workerData: {
        folder,
        mainJs: join(root, 'main.js'),
        manifest: JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as unknown,
      },
      env: { ...process.env, VAULT_MCP_HOME: state },
    });
  }

  function tell<T>(act: string): Promise<T> {
    const id = ++asked;
    const to = worker;
    return new Promise<T>((resolve, reject) => {
      const hear = (answer: { readonly id: number; readonly result: T }): void => {
        if (answer.id !== id) return;
        to.off('message', hear).off('error', reject);
        resolve(answer.result);
      };
      to.on('message', hear).on('error', reject);
      to.postMessage({ id, act });
    });
  }

  const endpoint = async () => readEndpointFile(state, (await identifyVault(folder)).id);
  const close = async (): Promise<void> => void (await worker.terminate());
  onTestFinished(close);
  return {
    folder,
    state,
    enable: () => tell('enable'),
    disable: () => tell('disable'),
    counts: () => tell('counts'),
    cli: () => tell('cli'),
    reload: async () => {
      await worker.terminate();
      worker = start();
    },
    close,
    host: async () => (await endpoint())?.host ?? null,
    generation: async () => (await endpoint())?.generation ?? null,
  };
}

/** A folder with a few notes, and a state folder, both removed when the test ends. */
export async function foldersFor(copy: (folder: string) => void): Promise<{ folder: string; state: string }> {
  const folder = (await tempDir()).path;
  copy(folder);
  return { folder, state: (await tempDir()).path };
}

/** The window's script as one text: threads take no TypeScript. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'test/obsidian/window.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
