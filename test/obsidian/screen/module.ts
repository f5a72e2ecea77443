/** What the plugin's screens take from the module `obsidian`, drawn on a page. */
export * from './components.ts';
export { Setting, SettingGroup } from './setting.ts';
export { PluginSettingTab, SettingPage } from './setting-tab.ts';
export { ConfirmationModal, FuzzySuggestModal, Modal, Notice } from './windows.ts';

export class Component {
  readonly #cleanUps: (() => void)[] = [];

  register(cleanUp: () => void): void {
    this.#cleanUps.push(cleanUp);
  }

  registerInterval(id: number): number {
    this.register(() => window.clearInterval(id));
    return id;
  }

  unload(): void {
    for (const cleanUp of this.#cleanUps.splice(0)) cleanUp();
  }
}

export class ItemView extends Component {
  readonly contentEl: HTMLElement;
  navigation = true;

  constructor(leaf: { readonly contentEl: HTMLElement }) {
    super();
    this.contentEl = leaf.contentEl;
  }
}

/** The screens are drawn as the newest app would. */
export function requireApiVersion(): boolean {
  return true;
}
