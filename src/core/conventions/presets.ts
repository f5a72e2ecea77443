import type { Conventions, FolderRole } from './conventions.ts';

export type PresetName = Conventions['preset'];

/** A preset names a folder for every role: what a vault that lacks one gets when it needs it. */
export type Preset = Conventions & { readonly folders: Readonly<Record<FolderRole, string>> };

/** The vocabulary that a vault of this preset uses on disk, with every role's folder at its usual place. */
export function presetOf(name: PresetName): Preset {
  return name === 'pt-BR' ? PORTUGUESE : ENGLISH;
}

// Numbered folders sort in the order of a note's life, and mean the same in both vocabularies.
const FOLDERS: Preset['folders'] = {
  index: '00-index',
  raw: '01-raw',
  wiki: '02-wiki',
  projects: '03-projects',
  daily: '04-daily',
  templates: '_templates',
  archive: '99-archive',
};

const INDEX_NOTE = '00-index/index-knowledge.md';
const DAILY_FORMAT = 'YYYY-MM-DD';

// Maps of content and dailies mention everything and explain little; the archive is kept, not current.
const LIST_LIKE = 0.3;
const ARCHIVE = 0.4;
const EXCLUDED = 0.4;

const PORTUGUESE: Preset = {
  preset: 'pt-BR',
  folders: FOLDERS,
  types: { wiki: 'wiki', moc: 'moc', project: 'projeto', daily: 'daily', note: 'nota' },
  keys: {
    type: 'tipo',
    status: 'status',
    tags: 'tags',
    created: 'criado',
    updated: 'atualizado',
    summary: 'resumo_moc',
  },
  sections: {
    notes: 'Notas',
    related: 'Relacionados',
    domains: 'Domínios',
    captures: 'Capturas',
    context: 'Contexto',
    solution: 'Solução',
    example: 'Exemplo',
    links: 'Links',
  },
  indexNote: INDEX_NOTE,
  weights: { byType: { moc: LIST_LIKE, daily: LIST_LIKE }, archive: ARCHIVE, excluded: EXCLUDED },
  dailyFormat: DAILY_FORMAT,
};

const ENGLISH: Preset = {
  preset: 'en',
  folders: FOLDERS,
  types: { wiki: 'wiki', moc: 'moc', project: 'project', daily: 'daily', note: 'note' },
  keys: {
    type: 'type',
    status: 'status',
    tags: 'tags',
    created: 'created',
    updated: 'updated',
    summary: 'moc_summary',
  },
  sections: {
    notes: 'Notes',
    related: 'Related',
    domains: 'Domains',
    captures: 'Captures',
    context: 'Context',
    solution: 'Solution',
    example: 'Example',
    links: 'Links',
  },
  indexNote: INDEX_NOTE,
  weights: { byType: { moc: LIST_LIKE, daily: LIST_LIKE }, archive: ARCHIVE, excluded: EXCLUDED },
  dailyFormat: DAILY_FORMAT,
};
