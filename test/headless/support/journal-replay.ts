import { cp, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { applyEdits } from '../../../src/core/change/edits.ts';
import { Journal } from '../../../src/core/change/journal.ts';
import type { JournalEntry } from '../../../src/core/change/journal.ts';
import type { Operation } from '../../../src/core/change/operations.ts';
import { openJournalFile } from '../../../src/node/journal-file.ts';
import { silent } from '../../support/memory-host.ts';

/** Files of a vault by path: text of each. */
export type Texts = Map<string, string>;

export interface Change {
  readonly entry: JournalEntry;
  readonly operations: readonly Operation[];
}

/** Every change that the journal of the only vault in a state folder knows, read from a copy: its writer may live. */
export async function journalled(state: string, copy: string): Promise<readonly Change[]> {
  await cp(join(state, 'journal'), copy, { recursive: true });
  const [vaultId = ''] = await readdir(copy);
  const store = await openJournalFile(join(copy, vaultId), { log: silent });
  try {
    const journal = await Journal.open(store);
    return await Promise.all(
      journal.entries().map(async (entry) => {
        const operations = await journal.operations(entry);
        if (operations === null) throw new Error(`the journal lost what ${entry.id} does`);
        return { entry, operations };
      }),
    );
  } finally {
    await store.close();
  }
}

/** What the vault must hold if exactly these changes stand, each of them whole. Throws where one does not fit. */
export function replayed(first: ReadonlyMap<string, string>, changes: readonly Change[]): Texts {
  const texts = new Map(first);
  for (const { entry, operations } of changes) {
    for (const operation of operations) replay(texts, operation, entry.id);
  }
  return texts;
}

function replay(texts: Texts, operation: Operation, id: string): void {
  const taken = (path: string): string => {
    const text = texts.get(path);
    if (text === undefined) throw new Error(`${id}: ${operation.act} finds no ${path}`);
    texts.delete(path);
    return text;
  };
  const put = (path: string, text: string): void => {
    if (texts.has(path)) throw new Error(`${id}: ${operation.act} finds ${path} taken`);
    texts.set(path, text);
  };
  switch (operation.act) {
    case 'create':
      return put(operation.path, operation.text);
    case 'edit': {
      if (taken(operation.path) !== operation.text) throw new Error(`${id}: ${operation.path} was not as planned on`);
      return put(operation.path, applyEdits(operation.text, operation.edits));
    }
    case 'move':
      return put(operation.to, taken(operation.from));
    case 'restore':
      return put(operation.path, operation.text ?? '');
    case 'trash':
      taken(operation.path);
  }
}

/** Everything visible in a folder; `folders` that hold no file, and files under names that a crash may leave. */
export async function onDisk(
  root: string,
): Promise<{ readonly texts: Texts; readonly empty: readonly string[]; readonly leftovers: readonly string[] }> {
  const texts: Texts = new Map();
  const folders = new Set<string>();
  const leftovers: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.name.startsWith('.vault-mcp.')) leftovers.push(path);
    if (path.split('/').some((name) => name.startsWith('.'))) continue;
    if (entry.isDirectory()) folders.add(path);
    else texts.set(path, await readFile(join(root, path), 'utf8'));
  }
  const empty = [...folders].filter((folder) => ![...texts.keys()].some((path) => path.startsWith(`${folder}/`)));
  return { texts, empty, leftovers };
}

/** Where two vaults differ, for a message; '' where they are the same. */
export function difference(found: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): string {
  const differing: string[] = [];
  for (const path of new Set([...found.keys(), ...wanted.keys()])) {
    if (found.get(path) !== wanted.get(path)) {
      differing.push(`${path}:\n  is   ${JSON.stringify(found.get(path))}\n  must ${JSON.stringify(wanted.get(path))}`);
    }
  }
  return differing.join('\n');
}
