import { describe, expect, it } from 'vitest';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import {
  domainOf,
  isArchived,
  isRaw,
  isTemplate,
  isUnder,
  roleOf,
  typeOf,
} from '../../../src/core/conventions/roles.ts';

const portuguese = presetOf('pt-BR');
const english = presetOf('en');

describe('the role of a path', () => {
  it('is that of the folder it lies in, on whole segments and in any case', () => {
    expect(roleOf('02-wiki/docker/x.md', english)).toBe('wiki');
    expect(roleOf('99-ARCHIVE/x.md', english)).toBe('archive');
    expect(roleOf('99-archive-notes/x.md', english)).toBeNull();
    expect(roleOf('CLAUDE.md', english)).toBeNull();
  });

  it('is that of the deepest folder where roles nest', () => {
    const nested = { ...english, folders: { ...english.folders, archive: '02-wiki/old' } };
    expect(roleOf('02-wiki/old/x.md', nested)).toBe('archive');
    expect(roleOf('02-wiki/older/x.md', nested)).toBe('wiki');
  });

  it('says what is raw, archived or a template', () => {
    expect(isRaw('01-raw/clip.md', english)).toBe(true);
    expect(isRaw('01-rawhide/clip.md', english)).toBe(false);
    expect(isArchived('99-Archive/a/b.md', english)).toBe(true);
    expect(isArchived('notes/99-archive/b.md', english)).toBe(false);
    expect(isTemplate('_templates/wiki.md', english)).toBe(true);
  });

  it('treats a vault without the folders as one without roles', () => {
    const none = { index: null, raw: null, wiki: null, projects: null, daily: null, templates: null, archive: null };
    const bare = { ...english, folders: none };
    expect(roleOf('02-wiki/a.md', bare)).toBeNull();
    expect(isArchived('99-archive/a.md', bare)).toBe(false);
    expect(domainOf('02-wiki/docker/a.md', bare)).toBeNull();
  });

  it('counts everything as under the root', () => {
    expect(isUnder('a/b.md', '')).toBe(true);
    expect(isUnder('a', 'a')).toBe(true);
    expect(isUnder('ab/c.md', 'a')).toBe(false);
  });
});

describe('the domain of a path', () => {
  it('is the folder directly under the wiki folder', () => {
    expect(domainOf('02-wiki/docker/net/x.md', english)).toBe('docker');
    expect(domainOf('02-wiki/x.md', english)).toBeNull();
    expect(domainOf('03-projects/docker/x.md', english)).toBeNull();
  });
});

describe('the type of a note', () => {
  it.each([
    ['02-wiki/docker/x.md', { tipo: 'gotcha' }, 'gotcha'],
    ['02-wiki/docker/x.md', { tipo: '  ' }, 'wiki'],
    ['02-wiki/docker/x.md', { type: 'other' }, 'wiki'],
    ['02-wiki/docker/x.md', { tipo: ['moc'] }, 'wiki'],
    ['02-wiki/docker/docker-moc.md', undefined, 'moc'],
    ['03-projects/app/README.md', undefined, 'projeto'],
    ['04-daily/2026-01-02.md', undefined, 'daily'],
    ['journal/2026-01-02.md', undefined, 'daily'],
    ['00-index/index-knowledge.md', undefined, 'moc'],
    ['01-raw/clip.md', undefined, 'nota'],
    ['CLAUDE.md', undefined, 'nota'],
  ])('%s with %j is %s', (path, frontmatter, type) => {
    expect(typeOf(path, frontmatter, portuguese)).toBe(type);
  });

  it('does not take a short name for a day outside the daily folder', () => {
    const conventions = { ...english, dailyFormat: 'D' };
    expect(typeOf('chapters/7.md', undefined, conventions)).toBe('note');
    expect(typeOf('04-daily/7.md', undefined, conventions)).toBe('daily');
  });
});
