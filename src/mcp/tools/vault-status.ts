import * as z from 'zod';
import type { RecentChange, WaitingChange } from '../../core/change/desk.ts';
import { isConflictCopy } from '../../core/conventions/conflict-copy.ts';
import type { FolderRole } from '../../core/conventions/conventions.ts';
import { concernsAccess } from '../../core/conventions/read-settings.ts';
import { isNote } from '../../core/path.ts';
import type { GitFacts } from '../../core/services.ts';
import { clamp } from '../budget.ts';
import { newest } from '../newest.ts';
import { isUnder } from '../note-filter.ts';
import { freshness, paragraphs, problemFiles } from '../notices.ts';
import { tally } from '../output-parts.ts';
import { tallyOf, type Tally } from '../tally.ts';
import { whileUnchanged } from '../while-unchanged.ts';
import { defineTool, notesPerSlice, pause, type ToolContext } from '../tool.ts';

const folderRoles = ['index', 'raw', 'wiki', 'projects', 'daily', 'templates', 'archive'] as const;
const mostNames = 30;
const mostSkipped = 20;
/** Settings of no use that are told one by one. */
const mostSettings = 5;
const usualLimit = 5;
/** Changes among which those left in the middle are looked for. */
const mostLookedAt = 200;

export default defineTool({
  name: 'vault_status',
  title: 'Status of the vault',
  description:
    'What this vault is: counts, domains, conventions, files left out, git, changes made. Use to get to know it, or when answers look incomplete.',
  effect: 'reads',
  // Some clients' models refuse a whole list of tools for one that takes nothing.
  input: () => ({ limit: z.int().min(1).max(50).optional().describe('1-50 changes and notes listed; default 5') }),
  output: () =>
    z.object({
      vault: z.object({
        name: z.string(),
        host: z.enum(['obsidian', 'headless']),
        version: z.string(),
        git: z.string(),
      }),
      conventions: z.object({
        preset: z.string(),
        roles: z.array(z.object({ role: z.enum(folderRoles), folder: z.string() })),
      }),
      counts: z.object({
        notes: z.int(),
        attachments: z.int(),
        links: z.int().optional(),
        broken_links: z.int().optional(),
        orphans: z.int().optional(),
      }),
      index: z.object({ ready: z.boolean(), indexed: z.int(), total: z.int().optional() }),
      folders: tally(),
      /** Folders and domains beyond those listed. */
      more_folders: z.int().optional(),
      more_domains: z.int().optional(),
      domains: z.array(z.object({ name: z.string(), count: z.int(), description: z.string().optional() })),
      recent: z.array(z.object({ path: z.string(), modified: z.string() })),
      changes: z.array(
        z.object({ change: z.string(), subject: z.string(), tool: z.string(), client: z.string(), state: z.string() }),
      ),
      skipped: z.object({ count: z.int(), files: z.array(z.object({ path: z.string(), cause: z.string() })) }),
      conflict_copies: z.object({ count: z.int(), paths: z.array(z.string()) }),
      warnings: z.array(z.string()),
    }),
  run: async ({ limit = usualLimit }, context) => {
    const status = await statusOf(limit, context);
    return { text: textOf(status, context), structured: status };
  },
});

type Status = Awaited<ReturnType<typeof statusOf>>;

async function statusOf(limit: number, context: ToolContext) {
  const { services, messages, show } = context;
  const { library, host } = services;
  const { indexed, total, ready } = library.progress();
  const conventions = services.conventions();
  const { notes, attachments, folders, ...counts } = await whileUnchanged(
    library,
    ready ? 'status' : 'status so far',
    () => countsOf(context),
  );
  const skipped = problemFiles(context);
  const domains = await domainsIn(context);
  const short = (entries: Tally) =>
    entries.slice(0, mostNames).map(({ name, count }) => ({ name: show(clamp(name, 128)), count }));
  return {
    vault: {
      name: show(services.vault.name),
      host: host.kind,
      version: host.version,
      git: gitLine(await host.git(), context),
    },
    counts: { notes, attachments, ...counts },
    conventions: { preset: conventions.preset, roles: rolesOf(conventions.folders, show) },
    index: { ready, indexed, ...(total === null ? {} : { total }) },
    folders: short(folders.map(({ name, count }) => ({ name: name || messages.status.root, count }))),
    domains: domains.slice(0, mostNames),
    ...moreThan(mostNames, { more_folders: folders.length, more_domains: domains.length }),
    recent: recentOf(limit, context),
    changes: changesOf(limit, context),
    skipped: { count: skipped.length, files: skipped.slice(0, mostSkipped) },
    conflict_copies: await conflictCopies(context),
    warnings: [...(await host.warnings()).map((code) => messages.status.warnings[code]), ...settingWarnings(context)],
  };
}

/** What takes a walk over all files; the name of the vault's own folder is '' there. */
async function countsOf(context: ToolContext) {
  const { files, notes } = context.services.library;
  return {
    notes: notes.size,
    attachments: [...files.keys()].filter((path) => !isNote(path)).length,
    folders: tallyOf([...notes.keys()].map((path) => firstFolder(path) ?? '')),
    ...(await linkCountsOf(context)),
  };
}

/** Nothing before every note is read: until then whatever is not read yet would count as an orphan. */
async function linkCountsOf(context: ToolContext) {
  const { library } = context.services;
  if (!library.progress().ready) return {};
  const { graph, files, notes } = library;
  let links = 0;
  let broken = 0;
  let orphans = 0;
  let seen = 0;
  for (const path of [...files.keys()]) {
    const out = graph.out(path).filter((target) => target !== path).length;
    links += out;
    for (const count of graph.unresolved(path).values()) broken += count;
    // Of a file that cannot be read nobody knows what it links to.
    if (out === 0 && notes.has(path) && graph.in(path).length === 0) orphans++;
    if (++seen % notesPerSlice === 0) await pause(context);
  }
  return { links, broken_links: broken, orphans };
}

function linkedOf({ links, broken_links: broken, orphans }: Status['counts']) {
  if (links === undefined || broken === undefined || orphans === undefined) return null;
  return { links, broken, orphans };
}

/** Domains that have a folder with their notes, and those that the user has named, with what belongs there. */
async function domainsIn({ services, show }: ToolContext) {
  const { library, host } = services;
  const { wiki } = services.conventions().folders;
  const held = await whileUnchanged(library, `domains ${wiki ?? ''}`, () => domainsOf([...library.notes.keys()], wiki));
  const named = host.domains?.() ?? [];
  const describing = (name: string): { description?: string } => {
    const description = named.find((domain) => domain.name.toLowerCase() === name.toLowerCase())?.description ?? '';
    return description === '' ? {} : { description: show(clamp(description, 200)) };
  };
  const empty = named.filter(({ name }) => !held.some((each) => each.name.toLowerCase() === name.toLowerCase()));
  return [...held, ...empty.map(({ name }) => ({ name, count: 0 }))].map(({ name, count }) => ({
    name: show(clamp(name, 128)),
    count,
    ...describing(name),
  }));
}

/** How many of each there are beyond so many; nothing where there are none. */
function moreThan<K extends string>(most: number, counts: Readonly<Record<K, number>>): Partial<Record<K, number>> {
  const beyond = Object.entries<number>(counts).flatMap(([key, n]) => (n > most ? [[key, n - most] as const] : []));
  return Object.fromEntries(beyond) as Partial<Record<K, number>>;
}

/** What sync services have left, by path; a note that nobody has read yet may hide itself, and is not named. */
async function conflictCopies(context: ToolContext): Promise<{ count: number; paths: string[] }> {
  const { library } = context.services;
  const copies = await whileUnchanged(library, 'conflict copies', () =>
    [...library.files.keys()]
      .filter((path) => isConflictCopy(path) && (!isNote(path) || library.notes.has(path)))
      .sort(),
  );
  return { count: copies.length, paths: copies.slice(0, mostSkipped).map((path) => context.show(clamp(path, 200))) };
}

/** Settings of no use, each by its place; what would be too many to read is counted. */
function settingWarnings({ services, messages, show }: ToolContext): string[] {
  const problems = services.host.settingProblems?.() ?? [];
  const words = messages.status;
  const more = problems.length - mostSettings;
  return [
    ...(problems.some(concernsAccess) ? [words.permissionsUnclear] : []),
    ...problems
      .slice(0, mostSettings)
      .map(({ path, code }) => words.badSetting(show(clamp(path, 100)), words.settingProblems[code])),
    ...(more > 0 ? [messages.common.andMore(more)] : []),
  ];
}

function rolesOf(folders: Readonly<Record<FolderRole, string | null>>, show: (text: string) => string) {
  return folderRoles.flatMap((role) => {
    const folder = folders[role];
    return folder === null ? [] : [{ role, folder: show(folder) }];
  });
}

function firstFolder(path: string): string | null {
  const slash = path.indexOf('/');
  return slash < 0 ? null : path.slice(0, slash);
}

/** Domains are the folders right below the wiki's. */
function domainsOf(paths: readonly string[], wiki: string | null): Tally {
  if (wiki === null) return [];
  return tallyOf(
    paths.filter((path) => isUnder(path, wiki)).flatMap((path) => firstFolder(path.slice(wiki.length + 1)) ?? []),
  );
}

function recentOf(limit: number, context: ToolContext): { path: string; modified: string }[] {
  return newest(context.services.library.notes.values(), limit).map(({ path, mtimeMs }) => ({
    path: context.show(path),
    modified: `${new Date(mtimeMs).toISOString().slice(0, 19)}Z`,
  }));
}

/** The newest changes that stand; first those that wait for the user or came to nothing, or that a crash cut short. */
function changesOf(limit: number, { services, show }: ToolContext): ChangeRow[] {
  const waiting = services.changes.waiting();
  const all = services.changes.recent(mostLookedAt);
  const halfDone = all.filter(({ state }) => state !== 'done');
  const done = all.filter(({ state }) => state === 'done');
  return [...waiting, ...halfDone, ...done].slice(0, limit).map(({ change, subject, tool, client, state }) => ({
    change,
    subject: show(clamp(subject, 120)),
    tool,
    client: show(clamp(client, 60)),
    state,
  }));
}

interface ChangeRow {
  change: string;
  subject: string;
  tool: string;
  client: string;
  state: RecentChange['state'] | WaitingChange['state'];
}

function changeLines(changes: readonly ChangeRow[], { messages }: ToolContext): string[] {
  if (changes.length === 0) return [];
  const words = messages.changes;
  const line = ({ change, tool, client, subject, state }: ChangeRow): string =>
    `- ${words.recentChange(change, tool, client, subject)}${state === 'done' ? '' : ` [${words.states[state]}]`}`;
  return [`${words.recentChanges}:`, ...changes.map(line)];
}

function gitLine(git: GitFacts, context: ToolContext): string {
  const { status } = context.messages;
  if (git.state === 'none') return status.gitNone[git.reason];
  return status.git(git.branch === null ? null : context.show(clamp(git.branch, 100)), git.clean);
}

function textOf(status: Status, context: ToolContext): string {
  const words = context.messages.status;
  const { vault, counts, conventions } = status;
  const roles = conventions.roles.map(({ role, folder }) => `${words.roles[role]} ${folder}`).join(', ');
  const fresh = freshness(context);
  return paragraphs(
    [
      words.vault(vault.name),
      words.host(vault.host, vault.version),
      words.counts(counts.notes, counts.attachments, linkedOf(counts)),
      ...(fresh.length > 0 ? fresh : [words.indexReady]),
      `${words.conventions(conventions.preset)}${roles === '' ? '' : ` (${roles})`}`,
      ...tallyLine(words.folders, status.folders, status.more_folders, context),
      ...tallyLine(words.domains, status.domains, status.more_domains, context),
      ...status.domains.flatMap(({ name, description }) =>
        description === undefined ? [] : [`- ${name}: ${description}`],
      ),
      vault.git,
    ],
    status.recent.length === 0
      ? []
      : [`${words.recent}:`, ...status.recent.map(({ path, modified }) => `- ${path} ${modified}`)],
    changeLines(status.changes, context),
    skippedLines(status.skipped, context),
    copyLines(status.conflict_copies, context),
    status.warnings.map((warning) => `${words.warning}: ${warning}`),
  );
}

function tallyLine(label: string, entries: Tally, more = 0, { messages }: ToolContext): string[] {
  if (entries.length === 0) return [];
  const shown = entries.map(({ name, count }) => `${name} ${count}`).join(', ');
  return [`${label}: ${shown}${more > 0 ? ` ${messages.note.moreItems(more)}` : ''}`];
}

function skippedLines({ count, files }: Status['skipped'], { messages }: ToolContext): string[] {
  if (count === 0) return [messages.status.skippedNone];
  const lines = files.map(({ path, cause }) => `  ${path}: ${cause}`);
  const more = count - files.length;
  return [messages.common.skipped(count), ...lines, ...(more > 0 ? [`  ${messages.common.andMore(more)}`] : [])];
}

function copyLines({ count, paths }: Status['conflict_copies'], { messages }: ToolContext): string[] {
  if (count === 0) return [];
  const more = count - paths.length;
  const lines = paths.map((path) => `  ${path}`);
  return [messages.status.conflictCopies(count), ...lines, ...(more > 0 ? [`  ${messages.common.andMore(more)}`] : [])];
}
