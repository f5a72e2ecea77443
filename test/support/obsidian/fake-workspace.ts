import { clearTimeout, setTimeout } from 'node:timers';
import { Events } from './fake-events.ts';
import type { TFile } from './fake-files.ts';
import type { FakeVault } from './fake-vault.ts';

/** Milliseconds after the last key until what was typed goes to disk. */
const SAVE_AFTER_MS = 2_000;

export class View {}

/** A note open in an editor: what was typed lately is in it and not yet in the file. */
export class TextFileView extends View {
  file: TFile | null;
  data: string;
  dirty = false;
  /** What was typed and then overwritten by somebody else's text: a note that lost its user's words. */
  readonly lost: string[] = [];
  readonly #vault: FakeVault;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(vault: FakeVault, file: TFile, text: string) {
    super();
    this.#vault = vault;
    this.file = file;
    this.data = text;
  }

  getViewData(): string {
    return this.data;
  }

  /** The user types: the text of the editor is this one now. */
  type(text: string): void {
    this.data = text;
    this.dirty = true;
    this.requestSave();
  }

  requestSave(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), SAVE_AFTER_MS);
    this.#timer.unref();
  }

  async save(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.file === null || !this.dirty) return;
    const text = this.data;
    this.dirty = false;
    await this.#vault.process(this.file, () => text);
  }

  /** The file has other text than before. */
  fileChanged(text: string): void {
    if (text === this.data) return;
    if (this.dirty) this.lost.push(this.data);
    this.data = text;
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.file = null;
  }
}

export class MarkdownView extends TextFileView {}

export class FakeWorkspace extends Events {
  readonly views: TextFileView[] = [];
  readonly #vault: FakeVault;
  readonly #ready: (() => void)[] = [];
  layoutReady = true;

  constructor(vault: FakeVault) {
    super();
    this.#vault = vault;
    vault.on('modify', (file: TFile) => {
      for (const view of this.views) {
        if (view.file === file) void vault.read(file).then((text) => view.fileChanged(text));
      }
    });
  }

  onLayoutReady(callback: () => void): void {
    if (this.layoutReady) callback();
    else this.#ready.push(callback);
  }

  becomeReady(): void {
    this.layoutReady = true;
    for (const callback of this.#ready.splice(0)) callback();
  }

  iterateAllLeaves(callback: (leaf: { readonly view: View }) => void): void {
    for (const view of this.views) callback({ view });
  }

  getLeavesOfType(): readonly never[] {
    return [];
  }

  getRightLeaf(): null {
    return null;
  }

  detachLeavesOfType(): void {
    // No leaf of a plugin is ever open here.
  }

  /** Opens a note in an editor. */
  async open(path: string, as: typeof TextFileView = MarkdownView): Promise<TextFileView> {
    const file = this.#vault.getFileByPath(path);
    if (file === null) throw new Error(`no such note to open: ${path}`);
    const view = new as(this.#vault, file, await this.#vault.read(file));
    this.views.push(view);
    return view;
  }

  closeAll(): void {
    for (const view of this.views.splice(0)) view.close();
  }
}
