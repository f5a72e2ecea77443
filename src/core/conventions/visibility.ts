import type { AppSettings, VaultSettings } from './settings.ts';
import { isUnder } from './roles.ts';

/** Which paths the user's settings hide, demote or protect. */
export interface Visibility {
  /** No tool may see it: not listed, not read, not a target. */
  isHidden(path: string): boolean;
  /** Ranked lower: one of the app's excluded files. */
  isDemoted(path: string): boolean;
  /** No tool may change it. */
  isReadOnly(path: string): boolean;
}

/** What the settings of plugin and app say of every path of the vault. */
export function visibilityBy(settings: VaultSettings, app: Pick<AppSettings, 'excluded'>): Visibility {
  const { access, excludedFiles } = settings;
  const excluded = excludedBy(app.excluded);
  const hides = excludedFiles === 'hide';
  const demotes = excludedFiles === 'demote';
  return {
    isHidden: (path) => access.hidden.some((folder) => isInNamed(path, folder)) || (hides && excluded(path)),
    isDemoted: (path) => demotes && excluded(path),
    isReadOnly: (path) => access.vaultReadOnly || access.readOnly.some((folder) => isUnder(path, folder)),
  };
}

/**
 * Whether a path is one of the app's excluded files: each filter is the beginning of a path in any case, or a regular
 * expression between slashes that may fit anywhere in it. A filter that is no valid expression fits nothing.
 */
export function excludedBy(filters: readonly string[]): (path: string) => boolean {
  const tests = filters.map(testOf);
  return (path) => tests.some((fits) => fits(path));
}

const LONGEST_EXPRESSION = 256;
const LONGEST_PATH = 1024; // an expression of the user's may be costly: it sees no more of a path than this

function testOf(filter: string): (path: string) => boolean {
  if (filter.length > 2 && filter.startsWith('/') && filter.endsWith('/')) return expressionTest(filter.slice(1, -1));
  const start = filter.normalize('NFC').toLowerCase();
  return start === '' ? never : (path) => path.toLowerCase().startsWith(start);
}

function expressionTest(source: string): (path: string) => boolean {
  if (source.length > LONGEST_EXPRESSION) return never;
  try {
    const expression = new RegExp(source, 'i');
    return (path) => expression.test(path.slice(0, LONGEST_PATH));
  } catch {
    return never;
  }
}

const never = (): boolean => false;

/** An empty name in a list of hidden folders is a slip of the pen: it must not hide the whole vault. */
function isInNamed(path: string, folder: string): boolean {
  return folder !== '' && isUnder(path, folder);
}
