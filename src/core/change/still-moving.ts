import type { VaultPath } from '../path.ts';

/**
 * The app was told to move a file and has not done so within its time: it may be slow, or busy with a dialog that waits for
 * its user. It can not be called back, so whether the file moves is open until `end`.
 */
export class StillMoving extends Error {
  override readonly name = 'StillMoving';
  readonly from: VaultPath;
  /** Settles when the app is done with the file, moved or not; never rejects. */
  readonly end: Promise<void>;

  constructor(from: VaultPath, end: Promise<unknown>) {
    super('the app has not moved a file yet');
    this.from = from;
    this.end = end.then(
      () => undefined,
      () => undefined,
    );
  }
}
