/** One thing that was looked at. */
export interface Step {
  readonly step: StepName;
  readonly status: 'ok' | 'failed' | 'skipped';
  /** What was found; never a token, never a note's text. */
  readonly found: string;
  /** What to do; null where nothing is to be done. */
  readonly cure: string | null;
}

export type StepName =
  | 'node'
  | 'program'
  | 'state folder'
  | 'vault'
  | 'vault folder'
  | 'endpoint file'
  | 'host'
  | 'lock'
  | 'engine'
  | 'answers'
  | 'git';

export function ok(step: StepName, found: string): Step {
  return { step, status: 'ok', found, cure: null };
}

export function failed(step: StepName, found: string, cure: string): Step {
  return { step, status: 'failed', found, cure };
}

export function skipped(step: StepName, found: string, cure: string | null = null): Step {
  return { step, status: 'skipped', found, cure };
}

/** For a person. `coloured` where a terminal shows it. */
export function printReport(steps: readonly Step[], coloured: boolean): string {
  const lines = steps.flatMap(({ step, status, found, cure }) => {
    const mark = coloured ? `${COLOURS[status]}${status.padEnd(8)}${RESET}` : status.padEnd(8);
    const head = `${mark} ${step.padEnd(14)} ${found}`;
    return cure === null ? [head] : [head, `${' '.repeat(24)}→ ${cure}`];
  });
  const broken = steps.filter(({ status }) => status === 'failed').map(({ step }) => step);
  const end = broken.length === 0 ? 'Everything works.' : `Failed: ${broken.join(', ')}.`;
  return `${[...lines, '', end].join('\n')}\n`;
}

/** For a program. */
export function printJson(version: string, steps: readonly Step[]): string {
  const isWell = steps.every(({ status }) => status !== 'failed');
  return `${JSON.stringify({ version, ok: isWell, steps }, null, 2)}\n`;
}

const RESET = '\u001b[0m';
const COLOURS = { ok: '\u001b[32m', failed: '\u001b[31m', skipped: '\u001b[33m' } as const;
