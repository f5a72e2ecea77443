import type { Tool } from '../tool.ts';
import vaultBacklinks from './vault-backlinks.ts';
import vaultGetNote from './vault-get-note.ts';
import vaultGraph from './vault-graph.ts';
import vaultList from './vault-list.ts';
import vaultSearch from './vault-search.ts';
import vaultStatus from './vault-status.ts';
import vaultTags from './vault-tags.ts';

/** Every tool, ordered by name: the order in which clients see them never changes by itself. */
export const tools: readonly Tool[] = [
  vaultBacklinks,
  vaultGetNote,
  vaultGraph,
  vaultList,
  vaultSearch,
  vaultStatus,
  vaultTags,
];
