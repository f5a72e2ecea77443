import { shimClock } from '../link-clock.ts';
import type { StderrLog } from '../log.ts';
import { runFront } from '../front.ts';
import { languageOf } from '../sentences.ts';

import { ChildLink } from './child-link.ts';
import { LearnedKnowledge } from './learned-knowledge.ts';
import { WINDOW_MS } from './restarts.ts';
import { wrapSentencesFor } from './wrap-sentences.ts';

export interface WrapOptions {
  /** The server's program and its words. */
  readonly command: readonly string[];
  /** Milliseconds that it may take for one answer; null for as long as it likes. */
  readonly watchdog: number | null;
  /** How often it is started again within ten minutes. */
  readonly restarts: number;
}

/** `vault-mcp wrap -- <command>`: the pipe's front before any server that speaks MCP over its standard streams. */
export function wrap(options: WrapOptions, process: NodeJS.Process, log: StderrLog): void {
  const sentences = wrapSentencesFor(languageOf(process.env['VAULT_LANG']));
  const write = (level: 'debug' | 'info' | 'warn', message: string): void => log.write(level, message);
  const { command, watchdog, restarts } = options;
  /** Whether it was we who ended it. */
  let killed = false;

  const knowledge = new LearnedKnowledge();
  const { session, shimId } = runFront(
    { process, log: write },
    {
      knowledge,
      sentences,
      want: () => link.open(session.handshakeParams),
      whyNoHost: () => (link.state === 'ready' ? '' : sentences.whyStarting()),
      watch: {
        ms: watchdog,
        overdue: ({ request }) => {
          const id = request.rawId.slice(0, 40);
          write(
            'warn',
            `WATCHDOG: no answer within ${watchdog ?? 0} ms to ${request.method} #${id}: ending the server, starting it again`,
          );
          killed = true;
          link.kill();
        },
      },
      pauseLines: () => link.pause(),
      resumeLines: () => link.resume(),
      release: () => link.close(),
    },
  );
  const link = new ChildLink({
    command,
    restarts,
    idPrefix: `${shimId}:greeting:`,
    clock: shimClock,
    log: write,
    onGreeted: (outcome) => session.greeted(outcome),
    onEnded: (how) => {
      const why = killed && watchdog !== null ? sentences.whyKilled(watchdog / 1000) : sentences.whyEnded(how);
      killed = false;
      session.hostEnded(why);
    },
    onGaveUp: (how, times) => session.refuseWaiting(sentences.gaveUp(how, times, WINDOW_MS / 60_000)),
    onNotFound: (how) => session.refuseWaiting(sentences.notFound(command[0] ?? '', how)),
    asksForTools: () => knowledge.listIsKnown,
    onListed: (line) => {
      if (knowledge.relearn(line)) session.toolsChanged();
    },
    onTooLong: (probed, byteCount) => session.answersTooLong(probed, byteCount),
  });
  // One server in this process's whole life: no call keys are made, so no hashes are needed.
  session.attach(link, { text: () => '', bytes: () => '' });
}
