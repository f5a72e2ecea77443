import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/core/change/edits.ts';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import { setUpdated } from '../../../src/core/moc/set-updated.ts';

const conventions = presetOf('pt-BR');
const set = (text: string): string => applyEdits(text, setUpdated(text, conventions, '2026-09-01'));

describe('the date of the last change', () => {
  it('replaces the old one and nothing else', () => {
    expect(set('---\ntipo: moc\natualizado:  2026-01-01   # by hand\nb: 1\n---\n\natualizado: no\n')).toBe(
      '---\ntipo: moc\natualizado: 2026-09-01   # by hand\nb: 1\n---\n\natualizado: no\n',
    );
    expect(set('---\natualizado: "2026-01-01"\n---\n')).toBe('---\natualizado: 2026-09-01\n---\n');
    expect(set('---\natualizado:\ntags: [a]\n---\n')).toBe('---\natualizado: 2026-09-01\ntags: [a]\n---\n');
  });

  it('comes below the date of creation, else last', () => {
    expect(set('---\ncriado: 2026-01-01\ntags: [a]\n---\n')).toBe(
      '---\ncriado: 2026-01-01\natualizado: 2026-09-01\ntags: [a]\n---\n',
    );
    expect(set('---\ntags: [a]\n---\nx')).toBe('---\ntags: [a]\natualizado: 2026-09-01\n---\nx');
  });

  it('keeps CRLF, in an empty block too', () => {
    expect(set('---\r\ncriado: 2026-01-01\r\n---\r\n')).toBe(
      '---\r\ncriado: 2026-01-01\r\natualizado: 2026-09-01\r\n---\r\n',
    );
    expect(set('---\r\natualizado: 2026-01-01\r\n---\r\nx')).toBe('---\r\natualizado: 2026-09-01\r\n---\r\nx');
    expect(set('---\r\n---\r\n')).toBe('---\r\natualizado: 2026-09-01\r\n---\r\n');
  });

  it.each([
    ['without frontmatter', '# T\n\natualizado: 2026-01-01\n'],
    ['between two rules', '---\n\n# T\n'],
    ['that YAML can not read', '---\na: b: c\n---\n'],
    ['written as one flow mapping', '---\n{ tipo: moc }\n---\n'],
    ['whose date is a list', '---\natualizado:\n  - 2026-01-01\n---\n'],
    ['that has the date', '---\natualizado: 2026-09-01\n---\n'],
  ])('leaves a note %s as it is', (_, text) => expect(setUpdated(text, conventions, '2026-09-01')).toEqual([]));

  it('gives way in an undo', () => {
    expect(setUpdated('---\natualizado: 2026-01-01\n---\n', conventions, '2026-09-01')).toEqual([
      { from: 16, to: 26, text: '2026-09-01', soft: true },
    ]);
  });
});
