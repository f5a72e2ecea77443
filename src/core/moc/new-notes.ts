import type { Conventions } from '../conventions/conventions.ts';
import { presetOf } from '../conventions/presets.ts';
import { folderOf, joinPath, type VaultPath } from '../path.ts';
import { relativePath } from '../rewrite/relative-path.ts';

/** Where a domain's map of content is, or would be: `02-wiki/docker/docker-moc.md`. */
export function mocPath(domain: string, conventions: Conventions): VaultPath {
  const wiki = conventions.folders.wiki ?? presetOf(conventions.preset).folders.wiki;
  return joinPath(joinPath(wiki, domain), `${domain}-moc.md`);
}

/** A new map of content, its list of notes empty. Dates are `YYYY-MM-DD`. LF line ends. */
export function newMoc(domain: string, conventions: Conventions, today: string): string {
  const { keys, types, sections, indexNote } = conventions;
  const { mapOf, indexName } = WORDS[conventions.preset];
  const index = withoutMd(relativePath(folderOf(mocPath(domain, conventions)), indexNote));
  return lines(
    '---',
    `${keys.type}: ${yamlScalar(types.moc)}`,
    // A tag holds no spaces; a folder may.
    `${keys.tags}: [${yamlScalar(domain.replaceAll(' ', '-'))}]`,
    `${keys.created}: ${today}`,
    `${keys.updated}: ${today}`,
    '---',
    '',
    `# ${capital(domain)} — ${mapOf}`,
    '',
    `## ${sections.notes}`,
    '',
    `## ${sections.related}`,
    '',
    `- [[${index}|${indexName}]]`,
  );
}

/** A new knowledge index, its list of domains empty. */
export function newIndex({ keys, types, sections, preset }: Conventions, today: string): string {
  return lines(
    '---',
    `${keys.type}: ${yamlScalar(types.moc)}`,
    `${keys.created}: ${today}`,
    `${keys.updated}: ${today}`,
    '---',
    '',
    `# ${WORDS[preset].indexTitle}`,
    '',
    `## ${sections.domains}`,
  );
}

/** A new daily note, its list of captures empty. `title` is the note's name without `.md`. */
export function newDaily({ keys, types, sections }: Conventions, title: string, today: string): string {
  return lines(
    '---',
    `${keys.type}: ${yamlScalar(types.daily)}`,
    `${keys.created}: ${today}`,
    '---',
    '',
    `# ${title}`,
    '',
    `## ${sections.captures}`,
  );
}

/** A domain's line in the knowledge index, as `insertItem` takes it: `- [[../02-wiki/d/d-moc|d]] — summary`. */
export function domainLink(domain: string, conventions: Conventions): string {
  const moc = relativePath(folderOf(conventions.indexNote), mocPath(domain, conventions));
  return `[[${withoutMd(moc)}|${domain}]]`;
}

/** A word as a YAML value in flow or block style: quoted where a reader of YAML 1.1 or 1.2 could take it otherwise. */
export function yamlScalar(text: string): string {
  const plain = /^\p{L}[\p{L}\p{N}_/-]*$/u.test(text) && !RESERVED.test(text);
  return plain ? text : JSON.stringify(text);
}

const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

// What the two vocabularies write; the reader's language has no say in it.
const WORDS = {
  'pt-BR': { mapOf: 'Mapa de Conteúdo', indexName: 'índice de conhecimento', indexTitle: 'Índice de Conhecimento' },
  en: { mapOf: 'Map of Content', indexName: 'knowledge index', indexTitle: 'Knowledge Index' },
} as const satisfies Record<Conventions['preset'], unknown>;

function capital(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}

function withoutMd(path: string): string {
  return path.replace(/\.md$/i, '');
}

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
