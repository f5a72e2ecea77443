/** A behaviour that a change to a vault must have, and the tests that show it: `file: name`, file below `test/`. */
export type Row = readonly [behaviour: string, ...tests: readonly string[]];

const hardened = 'mcp/hardened-writes.test.ts';

/** What once went wrong, here or elsewhere, and must not again: each with the tests that would notice. */
export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'faults of old': [
    [
      'an alias bomb is printed bounded and at once',
      'mcp/parts.test.ts: print a frontmatter that aliases itself into millions of values without enumerating them',
    ],
    [
      'a second name of a file outside is neither read nor written',
      'headless/folder-vault.test.ts: a file with two names is reported under both',
      'headless/folder-writes.test.ts: are refused unopened, and said to be foreign',
    ],
    [
      'two lessons of one title at once: both texts stand',
      'core/learn/learn.test.ts: by a call of the same moment loses neither text',
      'headless/folder-writes.process.test.ts: that create the same note at once: exactly one does, and its text is there',
    ],
    [
      'the package has its own name, one command and no more',
      'packaging/packages.process.test.ts: has the version of the plugin, one command and no dependency',
    ],
    [
      'one definition of what is invisible',
      'core/text/invisible.test.ts: leaves nothing invisible behind, whatever comes',
    ],
    [
      'a pipe in place of a note hangs nobody',
      'headless/folder-vault.test.ts: a FIFO is reported and never opened',
      'headless/folder-writes.test.ts: are refused unopened, and said to be foreign',
    ],
    [
      'nothing tidies a repository while it is written to',
      'node/git-history.process.test.ts: is not followed by a tidying of the whole repository',
    ],
    [
      'every tag survives being written and read',
      'core/edit/yaml-value.test.ts: writes every tag so that both YAML 1.1 and 1.2 read it back',
    ],
    [
      'a lone slow write is not called overlapped',
      'core/change/write-queue.test.ts: says nothing of a write that takes longer than its slot while it is alone',
    ],
    [
      'line ends that differ are seen in the diff',
      'core/change/diff.test.ts: shows line ends that differ, and only where they do',
    ],
    ['a window of a CRLF note shows no line ends', 'core/retrieve/window.test.ts: reads lines without their breaks'],
    [
      'how to start it is told right',
      'shim/life.process.test.ts: tells its version and its use, and refuses a command it does not know',
    ],
    [
      'a listed line stays short, whatever its tags',
      'mcp/tools/vault-list.test.ts: keeps the line of a note with many long tags below a thousand characters',
    ],
    [
      'a new note has its real title and no empty section',
      'core/learn/learn.test.ts: has the real title as its heading, and no empty section that it has answered',
    ],
    [
      'C++ is found; the archive ranks lower',
      'core/text/query-terms.test.ts: takes C++ for cpp, either way',
      'core/retrieve/retrieve.test.ts: rank the archive, excluded files, maps and dailies below plain notes of the same words',
    ],
    [
      '“no notes yet” goes with the first note, other words stay',
      'core/learn/learn.test.ts: takes the place of a map’s word that there are no notes yet',
      'core/moc/insert-item.test.ts: keeps an emphasised line beside a list',
    ],
    [
      'a summary that is cut says so, and is cut nowhere bad',
      'core/learn/lesson.test.ts: has an ellipsis only when it is cut, after 120 characters, and cuts no character',
      'core/learn/lesson.test.ts: is not ended by a full stop within code',
    ],
    [
      'a moved link keeps its author’s form',
      'core/rewrite/plan-move.test.ts: stays relative, whole or bare as its author wrote it (8.1.15)',
    ],
    [
      'an alias that repeats the old name follows',
      'core/rewrite/plan-move.test.ts: does not keep an alias that lies (8.1.16)',
    ],
    [
      'a long note is read to its end',
      'mcp/tools/vault-get-note.test.ts: pages through a long note without losing or doubling a character',
      'mcp/tools/vault-get-note.test.ts: steps back from the middle of a surrogate pair',
    ],
    [
      'files left out are said',
      'mcp/tools/vault-search.test.ts: flags a partial index with how far it is, and files that were left out',
    ],
    [
      'every git has a time limit',
      'node/git-history-trouble.process.test.ts: that sleep are ended with what they started, and leave no lock behind',
      'node/git-history-trouble.process.test.ts: that hangs is ended',
    ],
  ],
  edits: [
    ['occurrences that overlap count', 'core/edit/plan-edit.test.ts: counts occurrences that overlap'],
    [
      'text copied with LF is found in a CRLF note',
      'core/edit/plan-edit.test.ts: finds text copied with LF in a CRLF note, and writes CRLF',
    ],
    ['mixed line ends stay mixed', 'core/edit/plan-edit.test.ts: leaves a note of mixed line ends mixed'],
    [
      'a heading by its last part; ambiguous or missing: refused',
      `${hardened}: finds a heading by its last part alone, and refuses one that is not there`,
      'core/edit/plan-edit.test.ts: refuses a heading that several have, with the candidates and their lines',
    ],
    [
      'a heading in any script, with any space',
      `${hardened}: finds one with another kind of space and another form of its letters`,
    ],
    [
      'fences and comments do not end a section',
      `${hardened}: replaces a section whole, whatever its fences and comments hold`,
    ],
    ['what is appended joins as a block', `${hardened}: that appends: %s`],
    [
      'CRLF, byte order mark, no last line feed',
      `${hardened}: keeps the line ends, the byte order mark and the missing last line feed of a note`,
    ],
    [
      'untouched bytes stay, for any edit',
      'core/edit/plan-edit.property.test.ts: of a section touches nothing outside it, keeps line ends and the text’s end',
      'core/edit/frontmatter-edit.property.test.ts: leaves every byte outside the property as it was, and what it writes reads back as meant',
    ],
    [
      'line numbers are those of the file',
      'core/edit/plan-edit.test.ts: wants the revision that they were counted in, and lines that exist',
    ],
    [
      'eighty edits of one note at once: all',
      'core/change/change-desk.test.ts: applies eighty edits of one note sent at once, all, in order',
    ],
    [
      'edits side by side: all or none',
      'core/change/apply.test.ts: are all taken back where one beside them fails, and none is begun after it',
    ],
  ],
  properties: [
    [
      'every other byte of the block stays',
      `${hardened}: leaves every other byte of the block: comments, quotes, dates, anchors, blank lines`,
      'core/edit/frontmatter-edit.test.ts: keeps comments, order, quotes, dates and blank lines around it',
    ],
    [
      'a block that cannot be read gets no second one above',
      `${hardened}: is not set above %s: no second block is made`,
      'core/write/plan-write.test.ts: refuses frontmatter that cannot be read instead of putting a second block before it',
    ],
    ['lists as JSON text; one more item', `${hardened}: takes a list as its JSON text, and one more item after that`],
    [
      'an empty block is filled, of CRLF too',
      'core/edit/frontmatter-edit.test.ts: fills an empty block, of LF and of CRLF',
    ],
    [
      'two rules around prose are no block',
      'core/write/plan-write.test.ts: does not take two rules around prose for properties, nor lets a text behind them pass for some',
    ],
    [
      'tags that YAML misreads are quoted; dates and words stay bare',
      'core/edit/yaml-value.test.ts: quotes each tag of which a reader of YAML 1.1 would make something else',
      'core/edit/yaml-value.test.ts: leaves dates bare and texts that only look like dates quoted',
    ],
    [
      'any data survives both YAML versions',
      'core/edit/yaml-value.test.ts: writes any data so that both versions read it back',
    ],
    ['keys that are no plain words are quoted', 'core/edit/yaml-value.test.ts: quotes keys that are no plain words'],
  ],
  lessons: [
    [
      'a heading within a fence is no section',
      'core/moc/insert-item.test.ts: ignores a section heading within a fence, in a nested one and in a fence with CRLF',
    ],
    [
      'an example within a fence is no entry',
      'core/moc/insert-item.test.ts: does not take an example within a fence for the line',
    ],
    [
      'an entry keeps its indented code',
      'core/moc/insert-item.test.ts: stands behind the continuation, the nested items and the indented code of the last item',
    ],
    ['a blank map, index or day is built', 'core/learn/learn.test.ts: is built where map, index or day are blank'],
    ['the date of change in a CRLF note', 'core/moc/set-updated.test.ts: keeps CRLF, in an empty block too'],
    [
      'brackets in summary and project make no links',
      'core/learn/lesson.test.ts: makes no links',
      'core/learn/lesson.test.ts: takes brackets out of the project',
    ],
    [
      'links are names only',
      'core/learn/lesson.test.ts: takes links by their names only: no brackets, no alias, no .md; an anchor stays; each once',
    ],
    [
      'an insight that begins with a block is refused',
      'core/learn/lesson.test.ts: is refused when its insight could pass for frontmatter: %j',
    ],
    ['a domain that leads elsewhere is refused', 'core/learn/learn.test.ts: where something else stands is refused'],
    [
      'a blob before the prose hides no words',
      'core/learn/find-home.test.ts: are those behind one long string of characters, too',
    ],
    [
      'rivals are compared before any cut',
      'core/learn/find-home.test.ts: is compared with the next note even when lists fill the first page of the search',
    ],
    [
      'a template that is no plain file is not opened',
      'core/learn/learn.test.ts: never opens a template that is no plain file: %s',
    ],
    [
      'a map, index or day that cannot be written costs only itself',
      'core/learn/learn.test.ts: leaves alone what the user keeps from being changed',
      'core/learn/learn.test.ts: where something else stands is refused',
    ],
    ['the same lesson twice is one', 'core/learn/learn.test.ts: writes nothing and says where it stands'],
    [
      'what the vocabulary of old wrote, byte for byte',
      'core/learn/learn.golden.test.ts: is shown by cases in each vocabulary',
    ],
  ],
  moves: [
    [
      'each shape of link follows; code stays',
      `${hardened}: of each shape follows a note that moves, and what only looks like a link stays`,
      'core/rewrite/plan-move.test.ts: keeps every other byte of its note: the ten shapes of the hub, each with decoys',
    ],
    [
      'any vault, any move: every link keeps its meaning',
      'core/rewrite/move-invariant.test.ts: keeps the meaning of every link of any vault, touches nothing else, and can be taken back',
    ],
    [
      'a broken link that begins to resolve stays',
      'core/rewrite/plan-move.test.ts: a broken link that begins to resolve stays as it is (8.2)',
    ],
    [
      'a tie that the move makes is repaired',
      'core/rewrite/plan-move.test.ts: a link that the move would turn to another note is given its path',
    ],
    [
      'a relative link does not slide to another note',
      'core/rewrite/plan-move.test.ts: a relative link that would silently reach another note is repaired (8.2)',
    ],
    [
      'a domain named as the wiki folder',
      'core/rewrite/membership.test.ts: works where one domain bears the name of the wiki folder (8.2)',
    ],
    [
      'a map’s entry is known by where it leads',
      'core/rewrite/membership.test.ts: is found in the map by where its link leads, not by its text (8.2)',
    ],
    [
      'no move waits for the user or for an index without end',
      'core/rewrite/caught-up.test.ts: waits for the first pass, and refuses where that does not end',
    ],
    ['never onto anything', 'mcp/tools/vault-move.test.ts: never overwrites'],
  ],
  'deleting and undoing': [
    [
      'to the trash, told how to get back, without git',
      `${hardened}: goes to the vault’s trash, the answer says how to get it back, and that works without git`,
    ],
    [
      'for good only where the user has set so',
      'headless/folder-writes.test.ts: deletes for good only where the user has set so',
    ],
    [
      'a folder is no note',
      `${hardened}: of a folder is refused by every tool for notes, and nothing in it is touched`,
    ],
    [
      'folders that a change made go with it',
      'mcp/tools/vault-undo.test.ts: takes away the folders that a change had to make, and leaves an empty one of the user’s',
    ],
    [
      'any changes, undone newest first, leave no trace',
      'core/change/change-desk.test.ts: of everything, newest first, is the identity: random changes leave no trace',
    ],
    [
      'a deletion is committed, the trash is not',
      'node/git-history.process.test.ts: is a trashed note as a deletion, and never what is in the trash',
    ],
  ],
  'several writers, and crashes': [
    [
      'a stale read is refused with the revision of now',
      `${hardened}: that the user has changed since it was read is not replaced: the answer has the revision of now`,
    ],
    [
      'the same call again is answered from the journal',
      'core/change/change-desk.test.ts: answers a repeated call from the journal, also after a restart',
    ],
    [
      'an editor between our reading and our renaming loses nothing',
      'headless/folder-writes.test.ts: that writes between our reading and our renaming is not written over',
    ],
    [
      'two agents and an editor: no line lost',
      'headless/many-writers.process.test.ts: lose no line of anybody: each write is there once, or was refused',
    ],
    [
      'killed at any moment: whole or absent',
      'headless/kills.process.test.ts: leaves every change whole or absent; the journal says which, git agrees, and nothing is left over',
    ],
    [
      'temporary files: none shared, none readable by others, none left',
      'headless/folder-writes.process.test.ts: that are killed at any moment leave whole notes, and nothing that the next start does not take away',
    ],
    [
      'mode of a note stays',
      'headless/folder-writes.test.ts: the mode of a note, and gives a new one what the system gives',
    ],
    [
      'no backup beside a note, ever',
      'headless/folder-writes.test.ts: at %s: nothing is written, nothing stays, and no path of the machine is told',
    ],
    [
      'what was just written is found at once',
      `${hardened}: that was just written is found, read and linked in the same turn`,
    ],
    [
      'other staged work stays staged',
      'node/git-history.process.test.ts: stays staged, byte for byte, while a change is committed',
    ],
    [
      'a push that is rejected is a warning',
      'node/git-history-trouble.process.test.ts: that is rejected is a warning; nothing is pulled, rebased or undone',
    ],
  ],
  'paths and texts that attack': [
    [
      'names that lead elsewhere',
      `${hardened}: %s is refused, and nothing is written`,
      'core/path-gate.test.ts: comes out inside the vault on every system, or as a VaultError',
    ],
    ['names that are never written', 'headless/folder-writes.test.ts: %j'],
    ['names in any script', `${hardened}: of any script, with accents and pictures, is written and read back as it is`],
    [
      'UTF-8 in pieces of any length',
      'shim/raw-lines.process.test.ts: 300 KB of Cyrillic, CJK and emoji, cut into 7-byte pieces, reach the engine and come back whole',
    ],
    [
      'a vault’s path with spaces and letters',
      'shim/raw-lines.process.test.ts: from a path with spaces and other letters, through a symlink and by import() serves a vault of such a name',
    ],
    [
      'no text forges a line of a diff',
      'core/change/diff.test.ts: lets no text forge a line of its own',
      'core/change/diff.test.ts: lets no file name forge one either',
    ],
    [
      'no text forges a line of a search',
      'mcp/tools/vault-search.test.ts: lets no note, name or heading forge a line of the server',
    ],
    ['half of a pair is refused', 'core/change/change-desk.test.ts: refuses text that no file can hold'],
    [
      'a shorter text ends where it ends; a missing one writes nothing',
      `${hardened}: that becomes shorter ends where its new text ends`,
      `${hardened}: is not written at all where its content is missing`,
    ],
    [
      'a huge text is told in a line',
      'core/change/diff.test.ts: says in a line what is too large to show, and names the file',
    ],
    [
      'a diff costs in line with its length',
      'core/change/diff.test.ts: costs in line with its length, however much differs',
    ],
    [
      'a template’s tokens cost in line with its length',
      'core/learn/template.test.ts: is read in time that grows with its length, however many tokens it opens',
    ],
    [
      'nothing on standard output but answers',
      'shim/commands.process.test.ts: print the text, and nothing else on stdout',
    ],
    [
      'started through a link',
      'shim/life.process.test.ts: works when imported, through a symlink, and from a path with spaces and other letters',
    ],
  ],
};
