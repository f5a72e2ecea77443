import { clearInterval, setInterval } from 'node:timers';

import { stateFolder } from './endpoint.ts';
import { ENGINE_NODE, Engine, engineDataFor, engineFile } from './engine.ts';
import { shimClock } from './link-clock.ts';
import type { Options } from './options.ts';
import { isAlive } from './process-life.ts';
import { sentencesFor } from './sentences.ts';
import { count, ServeTerminal } from './serve-terminal.ts';
import { chooseVault, obsidianLists } from './vault-choice.ts';

/**
 * `vault-mcp serve`: a headless host without an agent, until a signal ends it. Resolves to the exit code: 1 where the
 * vault cannot be served.
 */
export async function serve(options: Options, version: string, process: NodeJS.Process): Promise<number> {
  const { env } = process;
  const terminal = new ServeTerminal(process.stderr, { env, now: Date.now });
  const say = (text: string): void => terminal.say(text);
  const sentences = sentencesFor(env['VAULT_LANG']);
  if (Number(process.versions.node.split('.')[0]) < ENGINE_NODE) {
    say(sentences.nodeTooOld(process.version));
    return 1;
  }
  const appLists = obsidianLists(env, process.platform);
  const folder = stateFolder(env);
  const verdict = await chooseVault({
    asked: options.vault,
    cwd: process.cwd(),
    stateFolder: folder,
    isAlive,
    appLists,
  });
  if (verdict.kind !== 'chosen') {
    say(options.vault === undefined ? sentences.noVault([]) : sentences.vaultNotFound(options.vault, []));
    return 1;
  }
  const rest = {
    stateFolder: folder,
    lang: env['VAULT_LANG'] ?? '',
    autoPush: env['VAULT_AUTO_PUSH'] ?? '',
    logLevel: options.logLevel,
    version,
    appLists,
    tellsIndexing: true,
  };
  return new Promise((resolve) => {
    // Nothing else keeps this process alive while the engine is between two lives.
    const alive = setInterval(() => undefined, 60_000);
    const end = (code: number): void => {
      clearInterval(alive);
      void engine.stop().then(() => resolve(code));
    };
    const engine = new Engine(engineFile(env, version), engineDataFor(verdict.vault, rest), shimClock, {
      onReady: (url) => say(`serving ${verdict.vault.path} to agents, on ${new URL(url).host}`),
      onIndexing: (indexing) => {
        terminal.show(indexing);
        if (indexing.ready) say(`ready: ${verdict.vault.name}, ${count(indexing.indexed)} notes`);
      },
      onLost: () => {
        say('another host serves this vault now');
        end(0);
      },
      onFailed: (reason) => {
        say(sentences.engineFailed(reason));
        end(1);
      },
      log: (_level, message) => say(message),
    });
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => end(0));
    engine.start();
  });
}
