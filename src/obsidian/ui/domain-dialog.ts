import { ButtonComponent, Modal, Setting, type App } from 'obsidian';
import type { Domain } from '../../core/conventions/settings.ts';
import type { Words } from './words/words.ts';

export interface DomainDialogOptions {
  readonly words: Words;
  readonly title: string;
  readonly domain: Domain;
  /** What is wrong with it, as a sentence; undefined: it may be saved. */
  readonly check: (domain: Domain) => string | undefined;
  readonly save: (domain: Domain) => void;
}

/** Asks for a domain's name and description; what is wrong is said at the name, and nothing is saved meanwhile. */
export class DomainDialog extends Modal {
  readonly #options: DomainDialogOptions;

  constructor(app: App, options: DomainDialogOptions) {
    super(app);
    this.#options = options;
    this.setTitle(options.title);
  }

  override onOpen(): void {
    const { words, domain, check, save } = this.#options;
    const { memory } = words.settings;
    let { name, description } = domain;
    const field = new Setting(this.contentEl).setName(memory.domainName.name).setDesc(memory.domainName.desc);
    const finish = (): void => {
      const problem = check({ name, description });
      field.setErrorMessage(problem ?? null);
      if (problem !== undefined) return;
      save({ name: name.trim(), description: description.trim() });
      this.close();
    };
    field.addText((input) => {
      input.setValue(name).onChange((value) => {
        name = value;
        field.setErrorMessage(null);
      });
      input.inputEl.setAttr('aria-label', memory.domainName.name);
      input.inputEl.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && !event.isComposing) finish();
      });
    });
    new Setting(this.contentEl)
      .setName(memory.domainDescription.name)
      .setDesc(memory.domainDescription.desc)
      .addTextArea((input) => {
        input.setValue(description).onChange((value) => (description = value));
        input.inputEl.setAttr('aria-label', memory.domainDescription.name);
        input.inputEl.rows = 3;
      });
    const bar = this.contentEl.createDiv({ cls: 'modal-button-container' });
    new ButtonComponent(bar).setButtonText(words.common.cancel).onClick(() => this.close());
    new ButtonComponent(bar).setButtonText(words.common.save).setCta().onClick(finish);
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}
