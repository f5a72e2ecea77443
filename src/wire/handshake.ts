import { asciiJson, asciiText, jsonObject } from './ascii.ts';
import { HANDSHAKE_LIMIT, LINK_VERSIONS, SUBPROTOCOL, WELCOME_LIMIT } from './limits.ts';
import type { VersionRange } from './limits.ts';
import { versionRange } from './unit.ts';

/**
 * The handshake: each end shows that it knows the endpoint's token without sending it, the host first, so that a
 * stranger who sits on a stale port learns nothing. Both proofs are bound to both nonces and to the address dialled:
 * they cannot be passed on to another listener.
 *
 *     shim → hello      nonce, who asks, which session to resume
 *     host → challenge  its nonce and generation, its proof
 *     shim → proof
 *     host → welcome    session, whether resumed, facts
 */

/** What this room must be lent to prove anything. */
export interface Proving {
  /** HMAC-SHA256 of `text` under `token`, as text. */
  mac(token: string, text: string): string;
  /** 256 random bits as text. */
  nonce(): string;
}

export interface Hello {
  readonly nonce: string;
  readonly versions: VersionRange;
  readonly shim: ShimCard;
  /** The session to go on with; null for a new one. */
  readonly resume: ResumeRequest | null;
}

/** Who asks; shown in the host's list of connected agents. */
export interface ShimCard {
  readonly id: string;
  readonly version: string;
  readonly pid: number;
  readonly lang: string;
  /** `clientInfo.name` of the agent, '' where not yet known. */
  readonly client: string;
}

export interface ResumeRequest {
  readonly session: string;
  readonly generation: string;
  /** Highest number that the shim has received. */
  readonly received: number;
}

export interface Challenge {
  readonly nonce: string;
  readonly generation: string;
  /** The version that will be spoken. */
  readonly version: number;
  readonly proof: string;
}

export interface Welcome {
  readonly session: string;
  readonly resumed: boolean;
  /** Highest number that the host has received in this session: 0 in a new one. */
  readonly received: number;
  readonly host: HostFacts;
}

/** What a host tells a shim of itself once both have proved that they know the token. */
export interface HostFacts {
  readonly kind: 'obsidian' | 'headless';
  readonly version: string;
  readonly pid: number;
  /** The vault's name as the user knows it. */
  readonly vault: string;
  /** Tools that declare themselves read-only: calls of them are of class `safe`. */
  readonly readOnlyTools: readonly string[];
  /** Changes when the list of tools does. */
  readonly toolsHash: string;
}

/** What both proofs are made over. `address` is `127.0.0.1:<port>` as each end sees it for itself. */
export interface ProofContext {
  readonly hello: Hello;
  readonly hostNonce: string;
  readonly generation: string;
  readonly version: number;
  readonly address: string;
}

export function hostProof(proving: Proving, token: string, context: ProofContext): string {
  return proving.mac(token, transcript('host', context));
}

export function shimProof(proving: Proving, token: string, context: ProofContext): string {
  return proving.mac(token, transcript('shim', context));
}

/** Compares in a time that depends on the lengths only. */
export function sameProof(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ (right.charCodeAt(at) || 0);
  return difference === 0;
}

/** The newest version in both ranges; null where there is none. */
export function commonVersion(theirs: VersionRange, ours: VersionRange = LINK_VERSIONS): number | null {
  const newest = Math.min(theirs.newest, ours.newest);
  return newest >= Math.max(theirs.oldest, ours.oldest) ? newest : null;
}

export function printHello(hello: Hello): string {
  return `hello ${asciiJson(hello)}`;
}

export function parseHello(bytes: Uint8Array): Hello | null {
  const json = bodyOf('hello', bytes, HANDSHAKE_LIMIT);
  const shim = record(json?.['shim']);
  const versions = versionRange(json?.['versions']);
  if (json === null || shim === null || versions === null || !isShort(json['nonce'])) return null;
  const { id, version, pid, lang, client } = shim;
  if (!isShort(id) || !isShort(version) || !isCount(pid) || !isShort(lang) || !isShort(client)) return null;
  const resume = json['resume'] === null ? null : resumeRequest(record(json['resume']));
  if (resume === undefined) return null;
  return { nonce: json['nonce'], versions, shim: { id, version, pid, lang, client }, resume };
}

export function printChallenge(challenge: Challenge): string {
  return `challenge ${asciiJson(challenge)}`;
}

export function parseChallenge(bytes: Uint8Array): Challenge | null {
  const json = bodyOf('challenge', bytes, HANDSHAKE_LIMIT);
  const { nonce, generation, version, proof } = json ?? {};
  if (!isShort(nonce) || !isShort(generation) || !isCount(version) || !isShort(proof)) return null;
  return { nonce, generation, version, proof };
}

export function printProof(proof: string): string {
  return `proof ${proof}`;
}

export function parseProof(bytes: Uint8Array): string | null {
  const text = bytes.length > HANDSHAKE_LIMIT ? null : asciiText(bytes);
  return text !== null && /^proof \S+$/.test(text) ? text.slice('proof '.length) : null;
}

export function printWelcome(welcome: Welcome): string {
  return `welcome ${asciiJson(welcome)}`;
}

export function parseWelcome(bytes: Uint8Array): Welcome | null {
  const json = bodyOf('welcome', bytes, WELCOME_LIMIT);
  const host = hostFacts(record(json?.['host']));
  const { session, resumed, received } = json ?? {};
  if (host === null || !isShort(session) || typeof resumed !== 'boolean' || !isCount(received)) return null;
  return { session, resumed, received, host };
}

/** Texts in a handshake are names, numbers and hashes; longer ones are refused. */
const LONGEST_TEXT = 256;

function transcript(prover: 'host' | 'shim', { hello, hostNonce, generation, version, address }: ProofContext): string {
  const { nonce, versions, shim, resume } = hello;
  return asciiJson([SUBPROTOCOL, prover, nonce, hostNonce, generation, version, address, versions, shim, resume]);
}

function bodyOf(kind: string, bytes: Uint8Array, limit: number): Record<string, unknown> | null {
  const text = bytes.length > limit ? null : asciiText(bytes);
  return text?.startsWith(`${kind} `) ? jsonObject(text.slice(kind.length + 1)) : null;
}

function resumeRequest(json: Record<string, unknown> | null): ResumeRequest | undefined {
  const { session, generation, received } = json ?? {};
  return isShort(session) && isShort(generation) && isCount(received) ? { session, generation, received } : undefined;
}

function hostFacts(json: Record<string, unknown> | null): HostFacts | null {
  const { kind, version, pid, vault, readOnlyTools, toolsHash } = json ?? {};
  if (kind !== 'obsidian' && kind !== 'headless') return null;
  if (!isShort(version) || !isCount(pid) || typeof vault !== 'string' || !isShort(toolsHash)) return null;
  if (!Array.isArray(readOnlyTools) || !readOnlyTools.every(isShort)) return null;
  return { kind, version, pid, vault, readOnlyTools, toolsHash };
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? { ...value } : null;
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
