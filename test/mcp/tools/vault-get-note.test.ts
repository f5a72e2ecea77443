import { describe, expect, it } from 'vitest';
import { aVault } from '../../support/a-vault.ts';
import { call, textOf } from '../support/call-tool.ts';
import { memoryServices } from '../support/memory-services.ts';
import { tideVault } from '../support/tide-vault.ts';

describe('vault_get_note', () => {
  it('prints a note: address, revision, properties, links, outline, and its text as it is', async () => {
    const services = await memoryServices(tideVault());
    expect(await textOf(services, 'vault_get_note', { path: '02-wiki/sea/tides.md' })).toMatchInlineSnapshot(`
      "02-wiki/sea/tides.md — Tides
      Revision: n-cd7474a6bfa9509ef4fa39c0a3a322d8
      Frontmatter:
        type: wiki
        status: active
        tags: sea, moon
        aliases: Ebb and flow
        related: [[moon]]
      Links: 02-wiki/sky/moon.md
      Broken links: harbour log
      Outline:
        8 # Tides
        12 ## Spring tides
        16 ### Danger
        20 ## Neap tides
      Text, lines 8-22 of 22:

      # Tides

      Twice a day the sea rises and falls.

      ## Spring tides

      Strongest when [[moon|the moon]] is new or full.

      ### Danger

      Never walk the flats alone. See [[harbour log]].

      ## Neap tides

      Weak, near the quarters."
    `);
  });

  it('reads a section by its heading, by its trail, and lines by their numbers', async () => {
    const services = await memoryServices(tideVault());
    const path = '02-wiki/sea/tides.md';
    const section = await textOf(services, 'vault_get_note', { path, heading: 'spring tides' });
    expect(section).toMatch(/Text, lines 12-19 of 22:\n\n## Spring tides\n/);
    expect(section).not.toContain('Neap');
    const nested = await textOf(services, 'vault_get_note', { path, heading: 'Spring tides > Danger' });
    expect(nested).toMatch(/Text, lines 16-19 of 22:\n\n### Danger/);
    const lines = await textOf(services, 'vault_get_note', { path, lines: '2-3' });
    expect(lines).toMatch(/Text, lines 2-3 of 22:\n\ntype: wiki\nstatus: active\n$/);
  });

  it.each([
    ['02-wiki/sea/tides.md:2-3', /Text, lines 2-3 of 22:/],
    ['tides:12', /Text, lines 12-12 of 22:\n\n## Spring tides/],
    ['[[tides]]', /^02-wiki\/sea\/tides.md — /],
    ['[[tides#Danger|why]]', /Text, lines 16-19 of 22:\n\n### Danger/],
    ['tides#Spring tides', /Text, lines 12-19 of 22:/],
    ['[[tides#^b1]]', /^02-wiki\/sea\/tides.md — /],
    ['vault://note/02-wiki/sea/tides.md', /^02-wiki\/sea\/tides.md — /],
    ['02-wiki/sea/%74ides.md', /^02-wiki\/sea\/tides.md — /],
    ['tidse.md:3', /^\[note_not_found\] There is no note "tidse.md:3"/],
    ['vault://note/none.md', /^\[invalid_path\] "vault:\/\/note\/none.md"/],
  ])('takes a note as answers, links and resources name it: %s', async (path, said) => {
    const services = await memoryServices(tideVault());
    expect(await textOf(services, 'vault_get_note', { path })).toMatch(said);
  });

  it('takes a name for itself before it reads anything into it', async () => {
    const vault = aVault()
      .note('a:2.md', 'one', 'two')
      .note('n.md', '---', 'aliases: ["A#B"]', '---', '# A')
      .inMemory();
    const services = await memoryServices(vault);
    expect(await textOf(services, 'vault_get_note', { path: 'a:2.md' })).toContain('Text, lines 1-2 of 2:');
    expect(await textOf(services, 'vault_get_note', { path: 'A#B' })).toContain('Text, lines 4-4 of 4:');
  });

  it('says of a folder that it is one', async () => {
    const services = await memoryServices(tideVault());
    for (const tool of ['vault_get_note', 'vault_backlinks']) {
      expect(await textOf(services, tool, { path: '02-wiki/Sea/' })).toBe(
        '[is_a_folder] "02-wiki/Sea" is a folder. vault_list shows its notes; name one of them.',
      );
    }
  });

  it('reads no section where several bear the name, as none is edited then', async () => {
    const vault = aVault().note('n.md', '# N', '', '## One', '', 'a', '', '## Two', '', '### One', '', 'b').inMemory();
    const services = await memoryServices(vault);
    const read = (heading: string) => textOf(services, 'vault_get_note', { path: 'n.md', heading });
    expect(await read('One')).toMatch(/^\[heading_ambiguous\] .*"3: N > One", "9: N > Two > One"/);
    expect(await read('Two > One')).toMatch(/Text, lines 9-11 of 11:\n\n### One\n/);
    expect(await read('#Two#One')).toMatch(/Text, lines 9-11 of 11:/);
  });

  it.each([
    ['alias', 'ebb and flow', '02-wiki/sea/tides.md'],
    ['unique name', 'moon', '02-wiki/sky/moon.md'],
    ['path without ending', '02-wiki/sky/moon', '02-wiki/sky/moon.md'],
    ['path in other case', '02-WIKI/sky/Moon.md', '02-wiki/sky/moon.md'],
  ])('finds a note by %s', async (_, path, found) => {
    const services = await memoryServices(tideVault());
    expect((await textOf(services, 'vault_get_note', { path })).split(' — ')[0]).toBe(found);
  });

  it('names both notes when a name could mean either', async () => {
    const services = await memoryServices(aVault().note('a/x.md', 'A').note('b/x.md', 'B').inMemory());
    expect(await textOf(services, 'vault_get_note', { path: 'x' })).toBe(
      `[ambiguous_name] "x" could mean "a/x.md", "b/x.md". Give the path from the vault's root.`,
    );
  });

  it.each([
    [
      { path: '02-wiki/sea/tidse.md' },
      '[note_not_found] There is no note "02-wiki/sea/tidse.md". Closest: "02-wiki/sea/tides.md".',
    ],
    [{ path: '/etc/passwd' }, '[invalid_path] "/etc/passwd" is not a usable path: it must be relative to the vault.'],
    [{ path: '../../x.md' }, '[invalid_path] "../../x.md" is not a usable path: it leads out of the vault.'],
    [
      { path: '.obsidian/app.json' },
      '[invalid_path] ".obsidian/app.json" is not a usable path: hidden folders are closed.',
    ],
    [
      { path: 'lonely.md', heading: 'Nope' },
      '[heading_not_found] "lonely.md" has no heading "Nope". Its headings: "Lonely".',
    ],
    [{ path: 'lonely.md', lines: '9-12' }, '[lines_out_of_range] "lonely.md" has no lines 9-12: it has 3 lines.'],
    [
      { path: 'lonely.md', offset: 999 },
      '[offset_out_of_range] Offset 999 is past the end of "lonely.md": the text has 36 characters.',
    ],
    [{ path: 'lonely.md', lines: 'all' }, '[invalid_input] Invalid input: lines: must look like "10-20".'],
    [
      { path: 'lonely.md', lines: '1', heading: 'Lonely' },
      '[invalid_input] Invalid input: lines: cannot be combined with heading.',
    ],
    [
      { path: 'maps/coast.canvas' },
      '[not_supported_file] "maps/coast.canvas" is neither a note nor an image that can be shown.',
    ],
    [{}, '[invalid_input] Invalid input: path: missing.'],
  ])('refuses %j', async (input, text) => {
    const services = await memoryServices(tideVault());
    const result = await call(services, 'vault_get_note', input);
    expect(result.isError).toBe(true);
    expect(result.text.slice(0, text.length)).toBe(text);
  });

  it('pages through a long note without losing or doubling a character', async () => {
    const body = Array.from({ length: 3000 }, (_, at) => `Строка ${at} 😀 про приливы.`).join('\n');
    const services = await memoryServices(aVault().note('long.md', body).inMemory());
    let read = '';
    for (let offset: number | null = 0; offset !== null;) {
      const text: string = await textOf(services, 'vault_get_note', { path: 'long.md', offset });
      const next = /\n\n\[cut at character \d+ of \d+; continue with offset: (\d+)\]$/.exec(text);
      read += text.slice(text.indexOf(':\n\n') + 3, next?.index);
      offset = next === null ? null : Number(next[1]);
    }
    expect(read).toBe(body);
  });

  it('steps back from the middle of a surrogate pair', async () => {
    const services = await memoryServices(aVault().note('e.md', 'a😀b').inMemory());
    expect(await textOf(services, 'vault_get_note', { path: 'e.md', offset: 2 })).toMatch(
      /character 1 of 4[^]*\n\n😀b$/,
    );
  });

  it('shows an image as an image', async () => {
    const services = await memoryServices(tideVault());
    const result = await call(services, 'vault_get_note', { path: 'phases.png' });
    expect(result.text).toBe('phases.png — Image, image/png, 8 bytes');
    expect(result.images).toEqual([{ mimeType: 'image/png', base64: 'iVBORw0KGgo=' }]);
  });

  it('says that an image is too large instead of sending it', async () => {
    const vault = aVault().attachment('big.png', new Uint8Array(800_000)).inMemory();
    const result = await call(await memoryServices(vault), 'vault_get_note', { path: 'big.png' });
    expect(result.images).toBeUndefined();
    expect(result.text).toContain('too large');
  });

  it('bounds the properties it prints', async () => {
    const keys = Array.from({ length: 60 }, (_, at) => `key${at}: ${'v'.repeat(900)}`);
    const nested = ['deep:', '  list: [1, 2, 3]', '  map: {a: 1}', 'day: 2026-01-10'];
    const services = await memoryServices(
      aVault()
        .note('p.md', '---', ...nested, ...keys, '---', 'Body')
        .inMemory(),
    );
    const text = await textOf(services, 'vault_get_note', { path: 'p.md' });
    expect(text).toContain('  deep: {list: list with 3 items, map: object with 1 key}\n');
    expect(text).toContain('  day: 2026-01-10\n');
    expect(text).toContain('(frontmatter cut; read it whole with lines)');
    expect(text.length).toBeLessThan(6000);
  });

  it('never prints where the vault lies on this machine', async () => {
    const services = await memoryServices(tideVault());
    const result = await call(
      services,
      'vault_get_note',
      { path: '/home/ana/notes/x.md' },
      { roots: ['/home/ana/notes'] },
    );
    expect(result.text).toContain('"<vault>/x.md"');
    expect(result.text).not.toContain('ana');
  });
});
