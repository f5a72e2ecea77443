import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileResolver } from '../../../src/core/graph/resolve.ts';
import { folderOf, listedPath, type VaultPath } from '../../../src/core/path.ts';

/** The same rules, read off the list of all files for each link. */
function byTheRules(files: readonly VaultPath[], link: string, source: VaultPath): VaultPath | null {
  const keyOf = (path: string): string => path.normalize('NFC').toLowerCase();
  const bare = (key: string): string => key.replace(/\.md$/, '');
  const best = [...files].sort((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    const byKind = Number(right.endsWith('.md')) - Number(left.endsWith('.md'));
    return bare(left).length - bare(right).length || byKind || (a < b ? -1 : 1);
  });
  const goesBy = (path: string, wanted: string): boolean => [keyOf(path), bare(keyOf(path))].includes(wanted);
  const endsWith = (path: string, wanted: string): boolean =>
    [keyOf(path), bare(keyOf(path))].some((key) => key === wanted || key.endsWith(`/${wanted}`));
  const key = keyOf(link);
  const exact = best.filter((path) => goesBy(path, key));
  if (exact.length > 0) return exact.find((path) => path === link || path === `${link}.md`) ?? exact[0] ?? null;
  const folder = keyOf(folderOf(source));
  const own = best.find((path) => goesBy(path, folder === '' ? key : `${folder}/${key}`));
  return own ?? best.find((path) => endsWith(path, key)) ?? null;
}

describe('a link, whatever files came and went before', () => {
  const name = fc.constantFrom('a.md', 'A.md', 'a', 'a.md.md', 'b.md', 'pic.png');
  const folder = fc.constantFrom(
    '',
    'x/',
    'y/',
    'x/y/',
    'X/',
    'f0/',
    'f1/',
    'f2/',
    'f3/',
    'f4/',
    'f5/',
    'f6/',
    'f7/',
    'f8/',
  );
  const file = fc.tuple(folder, name).map((parts) => listedPath(parts.join('')));
  const link = fc.constantFrom(
    'a',
    'A',
    'a.md',
    'a.md.md',
    'b',
    'y/a',
    'x/y/a',
    'f3/a',
    'f3/A.md',
    'pic.png',
    'pic',
    'x/pic.png',
  );
  const step = fc.record({ file, stays: fc.boolean(), later: fc.boolean() });

  it('leads where the rules say', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.array(fc.tuple(link, file), { maxLength: 6 }),
        (steps, asked) => {
          const resolver = new FileResolver();
          const files = new Set<VaultPath>();
          for (const { file: path, stays, later } of steps) {
            if (!stays && files.delete(path)) resolver.remove(path);
            if (!stays || files.has(path)) continue;
            files.add(path);
            if (later) resolver.addLater(path);
            else resolver.add(path);
          }
          for (const [text, source] of asked) {
            const wanted = byTheRules([...files], text, source);
            expect(resolver.resolve(text, source), `${text} from ${source}`).toBe(wanted);
            const anywhere = resolver.resolveAnywhere(text);
            if (anywhere !== undefined) expect(anywhere).toBe(wanted);
            if (wanted !== null) expect(resolver.candidates(text)).toContain(wanted);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
