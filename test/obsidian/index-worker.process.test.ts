import { build } from 'esbuild';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startIndexWorker } from '../../src/obsidian/app-index-worker.ts';
import { aVault } from '../support/a-vault.ts';
import { serveInApp, type ServedAppUnderTest } from './open-served-app.ts';
import { WebWorker } from './web-worker.ts';

vi.mock('obsidian', () => import('../support/obsidian/module.ts'));

const vault = aVault().note('zoo/quokka', 'Quokkas smile.', '').note('zoo/bilby', 'Bilbies dig.', '');
let text = '';

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../src/obsidian/index-worker.ts')],
    bundle: true,
    write: false,
    target: 'es2022',
    logLevel: 'error',
  });
  text = outputFiles[0]?.text ?? '';
});

async function served(PageWorker: unknown): Promise<ServedAppUnderTest> {
  vi.stubGlobal('Worker', PageWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  return serveInApp(vault, { indexWorker: () => startIndexWorker(text) });
}

async function found(app: ServedAppUnderTest, words: string): Promise<string> {
  return (await app.call('vault_search', { query: words })).text;
}

it('the app searches in a worker of its window, and ends it with the host', async () => {
  const app = await served(WebWorker);
  expect(WebWorker.running.size).toBe(1);
  expect(await found(app, 'quokkas')).toContain('zoo/quokka.md:1');
  app.fake.user.write('zoo/wombat.md', 'Wombats burrow.\n');
  await vi.waitFor(async () => expect(await found(app, 'wombats')).toContain('zoo/wombat.md:1'), 10_000);
  await app.host.close();
  expect(WebWorker.running.size).toBe(0);
});

it('a worker that dies is missed by no search', async () => {
  const app = await served(WebWorker);
  expect(await found(app, 'bilbies')).toContain('zoo/bilby.md:1');
  for (const worker of WebWorker.running) worker.fail('out of memory');
  await vi.waitFor(async () => expect(await found(app, 'bilbies')).toContain('zoo/bilby.md:1'), 20_000);
});

it.each([
  ['has none', undefined],
  [
    'lets none be started',
    class {
      constructor() {
        throw new Error('refused by its policy');
      }
    },
  ],
])('an app that %s searches in its own thread', async (_how, PageWorker) => {
  const app = await served(PageWorker);
  expect(await found(app, 'quokkas')).toContain('zoo/quokka.md:1');
  expect(WebWorker.running.size).toBe(0);
});
