import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callKey, clientCallKey } from '../../src/wire/call-key.ts';
import { addressOf, parseEndpoint, printEndpoint, urlOf } from '../../src/wire/endpoint.ts';
import type { Endpoint } from '../../src/wire/endpoint.ts';
import { vaultIdInSettings, vaultIdOfPath } from '../../src/wire/state-folder.ts';
import { isKey } from '../../src/wire/unit.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const endpoint: Endpoint = {
  vault: { id: 'vault-0001', name: 'Второй мозг', path: '/home/x/Второй мозг' },
  host: 'obsidian',
  url: urlOf(49152),
  token: 't'.repeat(43),
  generation: '3-abc',
  pid: 4711,
  started: 1_796_000_000_000,
  version: '0.1.0',
};

describe('an endpoint file', () => {
  it('is read back as it was printed', () => {
    expect(parseEndpoint(printEndpoint(endpoint))).toEqual(endpoint);
  });

  it('is refused where it points anywhere but to this machine, or its token could be guessed', () => {
    const bad: Record<string, unknown>[] = [
      { url: 'ws://localhost:1/link' },
      { url: 'ws://127.0.0.1.example.com:1/link' },
      { url: 'ws://127.0.0.1:1/link/../x' },
      { url: 'wss://127.0.0.1:1/link' },
      { url: 'ws://127.0.0.1:0/link' },
      { url: 'ws://127.0.0.1:65536/link' },
      { url: 'ws://u@127.0.0.1:1/link' },
      { url: 'ws://127.0.0.1:1/link\n' },
      { url: 1 },
      { token: 'short' },
      { token: `${'t'.repeat(43)} ` },
      { host: 'other' },
      { vault: null },
      { pid: '1' },
      { generation: null },
    ];
    for (const part of bad)
      expect(parseEndpoint(JSON.stringify({ ...endpoint, ...part })), JSON.stringify(part)).toBeNull();
    for (const text of ['', '{', '[]', 'null', '"x"']) expect(parseEndpoint(text)).toBeNull();
    expect(addressOf(urlOf(65535))).toBe('127.0.0.1:65535');
  });
});

describe('the id of a vault', () => {
  it('comes from the settings only where it may stand in a file name', () => {
    expect(vaultIdInSettings('{"vaultId":"abc-123_XYZ"}')).toBe('abc-123_XYZ');
    for (const id of ['../../etc', 'short', 'a/b-cdefgh', '', 5, null, 'x'.repeat(65)]) {
      expect(vaultIdInSettings(JSON.stringify({ vaultId: id }))).toBeNull();
    }
    expect(vaultIdInSettings('not json')).toBeNull();
  });

  it('is the same for two spellings of one path', () => {
    expect(vaultIdOfPath(sha256, '/Cafe\u0301')).toBe(vaultIdOfPath(sha256, '/Caf\u00e9'));
    expect(vaultIdOfPath(sha256, '/a')).not.toBe(vaultIdOfPath(sha256, '/b'));
    expect(isKey(vaultIdOfPath(sha256, '/a'))).toBe(true);
  });
});

describe('a call key', () => {
  const call = { shim: 's', counter: 1, method: 'tools/call', paramsHash: 'p' };

  it('is the same for a retry and another for every other call', () => {
    const keys = [
      call,
      { ...call, counter: 2 },
      { ...call, shim: 't' },
      { ...call, method: 'm' },
      { ...call, paramsHash: 'q' },
    ];
    expect(new Set(keys.map((each) => callKey(sha256, each))).size).toBe(keys.length);
    expect(callKey(sha256, { ...call })).toBe(callKey(sha256, call));
    expect(isKey(callKey(sha256, call))).toBe(true);
  });

  it('of the client depends on the client alone and is never one of ours', () => {
    expect(clientCallKey(sha256, 'my key/…')).toBe(clientCallKey(sha256, 'my key/…'));
    expect(isKey(clientCallKey(sha256, 'my key/…'))).toBe(true);
    expect(clientCallKey(sha256, 'x')[0]).not.toBe(callKey(sha256, call)[0]);
  });
});
