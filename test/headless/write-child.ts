import { openFolderVault } from '../../src/headless/folder-vault.ts';
import { listedPath as path } from '../../src/core/path.ts';

/**
 * A process of the write tests. `loop FOLDER`: rewrites a note, creates, moves, trashes and restores others until it is
 * killed. `create FOLDER TEXT`: waits for a word, then tries to create one note, and says whether it did.
 */
const [, , what, folder = '', text = ''] = process.argv;
const vault = await openFolderVault(folder);

if (what === 'loop') {
  process.send?.('ready');
  const note = path('note.md');
  for (let round = 0; ; round++) {
    const old = (await vault.read(note)) ?? '';
    await vault.replace(note, old, bodyOf(`${process.pid}-${round}`));
    const name = path(`made/${process.pid}-${round}.md`);
    await vault.create(name, bodyOf(`made ${round}`));
    const moved = path(`moved/${process.pid}-${round}.md`);
    await vault.move(name, moved);
    const token = await vault.trash(moved);
    await vault.restore(token ?? '', moved);
    if (round % 2 === 0) await vault.trash(moved);
  }
}

if (what === 'create') {
  process.on('message', () => {
    vault.create(path('new/same.md'), text).then(
      () => process.send?.('created'),
      (error: { code?: string }) => process.send?.(error.code ?? 'failed'),
    );
  });
  process.send?.('ready');
}

/** A text that tells whether it is whole. */
function bodyOf(mark: string): string {
  return `begin ${mark}\n${'line of no account\n'.repeat(400)}end ${mark}\n`;
}
