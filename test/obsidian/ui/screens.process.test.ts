import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findChromium, openScreens } from '../screen/browser.mjs';

const executablePath = findChromium();
if (executablePath === null) {
  console.warn('No Chromium on this machine: the screens are not tried. Install one, or name it by CHROMIUM.');
}

interface Opened {
  readonly page: Page;
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** The real screens on a page of a real browser, steered as a user would. */
describe.skipIf(executablePath === null)('on the screen', () => {
  let opened: Opened;
  let page: Page;

  beforeAll(async () => {
    opened = await openScreens({ executablePath: executablePath ?? '' });
    page = opened.page;
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await page.evaluate(() => ((window as unknown as { ends: string[] }).ends = []));
    await start({});
  });

  async function start(options: { language?: string; empty?: boolean }): Promise<void> {
    const given = { language: 'en', theme: 'light' as const, ...options };
    await page.evaluate((all) => window.screens.start(all), given);
  }
  const settings = async (): Promise<void> => {
    await page.evaluate(() => window.screens.showSettings());
    await page.waitForSelector('.vault-mcp-snippet');
  };
  const workspace = (): Promise<void> => page.evaluate(() => window.screens.showWorkspace());
  const button = (name: string, exact = true) => page.getByRole('button', { name, exact });
  const data = (): Promise<unknown> => page.evaluate(() => window.screens.bench().data());
  const read = (path: string): Promise<string | undefined> =>
    page.evaluate(async (of) => (await window.screens.bench().vault.vault.content())[of], path);
  /** Starts what an agent does and leaves it waiting; its end is kept on the page. */
  const agentDoes = (name: 'asked' | 'askedToo' | 'lesson' | 'tag'): Promise<void> =>
    page.evaluate((what) => {
      const page_ = window as unknown as { ends: string[] };
      page_.ends ??= [];
      void window.screens
        .bench()
        .agentDoes(what)
        .then((end) => page_.ends.push(end));
    }, name);
  const ends = (): Promise<readonly string[]> =>
    page.evaluate(() => (window as unknown as { ends?: string[] }).ends ?? []);

  describe('settings', () => {
    it('a domain is added, refused where its name is taken, described, reordered and deleted, each at once in the file', async () => {
      await settings();
      await page.getByText('Memory', { exact: true }).click();
      await page.getByLabel('Add domain').click();
      await page.getByLabel('Name').fill('AUTH');
      await button('Save').click();
      expect(await page.getByRole('alert').textContent()).toBe('There is one of that name already.');
      await page.getByLabel('Name').fill('garden');
      await page.getByLabel('Description').fill('What grows');
      await button('Save').click();
      await page.getByText('What grows').waitFor();
      const names = (given: unknown): string[] =>
        (given as { domains: { name: string }[] }).domains.map(({ name }) => name);
      expect(names(await data())).toEqual(['auth', 'deploy', 'ocean', 'garden']);
      await page.locator('.setting-list-grip').nth(3).press('ArrowUp');
      await expect.poll(async () => names(await data())).toEqual(['auth', 'deploy', 'garden', 'ocean']);
      await page.getByLabel('Delete').first().click();
      await expect.poll(async () => names(await data())).toEqual(['deploy', 'garden', 'ocean']);
      await page.getByLabel('Edit').first().click();
      expect(await page.getByLabel('Name').inputValue()).toBe('deploy');
      await page.keyboard.press('Escape');
      expect(await page.locator('.modal:not(.mod-settings)').count()).toBe(0);
    });

    it('each agent has its snippet, copied to the letter, and two take it by a link', async () => {
      await settings();
      for (const [client, part] of [
        ['claude-code', 'claude mcp add'],
        ['codex', '[mcp_servers.vault]'],
        ['hermes', 'mcp_servers:'],
        ['vscode', '"servers"'],
      ] as const) {
        await page.getByRole('combobox').selectOption(client);
        await page.waitForSelector('.vault-mcp-snippet');
        const shown = await page.locator('.vault-mcp-snippet code').textContent();
        expect(shown).toContain(part);
        await page.getByLabel('Copy', { exact: true }).click();
        await page.locator('.mod-copied').waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
        expect(await page.locator('.vault-mcp-one-click').count()).toBe(client === 'vscode' ? 1 : 0);
      }
    });

    it('the connector is installed, and the self-test shows each step', async () => {
      await start({ empty: true });
      await settings();
      await button('Install').click();
      await page.getByText('Version 1.0.0 is installed.').waitFor();
      await page.waitForSelector('.vault-mcp-snippet');
      await button('Run').click();
      await page.getByText('Everything works.').waitFor();
      expect(await page.locator('.vault-mcp-step').count()).toBe(8);
      await button('Run').waitFor();
    });

    it('permissions act at once, and a number out of range is refused in its place', async () => {
      await settings();
      await page.getByText('Permissions', { exact: true }).click();
      const row = (name: string) => page.locator('.setting-item', { has: page.getByText(name, { exact: true }) });
      await row('Moving').getByRole('switch').click();
      await row('Changed notes in a minute').locator('input').fill('-3');
      await row('Changed notes in a minute').getByRole('alert').waitFor();
      await row('Changed notes in a minute').locator('input').fill('5');
      await page.getByLabel('Add folder').first().click();
      await page.getByText('private', { exact: true }).click();
      await expect
        .poll(data)
        .toMatchObject({ access: { ask: { delete: true, move: true }, changesPerMinute: 5, hidden: ['private'] } });
      await row('Read-only').getByRole('switch').click();
      expect(await row('Deleting').getByRole('switch').getAttribute('class')).toContain('is-disabled');
    });

    it('follows a file that Sync has changed, but not while somebody types, and says where it cannot be read', async () => {
      await settings();
      const row = (name: string) => page.locator('.setting-item', { has: page.getByText(name, { exact: true }) });
      const synced = (given: Readonly<Record<string, unknown>> | null): Promise<void> =>
        page.evaluate((all) => window.screens.bench().synced(all), given);
      await page.getByText('Permissions', { exact: true }).click();
      const field = row('Changed notes in a minute').locator('input');
      await synced({ access: { changesPerMinute: 7 } });
      await expect.poll(() => field.inputValue()).toBe('7');
      await field.focus();
      await synced({ access: { changesPerMinute: 9 } });
      expect(await field.inputValue()).toBe('7');
      await field.blur();
      await expect.poll(() => field.inputValue()).toBe('9');
      await page.getByLabel('Back').click();
      await synced(null);
      await page.getByText('Settings cannot be read').waitFor();
      await synced({});
      await page.getByText('Settings cannot be read').waitFor({ state: 'detached' });
    });

    it('every page of every part is drawn in three languages', async () => {
      for (const language of ['en', 'pt-BR', 'ru']) {
        await start({ language });
        await settings();
        for (let part = 0; part < 4; part++) {
          await page.locator('.mod-navigable').nth(part).click();
          const below = await page.locator('.mod-navigable').count();
          for (let inner = 0; inner < below; inner++) {
            await page.locator('.mod-navigable').nth(inner).click();
            expect(await page.locator('.vertical-tab-content').textContent()).not.toContain('undefined');
            await page.getByLabel('Back').click();
          }
          await page.getByLabel('Back').click();
        }
      }
    });
  });

  describe('the activity view', () => {
    it('shows who is connected and what runs, and brings the length of a call up to date', async () => {
      await workspace();
      await page.getByText('running for 8 s').waitFor();
      await page.evaluate(() => window.screens.bench().clock.pass(60_000));
      await page.getByText('running for 1 min').waitFor();
      expect(await page.locator('.vault-mcp-agent').count()).toBe(2);
    });

    it('takes one change back and brings it back again', async () => {
      await workspace();
      const path = '02-wiki/auth/jwt-expiry.md';
      expect(await read(path)).toContain('minute 12');
      await button('Undo: jwt-expiry: refresh earlier').click();
      await expect.poll(() => read(path)).toContain('minute 14');
      await page.locator('.mod-undone').waitFor();
      await button('Redo').click();
      await expect.poll(() => read(path)).toContain('minute 12');
    });

    it('takes all of a visit back, and leaves what others did', async () => {
      await workspace();
      await button('Undo 3 changes of this visit by Claude Code').click();
      await expect.poll(() => read('03-projects/login-page.md')).toBeDefined();
      expect(await read('02-wiki/auth/clock-skew.md')).toBeUndefined();
      expect(await read('02-wiki/deploy/checklist.md')).toBeDefined();
    });

    it('says why a change cannot be taken back, and changes nothing', async () => {
      await workspace();
      await page.evaluate(() => window.screens.bench().vault.vault.put('02-wiki/auth/jwt-expiry.md', 'Mine now.\n'));
      await button('Undo: jwt-expiry: refresh earlier').click();
      expect(await page.locator('.notice').textContent()).toContain('02-wiki/auth/jwt-expiry.md');
      expect(await read('02-wiki/auth/jwt-expiry.md')).toBe('Mine now.\n');
    });

    it('is found by words, goes by keys, and keeps the open one open when something new comes', async () => {
      await workspace();
      await page.getByLabel('Filter changes').first().fill('login ARCHIVE');
      expect(await page.locator('.vault-mcp-change').count()).toBe(1);
      await page.getByLabel('Filter changes').first().fill('nothing like this');
      await page.getByText('No change matches.').waitFor();
      await page.getByLabel('Filter changes').first().fill('');
      const heads = page.locator('.vault-mcp-change-head');
      await heads.first().focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('.vault-mcp-line').first().waitFor();
      await agentDoes('tag');
      await expect.poll(() => page.locator('.vault-mcp-change-body').count()).toBe(1);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Clock skew');
      await page.locator('.vault-mcp-path').first().click();
      expect(await page.evaluate(() => window.screens.opened)).toContain('02-wiki/auth/clock-skew.md');
    });

    it('draws a long history a page at a time, and stays within a narrow bar', async () => {
      await start({ empty: true });
      await page.evaluate(async () => {
        const { vault } = window.screens.bench();
        for (let at = 0; at < 130; at++) {
          await vault.change({
            caller: {},
            tool: 'vault_write_note',
            subject: `note ${at}`,
            texts: { [`n/${at}.md`]: 'x\n' },
          });
        }
      });
      await workspace();
      expect(await page.locator('.vault-mcp-change').count()).toBe(40);
      await button('Show 40 more').click();
      expect(await page.locator('.vault-mcp-change').count()).toBe(80);
      await page.locator('.workspace-side').evaluate((side) => side.style.setProperty('--side-width', '220px'));
      const view = page.locator('.view-content');
      expect(await view.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    });
  });

  describe('a question', () => {
    const dialog = () => page.locator('.vault-mcp-approval');

    it('allowed, lets the change be made; declined, tells the agent why', async () => {
      await workspace();
      await agentDoes('asked');
      await dialog().waitFor();
      expect(await dialog().textContent()).toContain('Claude Code wants to change 1 file.');
      await button('Allow').click();
      await expect.poll(() => read('01-raw/ideas.md')).toBeUndefined();
      expect(await dialog().count()).toBe(0);
      await agentDoes('askedToo');
      await page.getByLabel('Reason for declining').fill('Thirty days it is.');
      await button('Decline').click();
      await expect.poll(ends).toEqual(['applied', expect.stringContaining('Thirty days it is.')]);
      expect(await read('02-wiki/auth/refresh-tokens.md')).toContain('30 days');
    });

    it('beside another is shown in turn; put aside, it waits in the status bar', async () => {
      await workspace();
      await agentDoes('asked');
      await agentDoes('askedToo');
      await page.getByText('1 of 2').waitFor();
      await page.getByLabel('Next change').click();
      expect(await dialog().textContent()).toContain('Replace refresh-tokens');
      await page.keyboard.press('Escape');
      expect(await dialog().count()).toBe(0);
      expect(await page.locator('.vault-mcp-status').textContent()).toContain('2 changes waiting for you');
      await page.locator('.vault-mcp-status').click();
      expect(await page.evaluate(() => window.screens.opened)).toContain('questions');
      expect(await ends()).toEqual([]);
    });

    it('answered once for all, is not asked again, until the user wants it asked again', async () => {
      await workspace();
      await agentDoes('asked');
      await dialog().getByRole('switch').click();
      await button('Allow').click();
      await expect.poll(ends).toEqual(['applied']);
      await agentDoes('askedToo');
      await expect.poll(ends).toEqual(['applied', 'applied']);
      await page.locator('.vault-mcp-agents').getByText('Changes without asking').waitFor();
      await button('Ask again').click();
      await expect.poll(() => button('Ask again').count()).toBe(0);
    });
  });

  it('nothing failed on the page meanwhile', () => {
    expect(opened.errors).toEqual([]);
  });
});
