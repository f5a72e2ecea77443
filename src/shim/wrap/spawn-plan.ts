import { statSync } from 'node:fs';
import { win32 } from 'node:path';

/** How to start a command so that no shell sees its words. */
export interface SpawnPlan {
  readonly file: string;
  readonly args: readonly string[];
  /** Windows: `args` are the command line as it stands. */
  readonly verbatim: boolean;
}

/**
 * On Windows most commands that npm installs are `.cmd` files, which only the command processor can run; everywhere else,
 * and for programs proper, the words are handed over as they are.
 */
export function planSpawn(
  command: readonly string[],
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
  isFile: (path: string) => boolean = isFileHere,
): SpawnPlan {
  const [file = '', ...args] = command;
  const script = platform === 'win32' ? batchFileOf(file, env, isFile) : null;
  if (script === null) return { file, args, verbatim: false };
  const line = [script, ...args].map(forCommandProcessor).join(' ');
  return { file: env['ComSpec'] ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** The batch file that a command means; null where it means a program, or nothing that we find. */
function batchFileOf(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  isFile: (path: string) => boolean,
): string | null {
  const isPath = /[\\/]/.test(file);
  const folders = isPath ? [''] : (env['Path'] ?? env['PATH'] ?? '').split(';');
  const endings = win32.extname(file) === '' ? ['.exe', '.com', '.cmd', '.bat'] : [''];
  for (const folder of folders) {
    for (const ending of endings) {
      const path = folder === '' ? `${file}${ending}` : win32.join(folder, `${file}${ending}`);
      if (isFile(path)) return /\.(cmd|bat)$/i.test(path) ? path : null;
    }
  }
  return null;
}

/**
 * One word for cmd.exe that starts a batch file: quoted for the program that reads it at last, then every character that
 * the command processor knows marked twice, since the batch file hands its words on through it once more.
 */
function forCommandProcessor(word: string): string {
  const quoted = `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  const marked = quoted.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&');
  return marked.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}

function isFileHere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
