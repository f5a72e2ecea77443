import { describe, expect, it } from 'vitest';
import { detectConventions, sameConventions } from '../../../src/core/conventions/detect.ts';
import { presetOf } from '../../../src/core/conventions/presets.ts';

const keys = (counts: Record<string, number>): Map<string, number> => new Map(Object.entries(counts));
const SEED_FOLDERS = ['00-index', '01-raw', '02-wiki', '02-wiki/docker', '03-projects', '04-daily', '99-archive'];

describe('detecting conventions', () => {
  it('finds the Portuguese vocabulary by the keys that notes use', () => {
    const found = detectConventions({ folders: SEED_FOLDERS, keys: keys({ tipo: 40, criado: 40, tags: 50, type: 2 }) });
    expect(found.preset).toBe('pt-BR');
    expect(found.sections.solution).toBe('Solução');
    expect(found.folders.wiki).toBe('02-wiki');
    expect(found.folders.templates).toBeNull();
  });

  it('finds the English one likewise', () => {
    const found = detectConventions({ folders: SEED_FOLDERS, keys: keys({ type: 40, created: 40 }) });
    expect(found.preset).toBe('en');
    expect(found.types.project).toBe('project');
  });

  it('takes English, or what it is told, where notes say nothing', () => {
    expect(detectConventions({ folders: [], keys: keys({}) }).preset).toBe('en');
    expect(detectConventions({ folders: [], keys: keys({}), fallback: 'pt-BR' }).preset).toBe('pt-BR');
  });

  it('gives a vault without any of the folders no roles', () => {
    const { folders, indexNote } = detectConventions({ folders: ['Recipes', 'Work/2026'], keys: keys({}) });
    expect(Object.values(folders)).toEqual(Array(7).fill(null));
    expect(indexNote).toBe('00-index/index-knowledge.md');
  });

  it('keeps the spelling that the vault has', () => {
    const { folders } = detectConventions({ folders: ['02-Wiki/docker', 'ARCHIVE', 'Daily Notes'], keys: keys({}) });
    expect(folders.wiki).toBe('02-Wiki');
    expect(folders.archive).toBe('ARCHIVE');
    expect(folders.daily).toBe('Daily Notes');
  });

  it('never guesses which folder is raw, since that would hide its notes', () => {
    expect(detectConventions({ folders: ['raw', 'Inbox'], keys: keys({}) }).folders.raw).toBeNull();
  });

  it('honours what the app says of daily notes and templates', () => {
    const found = detectConventions({
      folders: ['04-daily', '_templates'],
      keys: keys({}),
      app: { daily: { folder: 'Diary', format: 'DD.MM.YYYY', template: null }, templatesFolder: 'Forms' },
    });
    expect(found.folders.daily).toBe('Diary');
    expect(found.dailyFormat).toBe('DD.MM.YYYY');
    expect(found.folders.templates).toBe('Forms');
  });

  it('lets what the user set win over all that', () => {
    const found = detectConventions({
      folders: SEED_FOLDERS,
      keys: keys({ tipo: 9 }),
      overrides: {
        preset: 'en',
        folders: { raw: null, wiki: 'Knowledge' },
        keys: { type: 'kind' },
        weights: { byType: { moc: 1 }, archive: 0.9 },
      },
    });
    expect(found.preset).toBe('en');
    expect(found.folders.raw).toBeNull();
    expect(found.folders.wiki).toBe('Knowledge');
    expect(found.keys).toEqual({ ...presetOf('en').keys, type: 'kind' });
    expect(found.weights).toEqual({ byType: { moc: 1, daily: 0.3 }, archive: 0.9, excluded: 0.4 });
  });

  it('tells conventions apart by what they say, not by the order in which they say it', () => {
    const one = detectConventions({ folders: SEED_FOLDERS, keys: keys({ tipo: 1 }) });
    const same = detectConventions({ folders: [...SEED_FOLDERS].reverse(), keys: keys({ tipo: 7 }) });
    expect(sameConventions(one, same)).toBe(true);
    expect(sameConventions(one, { ...one, dailyFormat: 'YYYY' })).toBe(false);
  });
});
