// Makes the pictures of the plugin's screens in docs/images from the real code, in every theme and language that the
// documents show. Needs a Chromium: on PATH, or named by CHROMIUM.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, openScreens } from '../test/obsidian/screen/browser.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../docs/images');
const executablePath = findChromium();
if (executablePath === null) {
  console.error('No Chromium was found: install one, or name it by CHROMIUM. No picture was made.');
  process.exit(1);
}

const settings = async (page) => {
  await page.evaluate(() => window.screens.showSettings());
  await page.getByRole('textbox').count();
  await page.waitForSelector('.vault-mcp-snippet');
};
const openPage = (number) => async (page) => {
  await settings(page);
  await page.locator('.mod-navigable').nth(number).click();
};
const activity = async (page) => {
  await page.evaluate(() => window.screens.showWorkspace());
  await page.locator('.vault-mcp-change-head').first().click();
  await page.waitForSelector('.vault-mcp-line');
};

const shots = {
  'settings-connect': settings,
  'settings-test': async (page) => {
    await settings(page);
    await page.locator('.vault-mcp-wide button').last().click();
    await page.waitForSelector('.vault-mcp-verdict');
    await page.locator('.vertical-tab-content').evaluate((content) => content.scrollTo(0, content.scrollHeight));
  },
  'settings-memory': openPage(0),
  'settings-permissions': openPage(2),
  'settings-advanced': openPage(3),
  activity,
  approval: async (page) => {
    await activity(page);
    await page.evaluate(() => void window.screens.bench().agentDoes('askedToo'));
    await page.waitForSelector('.vault-mcp-approval');
    await page.evaluate(() => void window.screens.bench().agentDoes('asked'));
    await page.waitForSelector('.vault-mcp-position:not(.mod-alone)');
  },
};

await mkdir(folder, { recursive: true });
const { page, errors, close } = await openScreens({ executablePath });
try {
  const only = process.argv.slice(2);
  for (const [language, suffix] of [
    ['en', ''],
    ['pt-BR', '-pt-BR'],
  ]) {
    for (const theme of ['light', 'dark']) {
      for (const [name, show] of Object.entries(shots)) {
        if (only.length > 0 && !only.includes(name)) continue;
        await page.evaluate((given) => window.screens.start(given), { language, theme });
        await show(page);
        await page.mouse.move(0, 0);
        const path = join(folder, `${name}-${theme}${suffix}.png`);
        await page.screenshot({ path, scale: 'css' });
        console.log(path);
      }
    }
  }
} finally {
  await close();
}
if (errors.length > 0) {
  console.error(errors.join('\n'));
  process.exit(1);
}
