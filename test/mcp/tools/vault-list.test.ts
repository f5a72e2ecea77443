import { describe, expect, it } from 'vitest';
import { aVault } from '../../support/a-vault.ts';
import { call, textOf } from '../support/call-tool.ts';
import { memoryServices } from '../support/memory-services.ts';
import { tideVault } from '../support/tide-vault.ts';

describe('vault_list', () => {
  it('prints notes by path with type, status, tags and counts', async () => {
    const services = await memoryServices(tideVault());
    const result = await call(services, 'vault_list');
    expect(result.text).toMatchInlineSnapshot(`
      "6 notes:
      - 01-raw/clip.md — clip (type: note, status: draft, tags: —)
      - 02-wiki/sea/sea-moc.md — Sea (type: moc, status: —, tags: —)
      - 02-wiki/sea/tides.md — Tides (type: wiki, status: active, tags: sea, moon)
      - 02-wiki/sky/moon.md — Moon (type: wiki, status: —, tags: —)
      - 04-daily/2026-01-02.md — 2026-01-02 (type: daily, status: —, tags: —)
      - lonely.md — Lonely (type: note, status: —, tags: sea/deep)

      By type: note 2, wiki 2, daily 1, moc 1
      By status: active 1, draft 1
      By tag: moon 1, sea 1, sea/deep 1"
    `);
    expect(result.structured).toMatchInlineSnapshot(`
      {
        "counts": {
          "statuses": [
            {
              "count": 1,
              "name": "active",
            },
            {
              "count": 1,
              "name": "draft",
            },
          ],
          "tags": [
            {
              "count": 1,
              "name": "moon",
            },
            {
              "count": 1,
              "name": "sea",
            },
            {
              "count": 1,
              "name": "sea/deep",
            },
          ],
          "types": [
            {
              "count": 2,
              "name": "note",
            },
            {
              "count": 2,
              "name": "wiki",
            },
            {
              "count": 1,
              "name": "daily",
            },
            {
              "count": 1,
              "name": "moc",
            },
          ],
        },
        "notes": [
          {
            "modified": "2026-01-01T00:00:04Z",
            "path": "01-raw/clip.md",
            "status": "draft",
            "tags": [],
            "title": "clip",
            "type": "note",
          },
          {
            "modified": "2026-01-01T00:00:02Z",
            "path": "02-wiki/sea/sea-moc.md",
            "tags": [],
            "title": "Sea",
            "type": "moc",
          },
          {
            "modified": "2026-01-01T00:00:00Z",
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
            "modified": "2026-01-01T00:00:01Z",
            "path": "02-wiki/sky/moon.md",
            "tags": [],
            "title": "Moon",
            "type": "wiki",
          },
          {
            "modified": "2026-01-01T00:00:03Z",
            "path": "04-daily/2026-01-02.md",
            "tags": [],
            "title": "2026-01-02",
            "type": "daily",
          },
          {
            "modified": "2026-01-01T00:00:05Z",
            "path": "lonely.md",
            "tags": [
              "sea/deep",
            ],
            "title": "Lonely",
            "type": "note",
          },
        ],
        "notices": [],
        "total": 6,
      }
    `);
  });

  it.each([
    [{ folder: '02-wiki/sea' }, ['02-wiki/sea/sea-moc.md', '02-wiki/sea/tides.md']],
    [{ folder: '02-wiki/se' }, []],
    [{ tags: ['SEA'] }, ['02-wiki/sea/tides.md', 'lonely.md']],
    [{ tags: ['sea', '#moon'] }, ['02-wiki/sea/tides.md']],
    [{ status: 'draft' }, ['01-raw/clip.md']],
    [{ tipo: 'daily' }, ['04-daily/2026-01-02.md']],
    [{ sort: 'modified', limit: 2 }, ['lonely.md', '01-raw/clip.md']],
    [{ sort: 'size', limit: 1 }, ['02-wiki/sea/tides.md']],
  ])('selects %j', async (input, paths) => {
    const services = await memoryServices(tideVault());
    expect(pathsOf((await call(services, 'vault_list', input)).structured)).toEqual(paths);
  });

  it('pages by cursor', async () => {
    const services = await memoryServices(aVault().filler(5).inMemory());
    const first = await call(services, 'vault_list', { limit: 3 });
    const second = await call(services, 'vault_list', { limit: 3, cursor: first.structured?.['next_cursor'] });
    expect(first.text).toContain('5 notes, 1-3 shown:');
    expect([...pathsOf(first.structured), ...pathsOf(second.structured)]).toHaveLength(5);
    expect(second.structured?.['next_cursor']).toBeUndefined();
  });

  it('keeps the line of a note with many long tags below a thousand characters', async () => {
    const tags = Array.from({ length: 64 }, (_, at) => `${'t'.repeat(120)}${at}`).join(', ');
    const services = await memoryServices(aVault().note('t.md', '---', `tags: [${tags}]`, '---', 'x').inMemory());
    const line = (await textOf(services, 'vault_list')).split('\n').find((each) => each.startsWith('- t.md'));
    expect(line?.length).toBeLessThan(1000);
    expect(line).toContain('…+62');
  });

  it.each(['vault_list', 'vault_tags'])(
    'lets others go first while %s walks a large vault, and walks it once',
    async (tool) => {
      const vault = aVault();
      for (let at = 0; at < 3_000; at++) vault.note(`n${at}`, '---', `status: s${at % 3}`, '---', `#t${at % 50}`);
      const services = await memoryServices(vault.inMemory());
      let breaths = 0;
      const clock = { ...services.clock, breathe: () => Promise.resolve(void breaths++) };
      const first = await textOf({ ...services, clock }, tool);
      expect(breaths).toBeGreaterThan(3_000 / 100);
      breaths = 0;
      expect(await textOf({ ...services, clock }, tool)).toBe(first);
      expect(breaths).toBe(0);
    },
  );

  it('lists what is new right after it has come, in every order', async () => {
    const vault = aVault().note('b', 'x').inMemory();
    const services = await memoryServices(vault);
    const paths = async (sort: string) =>
      ((await call(services, 'vault_list', { sort })).structured as { notes: { path: string }[] }).notes.map(
        ({ path }) => path,
      );
    expect(await paths('path')).toEqual(['b.md']);
    vault.put('a.md', 'xx');
    await services.sync();
    expect(await paths('path')).toEqual(['a.md', 'b.md']);
    expect(await paths('size')).toEqual(['a.md', 'b.md']);
    expect(await textOf(services, 'vault_list', { sort: 'size' })).toMatch(/^- a\.md .*, [\d,]+ bytes\)$/m);
    expect(await paths('title')).toEqual(['a.md', 'b.md']);
  });
});

function pathsOf(structured: Readonly<Record<string, unknown>> | undefined): string[] {
  const notes = structured?.['notes'];
  return Array.isArray(notes) ? notes.map((note: { path: string }) => note.path) : [];
}
