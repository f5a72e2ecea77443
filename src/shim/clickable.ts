import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A citation at the start of a line of the server's own: a path, then `:line` or `:first-last`. Note text starts with ">". */
const CITATION = /^(?!> )([^\n:]+\.[^\s:/]{1,10}):(\d+)(?:-\d+)?(?=$|[ :])/gm;
const OPEN = '\u001b]8;;';
const CLOSE = '\u001b\\';

/**
 * The text with each citation made a link to its file (OSC 8): terminals that know it open the file at a click, others show
 * the text as it was. `vault` is the vault's absolute path.
 */
export function clickable(text: string, vault: string): string {
  return text.replace(CITATION, (citation, path: string) => {
    const { href } = pathToFileURL(join(vault, path));
    return `${OPEN}${href}${CLOSE}${citation}${OPEN}${CLOSE}`;
  });
}
