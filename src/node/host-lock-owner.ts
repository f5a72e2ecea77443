import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { jsonObject } from '../wire/ascii.ts';

/** Who holds a lock, told so that another process can find out whether it still lives. */
export interface LockOwner {
  readonly generation: string;
  readonly kind: 'obsidian' | 'headless';
  readonly pid: number;
  /** When the process started, in the system's own words; null where the system does not tell cheaply. */
  readonly processStart: string | null;
  /** Random per start of the machine; null likewise. */
  readonly bootId: string | null;
  /** Which numbering `pid` belongs to: sandboxes have one of their own. Null where there is only one. */
  readonly pidSpace: string | null;
  /** A hash that is the same for every process of this machine. */
  readonly machine: string;
  readonly hostName: string;
}

/**
 * `gone`: that process cannot live any more. `alive`: it lives. `untold`: a process of another sandbox, or a system that
 * does not tell. `elsewhere`: another machine, on which nothing can be asked.
 */
export type ProcessVerdict = 'gone' | 'alive' | 'untold' | 'elsewhere';

/** This process as the owner of a lock. */
export async function describeSelf(kind: LockOwner['kind']): Promise<Omit<LockOwner, 'generation'>> {
  const [machine, bootId, pidSpace, processStart] = await Promise.all([
    machineHash(),
    bootIdOf(),
    pidSpaceOf(),
    processStartOf(process.pid),
  ]);
  return { kind, pid: process.pid, processStart, bootId, pidSpace, machine, hostName: hostname() };
}

/** Judges by identity alone, never by age: a sleeping machine makes every age a lie. */
export async function judgeProcess(owner: LockOwner, self: LockOwner): Promise<ProcessVerdict> {
  const sameBoot = owner.bootId !== null && owner.bootId === self.bootId;
  if (!sameBoot && owner.machine !== self.machine) return 'elsewhere';
  if (!sameBoot && owner.bootId !== null && self.bootId !== null) return 'gone';
  if (owner.pidSpace !== self.pidSpace) return 'untold';
  if (isSameProcess(owner, self)) return 'alive';
  if (!exists(owner.pid)) return 'gone';
  const start = await processStartOf(owner.pid);
  if (start === DEAD) return 'gone';
  if (start === null || owner.processStart === null) return 'untold';
  return start === owner.processStart ? 'alive' : 'gone';
}

export function isSameProcess(owner: LockOwner, self: LockOwner): boolean {
  const { pid, processStart, bootId, pidSpace, machine } = owner;
  return (
    pid === self.pid &&
    processStart === self.processStart &&
    bootId === self.bootId &&
    pidSpace === self.pidSpace &&
    machine === self.machine
  );
}

export function printOwner(owner: LockOwner): string {
  return `${JSON.stringify(owner, null, 2)}\n`;
}

export function parseOwner(text: string): LockOwner | null {
  const { generation, kind, pid, processStart, bootId, pidSpace, machine, hostName } = jsonObject(text) ?? {};
  if (typeof generation !== 'string' || (kind !== 'obsidian' && kind !== 'headless')) return null;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return null;
  if (typeof machine !== 'string' || typeof hostName !== 'string') return null;
  if (!isTextOrNull(processStart) || !isTextOrNull(bootId) || !isTextOrNull(pidSpace)) return null;
  return { generation, kind, pid, processStart, bootId, pidSpace, machine, hostName };
}

const run = promisify(execFile);
/** Reports in one language and zone, so that two readings compare as text. */
const PLAIN = { env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, timeout: 5000 };

/** In place of a start, for a process that has ended and was not yet collected by its parent. */
const DEAD = 'dead';

/** The start of a process as text; null where the system does not tell. */
async function processStartOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // After the name, which may hold anything: state is field 3, start (ticks since boot) field 22 of proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? DEAD : (fields[19] ?? null);
  }
  if (process.platform === 'darwin') {
    const { stdout } = await run('ps', ['-o', 'state=,lstart=', '-p', String(pid)], PLAIN).catch(() => ({
      stdout: '',
    }));
    const [, state = '', start = null] = /^(\S+)\s+(.+)$/.exec(stdout.trim()) ?? [];
    return state.startsWith('Z') ? DEAD : start;
  }
  return null;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function bootIdOf(): Promise<string | null> {
  if (process.platform === 'linux') return textOf('/proc/sys/kernel/random/boot_id');
  if (process.platform !== 'darwin') return null;
  const { stdout } = await run('sysctl', ['-n', 'kern.bootsessionuuid'], PLAIN).catch(() => ({ stdout: '' }));
  return stdout.trim() || null;
}

async function pidSpaceOf(): Promise<string | null> {
  return process.platform === 'linux' ? readlink('/proc/self/ns/pid').catch(() => null) : null;
}

/** Names change (a laptop takes another in each network), therefore the machine's own id where the system has one. */
async function machineHash(): Promise<string> {
  const id = process.platform === 'linux' ? await textOf('/etc/machine-id') : await appleMachineId();
  return createHash('sha256')
    .update(`vault-mcp ${id ?? hostname()}`)
    .digest('hex')
    .slice(0, 16);
}

async function appleMachineId(): Promise<string | null> {
  if (process.platform !== 'darwin') return null;
  const { stdout } = await run('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], PLAIN).catch(() => ({ stdout: '' }));
  return /"IOPlatformUUID" = "([^"]+)"/.exec(stdout)?.[1] ?? null;
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
