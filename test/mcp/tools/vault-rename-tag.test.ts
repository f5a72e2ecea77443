import { describe, expect, it } from 'vitest';
import { aWritingHost } from '../support/writing-host.ts';

describe('vault_rename_tag', () => {
  it('renames in properties and text, nested tags too, and leaves code and longer tags', async () => {
    const { call, read } = await aWritingHost({
      'A.md': '---\ntags: [work, other]\n---\nText #work and #work/deep, not #workshop nor `#work`.\n',
      'B.md': 'Nothing here.\n',
    });
    const { text } = await call('vault_rename_tag', { from: 'work', to: 'job' });
    expect(text).toMatch(/^Tag #work renamed to #job in 1 note\n/);
    expect(await read('A.md')).toBe(
      '---\ntags: [job, other]\n---\nText #job and #job/deep, not #workshop nor `#work`.\n',
    );
  });

  it('refuses what is no tag', async () => {
    const { call } = await aWritingHost({ 'A.md': '#work\n' });
    expect((await call('vault_rename_tag', { from: 'work', to: 'a b' })).text).toMatch(/^\[tag_invalid\]/);
  });
});
