import { defineConfig } from 'vitest/config';

// Two projects: `fast` runs inside one process per file; `processes` starts real shims, hosts and git, and mostly waits
// for them: two of its files run at once, which leaves the cores to the processes that they start.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          setupFiles: ['test/support/seeded.ts'],
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.process.test.ts', 'test/e2e/**'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'processes',
          setupFiles: ['test/support/seeded.ts'],
          // Real processes on a loaded machine may miss a limit of their own; a fault shows twice.
          retry: 1,
          include: ['test/**/*.process.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
