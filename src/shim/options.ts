import { parseArgs } from 'node:util';

import { THRESHOLDS } from './log.ts';
import type { Threshold } from './log.ts';

export type WhenClosed = 'embedded' | 'launch' | 'wait';

/** What the command line asks for. */
export interface Options {
  readonly command: 'run' | 'serve' | 'call' | 'version' | 'help' | 'unknown';
  /** Words after the command. */
  readonly words: readonly string[];
  /** `--vault`, wherever it stands, else `VAULT_PATH`. */
  readonly vault: string | undefined;
  readonly whenClosed: WhenClosed;
  readonly logLevel: Threshold;
  /** What was not understood; the pipe runs nevertheless, since an agent cannot be told before it does. */
  readonly problems: readonly string[];
}

/** The words after the program's file; where it was imported by `node -e` there is no file to pass over. */
export function wordsOf(argv: readonly string[]): readonly string[] {
  return argv.slice(argv[1]?.startsWith('-') === true ? 1 : 2);
}

const VALUED = /^--(vault|when-closed|log-level)$/;

const KNOWN = {
  vault: { type: 'string' },
  'when-closed': { type: 'string' },
  'log-level': { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the words after the program's name. Never throws. */
export function readOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Options {
  // An option that should have a value and is followed by another option would swallow that one.
  const isEmpty = (word: string, at: number): boolean => VALUED.test(word) && /^(--|$)/.test(args[at + 1] ?? '');
  const { values, positionals } = parseArgs({
    args: args.filter((word, at) => !isEmpty(word, at)),
    options: KNOWN,
    allowPositionals: true,
    strict: false,
  });
  const problems = Object.keys(values).flatMap((name) => (name in KNOWN ? [] : `unknown option --${name}`));
  problems.push(...args.filter(isEmpty).map((word) => `${word} needs a value`));
  const choose = <T extends string>(name: 'when-closed' | 'log-level', allowed: readonly T[], usual: T): T => {
    const value = values[name];
    if (value === undefined) return usual;
    const found = allowed.find((word) => word === value);
    if (found === undefined) problems.push(`--${name} is one of ${allowed.join(', ')}`);
    return found ?? usual;
  };
  const vault = typeof values.vault === 'string' ? values.vault : undefined;
  const [word, ...words] = positionals;
  const command = values.version === true ? 'version' : values.help === true ? 'help' : commandOf(word);
  return {
    command,
    words: command === 'unknown' ? positionals : words,
    vault: vault ?? (env['VAULT_PATH'] || undefined),
    whenClosed: choose('when-closed', ['embedded', 'launch', 'wait'], 'embedded'),
    logLevel: choose('log-level', THRESHOLDS, 'warn'),
    problems,
  };
}

function commandOf(word: string | undefined): Options['command'] {
  if (word === undefined) return 'run';
  if (word === 'serve' || word === 'call' || word === 'version' || word === 'help') return word;
  return 'unknown';
}

export const USAGE = `vault-mcp [--vault <path|name|id>]       answer an agent over stdin and stdout (MCP)
vault-mcp serve --vault <path>           serve a vault without Obsidian, for every agent of this user
vault-mcp call <tool> [json]             one call, its answer printed

--vault <path|name|id>                   also VAULT_PATH; else the only vault that is served, else the one around here
--when-closed embedded|launch|wait       when Obsidian is closed: serve the folder (usual), start Obsidian, or say so
--log-level debug|info|warn|error|silent on stderr; usually warn
--version, --help
`;
