import { execFile } from 'node:child_process';

/** One thing that the connector looked at, as its `doctor --json` prints it. */
export interface DoctorStep {
  readonly step: string;
  readonly status: 'ok' | 'failed' | 'skipped';
  readonly found: string;
  readonly cure: string | null;
}

/** It starts a pipe of its own and waits for an answer; beyond this time nothing more is to be expected. */
const LIMIT_MS = 90_000;
const MOST_OUTPUT = 1024 * 1024;

/**
 * Starts the connector's `doctor` for a vault as an agent's program would, and returns what it saw. Rejects where it
 * could not be started or printed something else.
 */
export function runDoctor(node: string, program: string, vault: string): Promise<readonly DoctorStep[]> {
  const options = { timeout: LIMIT_MS, maxBuffer: MOST_OUTPUT, windowsHide: true };
  return new Promise((resolve, reject) => {
    // Its exit code only repeats whether a step failed.
    execFile(node, [program, 'doctor', '--json', '--vault', vault], options, (error, stdout) => {
      const steps = stepsIn(stdout);
      if (steps !== null) resolve(steps);
      else reject(error ?? new Error('the connector printed no report'));
    });
  });
}

function stepsIn(output: string): readonly DoctorStep[] | null {
  try {
    const report: unknown = JSON.parse(output);
    if (typeof report !== 'object' || report === null || !('steps' in report) || !Array.isArray(report.steps))
      return null;
    return report.steps.filter(isStep);
  } catch {
    return null;
  }
}

function isStep(value: unknown): value is DoctorStep {
  if (typeof value !== 'object' || value === null) return false;
  const { step, status, found, cure } = value as Readonly<Record<string, unknown>>;
  const isStatus = status === 'ok' || status === 'failed' || status === 'skipped';
  return (
    typeof step === 'string' && isStatus && typeof found === 'string' && (cure === null || typeof cure === 'string')
  );
}
