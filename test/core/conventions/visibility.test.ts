import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/core/conventions/settings.ts';
import type { VaultSettings } from '../../../src/core/conventions/settings.ts';
import { excludedBy, visibilityBy } from '../../../src/core/conventions/visibility.ts';

const settings = (access: Partial<VaultSettings['access']>, rest: Partial<VaultSettings> = {}): VaultSettings => ({
  ...DEFAULT_SETTINGS,
  ...rest,
  access: { ...DEFAULT_SETTINGS.access, ...access },
});

describe('excluded files', () => {
  it('are those whose path begins like a filter, in any case', () => {
    const excluded = excludedBy(['Old/', 'scratch']);
    expect(['old/a.md', 'Scratchpad.md', 'Older/a.md'].map(excluded)).toEqual([true, true, false]);
  });

  it('may be told by an expression between slashes', () => {
    expect(['a/draft-1.md', 'a/final.md'].map(excludedBy(['/draft-\\d/']))).toEqual([true, false]);
  });

  it('are none for a filter that is no expression, or too long to be run safely', () => {
    expect(excludedBy(['/(/', `/${'(a+)'.repeat(100)}$/`])('aaaa(')).toBe(false);
  });
});

describe('visibility', () => {
  it('hides the folders named, on whole segments', () => {
    const { isHidden } = visibilityBy(settings({ hidden: ['Private', ''] }), { excluded: [] });
    expect(['private/a.md', 'Private', 'Privateer/a.md', 'a.md'].map(isHidden)).toEqual([true, true, false, false]);
  });

  it('demotes, hides or ignores excluded files as the user set it', () => {
    const as = (excludedFiles: VaultSettings['excludedFiles']): [boolean, boolean] => {
      const seen = visibilityBy(settings({}, { excludedFiles }), { excluded: ['Old/'] });
      return [seen.isHidden('Old/a.md'), seen.isDemoted('Old/a.md')];
    };
    expect(as('demote')).toEqual([false, true]);
    expect(as('hide')).toEqual([true, false]);
    expect(as('ignore')).toEqual([false, false]);
  });

  it('protects folders, or the whole vault', () => {
    expect(visibilityBy(settings({ readOnly: ['Legal'] }), { excluded: [] }).isReadOnly('legal/a.md')).toBe(true);
    expect(visibilityBy(settings({ readOnly: ['Legal'] }), { excluded: [] }).isReadOnly('a.md')).toBe(false);
    expect(visibilityBy(settings({ vaultReadOnly: true }), { excluded: [] }).isReadOnly('a.md')).toBe(true);
  });
});
