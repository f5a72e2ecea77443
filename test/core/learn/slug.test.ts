import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_SLUG, slugOf, withEnding } from '../../../src/core/learn/slug.ts';
import { notePath } from '../../../src/core/path-gate.ts';
import { isDeviceName } from '../../../src/core/path-gate.ts';

describe('the file name of a title', () => {
  it.each([
    ['Check-then-act não é garantia: corrida', 'check-then-act-nao-e-garantia-corrida'],
    ['  Ação — 1º passo (rápido)!  ', 'acao-1-passo-rapido'],
    ['C++ & C#', 'c-c'],
    ['snake_case name', 'snake-case-name'],
    ['NestJS 10.2', 'nestjs-10-2'],
  ])('is made of a Latin title as it always was: %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each([
    ['Йод и ёлка', 'йод-и-ёлка'],
    ['日本語のノート', '日本語のノート'],
    ['が行', 'が行'],
    ['שלום עולם', 'שלום-עולם'],
    ['किताब 2', 'किताब-2'],
    ['한국어 메모', '한국어-메모'],
    ['Ελληνικά: άλφα', 'ελληνικά-άλφα'],
    ['Docker на русском', 'docker-на-русском'],
  ])('keeps the script of another: %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
    expect(slug.normalize('NFC')).toBe(slug);
  });

  it.each(['🎉', '👨‍👩‍👧 ❤️', '1️⃣', '!!! — …', '', '́'])('is none where the title has no letter or digit: %j', (title) => {
    expect(slugOf(title)).toBeNull();
  });

  it('is the same whichever way the title is composed', () => {
    expect(slugOf('Ёлка й é'.normalize('NFD'))).toBe(slugOf('Ёлка й é'.normalize('NFC')));
  });

  it('leaves pictures out without a trace', () => {
    expect(slugOf('🚀 Deploy ❤️ rápido')).toBe('deploy-rapido');
  });

  it('is at most 80 units, of whole characters, and ends in no hyphen', () => {
    expect(slugOf('a'.repeat(200))).toHaveLength(LONGEST_SLUG);
    expect(slugOf(`${'a'.repeat(79)} b`)).toBe('a'.repeat(79));
    expect(slugOf(`${'a'.repeat(79)}𝒳`)).toBe('a'.repeat(79));
    expect(withEnding('a'.repeat(80), '-2026-03-14')).toBe(`${'a'.repeat(69)}-2026-03-14`);
  });

  it('of any title is one that every disk and every link can hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (title) => {
        const slug = slugOf(title);
        if (slug === null || isDeviceName(`${slug}.md`)) return;
        expect(slug.length).toBeLessThanOrEqual(LONGEST_SLUG);
        expect(notePath(`02-wiki/d/${slug}.md`, { mode: 'writing', configFolder: '.obsidian' })).toBe(
          `02-wiki/d/${slug}.md`,
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
