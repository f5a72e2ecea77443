import type { Services } from '../core/services.ts';
import type { ToolContext } from './tool.ts';

/** Milliseconds between two looks at how far the vault is read. */
const LOOK_EVERY_MS = 100;

/**
 * While the vault is read for the first time, a call may be waiting for just that: tells how many notes are indexed, of
 * how many, until they all are or `ended` settles.
 */
export async function tellIndexing(
  { library, clock }: Pick<Services, 'library' | 'clock'>,
  progress: ToolContext['progress'],
  ended: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  const over = (): void => void (isOver = true);
  const end = ended.then(over, over);
  for (let at = library.progress(); !at.ready && !isOver; at = library.progress()) {
    if (at.total !== null) progress(at.indexed, at.total);
    await clock.after(LOOK_EVERY_MS, end);
  }
}
