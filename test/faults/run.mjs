// Fault injection on real processes: the built program, hosts that are killed, frozen, reloaded and replaced, sockets that
// are cut at random bytes. Says what was written, lost and doubled, and how often each id was answered.
//
//   node test/faults/run.mjs [--writes 1000] [--kills 100] [--shims 4] [--rounds 10] [--frozen 20] [--seed 1]
//                            [--only kills,election,reload,handOver,frozen] [--json]
//
// The same seed makes the same moves; when they meet the processes is the machine's affair. Exit code 1 on any fault.
import { parseArgs } from 'node:util';

import { Rig } from './rig.mjs';
import * as scenarios from './scenarios.mjs';

const { values } = parseArgs({
  options: {
    writes: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '100' },
    shims: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '10' },
    frozen: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'kills,election,reload,handOver,frozen' },
    json: { type: 'boolean', default: false },
  },
});
const sizes = {
  writes: Number(values.writes),
  kills: Number(values.kills),
  shims: Number(values.shims),
  rounds: Number(values.rounds),
  seconds: Number(values.frozen),
  progress: (text) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${text} `);
  },
};

const report = [];
for (const name of values.only.split(',')) {
  const rig = await Rig.make(seeded(Number(values.seed)));
  const from = performance.now();
  try {
    const own = await scenarios[name](rig, sizes);
    const counts = await rig.verify();
    report.push({
      name,
      seconds: Math.round((performance.now() - from) / 1000),
      ...own,
      ...counts,
      sentences: rig.sentences,
      faults: rig.faults,
    });
  } catch (error) {
    const said = rig.clients.map((client) => client.stderr.slice(-2000)).join('\n--\n');
    report.push({ name, faults: [...rig.faults, `${error.stack ?? error}\n${said}`] });
  } finally {
    await rig.close();
  }
  if (!values.json) print(report.at(-1));
}
if (values.json) console.log(JSON.stringify(report));
process.exitCode = report.some(({ faults }) => faults.length > 0) ? 1 : 0;

function print({ name, faults, codes, sentences, ...counts }) {
  const said = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
  console.log(`${name}: ${said.join(', ')}`);
  const answers = Object.entries(codes ?? {}).map(([code, times]) => `${code} ${times}`);
  console.log(`  answers: ${answers.join(', ')}`);
  for (const [text, times] of Object.entries(sentences ?? {})) console.log(`  ${times} × ${text.slice(0, 160)}`);
  console.log(
    faults.length === 0 ? '  no fault' : `  ${faults.length} FAULTS:\n    ${faults.slice(0, 20).join('\n    ')}`,
  );
}

/** A small linear congruential generator. */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
