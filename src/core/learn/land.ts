import type { Warning } from '../change/desk.ts';
import type { ChangeDraft } from '../change/draft.ts';
import type { WritableVault } from '../change/write-ports.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { presetOf } from '../conventions/presets.ts';
import { VaultError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import { mocPath } from '../moc/new-notes.ts';
import { isDeviceName, notePath, type PathRules } from '../path-gate.ts';
import { joinPath, type VaultPath } from '../path.ts';
import type { Domain } from './domain.ts';
import { detailOf } from './failure-detail.ts';
import { mayTakeLesson, type Home, type LearnReason } from './find-home.ts';
import type { Lesson } from './lesson.ts';
import { appendLesson, newNoteText } from './lesson-text.ts';
import { dayOf, type LocalTime } from './local-time.ts';
import { lineOfLesson } from './same-lesson.ts';
import { withEnding } from './slug.ts';
import { renderTemplate } from './template.ts';

export interface LandParts {
  readonly conventions: Conventions;
  readonly library: Pick<Library, 'notes'>;
  readonly vault: Pick<WritableVault, 'standing' | 'read'>;
  readonly pathRules: PathRules;
  readonly mayChange: (path: VaultPath) => boolean;
}

export interface Landing {
  readonly action: 'created' | 'appended' | 'already_there';
  readonly path: VaultPath;
  readonly line?: number;
  readonly reason: LearnReason;
  readonly warnings: readonly Warning[];
}

/**
 * Puts a lesson into the draft: into the note that it belongs in; failing that, under its title's own name, created or, where
 * a note of that name stands, appended; failing that, under a dated name. Each step that failed is a warning. `home` null:
 * a note of its own is asked for, so nothing is appended to and nothing is looked for.
 * Throws VaultError 'already_exists' where every name is taken.
 */
export async function land(
  draft: ChangeDraft,
  lesson: Lesson,
  domain: Domain,
  home: Home | null,
  time: LocalTime,
  parts: LandParts,
): Promise<Landing> {
  return new Lander(draft, lesson, domain, dayOf(time), time, parts).land(home);
}

/** Dated names tried: the bare one and up to `…-100`. */
const MOST_NAMES = 100;

class Lander {
  private readonly warnings: Warning[] = [];
  private readonly draft: ChangeDraft;
  private readonly lesson: Lesson;
  private readonly domain: Domain;
  private readonly today: string;
  private readonly time: LocalTime;
  private readonly parts: LandParts;

  constructor(draft: ChangeDraft, lesson: Lesson, domain: Domain, today: string, time: LocalTime, parts: LandParts) {
    this.draft = draft;
    this.lesson = lesson;
    this.domain = domain;
    this.today = today;
    this.time = time;
    this.parts = parts;
  }

  async land(home: Home | null): Promise<Landing> {
    const own = this.pathOf(this.lesson.slug);
    if (home === null) return this.create(await this.freeName(own), { code: 'forced' });
    const standing = await this.alreadyIn([...home.candidates, own]);
    if (standing !== null) return standing;
    if (home.path !== null) {
      const appended = await this.append(home.path, home.reason);
      if (appended !== null) return appended;
    }
    const atTitle = await this.atTitle(own, home.reason);
    return atTitle ?? this.create(await this.freeName(null), home.reason);
  }

  /** Where this very lesson stands already. */
  private async alreadyIn(paths: readonly VaultPath[]): Promise<Landing | null> {
    for (const path of new Set(paths)) {
      const held = await this.draft.read(path).catch(unreadable);
      const line = held === null ? null : lineOfLesson(held.text, this.lesson.insight);
      if (line !== null) {
        return { action: 'already_there', path, line, reason: { code: 'same_lesson', path }, warnings: [] };
      }
    }
    return null;
  }

  /** Null, with a warning, where the note cannot take it. */
  private async append(path: VaultPath, reason: LearnReason): Promise<Landing | null> {
    const { conventions, mayChange, vault } = this.parts;
    try {
      if (!mayChange(path)) return this.failed(path, 'read_only');
      const stands = await vault.standing(path);
      if (stands !== 'note') return this.failed(path, stands);
      const held = await this.draft.read(path);
      if (held === null) return this.failed(path, 'nothing');
      const appended = appendLesson({ path, text: held.text }, this.lesson, conventions, this.today);
      if (appended === null) return this.failed(path, 'open_fence');
      for (const edits of appended.edits) await this.draft.edit(path, edits);
      if (appended.tagsLeftOut) {
        this.warnings.push({ code: 'property_not_filled', about: conventions.keys.tags, detail: path });
      }
      return { action: 'appended', path, line: appended.line, reason, warnings: this.warnings };
    } catch (error) {
      const detail = detailOf(error);
      if (detail === null) throw error;
      return this.failed(path, detail);
    }
  }

  private failed(path: VaultPath, detail: string): null {
    this.warnings.push({ code: 'append_failed', about: path, detail });
    return null;
  }

  /** Under the title's own name; null, with a warning, where something stands there that cannot take the lesson. */
  private async atTitle(own: VaultPath, before: LearnReason): Promise<Landing | null> {
    const stands = await this.standing(own);
    if (stands === 'nothing' || stands === 'blank') return this.create(own, before);
    this.warnings.push({ code: 'title_taken', about: own, detail: stands });
    if (stands !== 'note' || !mayTakeLesson(own, this.parts)) return null;
    // The search for a home has tried this note already.
    if (this.warnings.some(({ code, about }) => code === 'append_failed' && about === own)) return null;
    return this.append(own, { code: 'same_title', path: own, because: before });
  }

  private async freeName(own: VaultPath | null): Promise<VaultPath> {
    if (own !== null && isFree(await this.standing(own))) return own;
    for (let number = 1; number <= MOST_NAMES; number++) {
      const ending = number === 1 ? `-${this.today}` : `-${this.today}-${number}`;
      const path = this.pathOf(withEnding(this.lesson.slug, ending));
      if (isFree(await this.standing(path))) return path;
    }
    throw new VaultError('already_exists', { path: this.pathOf(this.lesson.slug) });
  }

  private async create(path: VaultPath, reason: LearnReason): Promise<Landing> {
    const { conventions, pathRules, mayChange } = this.parts;
    notePath(path, pathRules);
    if (!mayChange(path)) throw new VaultError('read_only', { path });
    const template = await this.template();
    this.draft.create(path, this.textWith(path, template, conventions));
    return { action: 'created', path, reason, warnings: this.warnings };
  }

  private textWith(
    path: VaultPath,
    template: { path: VaultPath; text: string } | null,
    conventions: Conventions,
  ): string {
    const write = (text: string | null): string => newNoteText(path, text, this.lesson, conventions, this.today);
    if (template === null) return write(null);
    try {
      const text = write(template.text.replace(/\r\n?/g, '\n'));
      return template.text.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
    } catch (error) {
      const detail = detailOf(error);
      if (detail === null) throw error;
      this.warnings.push({ code: 'template_unusable', about: template.path, detail });
      return write(null);
    }
  }

  /** The template of notes of knowledge with its tokens filled in; null, with a warning, where there is none to use. */
  private async template(): Promise<{ path: VaultPath; text: string } | null> {
    const { conventions, vault } = this.parts;
    const folder = conventions.folders.templates ?? presetOf(conventions.preset).folders.templates;
    const path = joinPath(folder, `${conventions.types.wiki}.md`);
    const unusable = (detail: string): null => {
      this.warnings.push({ code: 'template_unusable', about: path, detail });
      return null;
    };
    // Looked at before it is opened: reading what is no plain file may never end.
    const stands = await vault.standing(path);
    if (stands === 'nothing') {
      this.warnings.push({ code: 'template_missing', about: path });
      return null;
    }
    if (stands !== 'note') return unusable(stands);
    try {
      const text = await vault.read(path);
      if (text === null) return unusable('not_readable');
      const rendered = renderTemplate(text, {
        title: this.lesson.title,
        time: this.time,
        words: conventions.preset,
      });
      if ('problem' in rendered) return unusable(rendered.problem);
      return { path, text: text.includes('\r\n') ? rendered.text.replaceAll('\n', '\r\n') : rendered.text };
    } catch (error) {
      const detail = detailOf(error);
      if (detail === null) throw error;
      return unusable(detail);
    }
  }

  /** A name of the domain's map of content is never free for a note, nor one that Windows takes for a device. */
  private async standing(path: VaultPath): Promise<string> {
    const { conventions, vault } = this.parts;
    if (path === mocPath(this.domain.name, conventions)) return 'map_of_content';
    if (isDeviceName(path.slice(path.lastIndexOf('/') + 1))) return 'reserved_name';
    return vault.standing(path);
  }

  private pathOf(slug: string): VaultPath {
    return joinPath(this.domain.folder, `${slug}.md`);
  }
}

function isFree(standing: string): boolean {
  return standing === 'nothing' || standing === 'blank';
}

function unreadable(error: unknown): null {
  if (error instanceof VaultError) return null;
  throw error;
}
