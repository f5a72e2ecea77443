import recorded from 'embedded:manifest';

import { silenceStdout } from './console-to-stderr.ts';
import { StderrLog } from './log.ts';
import type { Manifest } from './manifest.ts';
import { USAGE, readOptions, wordsOf } from './options.ts';
import { run } from './run.ts';

silenceStdout(console, process);

const manifest = recorded as Manifest;
const options = readOptions(wordsOf(process.argv), process.env);
const log = new StderrLog(() => process.stderr, options.logLevel);
for (const problem of options.problems) log.write('warn', problem);

switch (options.command) {
  case 'run':
    run(options, { process, manifest, log });
    break;
  case 'serve': {
    const { serve } = await import('./serve.ts');
    process.exitCode = await serve(options, manifest.version, process);
    break;
  }
  case 'call': {
    const { call } = await import('./call.ts');
    process.exitCode = await call(options, manifest, process);
    break;
  }
  case 'version':
    process.stdout.write(`${manifest.version}\n`);
    break;
  case 'help':
    process.stdout.write(USAGE);
    break;
  case 'unknown':
    process.stderr.write(`vault-mcp: there is no command "${options.words[0] ?? ''}"\n\n${USAGE}`);
    process.exitCode = 2;
}
