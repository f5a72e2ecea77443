/**
 * Reads the YAML that nearly all notes have — `key: scalar`, and lists of scalars — many times faster than the YAML
 * library. Anything it is not sure of (nesting, block scalars, anchors, escapes, odd numbers, a key twice)
 * gives null: then the library decides. Comments behind values are passed over. A property test holds it to the library wherever it answers.
 */
export function simpleYaml(yaml: string): Record<string, unknown> | null {
  const result: Record<string, unknown> = {};
  let list: unknown[] | null = null;
  let listKey = '';
  let listIndent = -1;
  for (const raw of yaml.split('\n')) {
    const line = withoutComment(raw).trimEnd();
    if (line === '') continue;
    const item = LIST_ITEM.exec(line);
    if (item !== null) {
      const indent = item[1]?.length ?? 0;
      if (listKey === '' || (listIndent >= 0 && indent !== listIndent)) return null;
      const value = scalar(item[2] ?? '');
      if (value === undefined) return null;
      listIndent = indent;
      if (list === null) result[listKey] = list = [];
      list.push(value);
      continue;
    }
    const pair = KEY.exec(line);
    const key = pair?.[1] ?? '';
    if (pair === null || RESERVED.has(key.toLowerCase()) || Object.hasOwn(result, key)) return null;
    const rest = (pair[2] ?? '').trim();
    const value = rest.startsWith('[') ? flowList(rest) : scalar(rest);
    if (value === undefined) return null;
    result[key] = value;
    list = null;
    listKey = rest === '' ? key : '';
    listIndent = -1;
  }
  return result;
}

/**
 * A line without the comment behind its value. Where a quote stands before the `#` it may be part of a text: only a quoted
 * value that ends before the comment is cut, all else is left as it is, and so to the library.
 */
function withoutComment(line: string): string {
  const mark = line.indexOf('#');
  if (mark < 0) return line;
  const quoted = QUOTED_WITH_COMMENT.exec(line);
  if (quoted !== null) return quoted[1] ?? line;
  if (QUOTES.test(line)) return line;
  const comment = /(?:^|[ \t])#/.exec(line);
  return comment === null ? line : line.slice(0, comment.index);
}

/** The value of a scalar; undefined where this reader is not sure. */
function scalar(text: string): unknown {
  if (text === '') return null;
  const first = text.charCodeAt(0);
  if (first === QUOTE) return DOUBLE_QUOTED.test(text) ? text.slice(1, -1) : undefined;
  if (first === APOSTROPHE) return SINGLE_QUOTED.test(text) ? text.slice(1, -1) : undefined;
  if (first >= 48 && first <= 57) return INTEGER.test(text) ? Number(text) : DATE.test(text) ? text : undefined;
  if (!PLAIN_ASCII.test(text) && (!PLAIN.test(text) || text.endsWith(':'))) return undefined;
  return CONSTANTS.has(text) ? CONSTANTS.get(text) : text;
}

function flowList(text: string): unknown[] | undefined {
  if (!ASCII_FLOW_LIST.test(text) && !FLOW_LIST.test(text)) return undefined;
  const inside = text.slice(1, -1).trim();
  const values = inside === '' ? [] : inside.split(',').map((part) => scalar(part.trim()));
  return values.some((value) => value === undefined || value === null) ? undefined : values;
}

const QUOTE = 34;
const APOSTROPHE = 39;
/** A key starts with a letter and goes on with letters, digits, dashes and single spaces. */
const KEY = /^([A-Za-z][A-Za-z0-9_-]*(?: [A-Za-z0-9_-]+)*):(?:$| (.*)$)/;
const LIST_ITEM = /^( *)-(?: (.*))?$/;
const QUOTES = /["']/;
/** A key or a dash, one quoted text, a comment. */
const QUOTED_WITH_COMMENT = /^([^"'#]*[:-] +(?:"[^"\\\p{C}]*"|'[^'\p{C}]*'))[ \t]+#/u;
const RESERVED = new Set(['null', 'true', 'false']);
/** The most common of what the next accepts: looked at first, since classes of Unicode cost many times as much. */
const PLAIN_ASCII = /^[A-Za-z][ -"$-9;-~]*$/;
/** Letters of any script first; then no `: `, no ` #`, no control character. */
const PLAIN = /^\p{L}(?:[^\p{C}:#]|:(?! |$)|(?<! )#)*$/u;
const DOUBLE_QUOTED = /^"[^"\\\p{C}]*"$/u;
const SINGLE_QUOTED = /^'[^'\p{C}]*'$/u;
const INTEGER = /^(?:0|[1-9][0-9]{0,14})$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?$/;
const ASCII_FLOW_LIST = /^\[[A-Za-z0-9 ,/_-]*\]$/;
const FLOW_LIST = /^\[[\p{L}\p{N} ,/_-]*\]$/u;
const CONSTANTS = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
  ['null', null],
  ['Null', null],
  ['NULL', null],
]);
