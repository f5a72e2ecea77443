import type { FolderRole, NoteTypeName, PropertyRole, SectionRole } from '../../../core/conventions/conventions.ts';
import type { ProblemCode } from '../../../core/conventions/json-fields.ts';
import type { AskRules, WhenClosed } from '../../../core/conventions/settings.ts';
import type { Language } from '../../../mcp/messages/language.ts';
import type { ApprovalNeed } from '../../../core/change/approval.ts';

/** A setting's name, and what is said below it. */
export interface Label {
  readonly name: string;
  readonly desc: string;
}

/** Everything that the screens say, in one language. A catalogue that lacks a word does not compile. */
export interface Words {
  readonly language: Language;
  readonly common: {
    readonly copy: string;
    readonly copied: string;
    readonly cancel: string;
    readonly save: string;
    readonly add: string;
    readonly edit: string;
    readonly delete: string;
    readonly search: string;
    readonly unnamedAgent: string;
    readonly failed: (reason: string) => string;
    readonly agents: (count: number) => string;
    readonly changes: (count: number) => string;
    readonly files: (count: number) => string;
    readonly seconds: (count: number) => string;
    readonly minutes: (count: number) => string;
    readonly hours: (count: number) => string;
    readonly days: (count: number) => string;
  };
  readonly status: {
    readonly starting: string;
    readonly indexing: (percent: number | null) => string;
    readonly serving: string;
    readonly elsewhere: string;
    readonly failed: (reason: string) => string;
    readonly noAgents: string;
    readonly waiting: (count: number) => string;
    readonly open: string;
  };
  readonly commands: {
    readonly connect: string;
    readonly activity: string;
    readonly undoLast: string;
    readonly rebuild: string;
    readonly diagnostics: string;
    readonly install: string;
  };
  readonly notices: {
    readonly welcome: string;
    readonly welcomeButton: string;
    readonly undone: (subject: string) => string;
    readonly nothingToUndo: string;
    readonly rebuilding: string;
    readonly diagnosticsCopied: string;
    readonly connectorOld: (installed: string) => string;
    readonly connectorInstalled: string;
    readonly tokenChanged: string;
    readonly historyCleared: string;
  };
  readonly activity: {
    readonly title: string;
    readonly agents: string;
    readonly noAgents: string;
    readonly connectOne: string;
    readonly asleep: string;
    readonly connectedFor: (time: string) => string;
    readonly answered: (count: number) => string;
    readonly running: (time: string) => string;
    readonly tookMs: (ms: number) => string;
    readonly refused: string;
    readonly trusted: string;
    readonly askAgain: string;
    readonly latestCalls: string;
    readonly changes: string;
    readonly noChanges: string;
    readonly nothingFound: string;
    readonly filter: string;
    readonly show: Readonly<Record<'all' | 'standing' | 'undone', string>>;
    readonly undo: string;
    readonly undoNamed: (subject: string) => string;
    readonly redo: string;
    readonly undoVisit: string;
    readonly undoVisitOf: (client: string, count: number) => string;
    readonly undone: string;
    readonly halfDone: string;
    readonly committed: string;
    readonly more: (count: number) => string;
    readonly diff: string;
    readonly noDiff: string;
    readonly openSettings: string;
    readonly today: string;
    readonly yesterday: string;
  };
  readonly diff: {
    readonly created: string;
    readonly edited: string;
    readonly moved: string;
    readonly trashed: string;
    readonly restored: string;
    readonly showAll: (lines: number) => string;
  };
  readonly approval: {
    readonly title: string;
    readonly wants: (client: string, files: number) => string;
    readonly reasons: Readonly<Record<Exclude<ApprovalNeed['reason'], 'read_only'>, string>>;
    readonly position: (at: number, of: number) => string;
    readonly previous: string;
    readonly next: string;
    readonly allow: string;
    readonly decline: string;
    readonly why: string;
    readonly whyHint: string;
    readonly remember: (client: string) => string;
    readonly expiresIn: (time: string) => string;
    readonly expired: string;
    readonly later: string;
    readonly moreFiles: (count: number) => string;
  };
  readonly settings: SettingsWords;
}

export interface SettingsWords {
  readonly problems: Readonly<Record<ProblemCode, string>>;
  readonly status: Label & { readonly button: string };
  readonly connect: {
    readonly heading: string;
    readonly client: Label;
    readonly connector: {
      readonly name: string;
      readonly absent: string;
      readonly current: (version: string) => string;
      readonly old: (installed: string, version: string) => string;
      readonly install: string;
      readonly update: string;
      readonly again: string;
    };
    readonly snippetFor: (client: string) => string;
    readonly command: string;
    readonly intoFile: (file: string) => string;
    readonly openIn: (client: string) => string;
    readonly noNode: string;
    readonly installFirst: string;
    readonly test: Label & {
      readonly run: string;
      readonly running: string;
      readonly well: string;
      readonly broken: (count: number) => string;
      readonly notStarted: string;
    };
    readonly steps: Readonly<Record<string, string>>;
    readonly clientNotes: Readonly<Record<string, string>>;
  };
  readonly unreadable: Label;
  readonly memory: {
    readonly page: Label;
    readonly summary: (domains: number) => string;
    readonly domains: string;
    readonly domainsEmpty: string;
    readonly addDomain: string;
    readonly editDomain: string;
    readonly deleteDomain: (name: string) => string;
    readonly domainName: Label;
    readonly domainDescription: Label;
    readonly hasFolder: string;
    readonly folders: Label;
    readonly folderRoles: Readonly<Record<FolderRole, Label>>;
    readonly detected: (folder: string) => string;
    readonly noFolder: string;
    readonly vocabulary: Label;
    readonly preset: Label;
    readonly presetDetected: string;
    readonly indexNote: Label;
    readonly dailyFormat: Label;
    readonly types: string;
    readonly typeNames: Readonly<Record<NoteTypeName, string>>;
    readonly keys: string;
    readonly keyNames: Readonly<Record<PropertyRole, string>>;
    readonly sections: string;
    readonly sectionNames: Readonly<Record<SectionRole, string>>;
    readonly weights: Label;
    readonly weightOf: (type: string) => string;
    readonly weightArchive: Label;
    readonly weightExcluded: Label;
    readonly prompts: Label;
  };
  readonly git: {
    readonly page: Label;
    readonly state: string;
    readonly looking: string;
    readonly noGit: string;
    readonly noRepository: string;
    readonly branch: (branch: string | null, clean: boolean) => string;
    readonly summary: Readonly<Record<'off' | 'commit' | 'push', string>>;
    readonly commit: Label;
    readonly push: Label;
    readonly path: Label;
    readonly pathWrong: string;
  };
  readonly permissions: {
    readonly page: Label;
    readonly summary: Readonly<Record<'readOnly' | 'asks' | 'free', string>>;
    readonly readOnly: Label;
    readonly askHeading: string;
    readonly ask: Readonly<Record<keyof AskRules, Label>>;
    readonly perMinute: Label;
    readonly askIn: Label;
    readonly askInNames: Readonly<Record<'app' | 'client', string>>;
    readonly hidden: string;
    readonly hiddenEmpty: string;
    readonly readOnlyFolders: string;
    readonly readOnlyEmpty: string;
    readonly addFolder: string;
    readonly folder: Label;
    readonly wholeVault: string;
    readonly notesHeading: string;
    readonly noteFlags: Label;
    readonly noteProperty: Label;
    readonly excluded: Label;
    readonly excludedNames: Readonly<Record<'demote' | 'hide' | 'ignore', string>>;
  };
  readonly advanced: {
    readonly page: Label;
    readonly language: Label;
    readonly languageNames: Readonly<Record<'' | Language, string>>;
    readonly whenClosed: Label;
    readonly whenClosedNames: Readonly<Record<WhenClosed, string>>;
    readonly limits: string;
    readonly largestNote: Label;
    readonly largestAttachment: Label;
    readonly upkeep: string;
    readonly token: Label & { readonly button: string };
    readonly rebuild: Label & { readonly button: string };
    readonly clear: Label & { readonly button: string; readonly confirm: string };
    readonly log: Label;
    readonly detailed: Label;
    readonly logEmpty: string;
    readonly diagnostics: Label & { readonly button: string };
  };
}
