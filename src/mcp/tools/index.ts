import type { Tool } from '../tool.ts';
import vaultBacklinks from './vault-backlinks.ts';
import vaultDelete from './vault-delete.ts';
import vaultEditNote from './vault-edit-note.ts';
import vaultGetNote from './vault-get-note.ts';
import vaultGraph from './vault-graph.ts';
import vaultLearn from './vault-learn.ts';
import vaultList from './vault-list.ts';
import vaultMove from './vault-move.ts';
import vaultRenameTag from './vault-rename-tag.ts';
import vaultSearch from './vault-search.ts';
import vaultStatus from './vault-status.ts';
import vaultTags from './vault-tags.ts';
import vaultUndo from './vault-undo.ts';
import vaultWriteNote from './vault-write-note.ts';

/** Every tool, ordered by name: the order in which clients see them never changes by itself. */
export const tools: readonly Tool[] = [
  vaultBacklinks,
  vaultDelete,
  vaultEditNote,
  vaultGetNote,
  vaultGraph,
  vaultLearn,
  vaultList,
  vaultMove,
  vaultRenameTag,
  vaultSearch,
  vaultStatus,
  vaultTags,
  vaultUndo,
  vaultWriteNote,
];
