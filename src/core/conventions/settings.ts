import type { Conventions, FolderRole, NoteTypeName, PropertyRole, SectionRole } from './conventions.ts';
import type { PresetName } from './presets.ts';

/**
 * What the user has set for this vault: the plugin's own settings (its data.json, shared by both hosts) and those
 * settings of the app that say how the vault is to be treated. Everything here is read from text that Sync or another
 * program may have written, so each value is checked by itself, and a bad one gives way to its default and is named.
 */
export interface VaultSettings {
  /** The vault's id; null: derived from where it lies. */
  readonly vaultId: string | null;
  /** Language of what the server says; null: English. */
  readonly language: Language | null;
  /** Domains that the user has named; folders of the wiki add themselves. */
  readonly domains: readonly Domain[];
  readonly access: AccessSettings;
  /** What becomes of the app's excluded files: ranked lower, not seen at all, or treated as any other. */
  readonly excludedFiles: 'demote' | 'hide' | 'ignore';
  readonly git: { readonly commit: boolean; readonly autoPush: boolean };
  readonly index: {
    /** Bytes of a note above which only its names are indexed. */
    readonly largestNote: number;
    /** Bytes of an attachment above which it is not served. */
    readonly largestAttachment: number;
  };
  /** What an agent's pipe does while the app is closed: serve the folder itself, open the app, or wait for it. */
  readonly whenClosed: WhenClosed;
  /** The folder whose notes are offered as prompts; null: none is. */
  readonly promptsFolder: string | null;
  readonly conventions: ConventionOverrides;
}

/** A field of knowledge that the user keeps notes about. */
export interface Domain {
  readonly name: string;
  /** What belongs there, in the user's words; '' where nothing is said. */
  readonly description: string;
}

export interface AccessSettings {
  /** Folders that no tool sees; none of them is '', which would be the whole vault. */
  readonly hidden: readonly string[];
  /** Folders that no tool changes; '' is the whole vault. */
  readonly readOnly: readonly string[];
  /** Nothing in the vault may be changed. */
  readonly vaultReadOnly: boolean;
  /** What waits for the user's consent. */
  readonly ask: AskRules;
  /** Existing notes that one agent may change within a minute before it has to ask; 0: as many as it likes. */
  readonly changesPerMinute: number;
  /** Whether a note may say of itself, under `property` of its frontmatter, that it is `hidden` or `read-only`. */
  readonly noteFlags: { readonly enabled: boolean; readonly property: string };
  /** Where the user is asked: in the app, or in the agent's own window where it can show a question. */
  readonly askIn: 'app' | 'client';
}

export interface AskRules {
  readonly delete: boolean;
  readonly move: boolean;
  /** Replacing the whole text of a note. */
  readonly overwrite: boolean;
  /** A change of ten notes or more at once. */
  readonly large: boolean;
  /** Every change of whatever kind. */
  readonly everything: boolean;
}

export type WhenClosed = 'embedded' | 'launch' | 'wait';

export type Language = 'en' | 'pt-BR' | 'ru';

/** Parts of the conventions that the user has set by hand; they win over whatever is detected. */
export interface ConventionOverrides {
  readonly preset?: PresetName;
  /** null: this vault has no folder of that role, whatever it looks like. */
  readonly folders?: Readonly<Partial<Record<FolderRole, string | null>>>;
  readonly types?: Readonly<Partial<Record<NoteTypeName, string>>>;
  readonly keys?: Readonly<Partial<Record<PropertyRole, string>>>;
  readonly sections?: Readonly<Partial<Record<SectionRole, string>>>;
  readonly indexNote?: string;
  readonly dailyFormat?: string;
  readonly weights?: {
    readonly byType?: Conventions['weights']['byType'];
    readonly archive?: number;
    readonly excluded?: number;
  };
}

/** What the app's own configuration says that both hosts must respect (`app.json` and two core plugins). */
export interface AppSettings {
  /** *Excluded files*: path prefixes, or regular expressions between slashes. */
  readonly excluded: readonly string[];
  readonly trash: 'system' | 'vault' | 'none';
  readonly newLinks: 'shortest' | 'relative' | 'absolute';
  readonly markdownLinks: boolean;
  /** Where the app puts new attachments, as it writes it (`./x`, `/`, `folder`); null: unset. */
  readonly attachmentFolder: string | null;
  readonly daily: { readonly folder: string | null; readonly format: string | null; readonly template: string | null };
  readonly templatesFolder: string | null;
}

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_SETTINGS: VaultSettings = {
  vaultId: null,
  language: null,
  domains: [],
  access: {
    hidden: [],
    readOnly: [],
    vaultReadOnly: false,
    ask: { delete: false, move: false, overwrite: false, large: false, everything: false },
    changesPerMinute: 60,
    noteFlags: { enabled: true, property: 'agents' },
    askIn: 'app',
  },
  excludedFiles: 'demote',
  git: { commit: true, autoPush: false },
  index: { largestNote: 4 * MEBIBYTE, largestAttachment: 8 * MEBIBYTE },
  whenClosed: 'embedded',
  promptsFolder: null,
  conventions: {},
};

export const DEFAULT_APP_SETTINGS: AppSettings = {
  excluded: [],
  trash: 'system',
  newLinks: 'shortest',
  markdownLinks: false,
  attachmentFolder: null,
  daily: { folder: null, format: null, template: null },
  templatesFolder: null,
};

/**
 * The settings in force while a file of them cannot be read: the last that could be, so that what was hidden stays hidden,
 * and nothing may be written by rules that nobody can see.
 */
export function readOnlySettings(lastKnown: VaultSettings = DEFAULT_SETTINGS): VaultSettings {
  return { ...lastKnown, access: { ...lastKnown.access, vaultReadOnly: true } };
}
