import type { Conventions } from '../conventions/conventions.ts';
import { baseName } from '../path.ts';

/**
 * The subject of a commit about one note, in the vault's own language: `update Jwt Expiry`. A file named as a slug is
 * spelled as a title; one that has spaces or digits alone keeps its name.
 */
export function subjectOf(act: 'edit' | 'write', path: string, { preset }: Pick<Conventions, 'preset'>): string {
  const title = titleOf(baseName(path));
  if (act === 'write') return title;
  return `${preset === 'pt-BR' ? 'atualizar' : 'update'} ${title}`;
}

function titleOf(name: string): string {
  if (/\s/.test(name) || !/\p{L}/u.test(name)) return name;
  return name
    .split(/[-_]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
