import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LINE_LIMIT } from '../../src/wire/limits.ts';
import { LinkRig, SAFE, VAULT, collect, nextFresh, reached } from './link-rig.ts';

let rig: LinkRig;
beforeEach(async () => {
  rig = await LinkRig.make();
});
afterEach(() => rig.close());

describe('a link over one socket', () => {
  it('carries lines both ways, bytes unchanged, in order', async () => {
    const atHost = collect(3);
    const atShim = collect(3);
    await rig.serve({
      onSession: (session) => {
        session.onLine((line, meta) => {
          atHost.take(`${meta.class} ${meta.key ?? '-'} ${meta.expiresAt ?? '-'} ${line}`);
          void session.send(line);
        });
      },
    });
    const link = rig.link();
    link.onLine(atShim.take);
    link.open();
    await reached(link, 'ready');
    const lines = ['{"id":1.0,  "z":1,"a":2}', '{"text":"надежда 漢字 𝒳"}', '{"id":90071992547409931}'];
    expect(link.send(lines[0] ?? '', { key: 'sabc', class: 'write', expiresAt: 1234 })).toBe(1);
    expect(link.send(lines[1] ?? '', SAFE)).toBe(2);
    expect(link.send(lines[2] ?? '', { ...SAFE, class: 'notify' })).toBe(3);
    await Promise.all([atHost.all, atShim.all]);
    expect(atShim.lines).toEqual(lines);
    expect(atHost.lines).toEqual([`write sabc 1234 ${lines[0]}`, `safe - - ${lines[1]}`, `notify - - ${lines[2]}`]);
  });

  it('tells each end who the other one is', async () => {
    await rig.serve();
    const link = rig.link();
    const fresh = nextFresh(link);
    link.open();
    expect(await fresh).toMatchObject({ first: true, acknowledged: 0, host: { kind: 'headless', vault: VAULT.name } });
    expect(rig.sessions[0]?.shim).toMatchObject({ client: 'tester', version: '0.1.0' });
    expect(rig.server.sessions()).toHaveLength(1);
  });

  it('does nothing before it is opened and refuses lines then', async () => {
    await rig.serve();
    const link = rig.link();
    expect(link.state).toBe('cold');
    expect(() => link.send('{}', SAFE)).toThrow('not_open');
    await expect(link.query('k')).rejects.toThrow('not_open');
    expect(rig.sessions).toHaveLength(0);
  });

  it('carries a line of the size limit and refuses a longer one at either end', async () => {
    const back = collect(1);
    await rig.serve({ onSession: (session) => session.onLine((line) => void session.send(line)) });
    const link = rig.link();
    link.onLine(back.take);
    link.open();
    await reached(link, 'ready');
    const line = 'x'.repeat(LINE_LIMIT);
    link.send(line, SAFE);
    await back.all;
    expect(back.lines[0] === line).toBe(true);
    expect(() => link.send(`${line}y`, SAFE)).toThrow('too_large');
    await expect(rig.sessions[0]?.send(`${line}y`)).rejects.toThrow('too_large');
    expect(link.state).toBe('ready');
  });

  it('ends its session at the host when it is closed, at once', async () => {
    const ended = new Promise<string>((resolve) => {
      void rig.serve({ onSession: (session) => session.onClose(resolve) }).then(() => link.open());
    });
    const link = rig.link();
    await reached(link, 'ready');
    await link.close();
    expect(await ended).toBe('bye');
    expect(rig.server.sessions()).toHaveLength(0);
    expect(link.state).toBe('closed');
    expect(() => link.send('{}', SAFE)).toThrow('not_open');
  });
});
