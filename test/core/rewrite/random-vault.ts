import fc from 'fast-check';
import { folderOf, joinPath, type VaultPath } from '../../../src/core/path.ts';
import { relativePath } from '../../../src/core/rewrite/relative-path.ts';
import type { Files } from './support.ts';

const FOLDERS = ['', 'a', 'a/b', 'B', 'c d', 'Ação', 'a/b/x'];
const NAMES = ['x', 'X', 'y', 'x two', 'ação', 'n(1)', "it's", 'v1.2', '日本', 'R&D', '100%', '300', 'x.md'];
const KINDS = ['.md', '.md', '.md', '.md', '.png', '.canvas'];

/** A link as some author may write it: to which of the vault's files, by which path, in which syntax, with what around. */
interface LinkPlan {
  readonly target: number;
  readonly path: 'name' | 'root' | 'slash' | 'relative' | 'dotted' | 'tail' | 'broken';
  readonly md: boolean;
  readonly otherCase: boolean;
  readonly syntax: 'wiki' | 'embed' | 'markdown' | 'angled' | 'image' | 'encoded' | 'defined';
  readonly sub: string;
  readonly shown: 'none' | 'prose' | 'name' | 'path' | 'size';
  readonly place:
    'text' | 'table' | 'list' | 'comment' | 'code' | 'fence' | 'html' | 'quote' | 'double' | 'single' | 'items';
}

const linkPlan: fc.Arbitrary<LinkPlan> = fc.record({
  target: fc.nat(100),
  path: fc.constantFrom('name', 'name', 'root', 'slash', 'relative', 'dotted', 'tail', 'broken'),
  md: fc.boolean(),
  otherCase: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  syntax: fc.constantFrom('wiki', 'wiki', 'embed', 'markdown', 'angled', 'image', 'encoded', 'defined'),
  sub: fc.constantFrom('', '', '#Heading', '#^b1', '#A b#C'),
  shown: fc.constantFrom('none', 'prose', 'name', 'path', 'size'),
  place: fc.constantFrom(
    'text',
    'text',
    'table',
    'list',
    'comment',
    'code',
    'fence',
    'html',
    'quote',
    'double',
    'single',
    'items',
  ),
});

interface VaultPlan {
  readonly paths: readonly VaultPath[];
  readonly links: readonly (readonly LinkPlan[])[];
  readonly eol: string;
  readonly from: number;
  readonly folderMove: boolean;
  readonly to: { readonly folder: string; readonly name: string };
}

export interface RandomMove {
  readonly files: Files;
  readonly from: string;
  readonly to: string;
}

const somePath = fc
  .tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES), fc.constantFrom(...KINDS))
  .map(([folder, name, kind]) => joinPath(folder, name + kind));

/** Small vaults with files that share names, links of every form between them, and one move of a file or a folder. */
export const randomMove: fc.Arbitrary<RandomMove> = fc
  .record({
    paths: fc.uniqueArray(somePath, { minLength: 2, maxLength: 8, selector: (path) => path }),
    links: fc.array(fc.array(linkPlan, { maxLength: 6 }), { minLength: 8, maxLength: 8 }),
    eol: fc.constantFrom('\n', '\n', '\r\n'),
    from: fc.nat(100),
    folderMove: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    to: fc.record({
      folder: fc.constantFrom(...FOLDERS, 'new', 'a/new'),
      name: fc.constantFrom(...NAMES, 'new name', 'novo'),
    }),
  })
  .map(built);

function built({ paths, links, eol, from, folderMove, to }: VaultPlan): RandomMove {
  const files: Record<string, string> = {};
  paths.forEach((path, index) => {
    files[path] = textOf(path, paths, links[index] ?? [], eol);
  });
  const source = paths[from % paths.length] ?? ('x.md' as VaultPath);
  const folder = folderOf(source);
  if (folderMove && folder !== '') return { files, from: folder, to: joinPath(to.folder, `${to.name} f`) };
  const kind = source.slice(source.lastIndexOf('.'));
  return { files, from: source, to: joinPath(to.folder, to.name + kind) };
}

function textOf(path: VaultPath, paths: readonly VaultPath[], links: readonly LinkPlan[], eol: string): string {
  if (path.endsWith('.png')) return 'bytes';
  const written = links.map((plan) => ({ plan, text: linkText(plan, path, paths) }));
  if (path.endsWith('.canvas')) return canvasOf(written, paths);
  const properties = written.filter(({ plan }) => ['double', 'single', 'items'].includes(plan.place));
  const body = written
    .filter((one) => !properties.includes(one))
    .map(({ plan, text }) => (plan.syntax === 'defined' ? defined(text, plan.place) : placed(text, plan.place)));
  const front = properties.length === 0 ? [] : ['---', 'title: "x: y"   # kept', ...propertyLines(properties), '---'];
  return [...front, '# Note', '', ...body.flatMap((block) => [...block.split('\n'), '']), 'end'].join(eol);
}

function propertyLines(links: readonly { readonly plan: LinkPlan; readonly text: string }[]): string[] {
  return links.flatMap(({ plan, text }, index) => {
    const double = `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    if (plan.place === 'double') return [`k${index}: ${double} # ${text}`];
    if (plan.place === 'single') return [`k${index}: '${text.replaceAll("'", "''")}'`];
    return [`k${index}:`, `  - plain`, `  - ${double}`];
  });
}

function canvasOf(
  links: readonly { readonly plan: LinkPlan; readonly text: string }[],
  paths: readonly VaultPath[],
): string {
  const cards = links.map(({ plan, text }, index) => {
    const file = paths[plan.target % paths.length] ?? '';
    if (plan.place === 'text') return `{"id":"${index}", "type":"file","file":${JSON.stringify(file)} }`;
    return `{"type":"text","text":${JSON.stringify(`say "é" ${text}\nend`)},"x":${index}}`;
  });
  return `{\n\t"nodes":[\n\t\t${cards.join(',\n\t\t')}\n\t],\n\t"edges":[]\n}`;
}

function linkText(plan: LinkPlan, source: VaultPath, paths: readonly VaultPath[]): string {
  const target = paths[plan.target % paths.length] ?? source;
  const path = pathText(plan, source, target);
  const name = target.slice(target.lastIndexOf('/') + 1).replace(/\.md$/, '');
  const shown = { none: null, prose: 'some words', name, path, size: '300' }[plan.shown];
  const label = shown ?? 'label';
  const encoded = path.replaceAll('%', '%25').replaceAll(' ', '%20').replaceAll('(', '%28').replaceAll(')', '%29');
  const sub = plan.sub.replaceAll(' ', '%20');
  switch (plan.syntax) {
    case 'wiki':
      return `[[${path}${plan.sub}${shown === null ? '' : `|${shown}`}]]`;
    case 'embed':
      return `![[${path}${plan.sub}${shown === null ? '' : `|${shown}`}]]`;
    case 'markdown':
      return `[${label}](${encoded}${sub})`;
    case 'image':
      return `![${label}](${encoded}${sub} "a title")`;
    case 'angled':
      return `[${label}](<${path.replaceAll('%', '%25')}${plan.sub}>)`;
    case 'encoded':
      return `[${label}](${encodeURI(path)}${sub})`;
    case 'defined':
      return plan.md
        ? `[${label}]: ${encoded}${sub} "a (title)"`
        : `[l 1]: <${path.replaceAll('%', '%25')}${plan.sub}>`;
  }
}

/** A definition, and a use of it: it counts only where it begins a line. */
function defined(definition: string, place: LinkPlan['place']): string {
  switch (place) {
    case 'code':
      return `code \`${definition}\` here`;
    case 'fence':
      return `\`\`\`md\n${definition}\n\`\`\``;
    case 'html':
      return `<!--\n${definition}\n-->`;
    case 'quote':
      return `> ${definition}\n>\n> said [words][l 1]`;
    case 'list':
      return `- one [words][l 1]\n  - two\n\n    ${definition}`;
    default:
      return `See [words][l 1] and [l 1].\n\n${definition}`;
  }
}

function pathText({ path, md, otherCase }: LinkPlan, source: VaultPath, target: VaultPath): string {
  const relative = relativePath(folderOf(source), target);
  const forms = {
    name: target.slice(target.lastIndexOf('/') + 1),
    root: target,
    slash: `/${target}`,
    relative,
    dotted: relative.startsWith('../') ? relative : `./${relative}`,
    tail: target.split('/').slice(-2).join('/'),
    broken: `nowhere/${target}`,
  };
  const whole: string = forms[path];
  const plain = md ? whole : whole.replace(/\.md$/, '');
  return otherCase ? plain.toUpperCase() : plain;
}

function placed(link: string, place: LinkPlan['place']): string {
  switch (place) {
    case 'table':
      return `| a | b |\n|---|---|\n| ${link.replaceAll('|', '\\|')} | x |`;
    case 'list':
      return `- one\n  - ${link} and ${link}`;
    case 'comment':
      return `%% ${link} %%`;
    case 'code':
      return `code \`${link}\` here`;
    case 'fence':
      return `\`\`\`md\n${link}\n\`\`\``;
    case 'html':
      return `<!-- ${link} -->`;
    case 'quote':
      return `> said ${link}\n> more`;
    default:
      return `Before ${link} after.`;
  }
}
