import type { Pacer } from '../library/slices.ts';
import type { SnapshotPart } from '../ports.ts';
import { CompactIndex, type CompactIndexOptions } from './compact-index.ts';
import type { Asked, FromIndex, IndexPort, ToIndex } from './index-port.ts';
import type { LastingIndex } from './passage-index.ts';
import { KeptScopes } from './sent-scopes.ts';

/** Milliseconds of work between two looks at what else is asked: how long a search waits behind notes being put. */
const SLICE_MS = 2;

/** Things in one piece of a long answer: taken in by the other thread in about a millisecond. */
const SOME = 4_096;

/** Runs an index for the other end of the port. Notes are put in slices; a question is answered between two of them. */
export function serveIndex(port: IndexPort, clock: Pacer, options: CompactIndexOptions = {}): void {
  const index = new CompactIndex(clock, { sliceMs: SLICE_MS, ...options });
  const scopes = new KeptScopes();
  let parts: SnapshotPart[] = [];
  const send = (message: FromIndex, transfer?: readonly ArrayBuffer[]): void => port.post(message, transfer);

  port.onMessage((received) => {
    const message = received as ToIndex;
    if ('ask' in message) void reply(message);
    else if ('part' in message) parts.push(message.part);
    else if ('from' in message) scopes.name(message.from, message.paths);
    else scopes.keep(message.keep, message.scope);
  });
  send({ ready: true });

  async function reply(message: Asked & { readonly id: number }): Promise<void> {
    const { id } = message;
    try {
      if (message.ask === 'written') return await tellWritten(id);
      if (message.ask === 'paths') return await tellPaths(id);
      send({ id, done: await answer(message) });
    } catch (error) {
      send({ id, failed: error instanceof Error ? error.message : String(error) });
    }
  }

  function answer(message: Asked): Promise<unknown> {
    switch (message.ask) {
      case 'put':
        return index.put(message.notes);
      case 'remove':
        return index.remove(message.paths);
      case 'search':
        return index.search(scopes.whole(message.query));
      case 'known':
        return index.known(message.terms);
      case 'near':
        return index.near(message.term, message.limit);
      case 'read':
        return index.read(parts.splice(0));
      default:
        return plainly(index, message.ask);
    }
  }

  /** Copies of what is written go over, so that nothing there is shared with what goes on here. */
  async function tellWritten(id: number): Promise<void> {
    for (const part of await index.written()) {
      if (typeof part === 'string') send({ id, some: [part] });
      else {
        const copy = Uint8Array.from(part);
        send({ id, some: [copy] }, [copy.buffer]);
      }
    }
    send({ id, whole: true });
  }

  async function tellPaths(id: number): Promise<void> {
    const paths = await index.paths();
    for (let at = 0; at < paths.length; at += SOME) send({ id, some: paths.slice(at, at + SOME) });
    send({ id, whole: true });
  }
}

function plainly(index: LastingIndex, ask: 'languages' | 'compact' | 'size' | 'written' | 'paths'): Promise<unknown> {
  return index[ask]();
}
