import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/core/change/edits.ts';
import { insertItem } from '../../../src/core/moc/insert-item.ts';

const insert = (text: string, item = '- [[new]] — n', section = 'Notas'): string =>
  applyEdits(text, insertItem(text, section, item));

describe('a new item of a section', () => {
  it('stands behind the last item of its list', () => {
    expect(insert('# M\n\n## Notas\n\n- [[a]] — x\n- [[b]]\n\n## Relacionados\n\n- [[i]]\n')).toBe(
      '# M\n\n## Notas\n\n- [[a]] — x\n- [[b]]\n- [[new]] — n\n\n## Relacionados\n\n- [[i]]\n',
    );
  });

  it('stands behind the continuation, the nested items and the indented code of the last item', () => {
    const list = '## Notas\n\n- [[a]]\n  goes on\n  - nested\n\n    ```sh\n    ## Relacionados\n    ```\n';
    expect(insert(`${list}\nprose\n`)).toBe(`${list}- [[new]] — n\n\nprose\n`);
  });

  it.each([
    ['* a', '* b'],
    ['+ a', '+ b'],
    ['1. a\n2. c', '3. b'],
    ['9) a', '10) b'],
    ['*   a\n    - nested', '*   b'],
    ['- a\n\n* c', '* b'],
  ])('takes the marker of the list that it joins: %j', (list, item) => {
    expect(insert(`## L\n\n${list}\n\nText.\n`, '- b', 'L')).toBe(`## L\n\n${list}\n${item}\n\nText.\n`);
    expect(insertItem(`## L\n\n${list}\n${item}\n`, 'L', '- b')).toEqual([]);
  });

  it('indents its further lines as its marker needs', () => {
    expect(insert('## L\n\n9. a\n', '- b\n  more', 'L')).toBe('## L\n\n9. a\n10. b\n    more\n');
  });

  it('ignores a section heading within a fence, in a nested one and in a fence with CRLF', () => {
    for (const fence of ['```md\n## Notas\n\n- [[a]]\n```', '````md\n```\n## Notas\n```\n## Notas\n````']) {
      const text = `${fence}\n\n## Notas\n\n- [[a]]\n`;
      expect(insert(text)).toBe(`${text}- [[new]] — n\n`);
      const windows = text.replaceAll('\n', '\r\n');
      expect(insert(windows)).toBe(`${windows}- [[new]] — n\r\n`);
    }
  });

  it('changes nothing where the line is an item already', () => {
    const text = '## Notas\n\n- [[new]] — n\n\n## Mais\n';
    expect(insertItem(text, 'Notas', '- [[new]] — n')).toEqual([]);
    expect(insertItem(text.replaceAll('\n', '\r\n'), 'Notas', '- [[new]] — n')).toEqual([]);
    expect(insertItem(text.replace('- ', '  - '), 'Notas', '- [[new]] — n')).toEqual([]);
  });

  it('does not take an example within a fence for the line', () => {
    expect(insert('```\n- [[new]] — n\n```\n\n## Notas\n\n- [[a]]\n')).toContain('- [[a]]\n- [[new]] — n\n');
  });

  it('ends a section at the next heading of any level', () => {
    expect(insert('## Notas\n\n- [[a]]\n\n### Sub\n\n- [[b]]\n')).toBe(
      '## Notas\n\n- [[a]]\n- [[new]] — n\n\n### Sub\n\n- [[b]]\n',
    );
  });

  it('is the first of an empty section, with one blank line kept', () => {
    expect(insert('## Notas\n\n## Relacionados\n')).toBe('## Notas\n\n- [[new]] — n\n\n## Relacionados\n');
    expect(insert('## Notas\n## Relacionados\n')).toBe('## Notas\n\n- [[new]] — n\n\n## Relacionados\n');
    expect(insert('## Notas\n')).toBe('## Notas\n\n- [[new]] — n\n');
    expect(insert('## Notas\n\n\n')).toBe('## Notas\n\n- [[new]] — n\n');
    expect(insert('## Notas')).toBe('## Notas\n\n- [[new]] — n');
    expect(insert('## Notas\r\n\r\n## R\r\n')).toBe('## Notas\r\n\r\n- [[new]] — n\r\n\r\n## R\r\n');
  });

  it.each(['_nada ainda_', '*nenhuma nota ainda*'])('takes the place of %s', (placeholder) => {
    expect(insert(`## Notas\n\n${placeholder}\n\n## R\n`)).toBe('## Notas\n\n- [[new]] — n\n\n## R\n');
    expect(insert(`## Notas\n${placeholder}\n`)).toBe('## Notas\n\n- [[new]] — n\n');
  });

  it.each(['nothing yet', '_not_ all of it', '_none_ yet, _really_ none', '_none_\n\nbut this'])(
    'keeps the prose %j',
    (prose) => {
      expect(insert(`## Notas\n\n${prose}\n\n## R\n`)).toBe(`## Notas\n\n${prose}\n\n- [[new]] — n\n\n## R\n`);
    },
  );

  it('keeps an emphasised line beside a list', () => {
    expect(insert('## Notas\n\n_soon more_\n\n- [[a]]\n')).toBe('## Notas\n\n_soon more_\n\n- [[a]]\n- [[new]] — n\n');
  });

  it('brings its section along where that is missing', () => {
    expect(insert('# M\n')).toBe('# M\n\n## Notas\n\n- [[new]] — n\n');
    expect(insert('# M')).toBe('# M\n\n## Notas\n\n- [[new]] — n\n');
    expect(insert('# M\r\n\r\ntext\r\n\r\n')).toBe('# M\r\n\r\ntext\r\n\r\n## Notas\r\n\r\n- [[new]] — n\r\n');
    expect(insert('')).toBe('## Notas\n\n- [[new]] — n\n');
  });

  it('never lands within a fence or comment that nobody closed', () => {
    expect(insert('# M\n\n```\ncode\n')).toBe('# M\n\n## Notas\n\n- [[new]] — n\n\n```\ncode\n');
    expect(insert('## Notas\n\n```\ncode\n')).toBe('## Notas\n\n- [[new]] — n\n\n\n```\ncode\n');
  });

  it('finds a heading written in another Unicode form, and one at a lower level', () => {
    expect(insert('## Domi\u0301nios\n\n- a\n', '- b', 'Domínios')).toBe('## Domi\u0301nios\n\n- a\n- b\n');
    expect(insert('# Notas\n\n### Notas ###\n\n- a\n', '- b')).toBe('# Notas\n\n### Notas ###\n\n- a\n- b\n');
  });

  it('may have lines of its own', () => {
    expect(insert('## Notas\r\n\r\n- a\r\n', '- b\n  more')).toBe('## Notas\r\n\r\n- a\r\n- b\r\n  more\r\n');
  });

  it('keeps every byte of the text but placeholders and blank ends, and put in twice changes nothing more', () => {
    const line = fc.constantFrom(
      ...[
        '',
        '## Notas',
        '## Relacionados',
        '- [[a]]',
        '  - [[b]]',
        '  more',
        '```',
        '    x',
        '_none_',
        'text',
        '<!--',
      ],
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n'), (rows, eol) => {
        const text = rows.join(eol);
        const edits = insertItem(text, 'Notas', '- [[new]] — n');
        expect(edits).toHaveLength(1);
        for (const { from, to } of edits) expect(text.slice(from, to).trim()).toMatch(/^(?:_none_)?$/);
        const after = applyEdits(text, edits);
        expect(insertItem(after, 'Notas', '- [[new]] — n')).toEqual([]);
        if (eol === '\r\n') expect(after.replaceAll('\r\n', '')).not.toMatch(rows.length > 1 ? /[\r\n]/ : /\r/);
      }),
      { numRuns: 2_000 },
    );
  });
});
