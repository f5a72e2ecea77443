import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commonVersion,
  hostProof,
  parseChallenge,
  parseHello,
  parseProof,
  parseWelcome,
  printChallenge,
  printHello,
  printProof,
  printWelcome,
  sameProof,
  shimProof,
} from '../../src/wire/handshake.ts';
import type { Hello, ProofContext, Proving } from '../../src/wire/handshake.ts';
import { HANDSHAKE_LIMIT } from '../../src/wire/limits.ts';

const proving: Proving = {
  mac: (token, text) => createHmac('sha256', token).update(text).digest('base64url'),
  nonce: () => 'n',
};
const hello: Hello = {
  nonce: 'nonce-of-shim',
  versions: { oldest: 1, newest: 2 },
  shim: { id: 'shim', version: '1.2.3', pid: 7, lang: 'pt-BR', client: 'Клод' },
  resume: { session: 's', generation: 'g', received: 12 },
};
const context: ProofContext = {
  hello,
  hostNonce: 'nonce-of-host',
  generation: 'g',
  version: 1,
  address: '127.0.0.1:80',
};
const bytes = (text: string): Buffer => Buffer.from(text);

describe('the proof', () => {
  it('differs with the token, either nonce, the address, the generation, the version and who proves', () => {
    const variants: ProofContext[] = [
      context,
      { ...context, hello: { ...hello, nonce: 'other' } },
      { ...context, hello: { ...hello, resume: null } },
      { ...context, hello: { ...hello, shim: { ...hello.shim, id: 'other' } } },
      { ...context, hostNonce: 'other' },
      { ...context, address: '127.0.0.1:81' },
      { ...context, generation: 'other' },
      { ...context, version: 2 },
    ];
    const proofs = variants.flatMap((variant) => [
      hostProof(proving, 'token', variant),
      shimProof(proving, 'token', variant),
      hostProof(proving, 'token2', variant),
    ]);
    expect(new Set(proofs).size).toBe(proofs.length);
  });

  it('is compared as a whole', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => sameProof(a, b) === (a === b)));
    expect(sameProof('', 'a')).toBe(false);
    expect(sameProof('abc', 'ab')).toBe(false);
  });
});

describe('the units of the handshake', () => {
  it('are read back as they were printed', () => {
    expect(parseHello(bytes(printHello(hello)))).toEqual(hello);
    expect(parseHello(bytes(printHello({ ...hello, resume: null })))).toEqual({ ...hello, resume: null });
    const challenge = { nonce: 'n', generation: 'g', version: 1, proof: 'p' };
    expect(parseChallenge(bytes(printChallenge(challenge)))).toEqual(challenge);
    expect(parseProof(bytes(printProof('abc')))).toBe('abc');
    const host = {
      kind: 'obsidian' as const,
      version: '1',
      pid: 3,
      vault: '日記',
      readOnlyTools: ['a'],
      toolsHash: 'h',
    };
    const welcome = { session: 's', resumed: true, received: 4, host };
    expect(parseWelcome(bytes(printWelcome(welcome)))).toEqual(welcome);
  });

  it('are refused where a part is missing, of another type, or too long', () => {
    const good: Record<string, unknown> = { ...hello };
    const bad: unknown[] = [
      null,
      [],
      'x',
      { ...good, nonce: 1 },
      { ...good, nonce: 'n'.repeat(300) },
      { ...good, versions: { oldest: 2, newest: 1 } },
      { ...good, versions: null },
      { ...good, shim: null },
      { ...good, shim: { ...hello.shim, pid: -1 } },
      { ...good, resume: {} },
      { ...good, resume: undefined },
      { ...good, resume: { session: 's', generation: 'g', received: -1 } },
    ];
    for (const json of bad) expect(parseHello(bytes(`hello ${JSON.stringify(json)}`))).toBeNull();
    expect(parseHello(bytes(`hello ${JSON.stringify({ ...good, extra: 'x'.repeat(HANDSHAKE_LIMIT) })}`))).toBeNull();
    expect(parseHello(bytes(printHello(hello).replace('hello', 'hullo')))).toBeNull();
    expect(parseProof(bytes('proof a b'))).toBeNull();
    expect(parseProof(bytes(`proof ${'x'.repeat(HANDSHAKE_LIMIT)}`))).toBeNull();
    fc.assert(fc.property(fc.uint8Array(), (noise) => parseHello(noise) === null && parseWelcome(noise) === null));
  });
});

describe('the version spoken', () => {
  it('is the newest in both ranges', () => {
    expect(commonVersion({ oldest: 1, newest: 4 }, { oldest: 2, newest: 3 })).toBe(3);
    expect(commonVersion({ oldest: 1, newest: 2 }, { oldest: 2, newest: 3 })).toBe(2);
    expect(commonVersion({ oldest: 1, newest: 1 }, { oldest: 2, newest: 3 })).toBeNull();
    expect(commonVersion({ oldest: 4, newest: 5 }, { oldest: 2, newest: 3 })).toBeNull();
  });
});
