// An editor that saves as careful editors do: it looks whether the file is still the one that it read, and puts a new
// file in its place. `outside-editor.mjs FOLDER NOTE…`: saves one note after another until it is told to stop, then says
// which lines it has written.
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder = '', ...notes] = process.argv;
const saved = [];
let refused = 0;
let number = 0;

function save() {
  const note = join(folder, notes[number % notes.length] ?? '');
  const mark = `editor-${number++}`;
  const before = lstatSync(note);
  const text = readFileSync(note, 'utf8');
  const temp = `${note}.saving`;
  writeFileSync(temp, text.replace('## Editor\n', `## Editor\n- ${mark}\n`));
  const now = lstatSync(note);
  if (now.ino === before.ino && now.mtimeMs === before.mtimeMs && now.size === before.size) {
    renameSync(temp, note);
    saved.push(mark);
  } else {
    rmSync(temp);
    refused++;
  }
}

const timer = setInterval(save, 50);
process.on('message', () => {
  clearInterval(timer);
  process.send?.({ saved, refused }, () => process.disconnect());
});
process.send?.('ready');
