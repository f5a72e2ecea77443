import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/core/change/edits.ts';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import { insertItem } from '../../../src/core/moc/insert-item.ts';
import { entryLine } from '../../../src/core/moc/moc-entry.ts';
import { domainLink, mocPath, newDaily, newIndex, newMoc, yamlScalar } from '../../../src/core/moc/new-notes.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';

const pt = presetOf('pt-BR');
const withItem = (text: string, section: string, item: string): string =>
  applyEdits(text, insertItem(text, section, item));

describe('notes that a vault lacks', () => {
  it('a Portuguese map of content', () => {
    const text = withItem(newMoc('concorrencia', pt, '2026-08-26'), 'Notas', entryLine('[[fila]]', 'Um slot.'));
    expect(text).toBe(`---
tipo: moc
tags: [concorrencia]
criado: 2026-08-26
atualizado: 2026-08-26
---

# Concorrencia — Mapa de Conteúdo

## Notas

- [[fila]] — Um slot.

## Relacionados

- [[../../00-index/index-knowledge|índice de conhecimento]]
`);
    expect(mocPath('concorrencia', pt)).toBe('02-wiki/concorrencia/concorrencia-moc.md');
  });

  it('a Portuguese day', () => {
    const text = withItem(newDaily(pt, '2026-08-26', '2026-08-26'), 'Capturas', '- 11:12 [[fila]] (aprendizado)');
    expect(text).toBe(`---
tipo: daily
criado: 2026-08-26
---

# 2026-08-26

## Capturas

- 11:12 [[fila]] (aprendizado)
`);
  });

  it('a knowledge index, with the line of a domain', () => {
    const text = withItem(newIndex(pt, '2026-08-26'), 'Domínios', entryLine(domainLink('docker', pt), 'Imagens'));
    expect(text).toBe(`---
tipo: moc
criado: 2026-08-26
atualizado: 2026-08-26
---

# Índice de Conhecimento

## Domínios

- [[../02-wiki/docker/docker-moc|docker]] — Imagens
`);
  });

  it('in English for a vault in English', () => {
    expect(newMoc('docker', presetOf('en'), '2026-08-26')).toContain(
      'updated: 2026-08-26\n---\n\n# Docker — Map of Content\n\n## Notes\n\n## Related\n\n- [[../../00-index/index-knowledge|knowledge index]]\n',
    );
  });

  it.each(['c#', 'a, b', 'yes', '2026', 'a: b', '- x', "it's", 'ação', '日本', 'a"b'])(
    'whose domain %j stays whole in the frontmatter, save the spaces, which no tag holds',
    (domain) => {
      const { frontmatter } = parseMetadata(newMoc(domain, pt, '2026-08-26'));
      expect(frontmatter).toMatchObject({ tipo: 'moc', tags: [domain.replaceAll(' ', '-')] });
    },
  );

  it('quotes only what could be misread', () => {
    expect(['docker', 'ação/x', 'on', '3.10', 'c++'].map(yamlScalar)).toEqual([
      'docker',
      'ação/x',
      '"on"',
      '"3.10"',
      '"c++"',
    ]);
  });
});
