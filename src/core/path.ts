declare const vaultPath: unique symbol;

/**
 * A path inside the vault that has passed the gate: NFC, `/` between segments, relative, no empty, `.` or `..`
 * segment, no control character. Text becomes a `VaultPath` only here and in a host's own listing; whoever
 * holds one need not check again.
 */
export type VaultPath = string & { readonly [vaultPath]: true };

/** Marks text that a host's listing produced: already relative, with `/`. It is only brought to NFC. */
export function listedPath(text: string): VaultPath {
  return text.normalize('NFC') as VaultPath;
}

/** A path from a folder ('' at the root) and a name within it, both already of a vault. */
export function joinPath(folder: string, name: string): VaultPath {
  return (folder === '' ? name : `${folder}/${name}`) as VaultPath;
}

/** The last segment, with its extension. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name without folder and without its last extension (`a/b.c.md` → `b.c`). */
export function baseName(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The folder, without a final slash; '' at the vault's root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The extension in lower case without its dot; '' where there is none. */
export function extensionOf(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** Whether a path names a Markdown note. */
export function isNote(path: string): boolean {
  return extensionOf(path) === 'md';
}
