import { parse } from 'yaml';

/** What a judged vault's notes need of a metadata parser, said simply: the sets have no oddities that would need more. */
export interface NoteFacts {
  readonly title: string | null;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  /** Names of the notes linked to, without folder and `.md`, in order. */
  readonly links: readonly string[];
}

export function noteFacts(text: string): NoteFacts {
  const [, yaml = ''] = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text) ?? [];
  const frontmatter = (yaml === '' ? {} : parse(yaml)) as Record<string, unknown> | null;
  const body = text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '');
  const [, title = null] = /^# +(.+)$/m.exec(body) ?? [];
  const wiki = [...body.matchAll(/\[\[([^\]|#\n]+)/g)].map(([, target = '']) => target);
  const markdown = [...body.matchAll(/\]\(([^)\s]+?\.md)(?:#[^)\s]*)?\)/g)].map(([, target = '']) =>
    decodeURIComponent(target),
  );
  return {
    title,
    aliases: listOf(frontmatter?.['aliases']),
    tags: listOf(frontmatter?.['tags']),
    links: [...wiki, ...markdown].map((target) =>
      target
        .slice(target.lastIndexOf('/') + 1)
        .replace(/\.md$/, '')
        .trim(),
    ),
  };
}

function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value.split(',').map((item) => item.trim()) : [];
}
