import { homedir } from 'node:os';
import { escapeLine, foldToLine } from '../core/text/invisible.ts';
import type { CommitRequest } from '../core/change/write-ports.ts';

/** UTF-16 units of a commit's subject, prefix included. */
const LONGEST_SUBJECT = 200;
const LONGEST_CLIENT = 100;
const LONGEST_DETAIL = 300;

/** The trailer by which a commit is known again. */
export const CHANGE_TRAILER = 'Vault-MCP-Change';

/** Subject on one line, then the trailers that say who made the change, by which tool, under which id. */
export function commitMessage({ subject, trailer }: CommitRequest): string {
  const trailers = [
    `Vault-MCP-Client: ${oneLine(trailer.client, LONGEST_CLIENT) || 'unknown'}`,
    `Vault-MCP-Tool: ${oneLine(trailer.tool, LONGEST_CLIENT)}`,
    `${CHANGE_TRAILER}: ${oneLine(trailer.change, LONGEST_CLIENT)}`,
  ];
  return `${cut(`docs(vault): ${foldToLine(subject)}`, LONGEST_SUBJECT)}\n\n${trailers.join('\n')}\n`;
}

/**
 * What git or a hook printed, as one line without a folder of this machine: the vault's becomes `<vault>`, the
 * repository's `<repository>`, the user's `~`, any other absolute path `<path>`; a password in an address is gone.
 * For people to read; nothing is decided by it.
 */
export function gitDetail(printed: string, places: { readonly root: string; readonly repository?: string }): string {
  const told = printed
    .split('\n')
    .filter((line) => !line.startsWith('hint:'))
    .join('\n');
  const names: [string, string][] = [
    [places.root, '<vault>'],
    [places.repository ?? '', '<repository>'],
    [homedir(), '~'],
  ];
  let text = told;
  for (const [folder, name] of names.sort(([a], [b]) => b.length - a.length)) {
    if (folder.length < 2) continue;
    for (const form of new Set([folder, folder.replaceAll('\\', '/')])) text = text.replaceAll(form, name);
  }
  text = text
    .replace(/:\/\/[^\s/@]{1,500}@/gu, '://')
    .replace(/(?<![\p{L}\p{N}_.~>/:\\-])\/[^\s'":;,]+/gu, '<path>')
    .replace(/(?<![\p{L}\p{N}_])[A-Za-z]:[\\/](?!\/)[^\s'";,]*/gu, '<path>');
  return cut(foldToLine(text), LONGEST_DETAIL);
}

function oneLine(text: string, limit: number): string {
  return cut(escapeLine(text).trim(), limit);
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Never half of a surrogate pair.
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
