import { clamp } from './budget.ts';
import type { NoteMessages } from './messages/messages.ts';

/** Bounds of what is printed; work is proportional to it, whatever aliases and anchors a YAML block piles up. */
const mostKeys = 32;
const mostUnitsOfValue = 512;
const mostUnits = 4000;
const mostItems = 16;

/**
 * A note's properties, `key: value` each, one level of nesting shown and what lies deeper summarised. `cut` when
 * the block holds more than is printed.
 */
export function frontmatterLines(
  frontmatter: Readonly<Record<string, unknown>>,
  messages: NoteMessages,
  show: (text: string) => string,
): { lines: string[]; cut: boolean } {
  const lines: string[] = [];
  let left = mostUnits;
  for (const key of firstKeys(frontmatter, mostKeys + 1)) {
    const value = clamp(valueText(frontmatter[key], messages), mostUnitsOfValue);
    const line = `${show(clamp(key, mostUnitsOfValue))}: ${show(value)}`;
    left -= line.length;
    if (lines.length === mostKeys || left < 0) return { lines, cut: true };
    lines.push(line);
  }
  return { lines, cut: false };
}

/** A scalar as it is; a list or an object with its members, and those that are containers themselves by their size. */
function valueText(value: unknown, messages: NoteMessages, nested = false): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'string') return clamp(value, mostUnitsOfValue);
  if (typeof value !== 'object') return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return nested ? messages.listOf(value.length) : itemsText(value, messages);
  const members = value as Readonly<Record<string, unknown>>;
  return nested ? messages.objectOf(size(members)) : membersText(members, messages);
}

function itemsText(items: readonly unknown[], messages: NoteMessages): string {
  const shown = items.slice(0, mostItems).map((item) => valueText(item, messages, true));
  return withMore(shown, items.length, messages);
}

function membersText(members: Readonly<Record<string, unknown>>, messages: NoteMessages): string {
  const keys = firstKeys(members, mostItems);
  const shown = keys.map((key) => `${clamp(key, 64)}: ${valueText(members[key], messages, true)}`);
  return `{${withMore(shown, size(members), messages)}}`;
}

function withMore(shown: readonly string[], total: number, messages: NoteMessages): string {
  const more = total - shown.length;
  return [...shown, ...(more > 0 ? [messages.moreItems(more)] : [])].join(', ');
}

function firstKeys(value: Readonly<Record<string, unknown>>, most: number): string[] {
  const keys: string[] = [];
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    keys.push(key);
    if (keys.length === most) break;
  }
  return keys;
}

/** Counting a huge shared object once is enough. */
const sizes = new WeakMap<object, number>();

function size(value: object): number {
  const counted = sizes.get(value) ?? Object.keys(value).length;
  sizes.set(value, counted);
  return counted;
}

/** A date without a time of day is a day. */
function dateText(date: Date): string {
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}
