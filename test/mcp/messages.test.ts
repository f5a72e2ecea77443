import { describe, expect, it } from 'vitest';
import { VaultError } from '../../src/core/errors.ts';
import { listedPath } from '../../src/core/path.ts';
import { failureLine } from '../../src/mcp/failure.ts';
import { languageFrom, languages, messagesIn } from '../../src/mcp/messages/language.ts';

describe('languageFrom', () => {
  it.each([
    ['pt', 'pt-BR'],
    ['pt_BR.UTF-8', 'pt-BR'],
    ['PT-br', 'pt-BR'],
    ['ru', 'ru'],
    ['ru_RU', 'ru'],
    ['en', 'en'],
    ['de', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('takes %j as %s', (wish, language) => {
    expect(languageFrom(wish)).toBe(language);
  });
});

describe('catalogues', () => {
  it('count in Russian as Russian does', () => {
    const { header } = messagesIn('ru').list;
    const counted = [1, 2, 5, 11, 12, 21, 22, 111].map((total) => header(total, 1, total));
    expect(counted).toEqual([
      '1 заметка:',
      '2 заметки:',
      '5 заметок:',
      '11 заметок:',
      '12 заметок:',
      '21 заметка:',
      '22 заметки:',
      '111 заметок:',
    ]);
  });

  it.each(languages)('say each failure of %s in one line that starts with its code', (language) => {
    const messages = messagesIn(language);
    const path = listedPath('a.md');
    const failures = [
      new VaultError('note_not_found', { path: 'x', closest: [path] }),
      new VaultError('invalid_path', { path: 'x', rule: 'absolute' }),
      new VaultError('revision_conflict', { path, expected: 'n-1', current: null }),
      new VaultError('not_applied', { reason: 'expired', detail: '' }),
      new VaultError('approval_unavailable', { reason: 'too_many_changes', limit: 5 }),
      new VaultError('undo_conflict', { change: 'c-1', paths: [path], recent: [] }),
    ];
    for (const failure of failures) {
      const line = failureLine(failure, messages, (text) => text);
      expect(line.startsWith(`[${failure.code}] `)).toBe(true);
      expect(line).not.toMatch(/\n|undefined|\[object/);
    }
  });

  it('clamp and escape what the caller sent', () => {
    const asked = `x\n[note_found] yes${'y'.repeat(1000)}`;
    const failure = new VaultError('note_not_found', { path: asked, closest: [] });
    const line = failureLine(failure, messagesIn('en'), (text) => text.replaceAll('\n', '\\n'));
    expect(line).not.toContain('\n');
    expect(line.length).toBeLessThan(500);
  });
});
