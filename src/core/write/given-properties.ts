import type { Conventions, PropertyRole } from '../conventions/conventions.ts';
import { presetOf } from '../conventions/presets.ts';
import { isScalar, type PropertyScalar } from '../edit/yaml-value.ts';
import { VaultError } from '../errors.ts';

/** Properties that a caller gave, checked, in his order, under the keys that this vault uses. */
export type GivenProperties = ReadonlyMap<string, unknown>;

/**
 * Reads a caller's frontmatter. Type, status and dates must be one value and become text; tags may be a list or text parted
 * by commas, at most 64 of 128 units, without `#`, each once; all else passes as it is. A key that another preset uses for
 * a role that this vault has a key for is taken for that one. `__proto__` and undefined are dropped.
 * Throws VaultError 'property_invalid'.
 */
export function readGiven(
  frontmatter: Readonly<Record<string, unknown>>,
  { keys }: Pick<Conventions, 'keys'>,
): GivenProperties {
  const given = new Map<string, unknown>();
  for (const [name, value] of Object.entries(frontmatter)) {
    if (name === '__proto__' || value === undefined) continue;
    const role = roleOf(name, keys, frontmatter);
    const key = role === null ? name : keys[role];
    if (role === 'tags') given.set(key, readTags(key, value));
    else if (role === null) given.set(key, value);
    else given.set(key, oneText(key, value));
  }
  return given;
}

/** Tags as a list: from a list, or from a text parted by commas. Throws VaultError 'property_invalid'. */
export function readTags(property: string, value: unknown): readonly string[] {
  if (value === null || value === '') return [];
  const parts: readonly unknown[] =
    typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
  if (parts.length > MOST_TAGS) throw new VaultError('property_invalid', { property, rule: 'too_many' });
  const tags = new Map<string, string>();
  for (const part of parts) {
    if (!isScalar(part) || part === null) throw new VaultError('property_invalid', { property, rule: 'not_scalar' });
    const tag = String(part).trim().replace(/^#/, '');
    if (tag.length > LONGEST_TAG) throw new VaultError('property_invalid', { property, rule: 'too_long' });
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

const MOST_TAGS = 64;
const LONGEST_TAG = 128;

function roleOf(
  name: string,
  keys: Conventions['keys'],
  frontmatter: Readonly<Record<string, unknown>>,
): PropertyRole | null {
  const own = ROLES.find((role) => keys[role] === name);
  if (own !== undefined) return own;
  const other = ROLES.find((role) => presetOf('en').keys[role] === name || presetOf('pt-BR').keys[role] === name);
  return other === undefined || Object.hasOwn(frontmatter, keys[other]) ? null : other;
}

const ROLES: readonly PropertyRole[] = ['type', 'status', 'tags', 'created', 'updated'];

function oneText(property: string, value: unknown): PropertyScalar {
  if (!isScalar(value) || value === null) throw new VaultError('property_invalid', { property, rule: 'not_scalar' });
  return String(value);
}
