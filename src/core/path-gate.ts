import { VaultError } from './errors.ts';
import type { PathRule } from './errors.ts';
import { isNote } from './path.ts';
import type { VaultPath } from './path.ts';
import { hasControl, hasInvisible, stripInvisible, unescapeName } from './text/invisible.ts';

/** What the gate lets through. */
export interface PathRules {
  /**
   * `reading`: any name that a disk may hold, since users' names are odd. `writing`: only names that work on every
   * system that may sync this vault and inside `[[links]]`.
   */
  readonly mode: 'reading' | 'writing';
  /** The app's settings folder, `.obsidian` unless the user renamed it. */
  readonly configFolder: string;
  /** Names of folders closed at any depth, such as `_templates`. */
  readonly closedNames?: readonly string[];
  /** Folders closed by their whole path, such as the archive for tools that must not write there. */
  readonly closedPaths?: readonly string[];
}

/** The path of a note. Throws VaultError 'invalid_path' with the rule broken; nothing else. */
export function notePath(text: string, rules: PathRules): VaultPath {
  const path = filePath(text, rules);
  if (!isNote(path)) refuse(text, 'not_a_note');
  return path;
}

/** The path of any file, note or attachment. Throws VaultError 'invalid_path'. */
export function filePath(text: string, rules: PathRules): VaultPath {
  const path = folderPath(text, rules);
  if (path === '') refuse(text, 'empty');
  return path;
}

/** The path of a folder, '' being the vault itself (also written `/` or `.`). Throws VaultError 'invalid_path'. */
export function folderPath(text: string, rules: PathRules): VaultPath {
  const broken = (rule: PathRule): never => refuse(text, rule);
  const normal = toSlashes(text, rules.mode);
  if (normal.length > LONGEST_PATH) broken('too_long');
  if (rules.mode === 'writing' ? hasInvisible(normal) : hasControl(normal)) broken('control_character');
  if (normal === '/') return '' as VaultPath;
  if (isAbsolute(normal)) broken('absolute');
  const segments = insideVault(normal) ?? broken('outside_vault');
  const path = segments.join('/');
  // Dropping `.` segments may lay a drive bare (`./C:x`), which Windows would take for another disk.
  if (isAbsolute(path)) broken('absolute');
  const rule = closedRule(segments, rules) ?? firstRule(segments, rules.mode);
  if (rule !== null) broken(rule);
  if (rules.mode === 'writing' && utf8Length(path) > LONGEST_NEW_PATH) broken('too_long');
  return path as VaultPath;
}

/** Whether Windows takes this file name for a device, whatever its extension: `nul.md`, `COM1`. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}

/** Linux's PATH_MAX; nothing longer can be opened anywhere. */
const LONGEST_PATH = 4096;
/** Bytes of UTF-8; leaves room for a vault's own folder within the 1,024 of macOS. */
const LONGEST_NEW_PATH = 800;
/** ext4 counts 255 bytes of UTF-8, APFS and NTFS 255 UTF-16 units; bytes are never fewer than units. */
const LONGEST_SEGMENT = 255;

const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?: *(?:\.|$))/i;
/** The 8.3 form under which Windows also reaches a longer name: `GIT~1`, `OBSIDI~1`. */
const SHORT_NAME = /^[^.~]{1,6}~[0-9]{1,6}(?:\.[^.]{0,3})?$/;
const DRIVE_OR_SCHEME = /^(?:[a-z]:|[a-z][a-z0-9+.-]*:\/\/|~(?:\/|$))/i;

function toSlashes(text: string, mode: PathRules['mode']): string {
  const literal = mode === 'reading' && text.includes('\\') ? unescapeName(text) : text;
  return literal.replace(/\\/g, '/').normalize('NFC');
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || DRIVE_OR_SCHEME.test(path);
}

/** The segments with `.` and `..` walked; null where `..` leaves the vault. Percent signs mean themselves. */
function insideVault(path: string): string[] | null {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments;
}

/** Folders that no tool enters, whatever spelling a disk would take for their name. */
function closedRule(segments: readonly string[], rules: PathRules): PathRule | null {
  if (segments.some((segment) => stripInvisible(segment).startsWith('.'))) return 'hidden_folder';
  const keys = segments.map(spelling);
  const names = new Set(['node_modules', 'git~1', rules.configFolder, ...(rules.closedNames ?? [])].map(spelling));
  if (keys.some((key) => names.has(key))) return 'forbidden_folder';
  const path = `${keys.join('/')}/`;
  const closed = (rules.closedPaths ?? []).map((folder) => folder.split('/').map(spelling).join('/'));
  return closed.some((folder) => folder !== '' && path.startsWith(`${folder}/`)) ? 'forbidden_folder' : null;
}

/**
 * How the most forgiving disk would read a name: without case, without trailing dots and spaces and `:streams`
 * (Windows), without invisible characters (macOS), compatibility forms folded.
 */
function spelling(segment: string): string {
  const stream = segment.indexOf(':', 1);
  const name = stripInvisible(stream < 0 ? segment : segment.slice(0, stream));
  const folded = name.normalize('NFKC').toLowerCase();
  return folded.slice(0, folded.length - trailing(folded));
}

/** How many dots and spaces end the name; a loop, since the regex for it is quadratic. */
function trailing(name: string): number {
  let count = 0;
  while (count < name.length && /[. ]/.test(name.charAt(name.length - 1 - count))) count++;
  return count;
}

function firstRule(segments: readonly string[], mode: PathRules['mode']): PathRule | null {
  for (const segment of segments) {
    const rule = mode === 'writing' ? newNameRule(segment) : segment.length > LONGEST_SEGMENT ? 'too_long' : null;
    if (rule !== null) return rule;
  }
  return null;
}

function newNameRule(segment: string): PathRule | null {
  if (/[*?]/.test(segment)) return 'wildcard';
  if (/[#^[\]|]/.test(segment)) return 'link_breaking_character';
  if (/[:"<>]/.test(segment)) return 'forbidden_character';
  if (/[.\s]$/u.test(segment) || /^\s/u.test(segment)) return 'trailing_dot_or_space';
  if (DEVICE.test(segment) || SHORT_NAME.test(segment)) return 'reserved_name';
  return utf8Length(segment) > LONGEST_SEGMENT ? 'too_long' : null;
}

/** Bytes of the UTF-8 of a text without lone surrogates; core has no TextEncoder. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a surrogate pair counts two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}

/** What is echoed is bounded: the caller knows what he sent. */
function refuse(text: string, rule: PathRule): never {
  const shown = (text.length > 200 ? `${text.slice(0, 200)}…` : text).replace(/\p{Surrogate}/gu, '\uFFFD');
  throw new VaultError('invalid_path', { path: shown, rule });
}
