/** What a property may be given: one scalar or a flat list of them. Dates are texts. */
export type PropertyScalar = string | number | boolean | null;
export type PropertyValue = PropertyScalar | readonly PropertyScalar[];

/** How a text was quoted before, so that a new one is quoted alike where it can be. */
export type QuoteStyle = 'plain' | 'single' | 'double';

export interface ScalarPlace {
  /** Within `[…]` or `{…}`, where commas and brackets part items. */
  readonly flow: boolean;
  /** Whether a text that is a date may stand bare: readers of YAML 1.1 make a date of it, which is what is meant. */
  readonly dates: 'bare' | 'quoted';
  readonly style?: QuoteStyle | undefined;
}

/**
 * A scalar as YAML that readers of YAML 1.1 and of 1.2 read back as exactly this value. Anything that one of them
 * could take for something else (`007`, `yes`, `1:30`, `1_000`, `=`, `a: b`) is quoted. One line, whatever it holds.
 */
export function writeScalar(value: PropertyScalar, place: ScalarPlace): string {
  if (value === null) return place.flow ? 'null' : '';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value);
  if (place.style === 'single' && SINGLE.test(value)) return `'${value}'`;
  if (place.style === 'double') return doubleQuoted(value);
  return isPlain(value, place.flow) || (place.dates === 'bare' && isDate(value)) ? value : doubleQuoted(value);
}

/** A list in flow style; its texts quoted where needed, dates among them. */
export function writeFlowList(values: readonly PropertyScalar[]): string {
  return `[${values.map((value) => writeScalar(value, { flow: true, dates: 'quoted' })).join(', ')}]`;
}

/** Any plain data as one line of YAML: lists and objects in flow style. `depth` levels at most, else null. */
export function writeData(value: unknown, depth = 8): string | null {
  if (isScalar(value)) return writeScalar(value, { flow: false, dates: 'bare' });
  return writeInFlow(value, depth);
}

/** A key that reads back as this text: quoted where it is not plainly one. */
export function writeKey(key: string): string {
  return PLAIN_KEY.test(key) && !RESERVED.has(key.toLowerCase()) ? key : doubleQuoted(key);
}

/** Whether a text is a day of the calendar, or a time of one, in ISO form. */
export function isDate(text: string): boolean {
  const parts = ISO_DATE.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && Number(parts[4] ?? 0) < 24 && Number(parts[5] ?? 0) < 60 && Number(parts[6] ?? 0) < 60;
}

export function isScalar(value: unknown): value is PropertyScalar {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
}

function writeInFlow(value: unknown, depth: number): string | null {
  if (isScalar(value)) return writeScalar(value, { flow: true, dates: 'quoted' });
  if (depth === 0 || typeof value !== 'object' || value === null) return null;
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => writeInFlow(item ?? null, depth - 1))
    : Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
        if (inner === undefined || key === '__proto__') return [];
        const written = writeInFlow(inner, depth - 1);
        return [written === null ? null : `${writeKey(key)}: ${written}`];
      });
  if (parts.includes(null)) return null;
  return Array.isArray(value) ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`;
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) return doubleQuoted(String(value));
  const text = String(value);
  // YAML 1.1 knows an exponent only behind a point: `1e+21` would be a text there.
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text;
}

function isPlain(text: string, flow: boolean): boolean {
  return (flow ? PLAIN_IN_FLOW : PLAIN).test(text) && !text.endsWith(':') && !RESERVED.has(text.toLowerCase());
}

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(UNPRINTABLE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** A letter first; no control, no `: `, no ` #`, no space at the end. Letters of numbers (`1e3`) never come first. */
const PLAIN = /^\p{L}(?:[^\p{C}\p{Z}:#]|:(?! |$)|(?<! )#| (?=[^ ]))*$/u;
/** In a list, also without its own marks; colons are left to quotes, since old readers differ there. */
const PLAIN_IN_FLOW = /^\p{L}(?:[^\p{C}\p{Z}:#,[\]{}]|(?<! )#| (?=[^ ]))*$/u;
const PLAIN_KEY = /^\p{L}[\p{L}\p{N}\p{M}_.-]*(?: [\p{L}\p{N}\p{M}_.-]+)*$/u;
const SINGLE = /^[^'\p{C}\p{Zl}\p{Zp}]*$/u;
/** Left as they are by JSON, but not printable in YAML, or a line end to some readers. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
const ISO_DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?)?$/;
/** Words that some reader takes for something other than text, in any case (YAML 1.1's type repository). */
const RESERVED = new Set(['true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n', 'null', 'nan', 'inf']);
