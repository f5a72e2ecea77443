import type { Consent, Consents } from '../../src/core/change/approval.ts';

/** What agents need not be asked about, in memory. */
export function memoryConsents(...kept: readonly Consent[]): Consents {
  const byClient = new Map(kept.map((consent) => [consent.client, consent]));
  return {
    all: () => [...byClient.values()],
    add: (client, rules) => {
      const before = byClient.get(client)?.rules ?? [];
      byClient.set(client, { client, rules: [...new Set([...before, ...rules])] });
      return Promise.resolve();
    },
    forget: (client) => {
      byClient.delete(client);
      return Promise.resolve();
    },
  };
}
