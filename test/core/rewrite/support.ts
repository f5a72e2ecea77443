import { applyEdits } from '../../../src/core/change/edits.ts';
import type { ChangeOutcome, Plan } from '../../../src/core/change/desk.ts';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import type { Conventions } from '../../../src/core/conventions/conventions.ts';
import { typeOf } from '../../../src/core/conventions/roles.ts';
import { VaultLinkGraph } from '../../../src/core/graph/link-graph.ts';
import type { Library } from '../../../src/core/library/library.ts';
import { canvasLinkPaths } from '../../../src/core/note/canvas.ts';
import { linkPaths } from '../../../src/core/note/note-links.ts';
import type { NoteSummary } from '../../../src/core/note/note.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';
import { baseName, extensionOf, isNote, listedPath, type VaultPath } from '../../../src/core/path.ts';
import type { VaultFile } from '../../../src/core/ports.ts';
import { planDelete, type DeleteFacts } from '../../../src/core/remove/plan-delete.ts';
import { planMove, type MoveFacts } from '../../../src/core/rewrite/plan-move.ts';
import { aDesk, notesOf, type TestDesk } from '../../support/a-desk.ts';

export type Files = Readonly<Record<string, string>>;

type Shelf = Pick<Library, 'files' | 'notes' | 'graph' | 'resolver' | 'progress' | 'settled'>;

/** What a library knows of these files, by its own parts. */
export function shelfOf(files: Files, conventions: Conventions): Shelf {
  const graph = new VaultLinkGraph();
  const listed = new Map<VaultPath, VaultFile>();
  const notes = new Map<VaultPath, NoteSummary>();
  for (const [name, text] of Object.entries(files)) {
    const path = listedPath(name);
    listed.set(path, { path, size: text.length, mtimeMs: 0 });
    graph.addFile(path);
    if (extensionOf(path) === 'canvas') graph.put(path, canvasLinkPaths(text));
    if (!isNote(path)) continue;
    const metadata = parseMetadata(text);
    graph.put(path, linkPaths(metadata));
    notes.set(path, {
      path,
      title: baseName(path),
      aliases: [],
      type: typeOf(path, metadata.frontmatter, conventions),
      status: null,
      tags: [],
      properties: [],
      size: text.length,
      mtimeMs: 0,
    });
  }
  return {
    files: listed,
    notes,
    graph,
    resolver: graph.resolver,
    progress: () => ({ indexed: listed.size, total: listed.size, ready: true, compared: true }),
    settled: () => Promise.resolve(0),
  };
}

export const NOW = new Date(2026, 8, 1, 12, 0, 0).getTime();

export interface TestVault extends TestDesk {
  plan(from: string, to: string, confirmNewDomain?: boolean): Promise<Plan<MoveFacts>>;
  move(from: string, to: string, confirmNewDomain?: boolean): Promise<ChangeOutcome<MoveFacts>>;
  remove(path: string, confirm?: boolean): Promise<ChangeOutcome<DeleteFacts>>;
  /** Every file with its text. */
  files(): Promise<Files>;
  text(path: string): Promise<string | null>;
}

/** A vault in memory behind a real desk, with moves and deletions planned over what a library would know of it. */
export async function aVaultOf(files: Files, conventions: Conventions = presetOf('pt-BR')): Promise<TestVault> {
  const desk = await aDesk(files);
  const now = async (): Promise<Files> => {
    const all: Record<string, string> = {};
    for await (const listed of desk.vault.list()) {
      for (const { path } of listed) all[path] = (await desk.vault.read(path)) ?? '';
    }
    return all;
  };
  const parts = async () => ({ notes: notesOf(desk.vault), library: shelfOf(await now(), conventions), conventions });
  const plan: TestVault['plan'] = async (from, to, confirmNewDomain = false) =>
    planMove(await parts(), { from: listedPath(from), to: listedPath(to), confirmNewDomain }, NOW);
  const perform = <F>(make: () => Promise<Plan<F>>): Promise<ChangeOutcome<F>> =>
    desk.desk.perform({
      tool: 'vault_test',
      caller: desk.caller(),
      preview: false,
      expectedRevision: null,
      subjects: [],
      plan: make,
    });
  return {
    ...desk,
    plan,
    move: (from, to, confirm) => perform(() => plan(from, to, confirm)),
    remove: (path, confirm = false) =>
      perform(async () => planDelete(await parts(), { path: listedPath(path), confirm }, NOW)),
    files: now,
    text: async (path) => desk.vault.read(listedPath(path)),
  };
}

/** Moves, and answers the text of each file whose text is not what it was (under its new path). */
export async function moved(files: Files, from: string, to: string, confirm = true): Promise<Files> {
  const vault = await aVaultOf(files);
  const { changes } = await vault.plan(from, to, confirm);
  const texts: Record<string, string> = {};
  for (const step of changes.steps) {
    if (step.kind === 'edit') texts[step.path] = applyEdits(files[step.path] ?? '', step.edits);
    if (step.kind === 'create') texts[step.path] = step.text;
    if (step.kind === 'move' && step.edits.length > 0) texts[step.to] = applyEdits(files[step.from] ?? '', step.edits);
  }
  return texts;
}
