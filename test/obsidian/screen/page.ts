import type { App, Plugin, WorkspaceLeaf } from 'obsidian';
import { ActivityView } from '../../../src/obsidian/ui/activity-view.ts';
import { ApprovalDialog } from '../../../src/obsidian/ui/approval-dialog.ts';
import { VaultSettingsTab } from '../../../src/obsidian/ui/settings-tab.ts';
import { fillStatusBar } from '../../../src/obsidian/ui/status-bar.ts';
import { setIcon } from './components.ts';
import { demoBench, type DemoBench } from './demo-bench.ts';
import { extendElements } from './elements.ts';

/** The page that a browser opens: the plugin's real screens inside a drawing of the app. Steered through `window.screens`. */
export interface Screens {
  /** `empty`: nothing was set, connected or changed yet. */
  start(options: { language: string; theme: 'light' | 'dark'; empty?: boolean }): Promise<void>;
  showSettings(): void;
  showWorkspace(): void;
  bench(): DemoBench;
  readonly opened: string[];
}

declare global {
  interface Window {
    screens: Screens;
  }
}

extendElements();
const app = {} as App;
let current: DemoBench | null = null;
const opened: string[] = [];

const bench = (): DemoBench => {
  if (current === null) throw new Error('not started');
  return current;
};

window.screens = {
  opened,
  bench,
  start: async ({ language, theme, empty = false }) => {
    document.body.replaceChildren();
    document.body.className = `theme-${theme}`;
    document.documentElement.lang = language;
    current = await demoBench(language, { empty });
  },
  showSettings: () => {
    const window_ = document.body.createDiv('modal-container').createDiv('modal mod-settings');
    const side = window_.createDiv('vertical-tab-header');
    for (const [name, isActive] of tabNames(bench().words.language)) {
      side.createDiv({ cls: `vertical-tab-nav-item${isActive ? ' is-active' : ''}`, text: name });
    }
    const tab = new VaultSettingsTab(app, {} as Plugin, bench(), () => opened.push('activity'));
    window_.append(tab.containerEl);
    tab.update();
  },
  showWorkspace: () => {
    const { story, book } = bench();
    const frame = document.body.createDiv('workspace');
    const columns = frame.createDiv('workspace-columns');
    drawNote(columns.createDiv('workspace-main'), story.note);
    const side = columns.createDiv('workspace-side');
    const tabs = side.createDiv('workspace-tabs');
    setIcon(tabs.createDiv('workspace-tab is-active'), 'bot');
    setIcon(tabs.createDiv('workspace-tab'), 'link');
    setIcon(tabs.createDiv('workspace-tab'), 'list');
    const leaf = { contentEl: side.createDiv('view-content') } as unknown as WorkspaceLeaf;
    const view = new ActivityView(leaf, bench(), {
      openNote: (path) => opened.push(path),
      openSettings: () => opened.push('settings'),
    });
    void (view as unknown as { onOpen(): Promise<void> }).onOpen();
    drawStatusBar(frame, bench().words.language);
    let dialog: ApprovalDialog | null = null;
    book.onAsked(() => {
      dialog ??= new ApprovalDialog(app, { bench: bench(), book, onClosed: () => (dialog = null) });
      dialog.open();
    });
  },
};

function drawNote(main: HTMLElement, { title, body }: { title: string; body: readonly string[] }): void {
  const note = main.createDiv('markdown-preview-view');
  note.createEl('h1', { text: title });
  const [first = '', heading = '', ...rest] = body;
  note.createEl('p', { text: first });
  note.createEl('h2', { text: heading });
  for (const text of rest) note.createEl('p', { text });
}

function drawStatusBar(frame: HTMLElement, language: string): void {
  const bar = frame.createDiv('status-bar');
  fillStatusBar(bar.createDiv('status-bar-item'), bench(), bench().book, {
    showActivity: () => opened.push('activity'),
    showQuestions: () => opened.push('questions'),
  });
  const counts = language === 'pt-BR' ? ['2 backlinks', '41 palavras'] : ['2 backlinks', '41 words', '262 characters'];
  for (const text of counts) bar.createDiv({ cls: 'status-bar-item', text });
}

function tabNames(language: string): readonly (readonly [string, boolean])[] {
  if (language === 'pt-BR') {
    const names = ['Editor', 'Arquivos e links', 'Aparência', 'Atalhos', 'Plugins nativos', 'Plugins da comunidade'];
    return [...names.map((name) => [name, false] as const), ['Vault MCP', true]];
  }
  return [
    ['Editor', false],
    ['Files and links', false],
    ['Appearance', false],
    ['Hotkeys', false],
    ['Core plugins', false],
    ['Community plugins', false],
    ['Daily notes', false],
    ['Vault MCP', true],
  ];
}
