import type { Warning } from '../change/desk.ts';
import { applyEdits, sortedEdits } from '../change/edits.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { typeOf } from '../conventions/roles.ts';
import { blockOf, entryOf, setAnything, setProperty } from '../edit/frontmatter-edit.ts';
import { isScalar, type PropertyValue } from '../edit/yaml-value.ts';
import { readBlock } from '../edit/yaml-block.ts';
import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';
import type { GivenProperties } from './given-properties.ts';

/** A text with the properties that a note of this vault has, and what could not be filled in. */
export interface Composed {
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/** Whether a text opens with properties of its own: a block that reads as such, or a blank one. */
export function opensWithProperties(text: string, path: VaultPath): boolean {
  const reading = readBlock(text);
  // Two rules around prose are no properties; a block that was meant as some but cannot be read is refused.
  if (reading.kind === 'broken' && !reading.list) {
    throw new VaultError('frontmatter_invalid', { path, problem: reading.problem });
  }
  return reading.kind === 'properties';
}

/** The text with a block before it: properties are never looked for in what a note's text opens with. */
export function withBlock(text: string, eol: string): string {
  return `---${eol}---${eol}${text}`;
}

/** Fills in properties that the text lacks or leaves blank; those that it has win. One that cannot be filled is a warning. */
export function fillMissing(text: string, path: VaultPath, properties: GivenProperties): Composed {
  let filled = text;
  const warnings: Warning[] = [];
  for (const [key, value] of properties) {
    const has = blockOf({ text: filled, path });
    const entry = has === null ? undefined : entryOf(has, key);
    const present = entry === undefined ? undefined : has?.value[entry.key];
    if (entry !== undefined && !isBlank(present)) continue;
    const written = trySet(filled, path, key, value);
    if (written === null) warnings.push({ code: 'property_not_filled', about: key });
    else filled = written;
  }
  return { text: filled, warnings };
}

/** Gives the text these properties, whatever it had. Throws VaultError where one cannot be written. */
export function setAll(text: string, path: VaultPath, properties: GivenProperties): string {
  let written = text;
  for (const [key, value] of properties) {
    written = applyEdits(written, sortedEdits(editsFor(written, path, key, value)));
  }
  return written;
}

/** Type, tags and date of creation, as a note at this path gets them where nobody said otherwise. */
export function usualProperties(path: VaultPath, conventions: Conventions, today: string): GivenProperties {
  const { keys } = conventions;
  return new Map<string, unknown>([
    [keys.type, typeOf(path, undefined, conventions)],
    [keys.tags, []],
    [keys.created, today],
  ]);
}

function trySet(text: string, path: VaultPath, key: string, value: unknown): string | null {
  try {
    return applyEdits(text, sortedEdits(editsFor(text, path, key, value)));
  } catch (error) {
    if (error instanceof VaultError && error.code === 'frontmatter_invalid') return null;
    throw error;
  }
}

function editsFor(text: string, path: VaultPath, key: string, value: unknown): ReturnType<typeof setProperty> {
  return isFlat(value) ? setProperty({ text, path }, key, value) : setAnything({ text, path }, key, value);
}

function isFlat(value: unknown): value is PropertyValue {
  return isScalar(value) || (Array.isArray(value) && value.every(isScalar));
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
