import type { Plan } from '../../src/core/change/desk.ts';
import { planMove, type MoveFacts } from '../../src/core/rewrite/plan-move.ts';
import { openHeadlessHost, type HeadlessHost } from '../../src/headless/host.ts';
import { PLACES, plantLinkedNote } from '../writes/linked-note.ts';

/** `measure.mjs VAULT STATE ROUNDS LINKS`: the note is moved there and back again, on the host as the product ships it. */
const [, , folder = '', stateFolder = '', rounds = '15', links = '100'] = process.argv;
/** Milliseconds that planning may take at the median. */
const LIMIT = 150;
const quiet = { debug: () => undefined, info: () => undefined, warn: console.error, error: console.error };

await plantLinkedNote(folder, Number(links));
const host = await openHeadlessHost({
  folder,
  version: 'bench',
  log: quiet,
  writing: { stateFolder, vaultId: 'bench', stillOwner: () => Promise.resolve(true), autoPush: null },
});
while ((await host.library.settled(1_000)) > 0 || !host.library.progress().ready) continue;
const taken = { plan: [] as number[], change: [] as number[] };
for (let round = 0; round < Number(rounds); round++) {
  for (const [step, from] of PLACES.entries())
    await move(host, from, PLACES[(step + 1) % PLACES.length] ?? from, round);
}
const notes = host.library.notes.size;
await host.close();

const plan = at(taken.plan, 0.5);
console.log(`${notes} notes, ${links} links in ten forms, ${taken.plan.length} moves (ms)`);
console.log(`  planned           p50 ${plan.toFixed(1)}  p95 ${at(taken.plan, 0.95).toFixed(1)}`);
console.log(
  `  planned and done  p50 ${at(taken.change, 0.5).toFixed(1)}  p95 ${at(taken.change, 0.95).toFixed(1)} (without git)`,
);
if (plan > LIMIT) {
  console.error(`Planning took ${plan.toFixed(1)} ms; the limit is ${LIMIT}.`);
  process.exitCode = 1;
}

async function move({ services, library }: HeadlessHost, from: MoveFacts['from'], to: MoveFacts['to'], round: number) {
  const { planning } = services;
  if (planning === undefined) throw new Error('the host does not write');
  const planned = (now: number): Promise<Plan<MoveFacts>> =>
    planMove(
      { notes: planning.notes, library, conventions: services.conventions() },
      { from, to, confirmNewDomain: true },
      now,
    );
  const before = library.graph.in(from).length;
  let began = performance.now();
  await planned(Date.now());
  taken.plan.push(performance.now() - began);
  began = performance.now();
  await services.changes.perform({
    tool: 'vault_move',
    // A client of its own for each move: the brake on many changes a minute is not what is measured.
    caller: { session: 's', client: `bench ${round} ${to}`, callKey: null, expiresAt: null },
    preview: false,
    expectedRevision: null,
    subjects: [from],
    plan: planned,
  });
  taken.change.push(performance.now() - began);
  while ((await library.settled(1_000)) > 0) continue;
  const after = library.graph.in(to).length;
  if (before < Number(links) || after < Number(links)) {
    throw new Error(`${before} files linked to the note before the move, ${after} after it`);
  }
}

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
