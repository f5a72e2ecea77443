import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/node/clock.ts';
import { sha256 } from '../../src/node/sha256.ts';

describe('the clock of the machine', () => {
  it('lets work that is already waiting go first', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('waiting'));
    await systemClock.breathe();
    order.push('after breathing');
    expect(order).toEqual(['waiting', 'after breathing']);
  });

  it('never runs backwards', async () => {
    const before = systemClock.tick();
    await systemClock.after(1);
    expect(systemClock.tick()).toBeGreaterThan(before);
    expect(systemClock.now()).toBeGreaterThan(Date.UTC(2020, 0));
  });
});

describe('sha256', () => {
  it('hashes the UTF-8 of a text, as FIPS 180-4 has it for "abc"', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });
});
