import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VaultError } from '../../src/core/errors.ts';
import type { PathRule } from '../../src/core/errors.ts';
import { filePath, folderPath, isDeviceName, notePath } from '../../src/core/path-gate.ts';
import type { PathRules } from '../../src/core/path-gate.ts';

const reading: PathRules = { mode: 'reading', configFolder: '.obsidian', closedNames: ['_templates'] };
const writing: PathRules = { ...reading, mode: 'writing' };

/** The rule that a text breaks; 'passes' where it breaks none. */
function ruleOf(text: string, rules: PathRules, gate: typeof notePath = notePath): PathRule | 'passes' {
  try {
    gate(text, rules);
    return 'passes';
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'invalid_path') throw error;
    return (error as VaultError<'invalid_path'>).params.rule;
  }
}

describe('a path that may be read and written', () => {
  it.each([
    ['Notes/Tides.md', 'Notes/Tides.md'],
    ['Notes\\Tides.md', 'Notes/Tides.md'],
    ['./Notes//Tides.md', 'Notes/Tides.md'],
    ['Notes/../Tides.md', 'Tides.md'],
    ['02-wiki/git/x.md', '02-wiki/git/x.md'],
    ['..x/y.md'.slice(2), 'x/y.md'],
    ['%2e%2e/%2e%2e/etc/passwd.md', '%2e%2e/%2e%2e/etc/passwd.md'],
    ['Cafe\u0301/A\u030angstro\u0308m.md', 'Café/Ångström.md'],
    ['console.md', 'console.md'],
    ['Заметки/日本語 ノート.md', 'Заметки/日本語 ノート.md'],
    ['…and then.md', '…and then.md'],
    ['UPPER.MD', 'UPPER.MD'],
  ])('%s is %s', (text, expected) => {
    expect(notePath(text, reading)).toBe(expected);
    expect(notePath(text, writing)).toBe(expected);
  });
});

describe('what no tool may reach, read or write', () => {
  it.each<[string, PathRule]>([
    ['', 'empty'],
    ['.', 'empty'],
    ['a/..', 'empty'],
    ['/etc/passwd.md', 'absolute'],
    ['C:\\notes\\a.md', 'absolute'],
    ['C:a.md', 'absolute'],
    ['./C:a.md', 'absolute'],
    ['x/../c:a.md', 'absolute'],
    ['\\\\server\\share\\a.md', 'absolute'],
    ['\\\\?\\C:\\a.md', 'absolute'],
    ['file:///etc/a.md', 'absolute'],
    ['~/a.md', 'absolute'],
    ['../a.md', 'outside_vault'],
    ['..\\a.md', 'outside_vault'],
    ['a/../../b.md', 'outside_vault'],
    ['.git/refs/heads/pwn.md', 'hidden_folder'],
    ['x/.GIT/a.md', 'hidden_folder'],
    ['.git./a.md', 'hidden_folder'],
    ['.git /a.md', 'hidden_folder'],
    ['.g\u200cit/a.md', 'hidden_folder'],
    ['\u200b.git/a.md', 'hidden_folder'],
    ['.. /a.md', 'hidden_folder'],
    ['.../a.md', 'hidden_folder'],
    ['.obsidian/plugins/x.md', 'hidden_folder'],
    ['.trash/a.md', 'hidden_folder'],
    ['.hidden.md', 'hidden_folder'],
    ['GIT~1/a.md', 'forbidden_folder'],
    ['node_modules/a/readme.md', 'forbidden_folder'],
    ['x/Node_Modules./a.md', 'forbidden_folder'],
    ['_templates/wiki.md', 'forbidden_folder'],
    ['a/_TEMPLATES/wiki.md', 'forbidden_folder'],
    ['a/_templates::$INDEX_ALLOCATION/wiki.md', 'forbidden_folder'],
    ['a\u0000.md', 'control_character'],
    ['nota\nWARNING: x.md', 'control_character'],
    ['a\ud83c.md', 'control_character'],
    ['image.png', 'not_a_note'],
    ['Notes', 'not_a_note'],
  ])('%j breaks %s', (text, rule) => {
    const strictlyInvisible = /[\u200b\u200c]/.test(text);
    expect(ruleOf(text, reading)).toBe(rule);
    expect(ruleOf(text, writing)).toBe(strictlyInvisible ? 'control_character' : rule);
  });

  it('is the settings folder too, whatever its name', () => {
    const renamed = { ...reading, configFolder: 'Config' };
    expect(ruleOf('config/app.md', renamed)).toBe('forbidden_folder');
    expect(ruleOf('Notes/Config.md', renamed)).toBe('passes');
  });

  it('is a folder closed by its path, compared by whole segments', () => {
    const closed = { ...writing, closedPaths: ['99-archive'] };
    expect(ruleOf('99-archive/a.md', closed)).toBe('forbidden_folder');
    expect(ruleOf('99-Archive./a.md', closed)).toBe('forbidden_folder');
    expect(ruleOf('99-archive-notes/a.md', closed)).toBe('passes');
    expect(ruleOf('x/99-archive/a.md', closed)).toBe('passes');
    expect(ruleOf('99-archive', closed, folderPath)).toBe('forbidden_folder');
  });
});

describe('names that can be read but not made', () => {
  it.each<[string, PathRule]>([
    ['What is this?.md', 'wildcard'],
    ['*.md', 'wildcard'],
    ['C# notes.md', 'link_breaking_character'],
    ['a [draft].md', 'link_breaking_character'],
    ['a|b.md', 'link_breaking_character'],
    ['x^2.md', 'link_breaking_character'],
    ['Talk 10:30.md', 'forbidden_character'],
    ['a.md:stream.md', 'forbidden_character'],
    ['a "b".md', 'forbidden_character'],
    ['CON.md', 'reserved_name'],
    ['x/nul.tar.md', 'reserved_name'],
    ['com1 .md', 'reserved_name'],
    ['LPT³.md', 'reserved_name'],
    ['aux/a.md', 'reserved_name'],
    ['OBSIDI~1/a.md', 'reserved_name'],
    ['folder./a.md', 'trailing_dot_or_space'],
    ['folder /a.md', 'trailing_dot_or_space'],
    [' a.md', 'trailing_dot_or_space'],
    ['a\u200db.md', 'control_character'],
  ])('%j breaks %s when new', (text, rule) => {
    expect(ruleOf(text, writing)).toBe(rule);
    expect(ruleOf(text, reading)).toBe('passes');
  });

  it('a name above 255 bytes, or a path above 800, is too long when new', () => {
    const deep = `${'long folder name/'.repeat(60)}a.md`;
    expect(ruleOf(`${'ж'.repeat(130)}.md`, writing)).toBe('too_long');
    expect(ruleOf(`${'ж'.repeat(126)}.md`, writing)).toBe('passes');
    expect(ruleOf(deep, writing)).toBe('too_long');
    expect(ruleOf(`${'ж'.repeat(130)}.md`, reading)).toBe('passes');
    expect(ruleOf(deep, reading)).toBe('passes');
    expect(ruleOf(`${'x/'.repeat(3000)}a.md`, reading)).toBe('too_long');
  });

  it('a path that was printed escaped names the same file when read', () => {
    expect(notePath('Family 👨\\u200d👩.md', reading)).toBe('Family 👨\u200d👩.md');
  });
});

describe('the kinds of path', () => {
  it('a file needs no .md, a folder may be the vault itself', () => {
    expect(filePath('img/Chart.png', writing)).toBe('img/Chart.png');
    expect(folderPath('', writing)).toBe('');
    expect(folderPath('/', writing)).toBe('');
    expect(folderPath('Notes/', writing)).toBe('Notes');
    expect(ruleOf('', writing, filePath)).toBe('empty');
  });

  it('device names are known with any extension and case', () => {
    expect(['nul', 'NUL.md', 'com0', 'conin$'].every(isDeviceName)).toBe(true);
    expect(['null.md', 'command.md', 'com10.md', 'a.con'].some(isDeviceName)).toBe(false);
  });

  it('an echoed path is bounded and well-formed', () => {
    const error = (() => {
      try {
        return notePath('\ud83c' + 'x'.repeat(9000), writing);
      } catch (caught) {
        return caught as VaultError<'invalid_path'>;
      }
    })();
    expect(error).toBeInstanceOf(VaultError);
    expect((error as VaultError<'invalid_path'>).params.path).toBe(`\ufffd${'x'.repeat(199)}…`);
  });
});

describe('whatever text comes', () => {
  const pieces = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    'a',
    'C:',
    '.git',
    ' ',
    '~',
    ':',
    '.md',
    '\u0000',
    'é',
    'e\u0301',
    '%2e',
    '\u200b',
    'CON',
    '\\\\?\\',
    '//',
    '\\u200b',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
  );

  it('comes out inside the vault on every system, or as a VaultError', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(reading, writing),
        fc.constantFrom(notePath, filePath, folderPath),
        (text, rules, gate) => {
          let result: string;
          try {
            result = gate(text, rules);
          } catch (error) {
            expect(error).toBeInstanceOf(VaultError);
            expect((error as VaultError).code).toBe('invalid_path');
            return;
          }
          expect(result).toBe(result.normalize('NFC'));
          expect(result.split('/').some((segment) => segment.startsWith('.'))).toBe(false);
          if (result === '') return;
          expect(path.posix.resolve('/vault', result).startsWith('/vault/')).toBe(true);
          expect(path.win32.resolve('C:\\vault', result).startsWith('C:\\vault\\')).toBe(true);
          expect(path.posix.normalize(result)).toBe(result);
          // Going through the gate again changes nothing.
          expect(gate(result, rules)).toBe(result);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
