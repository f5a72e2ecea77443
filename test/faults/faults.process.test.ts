import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

// The short form of test/faults/run.mjs; `node test/faults/run.mjs` is the long one.

interface Report {
  readonly name: string;
  readonly faults: readonly string[];
  readonly [count: string]: unknown;
}

const script = fileURLToPath(new URL('./run.mjs', import.meta.url));

/** Reports of the scenarios, whatever their exit code. */
async function injected(...words: readonly string[]): Promise<Report> {
  const run = promisify(execFile)(process.execPath, [script, '--json', ...words], { maxBuffer: 1 << 26 });
  const { stdout } = await run.catch((error: unknown) => error as { readonly stdout: string });
  const [report] = JSON.parse(stdout) as readonly Report[];
  if (report === undefined) throw new Error('no report');
  console.log(JSON.stringify(report));
  return report;
}

const nothingWrong = { faults: [], lost: 0, doubled: 0, unknown: 0, open: 0 };

describe('writes through shims, none lost, none doubled, each id answered once', () => {
  it('while their host is killed and sockets are cut at random bytes', async () => {
    const report = await injected('--only', 'kills', '--writes', '200', '--kills', '20');
    expect(report).toMatchObject({ ...nothingWrong, killed: 20, writes: 200, applied: 200 });
    expect(report['answeredOnce']).toBe(report['asked']);
    expect(report['cuts']).toBeGreaterThan(0);
  });

  it('while the shim that hosts is killed, and its client starts it again with its own keys', async () => {
    const report = await injected('--only', 'election', '--writes', '60', '--kills', '6');
    expect(report).toMatchObject({ ...nothingWrong, killed: 6, writes: 60, applied: 60 });
  });

  it.each([
    ['a reload of the plugin', 'reload'],
    ['a hand-over to the app and back', 'handOver'],
  ])('with fifty calls in flight over %s', async (_what, only) => {
    const report = await injected('--only', only, '--rounds', '3');
    expect(report).toMatchObject(nothingWrong);
    expect(report['applied']).toBe(report['writes']);
    expect(report['answeredOnce']).toBe(report['asked']);
  });

  it('with a hundred calls in flight while the host is frozen for 20 s', async () => {
    const report = await injected('--only', 'frozen', '--frozen', '20');
    expect(report).toMatchObject({ ...nothingWrong, running: 0, seconds: expect.any(Number) as number });
    expect(report['applied']).toBe(report['writes']);
    expect(report['answeredOnce']).toBe(report['asked']);
  });
});
