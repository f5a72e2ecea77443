import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/core/change/edits.ts';
import { listedPath } from '../../../src/core/path.ts';
import { movedEdits } from '../../../src/core/rewrite/moved-edits.ts';

const tides = listedPath('sea/High tides.md');

interface Case {
  readonly text: string;
  readonly current: string;
  readonly path?: string;
  readonly leads?: readonly (string | null)[];
  readonly edits?: readonly { readonly from: number; readonly to: number; readonly text: string }[];
}

/** What the text before would be with the move's own spans alone. */
function movedAlone({ text, current, path = 'n.md', leads = [tides], edits = [] }: Case): string {
  const own = movedEdits(
    {
      old: listedPath(path),
      path: listedPath(path),
      text,
      current,
      edits,
      leads: leads.map((lead) => (lead === null ? null : listedPath(lead))),
    },
    (link) => (/^(?:sea\/)?High tides(?:\.md)?$/.test(link) ? tides : null),
  );
  return applyEdits(text, own);
}

describe('what a move has changed in a note', () => {
  it.each([
    ['a line behind the link', '[[Tides]]\n', '[[High tides]]\nA line since.\n', '[[High tides]]\n'],
    ['words beside the link', 'See [[Tides]].\n', 'Do see [[High tides]] twice.\n', 'See [[High tides]].\n'],
    ['another link before it', '[[Tides]]\n', '[[Moon]]\n[[High tides]]\n', '[[High tides]]\n'],
    ['the same link twice, the first put in', '[[Tides]] x\n', '[[High tides]] x\n', '[[High tides]] x\n'],
    ['the link itself taken out', 'a [[Tides]] b\n', 'a b\n', 'a [[Tides]] b\n'],
    ['nothing of ours', '[[Tides]]\n', '[[Tides]] and more\n', '[[Tides]]\n'],
  ])('leaves what others wrote meanwhile: %s', (_what, text, current, alone) => {
    expect(movedAlone({ text, current })).toBe(alone);
  });

  it('holds what the plan wrote beside links', () => {
    const text = '- [[Tides]]\n- [[Moon]]\n';
    const current = '- [[Moon]]\nmine\n';
    expect(movedAlone({ text, current, leads: [tides, null], edits: [{ from: 0, to: 12, text: '' }] })).toBe(
      '- [[Moon]]\n',
    );
  });

  it('holds all of a frontmatter in which the app has written a link', () => {
    const text = '---\nup: "[[Tides]]"\ntags: [a, b]\n---\nbody\n';
    const current = '---\nup: "[[High tides]]"\ntags:\n  - a\n  - b\n---\nbody\nmine\n';
    expect(movedAlone({ text, current })).toBe('---\nup: "[[High tides]]"\ntags:\n  - a\n  - b\n---\nbody\n');
  });

  it('holds every difference of a canvas', () => {
    const text = '{"nodes":[{"id":"1","type":"file","file":"Tides.md"}]}';
    const current = '{\n  "nodes": [{"id":"1","type":"file","file":"sea/High tides.md"}]\n}';
    expect(movedAlone({ text, current, path: 'b.canvas' })).toBe(current);
  });
});
