import { describe, expect, it } from 'vitest';
import { call, textOf } from '../support/call-tool.ts';
import { memoryServices } from '../support/memory-services.ts';
import { tideVault } from '../support/tide-vault.ts';
import { aWritingHost } from '../support/writing-host.ts';

describe('vault_backlinks', () => {
  it('prints each place that points here with its line, also from properties and canvases', async () => {
    const services = await memoryServices(tideVault());
    expect(await textOf(services, 'vault_backlinks', { path: '02-wiki/sea/tides.md' })).toMatchInlineSnapshot(`
      "3 links in 3 files to 02-wiki/sea/tides.md:

      02-wiki/sea/sea-moc.md:3
      > - [[tides]]
      02-wiki/sky/moon.md:5
      > Compare [[tides#Danger]].
      maps/coast.canvas:2 (canvas)
      > {"id":"1","type":"file","file":"02-wiki/sea/tides.md"}"
    `);
    const moon = await call(services, 'vault_backlinks', { path: 'moon' });
    expect(moon.text).toMatchInlineSnapshot(`
      "3 links in 2 files to 02-wiki/sky/moon.md:

      02-wiki/sea/tides.md:6 (property related)
      > related: "[[moon]]"
      02-wiki/sea/tides.md:14
      > Strongest when [[moon|the moon]] is new or full.
      04-daily/2026-01-02.md:1
      > Read about ebb and flow today, not about [[moon]]."
    `);
    expect(moon.structured).toMatchInlineSnapshot(`
      {
        "counts": {
          "files": 2,
          "links": 3,
        },
        "left_out": [],
        "links": [
          {
            "kind": "property",
            "line": 6,
            "path": "02-wiki/sea/tides.md",
            "property": "related",
            "text": "related: "[[moon]]"",
          },
          {
            "kind": "link",
            "line": 14,
            "path": "02-wiki/sea/tides.md",
            "text": "Strongest when [[moon|the moon]] is new or full.",
          },
          {
            "kind": "link",
            "line": 1,
            "path": "04-daily/2026-01-02.md",
            "text": "Read about ebb and flow today, not about [[moon]].",
          },
        ],
        "notices": [],
        "path": "02-wiki/sky/moon.md",
      }
    `);
  });

  it('prints as many places as it counts: definitions of reference links and links in the text of cards too', async () => {
    const card = (id: string, rest: object) => ({ id, x: 0, y: 0, width: 1, height: 1, ...rest });
    const nodes = [
      card('1', { type: 'file', file: 'a/idea é.md' }),
      card('2', { type: 'text', text: 'see [[idea é]]\nand [[nope]]' }),
    ];
    const canvas = { nodes, edges: [] };
    const { call } = await aWritingHost({
      'a/idea é.md': '# Idea\n',
      'ref.md': 'see [text][r] and [r]\n\n[r]: a/idea%20é.md "t"\n',
      'tall.canvas': JSON.stringify(canvas, null, '\t').replace('a/idea é.md', 'a\\/idea \\u00e9.md'),
      'flat.canvas': JSON.stringify({ ...canvas, note: 'x'.repeat(2_000) }),
    });
    const { text } = await call('vault_backlinks', { path: 'idea é' });
    expect(text).toContain('5 links in 3 files');
    expect(text.match(/^\S+:\d+/gm)).toEqual([
      'flat.canvas:1',
      'flat.canvas:1',
      'ref.md:3',
      'tall.canvas:10',
      'tall.canvas:19',
    ]);
    expect(text).toContain('> [[idea é]]\n');
    const lost = await call('vault_backlinks', { path: 'nope', unresolved: true });
    expect(lost.text).toContain('tall.canvas:19 (unresolved)');
  });

  it('shows a line once, however many links it has, and says how many lines of a file it leaves out', async () => {
    const lines = Array.from({ length: 8 }, (_, index) => `line ${index} [[a]] and [[gone]]`).join('\n');
    const { call } = await aWritingHost({ 'a.md': '# A\n', 'b.md': `[[a]] [[a]] ![[a]]\n${lines}\n` });
    const { text, structured } = await call('vault_backlinks', { path: 'a.md', unresolved: true });
    expect(text).toContain('11 links in 1 file to a.md:\n\nb.md:1 (×2)\n> [[a]] [[a]] ![[a]]\nb.md:1 (embed)\n');
    expect(text.match(/^b\.md:\d/gm)).toHaveLength(5);
    expect(text).toContain('> line 2 [[a]] and [[gone]]\nb.md: and 5 more');
    expect(structured).toMatchObject({ left_out: [{ path: 'b.md', count: 5 }] });
    const lost = await call('vault_backlinks', { path: 'gone', unresolved: true });
    expect(lost.text).toContain('8 unresolved links to the name "gone":');
    expect(lost.text).toContain('b.md: and 3 more');
  });

  it('takes attachments as targets', async () => {
    const services = await memoryServices(tideVault());
    expect(await textOf(services, 'vault_backlinks', { path: 'phases.png' })).toContain(
      '02-wiki/sky/moon.md:3 (embed)\n> It pulls the sea. ![[phases.png]]',
    );
  });

  it('says of an isolated note that nothing points to it, and of a typo that there is no such note', async () => {
    const services = await memoryServices(tideVault());
    expect(await textOf(services, 'vault_backlinks', { path: 'lonely.md' })).toBe('Nothing links to lonely.md.');
    expect(await textOf(services, 'vault_backlinks', { path: 'lonly.md' })).toMatch(
      /^\[note_not_found\] .*Closest: "lonely.md"/,
    );
  });

  it('finds mentions without a link when asked', async () => {
    const services = await memoryServices(tideVault());
    const text = await textOf(services, 'vault_backlinks', { path: '02-wiki/sea/tides.md', unlinked: true });
    expect(text).toContain('2 mentions without a link:\n01-raw/clip.md:4 (mention)\n> Raw words about tides.');
    expect(text).toContain('04-daily/2026-01-02.md:1 (mention)\n> Read about ebb and flow today');
  });

  it('finds links to a name that no note has yet', async () => {
    const services = await memoryServices(tideVault());
    const text = await textOf(services, 'vault_backlinks', { path: 'harbour log', unresolved: true });
    expect(text).toBe(
      'Nothing links to harbour log.\n\n1 unresolved link to the name "harbour log":\n02-wiki/sea/tides.md:18 (unresolved)\n> Never walk the flats alone. See [[harbour log]].',
    );
    expect(await textOf(services, 'vault_backlinks', { path: 'nowhere', unresolved: true })).toMatch(
      /^\[note_not_found\]/,
    );
  });

  it('ends a page where the answer is full, and goes on with the next file', async () => {
    const line = (index: number) => `line ${index} ${'of many words '.repeat(9)}[[a]] [[gone]]`;
    const text = Array.from({ length: 5 }, (_, index) => line(index)).join('\n');
    const names = Array.from({ length: 60 }, (_, index) => `${'a long folder/'.repeat(6)}n${index}.md`);
    const { call } = await aWritingHost({ 'a.md': '# A\n', ...Object.fromEntries(names.map((name) => [name, text])) });
    const seen = new Set<string>();
    for (let cursor: unknown, pages = 0; pages === 0 || cursor !== undefined; pages++) {
      const page = await call('vault_backlinks', { path: 'a.md', limit: 200, unresolved: true, cursor });
      expect(Buffer.byteLength(page.text)).toBeLessThan(48_000);
      cursor = page.structured?.['next_cursor'];
      for (const [, name] of page.text.matchAll(/^(.+\.md):\d+$/gm)) if (name !== undefined) seen.add(name);
    }
    expect([...seen].sort()).toEqual([...names].sort());
  });

  it('pages by linking files', async () => {
    const services = await memoryServices(tideVault());
    const first = await call(services, 'vault_backlinks', { path: 'tides', limit: 2 });
    const second = await call(services, 'vault_backlinks', {
      path: 'tides',
      limit: 2,
      cursor: first.structured?.['next_cursor'],
    });
    expect(first.text).toContain('3 links in 3 files');
    expect(second.text).toContain('maps/coast.canvas:2 (canvas)');
    expect(second.structured?.['next_cursor']).toBeUndefined();
  });
});
