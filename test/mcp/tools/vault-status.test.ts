import { describe, expect, it } from 'vitest';
import { aVault } from '../../support/a-vault.ts';
import { call, textOf } from '../support/call-tool.ts';
import { memoryServices } from '../support/memory-services.ts';
import { tideVault } from '../support/tide-vault.ts';

describe('vault_status', () => {
  it('lists as many changed notes as it is asked for', async () => {
    const services = await memoryServices(tideVault());
    const { structured } = await call(services, 'vault_status', { limit: 2 });
    expect((structured as { recent: unknown[] }).recent).toHaveLength(2);
  });

  it('says how many folders and domains it does not list', async () => {
    const vault = aVault();
    for (let nth = 10; nth < 45; nth++) vault.note(`02-wiki/d${nth}/n`, 'x').note(`f${nth}/n`, 'x');
    const { text, structured } = await call(await memoryServices(vault.inMemory()), 'vault_status');
    expect(text).toMatch(/^Folders: 02-wiki 35, .*…\+6$/m);
    expect(text).toMatch(/^Domains: .*…\+5$/m);
    expect(structured).toMatchObject({ more_folders: 6, more_domains: 5 });
  });

  it('prints what the vault is', async () => {
    const services = await memoryServices(tideVault());
    const result = await call(services, 'vault_status');
    expect(result.text).toMatchInlineSnapshot(`
      "Vault "Coast"
      Served from its folder (Obsidian is not involved), vault-mcp 0.1.0
      6 notes, 2 other files, 6 links, 2 broken links, 2 orphans
      Index: up to date
      Conventions: en (index 00-index, raw 01-raw, wiki 02-wiki, projects 03-projects, daily 04-daily, templates _templates, archive 99-archive)
      Folders: 02-wiki 3, (root) 1, 01-raw 1, 04-daily 1
      Domains: sea 2, sky 1
      Git: main, clean

      Recently changed:
      - lonely.md 2026-01-01T00:00:05Z
      - 01-raw/clip.md 2026-01-01T00:00:04Z
      - 04-daily/2026-01-02.md 2026-01-01T00:00:03Z
      - 02-wiki/sea/sea-moc.md 2026-01-01T00:00:02Z
      - 02-wiki/sky/moon.md 2026-01-01T00:00:01Z

      Files left out: none"
    `);
    expect(result.structured).toMatchInlineSnapshot(`
      {
        "changes": [],
        "conflict_copies": {
          "count": 0,
          "paths": [],
        },
        "conventions": {
          "preset": "en",
          "roles": [
            {
              "folder": "00-index",
              "role": "index",
            },
            {
              "folder": "01-raw",
              "role": "raw",
            },
            {
              "folder": "02-wiki",
              "role": "wiki",
            },
            {
              "folder": "03-projects",
              "role": "projects",
            },
            {
              "folder": "04-daily",
              "role": "daily",
            },
            {
              "folder": "_templates",
              "role": "templates",
            },
            {
              "folder": "99-archive",
              "role": "archive",
            },
          ],
        },
        "counts": {
          "attachments": 2,
          "broken_links": 2,
          "links": 6,
          "notes": 6,
          "orphans": 2,
        },
        "domains": [
          {
            "count": 2,
            "name": "sea",
          },
          {
            "count": 1,
            "name": "sky",
          },
        ],
        "folders": [
          {
            "count": 3,
            "name": "02-wiki",
          },
          {
            "count": 1,
            "name": "(root)",
          },
          {
            "count": 1,
            "name": "01-raw",
          },
          {
            "count": 1,
            "name": "04-daily",
          },
        ],
        "index": {
          "indexed": 6,
          "ready": true,
          "total": 6,
        },
        "recent": [
          {
            "modified": "2026-01-01T00:00:05Z",
            "path": "lonely.md",
          },
          {
            "modified": "2026-01-01T00:00:04Z",
            "path": "01-raw/clip.md",
          },
          {
            "modified": "2026-01-01T00:00:03Z",
            "path": "04-daily/2026-01-02.md",
          },
          {
            "modified": "2026-01-01T00:00:02Z",
            "path": "02-wiki/sea/sea-moc.md",
          },
          {
            "modified": "2026-01-01T00:00:01Z",
            "path": "02-wiki/sky/moon.md",
          },
        ],
        "skipped": {
          "count": 0,
          "files": [],
        },
        "vault": {
          "git": "Git: main, clean",
          "host": "headless",
          "name": "Coast",
          "version": "0.1.0",
        },
        "warnings": [],
      }
    `);
  });

  it('tells of an index in the making, files left out, git and warnings', async () => {
    const vault = tideVault();
    vault.skip({ path: 'secret.md', reason: 'outside_link', detail: '/home/ana/secret' });
    const services = await memoryServices(vault, {
      progress: { indexed: 3, total: null, ready: false },
      git: { state: 'none', reason: 'no_git' },
      warnings: ['open_in_app_without_plugin'],
    });
    const text = await textOf(services, 'vault_status', {}, { roots: ['/home/ana'] });
    expect(text).toContain('(indexed 3 notes so far)');
    // What is not read yet would count as an orphan.
    expect(text).toContain('6 notes, 2 other files\n');
    expect(text).not.toContain('orphan');
    expect(text).toContain('  secret.md: links out of the vault (<vault>/secret)');
    expect(text).toContain('Git: not installed');
    expect(text).toContain('Warning: Obsidian has this vault open');
  });

  it.each([
    ['pt-BR', 'Índice: em dia'],
    ['ru', 'Индекс: актуален'],
  ] as const)('speaks %s', async (language, sentence) => {
    const services = await memoryServices(tideVault());
    expect(await textOf(services, 'vault_status', {}, { language })).toContain(sentence);
  });
});
