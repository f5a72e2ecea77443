import { ButtonComponent, SettingPage } from 'obsidian';
import { copyText } from './copy-text.ts';
import type { Workbench } from './workbench.ts';

/** What the server has logged since the app was opened, oldest first. */
export class LogPage extends SettingPage {
  readonly #bench: Workbench;

  constructor(bench: Workbench) {
    super();
    this.#bench = bench;
    this.title = bench.words.settings.advanced.log.name;
  }

  override display(): void {
    const { words, service } = this.#bench;
    const lines = service.log();
    this.containerEl.empty();
    if (lines.length === 0) {
      this.containerEl.createDiv({ cls: 'vault-mcp-empty', text: words.settings.advanced.logEmpty });
      return;
    }
    const text = lines.join('\n');
    const log = this.containerEl.createEl('pre', { cls: 'vault-mcp-log', text, attr: { tabindex: '0' } });
    new ButtonComponent(this.containerEl).setButtonText(words.common.copy).onClick(() => void copyText(text));
    log.scrollTop = log.scrollHeight;
  }
}
