import { ButtonComponent, setIcon } from './components.ts';

/** A dialog over the app; Escape and a click beside it close it. */
export class Modal {
  readonly app: unknown;
  readonly containerEl: HTMLElement;
  readonly modalEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly contentEl: HTMLElement;

  constructor(app: unknown) {
    this.app = app;
    this.containerEl = document.createElement('div');
    this.containerEl.className = 'modal-container mod-dim';
    this.containerEl.createDiv('modal-bg').addEventListener('click', () => this.close());
    this.modalEl = this.containerEl.createDiv({ cls: 'modal', attr: { role: 'dialog', tabindex: '-1' } });
    const close = this.modalEl.createDiv({ cls: 'modal-close-button', attr: { 'aria-label': 'Close' } });
    setIcon(close, 'x');
    close.addEventListener('click', () => this.close());
    this.titleEl = this.modalEl.createDiv('modal-header').createDiv('modal-title');
    this.contentEl = this.modalEl.createDiv('modal-content');
    this.containerEl.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.close();
    });
  }

  open(): void {
    document.body.append(this.containerEl);
    void this.onOpen();
    const field = this.modalEl.querySelector<HTMLElement>('input[type=text], input:not([type])');
    (field ?? this.modalEl).focus();
  }

  close(): void {
    if (!this.containerEl.isConnected) return;
    this.containerEl.remove();
    this.onClose();
  }

  onOpen(): void | Promise<void> {
    // For whoever extends it.
  }

  onClose(): void {
    // For whoever extends it.
  }

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }

  setContent(content: string | DocumentFragment): this {
    this.contentEl.setText(content);
    return this;
  }
}

export class ConfirmationModal extends Modal {
  readonly buttonContainerEl = this.modalEl.createDiv('modal-button-container');

  addButton(fill: (button: ButtonComponent) => unknown): this {
    const button = new ButtonComponent(this.buttonContainerEl);
    fill(button);
    button.onClick(() => this.close());
    return this;
  }

  addCancelButton(text = 'Cancel'): this {
    return this.addButton((button) => button.setButtonText(text));
  }
}

export abstract class FuzzySuggestModal<T> extends Modal {
  #placeholder = '';

  abstract getItems(): T[];
  abstract getItemText(item: T): string;
  abstract onChooseItem(item: T): void;

  setPlaceholder(text: string): void {
    this.#placeholder = text;
  }

  override onOpen(): void {
    this.modalEl.addClass('prompt');
    const input = this.contentEl.createEl('input', { type: 'text', placeholder: this.#placeholder });
    const list = this.contentEl.createDiv('prompt-results');
    const draw = (): void => {
      list.empty();
      const wanted = input.value.toLowerCase();
      for (const item of this.getItems()) {
        const text = this.getItemText(item);
        if (!text.toLowerCase().includes(wanted)) continue;
        list.createDiv({ cls: 'suggestion-item', text }).addEventListener('click', () => {
          this.close();
          this.onChooseItem(item);
        });
      }
    };
    input.addEventListener('input', draw);
    draw();
  }
}

export class Notice {
  readonly messageEl: HTMLElement;

  constructor(message: string | DocumentFragment) {
    const box = document.querySelector<HTMLElement>('.notice-container') ?? document.body.createDiv('notice-container');
    this.messageEl = box.createDiv('notice').createDiv('notice-message');
    this.messageEl.append(message);
  }

  hide(): void {
    this.messageEl.parentElement?.remove();
  }
}
