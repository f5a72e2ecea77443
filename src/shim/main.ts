import recorded from 'embedded:manifest';

import { silenceStdout } from './console-to-stderr.ts';
import { StderrLog } from './log.ts';
import type { Manifest } from '../wire/manifest.ts';
import { readOptions, wordsOf } from './options.ts';
import { run } from './run.ts';
import { USAGE } from './usage.ts';

silenceStdout(console, process);

const manifest = recorded as Manifest;
const options = readOptions(wordsOf(process.argv), process.env);
const log = new StderrLog(() => process.stderr, options.logLevel);
for (const problem of options.problems) log.write('warn', problem);

// Who reads what a command prints may leave before it ends, as `head` does: that is no reason to fail, least of all for
// `serve`. The relays see to it themselves, since to open these streams costs milliseconds of their start.
if (options.command !== 'run' && options.command !== 'wrap') {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

switch (options.command) {
  case 'run':
    run(options, { process, manifest, log });
    break;
  case 'wrap': {
    const command = options.afterDashes ?? [];
    if (command.length === 0) {
      process.stderr.write('vault-mcp: wrap [--watchdog 5s|off] [--restarts 10] -- <command ...>\n');
      process.exitCode = 2;
      break;
    }
    const { wrap } = await import('./wrap/wrap.ts');
    wrap({ ...options, command }, process, log);
    break;
  }
  case 'serve': {
    const { serve } = await import('./serve.ts');
    process.exitCode = await serve(options, manifest.version, process);
    break;
  }
  case 'search':
  case 'call': {
    const { callTool } = await import('./call.ts');
    process.exitCode = await callTool(options, manifest, process);
    break;
  }
  case 'doctor': {
    const { doctor } = await import('./doctor/doctor.ts');
    process.exitCode = await doctor(options, manifest, process);
    break;
  }
  case 'config': {
    const { config } = await import('./config.ts');
    process.exitCode = await config(options, process);
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
