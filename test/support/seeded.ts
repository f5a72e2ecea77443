import fc from 'fast-check';

// The same inputs in each run, so that a red run can be looked at again; `FC_SEED=random` (or a number) tries others.
const asked = process.env['FC_SEED'] ?? '20261201';
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked) });
