import { fileName } from '../path.ts';

/**
 * Whether a file is what a sync service has left beside one that was changed in two places. It repeats what the other
 * says, so nothing of ours leads to it. Names are taken that say so themselves, with the moment of the conflict: Dropbox,
 * Nextcloud and Obsidian Sync (`a (Anna's conflicted copy 2026-11-30).md`, in the languages in which Dropbox writes them),
 * Syncthing (`a.sync-conflict-20261130-101010-ABCDEFG.md`), ownCloud (`a_conflict-20261130-101010.md`) and Seafile
 * (`a (SFConflict anna 2026-11-30-10-10-10).md`). A number (iCloud, Google Drive) or the name of a machine (OneDrive) behind
 * a name may be the user's own. Linear.
 */
export function isConflictCopy(path: string): boolean {
  const name = fileName(path);
  const dot = name.lastIndexOf('.');
  const stem = (dot > 0 ? name.slice(0, dot) : name).slice(-LONGEST_ENDING);
  if (stem.includes('conflict-') && BY_ENDING.test(stem)) return true;
  const said = lastBrackets(stem);
  return said !== null && MOMENT.test(said) && BY_WORDS.test(said.normalize('NFC'));
}

/** UTF-16 units at the end of a name that are looked at: a machine's name and a moment fit. */
const LONGEST_ENDING = 200;

const BY_ENDING = /.(?:\.sync-conflict-\d{8}-\d{6}(?:-[A-Z\d]{7})?|_conflict-\d{8}-\d{6})$/;
const MOMENT = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)|(?<!\d)\d{12}(?:\d\d)?(?!\d)/;
const BY_WORDS =
  /(?<!\p{L})(?:conflicted copy|cópia em conflito|copia en conflicto|copie en conflit|in konflikt stehende kopie|конфликтующая копия|sfconflict)(?!\p{L})/iu;

/** What stands in the brackets that end a name, others within them included; null where none do, or nothing is before. */
function lastBrackets(stem: string): string | null {
  if (!stem.endsWith(')')) return null;
  let open = 0;
  for (let at = stem.length - 1; at > 0; at--) {
    const letter = stem.charAt(at);
    if (letter === ')') open++;
    else if (letter === '(' && --open === 0) return stem.slice(at + 1, -1);
  }
  return null;
}
