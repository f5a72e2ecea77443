import { detectConventions } from '../core/conventions/detect.ts';
import type { Conventions } from '../core/conventions/conventions.ts';
import { isUnder } from '../core/conventions/roles.ts';
import { visibilityBy } from '../core/conventions/visibility.ts';
import type { Visibility } from '../core/conventions/visibility.ts';
import type { VaultSurvey } from '../core/library/folder-count.ts';
import { NoteGate } from '../core/library/note-gate.ts';
import { isTemplates } from './left-out.ts';
import type { FolderSettings } from './settings.ts';

/** What the settings mean for the parts of a host that ask again and again; they may be replaced at any time. */
export class SettingsInForce {
  #read: FolderSettings;
  #paths: Visibility;
  /** What is open to tools, by its path and by what a note says of itself. */
  readonly gate: NoteGate;

  constructor(read: FolderSettings) {
    this.#read = read;
    this.#paths = visibilityBy(read.settings, read.app);
    this.gate = new NoteGate({ paths: () => this.#paths, noteFlags: () => this.#read.settings.access.noteFlags });
  }

  get read(): FolderSettings {
    return this.#read;
  }

  replace(read: FolderSettings): void {
    this.#read = read;
    this.#paths = visibilityBy(read.settings, read.app);
  }

  /** The conventions of a vault that shows this of itself. */
  conventionsOf({ folders, keys }: VaultSurvey): Conventions {
    const { settings, app } = this.#read;
    const fallback = settings.language === 'pt-BR' ? 'pt-BR' : 'en';
    return detectConventions({ folders, keys, app, overrides: settings.conventions, fallback });
  }

  /** Whether a folder holds forms, not notes: it is neither listed nor watched. */
  isTemplateFolder(folder: string): boolean {
    const { settings, app } = this.#read;
    const named = settings.conventions.folders?.templates ?? app.templatesFolder;
    return isTemplates(folder) || (named !== null && named !== '' && isUnder(folder, named));
  }
}
