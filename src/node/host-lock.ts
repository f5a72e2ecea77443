import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCKS_FOLDER } from '../wire/state-folder.ts';
import type { LinkClock } from '../wire/clock.ts';
import { describeSelf, isSameProcess, judgeProcess, parseOwner, printOwner } from './host-lock-owner.ts';
import type { LockOwner } from './host-lock-owner.ts';
import { nodeClock } from './link-clock.ts';
import type { ProbeResult } from './link-dial.ts';
import { privateFolder } from './state-folder.ts';

/**
 * At most one host of a vault. The lock is a row of numbered folders, `locks/<vault id>/<n>`; the owner is named in the
 * highest. To take over is to create the next number, which only one contender can (a folder that holds a file is not
 * replaced by a rename, on any system); nobody ever removes or changes a folder that may be the highest, so no contender
 * can undo another's success, however slow it is. To release is to rename the owner's file in one's own folder.
 */
export interface HostLockOptions {
  readonly stateFolder: string;
  readonly vaultId: string;
  readonly kind: LockOwner['kind'];
  /** Whether the host of that generation lives; see `probeHost`. */
  readonly probe: (generation: string) => Promise<ProbeResult>;
  /** This process runs at most one host of this vault at a time: a lock in its own name is a leftover of a dead thread. */
  readonly soleInProcess: boolean;
  readonly clock?: LinkClock;
}

export type Acquisition =
  | { readonly lock: HeldLock }
  | {
      readonly heldBy: LockOwner;
      /** `answers`, `starting`, `silent` (frozen: alive, but its link does not answer), `elsewhere` (another machine). */
      readonly why: 'answers' | 'starting' | 'silent' | 'elsewhere';
    };

export interface HeldLock {
  /** Unique per acquisition; its number grows with each. */
  readonly generation: string;
  /** Whether no other host has taken over. Ask before each write: a host that was frozen may have lost its vault. */
  stillOurs(): Promise<boolean>;
  /** Lets go; a lock taken over meanwhile is left alone. Idempotent. */
  release(): Promise<void>;
}

export interface HostLock {
  /** Takes the lock if it is free or its owner is provably gone. May be called again and again. */
  tryAcquire(): Promise<Acquisition>;
  /** The owner as written, alive or not; null where nobody holds it. */
  owner(): Promise<LockOwner | null>;
}

export function hostLock(options: HostLockOptions): HostLock {
  return new NumberedLock(options);
}

const OWNER = 'owner.json';
const RELEASED = 'released.json';
const CLAIM = '.claim-';
/** Older numbers that stay, so that a listing made while numbers come and go never misses every high one. */
const NUMBERS_KEPT = 4;
/** A living owner without a listener is looked at twice before it counts as gone. */
const SECOND_LOOK_MS = 250;
/** An owner that was seen, all this time, without an endpoint of its own is not a host that starts. */
const STARTING_MS = 20_000;

class NumberedLock implements HostLock {
  readonly #options: HostLockOptions;
  readonly #clock: LinkClock;
  /** First seen without an endpoint, by this contender's own watch. */
  #starting: { readonly generation: string; readonly since: number } | null = null;

  /** Asked of the system once. */
  readonly #self: Promise<Omit<LockOwner, 'generation'>>;

  constructor(options: HostLockOptions) {
    this.#options = options;
    this.#clock = options.clock ?? nodeClock;
    this.#self = describeSelf(options.kind);
  }

  async tryAcquire(): Promise<Acquisition> {
    const folder = await privateFolder(this.#options.stateFolder, LOCKS_FOLDER, this.#options.vaultId);
    for (;;) {
      const number = await highestNumber(folder);
      const owner = await readOwner(folder, number);
      const generation = `${number + 1}-${randomBytes(16).toString('hex')}`;
      const self = { generation, ...(await this.#self) };
      const why = owner === null ? null : await this.#reasonToWait(owner, self);
      if (owner !== null && why !== null) return { heldBy: owner, why };
      if (!(await claim(folder, number + 1, self))) continue;
      await clean(folder, number + 1, self);
      return { lock: held(folder, number + 1, generation) };
    }
  }

  async owner(): Promise<LockOwner | null> {
    const folder = join(this.#options.stateFolder, LOCKS_FOLDER, this.#options.vaultId);
    return readOwner(folder, await highestNumber(folder));
  }

  /** Why an owner must be left its lock; null where it is gone. */
  async #reasonToWait(
    owner: LockOwner,
    self: LockOwner,
  ): Promise<'answers' | 'starting' | 'silent' | 'elsewhere' | null> {
    if (this.#options.soleInProcess && isSameProcess(owner, self)) return null;
    const verdict = await judgeProcess(owner, self);
    if (verdict === 'elsewhere') return 'elsewhere';
    // A host that proves itself lives, whatever the process table of this sandbox says.
    const probed = await this.#options.probe(owner.generation);
    if (probed === 'answers' || verdict === 'gone') return probed === 'answers' ? 'answers' : null;
    if (probed === 'silent') return 'silent';
    if (probed === 'unpublished') return this.#startsStill(owner) ? 'starting' : null;
    await new Promise<void>((resolve) => this.#clock.after(SECOND_LOOK_MS, resolve));
    return (await this.#options.probe(owner.generation)) === 'nobody' ? null : 'starting';
  }

  #startsStill({ generation }: LockOwner): boolean {
    const now = this.#clock.now();
    if (this.#starting?.generation !== generation) this.#starting = { generation, since: now };
    return now - this.#starting.since < STARTING_MS;
  }
}

function held(folder: string, number: number, generation: string): HeldLock {
  const own = join(folder, String(number));
  return {
    generation,
    stillOurs: async () => (await highestNumber(folder)) === number && (await exists(join(own, OWNER))),
    release: () => rename(join(own, OWNER), join(own, RELEASED)).catch(() => undefined), // released or cleaned already
  };
}

/** Creates the folder of a number with its owner inside, in one step; false where another was first. */
async function claim(folder: string, number: number, self: LockOwner): Promise<boolean> {
  const draft = join(folder, `${CLAIM}${randomBytes(8).toString('hex')}`);
  const target = join(folder, String(number));
  await mkdir(draft, { mode: 0o700 });
  try {
    await writeFile(join(draft, OWNER), printOwner(self), { mode: 0o600 });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (await exists(target)) return false;
    throw error;
  }
  // A contender that had slept might have created a number whose time is long over.
  if ((await highestNumber(folder)) === number) return true;
  await rm(target, { recursive: true, force: true });
  return false;
}

/** Removes numbers long past, and drafts of contenders that died. */
async function clean(folder: string, number: number, self: LockOwner): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (isNumber(name) && Number(name) <= number - NUMBERS_KEPT) await rm(path, { recursive: true, force: true });
    if (!name.startsWith(CLAIM)) continue;
    const drafter = await readOwner(folder, name);
    if (drafter !== null && (await judgeProcess(drafter, self)) === 'gone') {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function highestNumber(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(isNumber).reduce((highest, name) => Math.max(highest, Number(name)), 0);
}

/** Null where it was released, never was, or was torn by a power cut (a claim is whole before it gets its number). */
async function readOwner(folder: string, name: number | string): Promise<LockOwner | null> {
  return readFile(join(folder, String(name), OWNER), 'utf8').then(parseOwner, () => null);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isNumber(name: string): boolean {
  return /^[1-9][0-9]{0,14}$/.test(name);
}
