import type { Conventions } from '../conventions/conventions.ts';
import { writeScalar } from '../edit/yaml-value.ts';
import { frontmatterBlock, parseFrontmatter } from '../note/frontmatter.ts';
import { formatDate } from './date-format.ts';
import type { LocalTime } from './local-time.ts';

/** What a template's tokens stand for. */
export interface TemplateFacts {
  readonly title: string;
  readonly time: LocalTime;
  /** In whose words days and months are named; absent: a format that names them is one that is not known. */
  readonly words?: Conventions['preset'];
}

/** The text of a template with its tokens filled in (LF line ends), or why it cannot be used. */
export type Rendered = { readonly text: string } | { readonly problem: 'unknown_token' | 'bad_frontmatter' | 'empty' };

/**
 * Fills in Templater's `<% tp.file.title %>` and `<% tp.date.now("YYYY-MM-DD") %>`, and the app's own `{{title}}`, `{{date}}`,
 * `{{date:YYYY-MM-DD}}` and `{{time}}`; formats as `formatDate` knows them. Any other command makes the template unusable,
 * since it would run in the app and not here. Judged on the template: a title may hold what it likes. Linear.
 */
export function renderTemplate(template: string, facts: TemplateFacts): Rendered {
  const source = template.replace(/\r\n?/g, '\n');
  if (source.trim() === '') return { problem: 'empty' };
  const block = frontmatterBlock(source);
  const head = fill(source.slice(0, block?.bodyStart ?? 0), facts, true);
  const body = fill(source.slice(block?.bodyStart ?? 0), facts, false);
  if (head === null || body === null) return { problem: 'unknown_token' };
  const text = head + body;
  const filled = frontmatterBlock(text);
  if (block !== null && (filled === null || filled.bodyStart !== head.length)) return { problem: 'bad_frontmatter' };
  if (filled !== null && parseFrontmatter(text, filled).error !== undefined) return { problem: 'bad_frontmatter' };
  return { text };
}

const TITLE = /^tp\.file\.title$|^title$/;
const DATE = /^tp\.date\.now\(\s*(?:"([^"]*)"|'([^']*)')?\s*\)$/;
const OWN_DATE = /^(date|time)(?::(.*))?$/;

/** UTF-16 units within two braces; what is longer is text. */
const LONGEST_OWN = 64;

/** Null where a command of Templater's is not one of those that are known; other text in braces is text. */
function fill(source: string, facts: TemplateFacts, inYaml: boolean): string | null {
  const filled: string[] = [];
  let at = 0;
  for (const { 0: open, index } of source.matchAll(/<%|\{\{/g)) {
    if (index < at) continue;
    const own = open === '{{';
    const rest = own ? source.slice(index + 2, index + 2 + LONGEST_OWN) : source.slice(index + 2);
    const length = rest.indexOf(own ? '}}' : '%>');
    const inner = length < 0 ? '' : rest.slice(0, length).trim();
    const value = length < 0 ? null : valueOf(inner, own, facts);
    if (value === null && !own) return null;
    if (value === null) continue;
    const before = source.slice(at, index);
    at = index + 2 + length + 2;
    filled.push(before, inYaml && TITLE.test(inner) ? quotedFor(before, source.slice(at), value) : value);
  }
  return filled.join('') + source.slice(at);
}

function valueOf(inner: string, own: boolean, { title, time, words }: TemplateFacts): string | null {
  if (inner === (own ? 'title' : 'tp.file.title')) return title;
  if (own) {
    const named = OWN_DATE.exec(inner);
    if (named === null) return null;
    return formatDate(named[2]?.trim() ?? (named[1] === 'time' ? 'HH:mm' : 'YYYY-MM-DD'), time, words ?? null);
  }
  const date = DATE.exec(inner);
  return date === null ? null : formatDate(date[1] ?? date[2] ?? 'YYYY-MM-DD', time, words ?? null);
}

/** A title as a value in YAML: within quotes that the template has, else with its own where it needs some. */
function quotedFor(before: string, after: string, title: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (line.endsWith('"') && after.startsWith('"')) return JSON.stringify(title).slice(1, -1);
  if (line.endsWith("'") && after.startsWith("'")) return title.replaceAll("'", "''");
  const whole = /:[ \t]+$/.test(line) && /^[ \t]*(?:\n|$)/.test(after);
  return whole ? writeScalar(title, { flow: false, dates: 'quoted' }) : title;
}
