import { createHash, randomBytes } from 'node:crypto';
import { describeSelf, judgeProcess } from '../node/host-lock-owner.ts';
import type { LockOwner, ProcessVerdict } from '../node/host-lock-owner.ts';
import { errorCode } from './disk.ts';
import type { Owner, WriteDisk } from './write-disk.ts';
import type { HeldFolder } from './write-folder.ts';

/**
 * `tmp`: a file being written, worth nothing to anyone but its writer. `move`: says what is being moved where. `part`: a
 * file of the user's on its way between two spellings of its name.
 */
export type TempKind = 'tmp' | 'move' | 'part';

/** A name of ours in the vault: hidden, short, and telling whose it is, so that leftovers of the dead can be told. */
export async function tempName(kind: TempKind): Promise<string> {
  return `${PREFIX}${await ownMark()}.${randomBytes(8).toString('hex')}.${kind}`;
}

export function tempKind(name: string): TempKind | null {
  const kind = TEMP_NAME.exec(name)?.[6];
  return kind === 'tmp' || kind === 'move' || kind === 'part' ? kind : null;
}

/** What has become of whoever made a name of ours. */
export async function writerOf(name: string): Promise<ProcessVerdict> {
  const [, machine, boot, space, pid, start = ''] = TEMP_NAME.exec(name) ?? [];
  const self = await (ourselves ??= findOurselves());
  const here = machine === short(self.machine);
  const owner: LockOwner = {
    ...self,
    pid: parseInt(pid ?? '0', 36),
    processStart: start === '' ? null : Buffer.from(start, 'base64url').toString('utf8'),
    machine: here ? self.machine : '',
    bootId: here && boot === short(self.bootId ?? '') ? self.bootId : '',
    pidSpace: space === short(self.pidSpace ?? '') ? self.pidSpace : '',
  };
  return here ? judgeProcess(owner, self) : 'elsewhere';
}

/** Writes a whole new file under a name of ours and makes it durable; the answer is that name. Nothing stays on failure. */
export async function writeTemp(
  pen: WriteDisk,
  folder: HeldFolder,
  bytes: Uint8Array,
  owner: Partial<Owner>,
): Promise<string> {
  const { name, fd } = await createTemp(pen, folder);
  try {
    await pen.write(fd, bytes);
    await pen.give(fd, owner);
    await pen.sync(fd);
  } catch (error) {
    pen.close(fd);
    await pen.unlink(folder.at(name)).catch(() => undefined);
    throw error;
  }
  pen.close(fd);
  return name;
}

const PREFIX = '.vault-mcp.';
// Machine, start of the machine, numbering of processes, process, its start, a random number, the kind.
const TEMP_NAME =
  /^\.vault-mcp\.([0-9a-f]{6})-([0-9a-f]{6})-([0-9a-f]{6})\.([0-9a-z]{1,8})\.([\w-]{0,64})\.[0-9a-f]{16}\.(tmp|move|part)$/;
/** A name that is taken though it is random means that something is amiss. */
const NAMES = 8;

let ourselves: Promise<LockOwner> | null = null;
let mark: Promise<string> | null = null;

async function createTemp(pen: WriteDisk, folder: HeldFolder): Promise<{ readonly name: string; readonly fd: number }> {
  for (let tries = 1; ; tries++) {
    const name = await tempName('tmp');
    try {
      return { name, fd: await pen.create(folder.at(name)) };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || tries === NAMES) throw error;
    }
  }
}

function ownMark(): Promise<string> {
  mark ??= (ourselves ??= findOurselves()).then(({ machine, bootId, pidSpace, pid, processStart }) => {
    const place = [machine, bootId ?? '', pidSpace ?? ''].map(short).join('-');
    return `${place}.${pid.toString(36)}.${Buffer.from(processStart ?? '', 'utf8').toString('base64url')}`;
  });
  return mark;
}

async function findOurselves(): Promise<LockOwner> {
  return { generation: '', ...(await describeSelf('headless')) };
}

function short(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6);
}
