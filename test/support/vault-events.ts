import { onTestFinished } from 'vitest';
import type { Vault, VaultEvent } from '../../src/core/ports.ts';

export interface HeardEvents {
  /** All so far, in order. */
  readonly all: readonly VaultEvent[];
  /** How many batches they came in. */
  batches(): number;
  /** In short: `changed a.md`, `removed b.md`, `renamed c.md → d.md`. */
  said(): readonly string[];
  /** Waits until the events so far satisfy the question; the test's own time limit is the only one. */
  until(enough: (said: readonly string[]) => boolean): Promise<void>;
  stop(): void;
}

/** Listens to a vault until the test ends. */
export function hear(vault: Vault): HeardEvents {
  const all: VaultEvent[] = [];
  const waiting = new Set<() => void>();
  let batches = 0;
  const stop = vault.watch((events) => {
    batches++;
    all.push(...events);
    for (const check of waiting) check();
  });
  onTestFinished(stop);
  const said = (): readonly string[] => all.map(inShort);
  return {
    all,
    said,
    stop,
    batches: () => batches,
    until: (enough) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!enough(said())) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}

function inShort(event: VaultEvent): string {
  switch (event.kind) {
    case 'changed':
      return `changed ${event.file.path}`;
    case 'removed':
      return `removed ${event.path}`;
    case 'renamed':
      return `renamed ${event.from} → ${event.file.path}`;
  }
}
