import type { VaultPath } from '../path.ts';
import { writtenLinks } from '../rewrite/written-links.ts';
import { holdsLinks } from '../rewrite/text-source.ts';
import { applyEdits } from './edits.ts';
import type { Edit } from './change-set.ts';
import { pathsOf, type Operation } from './operations.ts';

/**
 * Acts of a move that goes through the app, which writes links itself and in its own way: what will stand in a note
 * afterwards is not known before. So its text as it was is kept, and where each of its links has to lead.
 */
export type NativeAct =
  | {
      readonly act: 'nativeMove';
      readonly from: VaultPath;
      readonly to: VaultPath;
      readonly revision: string | null;
    }
  /** After all moves: links that the app left are repaired, and the rest of the plan is laid over what it wrote. */
  | {
      readonly act: 'settle';
      /** Before and after the moves. */
      readonly old: VaultPath;
      readonly path: VaultPath;
      readonly before: string;
      readonly text: string;
      /** The plan's spans of `text`. */
      readonly edits: readonly Edit[];
      /** For each link of `text` in its order: the file that it leads to, under its new path; null: none. */
      readonly leads: readonly (VaultPath | null)[];
    };

export type Act = Operation | NativeAct;
export type SettleAct = Extract<NativeAct, { act: 'settle' }>;

/** What was found in notes once the app and we had written: revision after, and the spans of the text before. */
export type Wrote = Readonly<Record<string, { readonly after: string; readonly edits: readonly Edit[] }>>;

/** Files of one move beyond which the app is not asked file by file: then links are written by plan. */
export const MOST_NATIVE = 25;

export interface NativeParts {
  /** Notes and canvas files in which the app may write: by their present paths, their texts. */
  readonly linking: ReadonlyMap<VaultPath, string>;
  /** Link text to file, as the vault is now. */
  readonly resolve: (linkPath: string, source: VaultPath) => VaultPath | null;
  readonly exists: (path: VaultPath) => Promise<boolean>;
  readonly revisionOf: (text: string) => string;
}

/**
 * The acts by which the app carries a move out; null where it can not: a change that does more than moving, making and
 * editing, files that trade names, or too many of them.
 */
export async function nativeActs(operations: readonly Operation[], parts: NativeParts): Promise<readonly Act[] | null> {
  const moved = movedBy(operations);
  if (moved === null) return null;
  const creates = operations.filter(({ act }) => act === 'create');
  const moves = operations.flatMap((operation): Act[] =>
    operation.act === 'move' ? [{ ...operation, act: 'nativeMove' }] : [],
  );
  const oldOf = new Map([...moved].map(([from, to]) => [to, from]));
  const settles = new Map<VaultPath, SettleAct>();
  const settle = async (old: VaultPath, text: string, before: string, edits: readonly Edit[]): Promise<void> => {
    const path = moved.get(old) ?? old;
    settles.set(path, { act: 'settle', old, path, before, text, edits, leads: await leadsOf(old, text, moved, parts) });
  };
  for (const operation of operations) {
    if (operation.act !== 'edit') continue;
    await settle(oldOf.get(operation.path) ?? operation.path, operation.text, operation.before, operation.edits);
  }
  for (const [old, text] of parts.linking) {
    if (!settles.has(moved.get(old) ?? old)) await settle(old, text, parts.revisionOf(text), []);
  }
  return [...creates, ...moves, ...settles.values()];
}

/** The change as it came to be: what the app wrote counts as edits like any other. */
export function settledOperations(acts: readonly Act[], wrote: Wrote): readonly Operation[] {
  return acts.flatMap((act): Operation[] => {
    if (act.act === 'nativeMove') return [{ ...act, act: 'move' }];
    if (act.act !== 'settle') return [act];
    const written = wrote[act.path];
    if (written === undefined || written.edits.length === 0) return [];
    return [
      { act: 'edit', path: act.path, before: act.before, after: written.after, text: act.text, edits: written.edits },
    ];
  });
}

export function isNative(acts: readonly Act[]): boolean {
  return acts.some(({ act }) => act === 'nativeMove');
}

/** Every path that an act touches. */
export function pathsOfAct(act: Act): readonly VaultPath[] {
  if (act.act === 'nativeMove') return [act.from, act.to];
  return act.act === 'settle' ? [act.path] : pathsOf(act);
}

/** The new place of each moved file. */
export function movesOf(acts: readonly Act[]): ReadonlyMap<VaultPath, VaultPath> {
  return new Map(acts.flatMap((act) => (act.act === 'nativeMove' ? [[act.from, act.to] as const] : [])));
}

/** The text that a settled note has, by what was recorded of it. */
export function settledText(act: SettleAct, wrote: Wrote): string {
  return applyEdits(act.text, wrote[act.path]?.edits ?? []);
}

function movedBy(operations: readonly Operation[]): ReadonlyMap<VaultPath, VaultPath> | null {
  const moved = new Map<VaultPath, VaultPath>();
  for (const operation of operations) {
    if (operation.act === 'trash' || operation.act === 'restore') return null;
    if (operation.act === 'move') moved.set(operation.from, operation.to);
  }
  const places = [...moved.values(), ...operations.flatMap((o) => (o.act === 'create' ? [o.path] : []))];
  const trades = places.some((place) => moved.has(place)) || new Set(places).size < places.length;
  return moved.size === 0 || moved.size > MOST_NATIVE || trades ? null : moved;
}

async function leadsOf(
  old: VaultPath,
  text: string,
  moved: ReadonlyMap<VaultPath, VaultPath>,
  { resolve, exists }: NativeParts,
): Promise<readonly (VaultPath | null)[]> {
  if (!holdsLinks(old)) return [];
  const leads: (VaultPath | null)[] = [];
  for (const link of writtenLinks(old, text)) {
    const exact = link.path.normalize('NFC') as VaultPath;
    const target = link.exact ? ((await exists(exact)) ? exact : null) : resolve(link.path, old);
    leads.push(target === null ? null : (moved.get(target) ?? target));
  }
  return leads;
}
