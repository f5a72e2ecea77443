import { runFront } from './front.ts';
import type { HostFinder } from './host-finder.ts';
import { RecordedKnowledge } from './knowledge.ts';
import { shimClock } from './link-clock.ts';
import type { StderrLog } from './log.ts';
import type { Manifest } from '../wire/manifest.ts';
import type { Options } from './options.ts';
import { sentencesFor } from './sentences.ts';

/** The process around a session. */
export interface Surroundings {
  readonly process: NodeJS.Process;
  readonly manifest: Manifest;
  readonly log: StderrLog;
}

/**
 * The pipe. What finds and runs hosts is loaded when a request first needs one, so that the handshake costs no more than
 * the start of Node.
 */
export function run(options: Options, { process, manifest, log }: Surroundings): void {
  const write = (level: 'debug' | 'info' | 'warn', message: string): void => log.write(level, message);
  const sentences = sentencesFor(process.env['VAULT_LANG']);
  let finder: HostFinder | null = null;
  let loading: Promise<HostFinder> | null = null;

  const load = async (): Promise<HostFinder> => {
    const { HostFinder: Finder } = await import('./host-finder.ts');
    const asked = options.vault;
    const { whenClosed, logLevel } = options;
    const { version } = manifest;
    const { env } = process;
    finder = new Finder(
      { asked, whenClosed, version, logLevel, env, cwd: process.cwd(), clock: shimClock, sentences, log: write },
      session,
    );
    return finder;
  };
  const want = (): void => {
    if (finder !== null) return finder.want();
    if (loading !== null) return;
    loading = load();
    loading.then(
      (found) => found.want(),
      (error: unknown) => {
        loading = null;
        session.refuseWaiting(sentences.engineFailed(error instanceof Error ? error.message : String(error)));
      },
    );
  };

  const { session } = runFront(
    { process, log: write },
    {
      knowledge: new RecordedKnowledge(manifest),
      sentences,
      want,
      whyNoHost: () => finder?.whyNoHost() ?? '',
      pauseLines: () => finder?.pauseLines(),
      resumeLines: () => finder?.resumeLines(),
      release: async () => finder?.release(),
    },
  );
}
