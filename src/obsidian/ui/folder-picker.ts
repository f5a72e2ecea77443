import { FuzzySuggestModal, type App } from 'obsidian';

export interface FolderPickerOptions {
  readonly folders: readonly string[];
  readonly placeholder: string;
  /** What the vault itself is called; absent: it may not be chosen. */
  readonly wholeVault?: string;
  readonly choose: (folder: string) => void;
}

/** Lets the user find a folder of the vault by a few letters; '' is the vault itself. */
export class FolderPicker extends FuzzySuggestModal<string> {
  readonly #options: FolderPickerOptions;

  constructor(app: App, options: FolderPickerOptions) {
    super(app);
    this.#options = options;
    this.setPlaceholder(options.placeholder);
  }

  override getItems(): string[] {
    const { folders, wholeVault } = this.#options;
    return wholeVault === undefined ? [...folders] : ['', ...folders];
  }

  override getItemText(folder: string): string {
    return folder === '' ? (this.#options.wholeVault ?? '') : folder;
  }

  override onChooseItem(folder: string): void {
    this.#options.choose(folder);
  }
}
