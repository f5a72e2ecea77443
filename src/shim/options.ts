import { parseArgs } from 'node:util';

import { THRESHOLDS } from './log.ts';
import type { Threshold } from './log.ts';

export type WhenClosed = 'embedded' | 'launch' | 'wait';

const COMMANDS = ['serve', 'call', 'search', 'wrap', 'doctor', 'config', 'version', 'help'] as const;
export type Command = 'run' | (typeof COMMANDS)[number] | 'unknown';

/** What the command line asks for. */
export interface Options {
  readonly command: Command;
  /** Words after the command, and after `--`. */
  readonly words: readonly string[];
  /** Words after `--` alone; null where there is no `--`. */
  readonly afterDashes: readonly string[] | null;
  /** `--vault`, wherever it stands before `--`, else `VAULT_PATH`. */
  readonly vault: string | undefined;
  readonly whenClosed: WhenClosed;
  /** Usually `warn`; a wrapper says more, since its server says nothing of itself. */
  readonly logLevel: Threshold;
  /** Of `wrap`. Milliseconds; null for off. */
  readonly watchdog: number | null;
  /** Of `wrap`. */
  readonly restarts: number;
  /** Of `doctor`. */
  readonly json: boolean;
  /** Of `config`: the server's name at the client. */
  readonly name: string;
  /** What was not understood; the pipe runs nevertheless, since an agent cannot be told before it does. */
  readonly problems: readonly string[];
}

/** Longer than any note takes, and short enough for clients that give up after three failures of 30 s. */
const WATCHDOG_MS = 5000;
const RESTARTS = 10;

/** The words after the program's file; where it was imported by `node -e` there is no file to pass over. */
export function wordsOf(argv: readonly string[]): readonly string[] {
  return argv.slice(argv[1]?.startsWith('-') === true ? 1 : 2);
}

const VALUED = /^--(vault|when-closed|log-level|watchdog|restarts|name)$/;

const KNOWN = {
  vault: { type: 'string' },
  'when-closed': { type: 'string' },
  'log-level': { type: 'string' },
  watchdog: { type: 'string' },
  restarts: { type: 'string' },
  json: { type: 'boolean' },
  name: { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the words after the program's name. Never throws. */
export function readOptions(words: readonly string[], env: Readonly<Record<string, string | undefined>>): Options {
  const dashes = words.indexOf('--');
  const args = dashes === -1 ? words : words.slice(0, dashes);
  const afterDashes = dashes === -1 ? null : words.slice(dashes + 1);
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
  const textOf = (name: keyof typeof KNOWN): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const choose = <T extends string>(name: 'when-closed' | 'log-level', allowed: readonly T[], usual: T): T => {
    const value = textOf(name);
    if (value === undefined) return usual;
    const found = allowed.find((word) => word === value);
    if (found === undefined) problems.push(`--${name} is one of ${allowed.join(', ')}`);
    return found ?? usual;
  };
  const [word, ...rest] = positionals;
  const command = values.version === true ? 'version' : values.help === true ? 'help' : commandOf(word);
  return {
    command,
    words: [...(command === 'unknown' ? positionals : rest), ...(afterDashes ?? [])],
    afterDashes,
    vault: textOf('vault') ?? (env['VAULT_PATH'] || undefined),
    whenClosed: choose('when-closed', ['embedded', 'launch', 'wait'], 'embedded'),
    logLevel: choose('log-level', THRESHOLDS, command === 'wrap' ? 'info' : 'warn'),
    watchdog: readWatchdog(textOf('watchdog'), problems),
    restarts: readRestarts(textOf('restarts'), problems),
    json: values.json === true,
    name: textOf('name') ?? 'vault',
    problems,
  };
}

function commandOf(word: string | undefined): Command {
  if (word === undefined) return 'run';
  return COMMANDS.find((command) => command === word) ?? 'unknown';
}

/** `5s`, `500ms`, `2m`, or `off`. */
function readWatchdog(text: string | undefined, problems: string[]): number | null {
  if (text === undefined) return WATCHDOG_MS;
  if (text === 'off') return null;
  const [, digits = '', unit = ''] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? [];
  const ms = Number(digits) * (unit === 'm' ? 60_000 : unit === 's' ? 1000 : 1);
  if (digits !== '' && ms > 0) return ms;
  problems.push('--watchdog is a time such as 5s, 500ms or 2m, or off');
  return WATCHDOG_MS;
}

function readRestarts(text: string | undefined, problems: string[]): number {
  if (text === undefined) return RESTARTS;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  problems.push('--restarts is a number');
  return RESTARTS;
}
