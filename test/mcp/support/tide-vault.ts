import { aVault } from '../../support/a-vault.ts';
import type { MemoryVault } from '../../support/memory-vault.ts';

/** A dozen small files with links of several kinds; each test that prints an answer prints these. */
export function tideVault(): MemoryVault {
  return aVault()
    .note(
      '02-wiki/sea/tides.md',
      '---',
      'type: wiki',
      'status: active',
      'tags: [sea, moon]',
      'aliases: [Ebb and flow]',
      'related: "[[moon]]"',
      '---',
      '# Tides',
      '',
      'Twice a day the sea rises and falls.',
      '',
      '## Spring tides',
      '',
      'Strongest when [[moon|the moon]] is new or full.',
      '',
      '### Danger',
      '',
      'Never walk the flats alone. See [[harbour log]].',
      '',
      '## Neap tides',
      '',
      'Weak, near the quarters.',
    )
    .note('02-wiki/sky/moon.md', '# Moon', '', 'It pulls the sea. ![[phases.png]]', '', 'Compare [[tides#Danger]].')
    .note('02-wiki/sea/sea-moc.md', '# Sea', '', '- [[tides]]', '- [[currents]]')
    .note('04-daily/2026-01-02.md', 'Read about ebb and flow today, not about [[moon]].')
    .note('01-raw/clip.md', '---', 'status: draft', '---', 'Raw words about tides.')
    .note('lonely.md', '# Lonely', '', 'No links at all. #sea/deep')
    .file('maps/coast.canvas', '{"nodes":[\n{"id":"1","type":"file","file":"02-wiki/sea/tides.md"}\n]}')
    .attachment('phases.png')
    .inMemory({ name: 'Coast' });
}
