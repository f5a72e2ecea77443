// Builds the page of the plugin's screens and opens it in a Chromium that is on this machine.
import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');

/** Where a Chromium is: CHROMIUM, else the usual names on PATH; null where there is none. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM) return env.CHROMIUM;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

/** The page as one document: our screens, the drawing of the app, our stylesheet. */
export async function buildPage() {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [join(here, 'page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    alias: { obsidian: join(here, 'module.ts') },
    plugins: [iconSet],
    logLevel: 'silent',
  });
  const script = result.outputFiles[0].text.replaceAll('</script', '<\\/script');
  const styles = await Promise.all(
    [join(here, 'app.css'), join(root, 'styles.css')].map((path) => readFile(path, 'utf8')),
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${styles.join('\n')}</style><body></body><script>${script}</script>`;
}

/** A browser with the page open; whatever fails on the page is kept in `errors`. */
export async function openScreens({ executablePath, width = 1280, height = 800 }) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--font-render-hinting=none'] });
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  // Only a secure place may write to the clipboard; nothing is fetched from it.
  const html = await buildPage();
  await context.route('**/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: 'https://screens.invalid' });
  await page.goto('https://screens.invalid/');
  return { page, errors, close: () => browser.close() };
}

/** Of the icon set's files, those that the page's code names. */
const iconSet = {
  name: 'icon-set',
  setup(esbuild) {
    const folder = join(root, 'node_modules/lucide-static/icons');
    esbuild.onResolve({ filter: /^icons:lucide$/ }, ({ path }) => ({ path, namespace: 'icons' }));
    esbuild.onLoad({ filter: /.*/, namespace: 'icons' }, async () => {
      const sources = (await Promise.all([read(join(root, 'src/obsidian/ui')), read(here)])).join('\n');
      const names = (await readdir(folder)).map((file) => file.replace('.svg', ''));
      const used = names.filter((name) => sources.includes(`'${name}'`));
      const icons = await Promise.all(
        used.map(async (name) => [
          name,
          (await readFile(join(folder, `${name}.svg`), 'utf8')).replace(/<!--.*?-->/s, '').trim(),
        ]),
      );
      return { contents: `export const icons = ${JSON.stringify(Object.fromEntries(icons))};`, loader: 'js' };
    });
  },
};

async function read(folder) {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter((name) => name.endsWith('.ts'));
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}
