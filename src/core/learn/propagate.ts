import type { Warning } from '../change/desk.ts';
import type { ChangeDraft } from '../change/draft.ts';
import { applyEdits } from '../change/edits.ts';
import type { Edit } from '../change/change-set.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { presetOf } from '../conventions/presets.ts';
import { domainOf } from '../conventions/roles.ts';
import { VaultError } from '../errors.ts';
import { insertItem } from '../moc/insert-item.ts';
import { entryLine } from '../moc/moc-entry.ts';
import { domainLink, mocPath, newIndex, newMoc } from '../moc/new-notes.ts';
import { setUpdated } from '../moc/set-updated.ts';
import { baseName, joinPath, listedPath, type VaultPath } from '../path.ts';
import { formatDate } from './date-format.ts';
import { detailOf } from './failure-detail.ts';
import { freshDay, type FreshDay, type FreshDayParts } from './fresh-day.ts';
import type { Lesson } from './lesson.ts';
import { dayOf, minuteOf, type LocalTime } from './local-time.ts';
import { kindOf, summaryOf } from './summary.ts';

/** Where a lesson has come to stand. */
export interface Landed {
  readonly path: VaultPath;
  readonly created: boolean;
  /** The domain whose folder was made for it; null: none was. */
  readonly newDomain: string | null;
}

export interface PropagationParts extends FreshDayParts {
  readonly mayChange: (path: VaultPath) => boolean;
}

/**
 * Makes a lesson known: its domain's map of content lists a new note and bears the date, the knowledge index lists a new
 * domain, the day's note has a line. Each for itself: one that cannot be changed is a warning that names it, and the others
 * go on. The paths changed, in that order.
 */
export async function propagate(
  draft: ChangeDraft,
  lesson: Lesson,
  landed: Landed,
  time: LocalTime,
  parts: PropagationParts,
): Promise<{ readonly paths: readonly VaultPath[]; readonly warnings: readonly Warning[] }> {
  const paths: VaultPath[] = [];
  const warnings: Warning[] = [];
  for (const target of targetsOf(lesson, landed, time, parts)) {
    try {
      if (await change(draft, target, parts, warnings)) paths.push(target.path);
    } catch (error) {
      const detail = detailOf(error);
      if (detail === null) throw error;
      warnings.push({ code: 'target_failed', about: target.path, detail });
    }
  }
  return { paths, warnings };
}

interface Target {
  readonly path: VaultPath;
  /** The text that it begins with where there is none; null where its name cannot be made. */
  readonly fresh: string | null | (() => Promise<FreshDay>);
  /** Changes one after another, each to the text as the one before leaves it; `built`: it began with `fresh`. */
  changes(text: string, built: boolean): readonly ((text: string) => readonly Edit[])[];
}

function targetsOf(lesson: Lesson, landed: Landed, time: LocalTime, parts: PropagationParts): readonly Target[] {
  const { conventions } = parts;
  const domain = landed.newDomain ?? domainOf(landed.path, conventions);
  return [
    ...(domain === null ? [] : [mapOf(domain, lesson, landed, time, parts)]),
    ...(landed.newDomain === null ? [] : [indexOf(landed.newDomain, lesson, time, conventions)]),
    dayTarget(lesson, landed, time, parts),
  ];
}

function mapOf(domain: string, lesson: Lesson, landed: Landed, time: LocalTime, parts: PropagationParts): Target {
  const { conventions } = parts;
  const path = mocPath(domain, conventions);
  const today = dayOf(time);
  // The lesson sums up a note of its own; of a note that it was added to it says nothing.
  const entry = entryLine(linkTo(landed.path, path, parts), landed.created ? summaryOf(lesson.insight) : null);
  return {
    path,
    fresh: newMoc(domain, conventions, today),
    changes: (_text, built) => [
      (text) => (landed.created || built ? insertItem(text, conventions.sections.notes, entry) : []),
      (text) => setUpdated(text, conventions, today),
    ],
  };
}

function indexOf(domain: string, lesson: Lesson, time: LocalTime, conventions: Conventions): Target {
  const today = dayOf(time);
  const entry = entryLine(domainLink(domain, conventions), summaryOf(lesson.insight));
  return {
    path: listedPath(conventions.indexNote),
    fresh: newIndex(conventions, today),
    changes: () => [
      (text) => insertItem(text, conventions.sections.domains, entry),
      (text) => setUpdated(text, conventions, today),
    ],
  };
}

function dayTarget(lesson: Lesson, landed: Landed, time: LocalTime, parts: PropagationParts): Target {
  const { conventions } = parts;
  const folder = conventions.folders.daily ?? presetOf(conventions.preset).folders.daily;
  const name = dailyName(conventions.dailyFormat, time);
  const path = joinPath(folder, name ?? `${dayOf(time)}.md`);
  const said = [kindOf(lesson.tags, conventions), lesson.project].filter((word) => word !== '').join(', ');
  const item = `- ${minuteOf(time)} ${linkTo(landed.path, path, parts)} (${said})`;
  return {
    path,
    fresh: name === null ? null : () => freshDay(baseName(path), time, parts),
    changes: () => [(text) => insertItem(text, conventions.sections.captures, item)],
  };
}

/**
 * The path of the day's note under a format, without folder and with `.md`; null where the format names months or days, which
 * the app does in its own language, or has a part that is not known here.
 */
export function dailyName(format: string, time: LocalTime): string | null {
  const name = formatDate(format, time, null);
  return name === null || name.trim() === '' ? null : `${name}.md`;
}

/** The short link, unless another note of that name would be what it leads to. */
function linkTo(path: VaultPath, source: VaultPath, { resolver }: PropagationParts): string {
  const name = baseName(path);
  const others = resolver.candidates(name).filter((other) => other !== path);
  if (others.length === 0 || resolver.resolve(name, source) === path) return `[[${name}]]`;
  return `[[${path.replace(/\.md$/i, '')}|${name}]]`;
}

async function change(
  draft: ChangeDraft,
  target: Target,
  { standing, mayChange }: PropagationParts,
  warnings: Warning[],
): Promise<boolean> {
  const { path, fresh } = target;
  if (fresh === null) throw unusable(path, 'daily_format');
  if (!mayChange(path)) throw unusable(path, 'read_only');
  // What the draft holds is known; anything else is looked at before it is opened.
  const stands = draft.holds(path) === true ? 'note' : await standing(path);
  if (stands !== 'nothing' && stands !== 'blank' && stands !== 'note') throw unusable(path, stands);
  const held = stands === 'note' ? await draft.read(path) : null;
  if (stands === 'note' && held === null) throw unusable(path, 'not_readable');
  // What a note says of itself is known once it has been read.
  if (!mayChange(path)) throw unusable(path, 'read_only');
  const before = held?.text ?? null;
  const built = before === null;
  let text = before ?? (typeof fresh === 'string' ? fresh : await begun(fresh, warnings));
  const edits: (readonly Edit[])[] = [];
  for (const plan of target.changes(text, built)) {
    const made = plan(text);
    edits.push(made);
    text = applyEdits(text, made);
  }
  if (text === before) return false;
  if (built) draft.create(path, text);
  else for (const made of edits) await draft.edit(path, made);
  return true;
}

async function begun(fresh: () => Promise<FreshDay>, warnings: Warning[]): Promise<string> {
  const { text, warning } = await fresh();
  if (warning !== undefined) warnings.push(warning);
  return text;
}

function unusable(path: VaultPath, reason: string): VaultError {
  return new VaultError('unreadable', { path, reason });
}
