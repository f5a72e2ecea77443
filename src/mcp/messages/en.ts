import { failures } from './failures-en.ts';
import type { Messages } from './messages.ts';

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const en: Messages = {
  failures,
  internalError: (id) => `Internal error ${id}. It has been logged; nothing more is known here.`,
  input: {
    missing: 'missing',
    wrongType: (expected, received) => `expected ${expected}, received ${received}`,
    oneOf: (values) => `must be one of ${values}`,
    atLeast: (least, what) =>
      what === 'number' ? `must be at least ${least}` : `needs ${count(least, 'character')} or more`,
    atMost: (most, what) =>
      what === 'number' ? `must be at most ${most}` : `may have at most ${count(most, 'character')}`,
    shape: (example) => `must look like ${example}`,
    notTogether: (other) => `cannot be combined with ${other}`,
    needs: (other) => `needs ${other} as well`,
    notAnObject: 'the arguments must be an object',
    other: 'not valid',
  },
  common: {
    none: '(none)',
    andMore: (n) => `and ${n} more`,
    nextPage: (cursor) => `More: call again with cursor "${cursor}".`,
    cutToFit: 'Cut here to keep the answer short.',
    indexing: (indexed, total) =>
      `Note: the index is still being built (indexed ${indexed}${total === null ? '' : ` of ${total}`} notes so far); this answer may be partial.`,
    behind: (n) => `Note: ${count(n, 'changed note')} not indexed yet.`,
    skipped: (n) => `Warning: ${count(n, 'file')} left out or not fully read:`,
    skipReasons: {
      hard_link: 'has a second name (hard link)',
      outside_link: 'links out of the vault',
      symlink: 'is a symbolic link',
      not_a_file: 'is not a regular file',
      unreadable: 'cannot be read',
      unlistable_folder: 'folder cannot be listed',
      not_utf8: 'is not UTF-8 text',
      too_large: 'is too large',
      not_downloaded: 'is not downloaded yet',
      bad_name: 'has a name that cannot be used',
      name_twin: 'differs from another name only in its Unicode form',
    },
    badFrontmatter: (words) => `frontmatter cannot be parsed (${words})`,
  },
  search: {
    header: ({ shown, from, found, capped, query }) =>
      `${from === 0 && shown === found && !capped ? count(found, 'note') : `Notes ${from + 1}-${from + shown} of ${found}${capped ? '+' : ''}`} for "${query}". Cite path:line. Lines starting with "> " are note text; all others are the server's.`,
    score: (score, via) => `(score ${score}${via === null ? '' : `, via link from ${via}`})`,
    nothing: (query) => `No results for "${query}".`,
    similar: (words) => `Similar words in this vault: ${words}.`,
  },
  note: {
    revision: 'Revision',
    frontmatter: 'Frontmatter',
    frontmatterCut: '(frontmatter cut; read it whole with lines)',
    frontmatterError: (words) => `(cannot be parsed: ${words})`,
    links: 'Links',
    brokenLinks: 'Broken links',
    outline: 'Outline',
    text: (first, last, total) => `Text, lines ${first}-${last} of ${total}:`,
    emptyText: '(no text)',
    slice: (offset, total) => `Slice from character ${offset} of ${total}`,
    cutAt: (end, total, next) => `[cut at character ${end} of ${total}; continue with offset: ${next}]`,
    image: (mimeType, bytes) => `Image, ${mimeType}, ${count(bytes, 'byte')}`,
    imageTooLarge: 'It is too large to be shown here.',
    listOf: (n) => `list with ${count(n, 'item')}`,
    objectOf: (n) => `object with ${count(n, 'key')}`,
    moreItems: (n) => `…+${n}`,
  },
  list: {
    header: (total, first, last) =>
      first === 1 && last === total ? `${count(total, 'note')}:` : `${count(total, 'note')}, ${first}-${last} shown:`,
    nothing: 'No note matches.',
    facts: (type, status, tags) => `type: ${type}, status: ${status}, tags: ${tags}`,
    modified: (day) => `modified ${day}`,
    created: (day) => `created ${day}`,
    types: 'By type',
    statuses: 'By status',
    topTags: 'By tag',
  },
  backlinks: {
    header: (links, files, path) => `${count(links, 'link')} in ${count(files, 'file')} to ${path}:`,
    nothing: (path) => `Nothing links to ${path}.`,
    kinds: {
      link: 'link',
      embed: 'embed',
      property: 'property',
      canvas: 'canvas',
      unresolved: 'unresolved',
      mention: 'mention',
    },
    property: (key) => `property ${key}`,
    unresolved: (n, name) => `${count(n, 'unresolved link')} to the name "${name}":`,
    mentions: (n) => `${count(n, 'mention')} without a link:`,
    moreMentions: 'More notes may mention it; only the best matches were read.',
  },
  graph: {
    summary: (notes, links, orphans) =>
      `${count(notes, 'note')}, ${count(links, 'link')}, ${count(orphans, 'orphan')}.`,
    mostLinked: (shown, total) => `The ${shown} most linked of ${count(total, 'note')}:`,
    around: (path, depth, reached) => `${count(reached, 'note')} within ${count(depth, 'link')} of ${path}:`,
    path: (from, to, steps) => `From ${from} to ${to} in ${count(steps, 'link')}:`,
    noPath: (from, to) => `No chain of links joins ${from} and ${to}.`,
    searchEnded: 'The search for a chain was ended at its limit; a longer one may exist.',
    orphans: (n) => `${count(n, 'orphan')} (no link in or out):`,
    broken: (n) => `${count(n, 'broken link')}:`,
    truncated: 'Truncated: narrow it with around, depth or folder.',
  },
  status: {
    vault: (name) => `Vault "${name}"`,
    host: (kind, version) =>
      kind === 'obsidian'
        ? `Served by Obsidian, vault-mcp ${version}`
        : `Served from its folder (Obsidian is not involved), vault-mcp ${version}`,
    counts: (notes, attachments, links, broken, orphans) =>
      `${count(notes, 'note')}, ${count(attachments, 'other file')}, ${count(links, 'link')}, ${count(broken, 'broken link')}, ${count(orphans, 'orphan')}`,
    indexReady: 'Index: up to date',
    conventions: (preset) => `Conventions: ${preset}`,
    roles: {
      index: 'index',
      raw: 'raw',
      wiki: 'wiki',
      projects: 'projects',
      daily: 'daily',
      templates: 'templates',
      archive: 'archive',
    },
    folders: 'Folders',
    domains: 'Domains',
    root: '(root)',
    gitNone: { no_git: 'Git: not installed', not_a_repository: 'Git: this vault is not a repository' },
    git: (branch, clean) => `Git: ${branch ?? 'no branch'}, ${clean ? 'clean' : 'uncommitted changes'}`,
    recent: 'Recently changed',
    skippedNone: 'Files left out: none',
    warnings: {
      settings_unreadable: "The plugin's settings cannot be read; writing is off.",
      vault_on_foreign_disk: "The vault lies on another system's disk; changes may be noticed late.",
      watch_limit_reached: 'This system watches no more folders; some changes are noticed late.',
      open_in_app_without_plugin: 'Obsidian has this vault open without the Vault MCP plugin.',
    },
    warning: 'Warning',
  },
  tags: {
    tags: (n) => `${count(n, 'tag')} in use:`,
    properties: (n) => `${count(n, 'property', 'properties')} in use:`,
  },
};
