import { describe, expect, it } from 'vitest';

import { Brake } from '../../../src/core/change/brake.ts';
import type { Operation } from '../../../src/core/change/operations.ts';
import { listedPath } from '../../../src/core/path.ts';
import type { Clock } from '../../../src/core/ports.ts';

describe('the brake', () => {
  it('counts each note once, however often it is changed', () => {
    const brake = new Brake(new HandClock());
    for (let i = 0; i < 80; i++) brake.count('agent', [edit('a.md')]);
    expect(brake.would('agent', [edit('a.md')])).toEqual({ before: 1, after: 1 });
    expect(brake.would('agent', [edit('b.md'), trash('c.md')])).toEqual({ before: 1, after: 3 });
  });

  it('leaves out what the agent has made itself, under whatever name it lies now', () => {
    const brake = new Brake(new HandClock());
    brake.count('agent', [create('new.md')]);
    brake.count('agent', [edit('new.md')]);
    brake.count('agent', [move('new.md', 'wiki/new.md')]);
    brake.count('agent', [edit('wiki/new.md')]);
    expect(brake.would('agent', [edit('wiki/new.md')])).toEqual({ before: 0, after: 0 });
    expect(brake.would('agent', [edit('new.md')])).toEqual({ before: 0, after: 1 });
    brake.count('agent', [trash('wiki/new.md')]);
    expect(brake.would('agent', [edit('wiki/new.md')]).after).toBe(1);
  });

  it('counts for one agent what another has made', () => {
    const brake = new Brake(new HandClock());
    brake.count('one', [create('new.md')]);
    expect(brake.would('two', [edit('new.md')])).toEqual({ before: 0, after: 1 });
  });

  it('forgets after a minute', () => {
    const clock = new HandClock();
    const brake = new Brake(clock);
    brake.count('agent', [edit('a.md')]);
    clock.at = 60_000;
    expect(brake.would('agent', [edit('b.md')])).toEqual({ before: 0, after: 1 });
  });
});

class HandClock implements Clock {
  at = 0;
  now(): number {
    return this.at;
  }
  tick(): number {
    return this.at;
  }
  after(): Promise<void> {
    return Promise.resolve();
  }
  breathe(): Promise<void> {
    return Promise.resolve();
  }
}

function create(path: string): Operation {
  return { act: 'create', path: listedPath(path), text: 'x', after: 'n-1' };
}

function edit(path: string): Operation {
  return { act: 'edit', path: listedPath(path), before: 'n-1', after: 'n-2', text: 'x', edits: [] };
}

function move(from: string, to: string): Operation {
  return { act: 'move', from: listedPath(from), to: listedPath(to), revision: 'n-1' };
}

function trash(path: string): Operation {
  return { act: 'trash', path: listedPath(path), before: 'n-1', text: 'x' };
}
