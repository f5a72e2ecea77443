import type { Conventions } from '../conventions/conventions.ts';
import { presetOf } from '../conventions/presets.ts';
import { domainOf } from '../conventions/roles.ts';
import { VaultError } from '../errors.ts';
import { folderPath, type PathRules } from '../path-gate.ts';
import { joinPath, type VaultPath } from '../path.ts';
import { hasInvisible } from '../text/invisible.ts';

/** A domain's folder under the wiki folder. */
export interface Domain {
  /** As the folder is spelt. */
  readonly name: string;
  readonly folder: VaultPath;
  /** The folder is not there yet. */
  readonly isNew: boolean;
}

export interface DomainParts {
  readonly conventions: Conventions;
  readonly pathRules: PathRules;
  /** Every file of the vault. */
  readonly files: Iterable<VaultPath>;
  /** Domains that the user has named in the settings. */
  readonly named: readonly string[];
  standing(path: VaultPath): Promise<string>;
}

/**
 * The domain of that name: a folder directly under the wiki folder, or one that may be made: the user has named the domain,
 * or `confirmed`. A name that differs from a folder's in case or composition only is that folder's. What a new folder may not
 * be called (white space) an old one, or one that the user has named, may.
 * Throws VaultError 'domain_invalid', or 'domain_unknown' with those that are known.
 */
export async function findDomain(asked: string, confirmed: boolean, parts: DomainParts): Promise<Domain> {
  const name = asked.normalize('NFC');
  const existing = domainFolders(parts);
  const spelt = existing.find((one) => one === name) ?? existing.find((one) => sameName(one, name));
  const isKnown = spelt !== undefined || parts.named.some((one) => sameName(one, name));
  checkForm(isKnown ? name.replaceAll(' ', '-') : name, parts.pathRules);
  if (spelt !== undefined) return { name: spelt, folder: folderOfDomain(spelt, parts.conventions), isNew: false };
  const known = [...new Set([...existing, ...parts.named])].sort();
  const title = parts.named.find((one) => sameName(one, name)) ?? name;
  const folder = folderOfDomain(title, parts.conventions);
  const standing = await parts.standing(folder);
  if (standing === 'folder') return { name: title, folder, isNew: false };
  if (standing !== 'nothing') throw new VaultError('domain_invalid', { rule: 'not_a_folder' });
  if (!confirmed && !isKnown) {
    throw new VaultError('domain_unknown', { domain: title, known });
  }
  return { name: title, folder, isNew: true };
}

/** Where the notes of domains lie: the vault's wiki folder, or where it would be. */
export function wikiFolder({ folders, preset }: Conventions): string {
  return folders.wiki ?? presetOf(preset).folders.wiki;
}

const LONGEST = 64; // UTF-16 units

/** What the name may not be is never echoed: it may be made to pass for a line of ours. */
function checkForm(name: string, rules: PathRules): void {
  const refuse = (rule: string): never => {
    throw new VaultError('domain_invalid', { rule });
  };
  if (name === '') refuse('empty');
  if (name.length > LONGEST) refuse('too_long');
  if (hasInvisible(name)) refuse('control_character');
  if (/\s/u.test(name)) refuse('white_space');
  if (/[/\\]/.test(name)) refuse('slash');
  if (name.startsWith('.')) refuse('hidden_folder');
  try {
    folderPath(`wiki/${name}`, rules);
  } catch (error) {
    if (error instanceof VaultError && error.code === 'invalid_path') {
      refuse((error as VaultError<'invalid_path'>).params.rule);
    }
    throw error;
  }
}

function folderOfDomain(name: string, conventions: Conventions): VaultPath {
  return joinPath(wikiFolder(conventions), name);
}

function domainFolders({ files, conventions }: DomainParts): readonly string[] {
  const found = new Set<string>();
  for (const path of files) {
    const domain = domainOf(path, conventions);
    if (domain !== null) found.add(domain);
  }
  return [...found];
}

function sameName(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
}
