import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteFlagOf } from '../../../src/core/conventions/note-flag.ts';

const note = (...lines: readonly string[]): string => ['---', ...lines, '---', 'text', ''].join('\n');

describe('what a note says of itself', () => {
  it.each([
    ['agents: hidden', 'hidden'],
    ['agents: read-only', 'read-only'],
    ['Agents: "Read only"', 'read-only'],
    ['agents: readonly', 'read-only'],
    ['agents: [read-only, hidden]', 'hidden'],
    ['agents:\n  - hidden', 'hidden'],
    ['agents: visible', null],
    ['agents: true', null],
    ['other: hidden', null],
    ['tags: [hidden]', null],
  ])('is read from its properties: %j', (yaml, flag) => {
    expect(noteFlagOf(note('title: x', yaml), 'agents')).toBe(flag);
  });

  it('counts though the rest of the block is broken', () => {
    expect(noteFlagOf(note('title: "open', 'agents: hidden'), 'agents')).toBe('hidden');
    expect(noteFlagOf(note('a: 1', 'a: 2', 'agents: "read-only"'), 'agents')).toBe('read-only');
    expect(noteFlagOf(note('a: [', 'agents: [x, hidden]'), 'agents')).toBe('hidden');
    expect(noteFlagOf(note('a: [', 'about agents: not hidden at all'), 'agents')).toBeNull();
  });

  it('is no flag outside the frontmatter', () => {
    expect(noteFlagOf('agents: hidden\n', 'agents')).toBeNull();
    expect(noteFlagOf('# x\n\n---\nagents: hidden\n---\n', 'agents')).toBeNull();
    expect(noteFlagOf('---\nagents: hidden\n', 'agents')).toBeNull();
  });

  it('goes by the name that the user has chosen', () => {
    expect(noteFlagOf(note('robôs: hidden'), 'Robôs')).toBe('hidden');
    expect(noteFlagOf(note('robôs: hidden'), 'agents')).toBeNull();
  });

  it('reads any text without trouble', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('-', '\n', 'agents', ':', ' ', 'hidden', '[', '"', '{') }),
        (text) => {
          expect(['hidden', 'read-only', null]).toContain(noteFlagOf(`---\n${text}`, 'agents'));
        },
      ),
    );
  });
});
