import { Notice, type Plugin } from 'obsidian';
import { ACTIVITY_VIEW, ActivityView } from './activity-view.ts';
import { ApprovalDialog } from './approval-dialog.ts';
import { copyText } from './copy-text.ts';
import { sentenceFor } from './failure-words.ts';
import type { QuestionBook } from './question-book.ts';
import { VaultSettingsTab } from './settings-tab.ts';
import { fillStatusBar } from './status-bar.ts';
import { stands } from './visits.ts';
import type { Workbench } from './workbench.ts';

/** The app's settings window, which its declarations leave out; absent in an app that has another. */
interface WithSettingsWindow {
  readonly setting?: { open?(): void; openTabById?(id: string): void };
}

/** Puts all that the user sees into the app. Everything of it goes when the plugin is unloaded. */
export function showScreens(plugin: Plugin, bench: Workbench, questions: QuestionBook): Doors {
  const doors = new Doors(plugin);
  plugin.addSettingTab(new VaultSettingsTab(plugin.app, plugin, bench, () => void doors.showActivity()));
  plugin.registerView(ACTIVITY_VIEW, (leaf) => {
    const openNote = (path: string): void => void plugin.app.workspace.openLinkText(path, '', false);
    return new ActivityView(leaf, bench, { openNote, openSettings: () => doors.openSettings() });
  });
  const showQuestions = askInDialog(plugin, bench, questions);
  plugin.register(
    fillStatusBar(plugin.addStatusBarItem(), bench, questions, {
      showActivity: () => void doors.showActivity(),
      showQuestions,
    }),
  );
  addCommands(plugin, bench, doors);
  return doors;
}

/** Ways into the screens. */
export class Doors {
  readonly #plugin: Plugin;

  constructor(plugin: Plugin) {
    this.#plugin = plugin;
  }

  openSettings(): void {
    const { setting } = this.#plugin.app as unknown as WithSettingsWindow;
    setting?.open?.();
    setting?.openTabById?.(this.#plugin.manifest.id);
  }

  async showActivity(): Promise<void> {
    const { workspace } = this.#plugin.app;
    const leaf = workspace.getLeavesOfType(ACTIVITY_VIEW)[0] ?? workspace.getRightLeaf(false);
    if (leaf === null) return;
    await leaf.setViewState({ type: ACTIVITY_VIEW, active: true });
    await workspace.revealLeaf(leaf);
  }
}

/** Said once on each device: what the plugin is for, and where to begin. */
export function welcome({ words }: Workbench, doors: Doors): void {
  noticeWithButton(words.notices.welcome, words.notices.welcomeButton, () => doors.openSettings());
}

/** The files that agents start belong to another version of the plugin: the user may bring them up to date. */
export function offerUpdate({ words, connector }: Workbench, installed: string): void {
  noticeWithButton(words.notices.connectorOld(installed), words.settings.connect.connector.update, () => {
    connector.install().then(
      () => void new Notice(words.notices.connectorInstalled),
      (error: unknown) => void new Notice(sentenceFor(error, words)),
    );
  });
}

function noticeWithButton(text: string, label: string, act: () => void): void {
  const content = createFragment((fragment) => {
    fragment.createDiv({ text });
    fragment.createEl('button', { cls: 'mod-cta vault-mcp-notice-button', text: label });
  });
  const notice = new Notice(content, 0);
  notice.messageEl.querySelector('button')?.addEventListener('click', () => {
    notice.hide();
    act();
  });
}

/** A dialog for as long as questions are open; returns what shows it again after it was put aside. */
function askInDialog(plugin: Plugin, bench: Workbench, book: QuestionBook): () => void {
  let dialog: ApprovalDialog | null = null;
  const show = (): void => {
    if (dialog !== null || book.open().length === 0) return;
    dialog = new ApprovalDialog(plugin.app, { bench, book, onClosed: () => (dialog = null) });
    dialog.open();
  };
  plugin.register(book.onAsked(show));
  plugin.register(() => dialog?.close());
  return show;
}

function addCommands(plugin: Plugin, bench: Workbench, doors: Doors): void {
  const { words, service, connector } = bench;
  const tell = (done: string) => () => void new Notice(done);
  const failed = (error: unknown): void => void new Notice(sentenceFor(error, words));
  plugin.addCommand({ id: 'connect-agent', name: words.commands.connect, callback: () => doors.openSettings() });
  plugin.addCommand({ id: 'show-activity', name: words.commands.activity, callback: () => void doors.showActivity() });
  plugin.addCommand({
    id: 'undo-last',
    name: words.commands.undoLast,
    callback: () => void undoLast(bench).catch(failed),
  });
  plugin.addCommand({
    id: 'rebuild-index',
    name: words.commands.rebuild,
    callback: () => void service.rebuildIndex().then(tell(words.notices.rebuilding), failed),
  });
  plugin.addCommand({
    id: 'copy-diagnostics',
    name: words.commands.diagnostics,
    callback: () => void service.diagnostics().then(copyText).then(tell(words.notices.diagnosticsCopied), failed),
  });
  plugin.addCommand({
    id: 'install-connector',
    name: words.commands.install,
    callback: () => void connector.install().then(tell(words.notices.connectorInstalled), failed),
  });
}

/** The newest change of any agent that stands, undos left out: pressed again, it takes back the one before. */
async function undoLast({ changes, words }: Workbench): Promise<void> {
  const newest = changes.past(LOOKED_THROUGH, 0).find((change) => stands(change) && change.undoes.length === 0);
  if (newest === undefined) {
    new Notice(words.notices.nothingToUndo);
    return;
  }
  await changes.undo({ change: newest.change });
  new Notice(words.notices.undone(newest.subject));
}

const LOOKED_THROUGH = 5_000;
