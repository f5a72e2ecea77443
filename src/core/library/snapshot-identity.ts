import type { AppSettings, VaultSettings } from '../conventions/settings.ts';

/**
 * What a snapshot must agree with to be of use, as text: the program that made it, the vault, and all settings that decide
 * what is read of it and how. Both hosts give the same for the same vault, so that one starts warm after the other.
 */
export function snapshotIdentity(of: {
  /** Names the code that reads notes: another one may read the same note otherwise. */
  readonly engine: string;
  /** Names the vault on this machine. */
  readonly vault: string;
  readonly settings: VaultSettings;
  readonly app: AppSettings;
}): string {
  const { access, excludedFiles, conventions, language, index } = of.settings;
  const { excluded, daily, templatesFolder } = of.app;
  return JSON.stringify([
    of.engine,
    of.vault,
    [...access.hidden].sort(),
    [access.noteFlags.enabled, access.noteFlags.property],
    [excludedFiles, excludedFiles === 'hide' ? (excluded === null ? null : [...excluded].sort()) : []],
    inOrder(conventions),
    language,
    index.largestNote,
    [daily.folder, daily.format],
    templatesFolder,
  ]);
}

/** Keys in one order at every depth: two files may name the same settings in two orders. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, inOrder(inner)]);
}
