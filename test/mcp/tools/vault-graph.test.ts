import { describe, expect, it } from 'vitest';
import { aVault } from '../../support/a-vault.ts';
import { call, textOf } from '../support/call-tool.ts';
import { memoryServices } from '../support/memory-services.ts';
import { tideVault } from '../support/tide-vault.ts';
import { aWritingHost } from '../support/writing-host.ts';

describe('vault_graph', () => {
  it('names the broken links of canvases too, as the status counts them, save where only notes are meant', async () => {
    const card = { id: '1', type: 'text', text: '[[gone]]', x: 0, y: 0, width: 1, height: 1 };
    const canvas = JSON.stringify({ nodes: [card], edges: [] });
    const { call } = await aWritingHost({ 'a.md': '[[lost]]\n', 'maps/x.canvas': canvas, '01-raw/y.canvas': canvas });
    const broken = async (args: object) => (await call('vault_graph', { include_broken: true, ...args })).text;
    expect(await broken({})).toContain('2 broken links:\n- a.md -> lost\n- maps/x.canvas -> gone');
    expect(await broken({ include_raw: true })).toContain('3 broken links:');
    expect(await broken({ folder: 'maps' })).toContain('1 broken link:\n- maps/x.canvas -> gone');
    expect(await broken({ type: 'note' })).toContain('1 broken link:\n- a.md -> lost');
    expect((await call('vault_status', {})).text).toContain('3 broken links');
  });

  it('prints the most linked notes, and on request orphans and broken links', async () => {
    const services = await memoryServices(tideVault());
    const result = await call(services, 'vault_graph', { include_orphans: true, include_broken: true });
    expect(result.text).toMatchInlineSnapshot(`
      "5 notes, 4 links, 1 orphan.

      The 5 most linked of 5 notes:
      - 02-wiki/sea/sea-moc.md -> 02-wiki/sea/tides.md
      - 02-wiki/sea/tides.md -> 02-wiki/sky/moon.md
      - 02-wiki/sky/moon.md -> 02-wiki/sea/tides.md
      - 04-daily/2026-01-02.md -> 02-wiki/sky/moon.md
      - lonely.md

      1 orphan (no link in or out):
      - lonely.md

      2 broken links:
      - 02-wiki/sea/sea-moc.md -> currents
      - 02-wiki/sea/tides.md -> harbour log"
    `);
    expect(result.structured).toMatchInlineSnapshot(`
      {
        "broken": [
          {
            "count": 1,
            "link": "currents",
            "source": "02-wiki/sea/sea-moc.md",
          },
          {
            "count": 1,
            "link": "harbour log",
            "source": "02-wiki/sea/tides.md",
          },
        ],
        "chain": [],
        "counts": {
          "broken": 2,
          "links": 4,
          "notes": 5,
          "orphans": 1,
        },
        "edges": [
          {
            "source": "02-wiki/sea/sea-moc.md",
            "target": "02-wiki/sea/tides.md",
          },
          {
            "source": "02-wiki/sea/tides.md",
            "target": "02-wiki/sky/moon.md",
          },
          {
            "source": "02-wiki/sky/moon.md",
            "target": "02-wiki/sea/tides.md",
          },
          {
            "source": "04-daily/2026-01-02.md",
            "target": "02-wiki/sky/moon.md",
          },
        ],
        "notes": [
          {
            "in_degree": 0,
            "out_degree": 1,
            "path": "02-wiki/sea/sea-moc.md",
            "tags": [],
            "title": "Sea",
            "type": "moc",
          },
          {
            "in_degree": 2,
            "out_degree": 1,
            "path": "02-wiki/sea/tides.md",
            "status": "active",
            "tags": [
              "sea",
              "moon",
            ],
            "title": "Tides",
            "type": "wiki",
          },
          {
            "in_degree": 2,
            "out_degree": 1,
            "path": "02-wiki/sky/moon.md",
            "tags": [],
            "title": "Moon",
            "type": "wiki",
          },
          {
            "in_degree": 0,
            "out_degree": 1,
            "path": "04-daily/2026-01-02.md",
            "tags": [],
            "title": "2026-01-02",
            "type": "daily",
          },
          {
            "in_degree": 0,
            "out_degree": 0,
            "path": "lonely.md",
            "tags": [
              "sea/deep",
            ],
            "title": "Lonely",
            "type": "note",
          },
        ],
        "notices": [],
        "orphans": [
          "lonely.md",
        ],
        "truncated": false,
      }
    `);
  });

  it('prints a neighbourhood within a number of links', async () => {
    const services = await memoryServices(chain(6));
    const text = await textOf(services, 'vault_graph', { around: 'n3', depth: 2 });
    expect(text).toContain('4 notes within 2 links of n3.md:');
    expect(text.match(/->/g)).toHaveLength(4);
  });

  it('prints the shortest chain with the way each link points', async () => {
    const services = await memoryServices(tideVault());
    const text = await textOf(services, 'vault_graph', { around: '04-daily/2026-01-02.md', to: 'sea-moc' });
    expect(text).toContain(
      [
        'From 04-daily/2026-01-02.md to 02-wiki/sea/sea-moc.md in 3 links:',
        '04-daily/2026-01-02.md -> 02-wiki/sky/moon.md',
        '02-wiki/sky/moon.md -> 02-wiki/sea/tides.md',
        '02-wiki/sea/tides.md <- 02-wiki/sea/sea-moc.md',
      ].join('\n'),
    );
  });

  it('says when no chain joins two notes', async () => {
    const services = await memoryServices(tideVault());
    expect(await textOf(services, 'vault_graph', { around: 'lonely', to: 'moon' })).toContain(
      'No chain of links joins lonely.md and 02-wiki/sky/moon.md.',
    );
  });

  it('says that it was cut', async () => {
    const services = await memoryServices(chain(30));
    const result = await call(services, 'vault_graph', { limit: 5 });
    expect(result.text).toContain('The 5 most linked of 30 notes:');
    expect(result.text).toContain('Truncated:');
    expect(result.structured?.['truncated']).toBe(true);
  });

  it('wants a start for a chain', async () => {
    const services = await memoryServices(tideVault());
    expect(await textOf(services, 'vault_graph', { to: 'moon' })).toBe(
      '[invalid_input] Invalid input: to: needs around as well.',
    );
  });
});

function chain(length: number) {
  const vault = aVault();
  for (let at = 0; at < length; at++) vault.note(`n${at}.md`, `[[n${at + 1}]]`);
  return vault.note(`n${length - 1}.md`, 'end').inMemory();
}
