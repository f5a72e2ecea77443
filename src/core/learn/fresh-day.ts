import type { Warning } from '../change/desk.ts';
import type { WritableVault } from '../change/write-ports.ts';
import type { Conventions } from '../conventions/conventions.ts';
import type { LinkResolver } from '../graph/graph.ts';
import { newDaily } from '../moc/new-notes.ts';
import { filePath } from '../path-gate.ts';
import type { VaultPath } from '../path.ts';
import { detailOf } from './failure-detail.ts';
import { dayOf, type LocalTime } from './local-time.ts';
import { renderTemplate } from './template.ts';

export interface FreshDayParts {
  readonly conventions: Conventions;
  readonly resolver: LinkResolver;
  readonly standing: WritableVault['standing'];
  /** The form of daily notes that the user has set in the app, as it is named there; null: none. */
  readonly dailyTemplate: string | null;
  /** The text of a form; null where there is none. */
  readonly readTemplate: (path: VaultPath) => Promise<string | null>;
}

/** A note as it begins, and why it does not begin as it might. */
export interface FreshDay {
  readonly text: string;
  readonly warning?: Warning;
}

/** The day's note as the app would begin it: by the user's own form where that can be filled in, else by ours. */
export async function freshDay(title: string, time: LocalTime, parts: FreshDayParts): Promise<FreshDay> {
  const { conventions, dailyTemplate, resolver, standing, readTemplate } = parts;
  const own = { text: newDaily(conventions, title, dayOf(time)) };
  if (dailyTemplate === null) return own;
  const file = /\.md$/i.test(dailyTemplate) ? dailyTemplate : `${dailyTemplate}.md`;
  const unusable = (detail: string): FreshDay => ({
    ...own,
    warning: { code: 'template_unusable', about: file, detail },
  });
  try {
    const named = filePath(file, { mode: 'reading', configFolder: '' });
    const stands = await standing(named);
    // The app takes the name for a link: a bare one is that of a note in any folder.
    const path = stands === 'nothing' ? resolver.resolve(dailyTemplate, named) : named;
    if (path === null) return { ...own, warning: { code: 'template_missing', about: named } };
    if (path === named && stands !== 'note') return stands === 'blank' ? { text: '' } : unusable(stands);
    const text = await readTemplate(path);
    if (text === null) return unusable('not_readable');
    const rendered = renderTemplate(text, { title, time, words: conventions.preset });
    if ('text' in rendered)
      return { text: text.includes('\r\n') ? rendered.text.replaceAll('\n', '\r\n') : rendered.text };
    return rendered.problem === 'empty' ? { text: '' } : unusable(rendered.problem);
  } catch (error) {
    const detail = detailOf(error);
    if (detail === null) throw error;
    return unusable(detail);
  }
}
