import { isSeq, isScalar as isYamlScalar, parseDocument } from 'yaml';
import { isDate, type PropertyScalar, type PropertyValue } from './yaml-value.ts';

/**
 * What a caller's text means as a property: a list where it is one in brackets, else a scalar as every reader of YAML
 * would read it. Where readers differ (`007`, `3.10`, `yes`, `12:30`) it is the text as it stands, so nothing of it is
 * lost. `[[link]]` is a link, not a list in a list; null where brackets hold something that no property can be given.
 */
export function readValue(text: string): { readonly value: PropertyValue } | null {
  const trimmed = text.trim();
  if (WIKILINK.test(trimmed)) return { value: trimmed };
  if (trimmed.startsWith('[') && trimmed.endsWith(']')) return readList(trimmed);
  if (QUOTED.test(trimmed)) {
    const inside: unknown = parsed(trimmed)?.toJS();
    if (typeof inside === 'string') return { value: inside };
  }
  return { value: readScalar(text) };
}

/** A bare word as a scalar; text keeps its spaces at the ends. */
export function readScalar(text: string): PropertyScalar {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '~' || trimmed === 'null') return null;
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  if (NUMBER.test(trimmed) && String(Number(trimmed)) === trimmed) return Number(trimmed);
  return isDate(trimmed) ? trimmed : text;
}

function readList(text: string): { readonly value: PropertyValue } | null {
  const contents = parsed(text)?.contents;
  if (!isSeq(contents)) return null;
  const values: PropertyScalar[] = [];
  for (const item of contents.items) {
    if (isYamlScalar(item)) {
      const source = item.source ?? '';
      const quoted = item.type === 'QUOTE_DOUBLE' || item.type === 'QUOTE_SINGLE';
      values.push(quoted && typeof item.value === 'string' ? item.value : readScalar(source));
      continue;
    }
    // An unquoted link is a list in a list to YAML; whoever writes one means the link.
    const range = isSeq(item) ? item.range : null;
    const source = range ? text.slice(range[0], range[1]) : '';
    if (!WIKILINK.test(source)) return null;
    values.push(source);
  }
  return { value: values };
}

function parsed(text: string): ReturnType<typeof parseDocument> | null {
  if (text.length > LONGEST || /\[{65}|\{{65}/.test(text)) return null;
  const doc = parseDocument(text, { logLevel: 'silent' });
  return doc.errors.length > 0 ? null : doc;
}

/** UTF-16 units; a property's value is a line or two. */
const LONGEST = 65_536;
const WIKILINK = /^\[\[[^[\]\n]+\]\]$/;
const QUOTED = /^(?:"[^]*"|'[^]*')$/;
const NUMBER = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/;
