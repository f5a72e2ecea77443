import { icons } from 'icons:lucide';

/** Puts one of the app's icons into an element; the app shows nothing for a name that it does not know: here it throws. */
export function setIcon(parent: HTMLElement, name: string): void {
  const svg = icons[name];
  if (svg === undefined) throw new Error(`the app has no icon "${name}"`);
  parent.replaceChildren(document.createRange().createContextualFragment(svg));
}

export function setTooltip(element: HTMLElement, text: string): void {
  element.setAttribute('aria-label', text);
}

export class BaseComponent {
  disabled = false;

  then(callback: (component: this) => unknown): this {
    callback(this);
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    return this;
  }
}

export class ButtonComponent extends BaseComponent {
  readonly buttonEl: HTMLButtonElement;

  constructor(parent: HTMLElement) {
    super();
    this.buttonEl = parent.createEl('button');
  }

  override setDisabled(disabled: boolean): this {
    this.buttonEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setButtonText(text: string): this {
    this.buttonEl.setText(text);
    return this;
  }

  setIcon(name: string): this {
    setIcon(this.buttonEl, name);
    return this;
  }

  setCta(): this {
    this.buttonEl.addClass('mod-cta');
    return this;
  }

  setDestructive(): this {
    this.buttonEl.addClass('mod-destructive');
    return this;
  }

  setTooltip(text: string): this {
    setTooltip(this.buttonEl, text);
    return this;
  }

  onClick(callback: (event: MouseEvent) => unknown): this {
    this.buttonEl.addEventListener('click', callback);
    return this;
  }
}

export class ExtraButtonComponent extends BaseComponent {
  readonly extraSettingsEl: HTMLElement;
  #click: (() => unknown) | null = null;

  constructor(parent: HTMLElement) {
    super();
    this.extraSettingsEl = parent.createDiv({ cls: 'clickable-icon extra-setting-button', attr: { tabindex: '0' } });
    this.extraSettingsEl.addEventListener('click', () => {
      if (!this.disabled) this.#click?.();
    });
  }

  override setDisabled(disabled: boolean): this {
    this.extraSettingsEl.toggleClass('is-disabled', disabled);
    return super.setDisabled(disabled);
  }

  setIcon(name: string): this {
    setIcon(this.extraSettingsEl, name);
    return this;
  }

  setTooltip(text: string): this {
    setTooltip(this.extraSettingsEl, text);
    return this;
  }

  onClick(callback: () => unknown): this {
    this.#click = callback;
    return this;
  }
}

export class ToggleComponent extends BaseComponent {
  readonly toggleEl: HTMLElement;
  #on = false;
  #change: ((value: boolean) => unknown) | null = null;

  constructor(parent: HTMLElement) {
    super();
    this.toggleEl = parent.createDiv({ cls: 'checkbox-container', attr: { role: 'switch', tabindex: '0' } });
    this.toggleEl.createEl('input', { type: 'checkbox', attr: { tabindex: '-1' } });
    this.toggleEl.addEventListener('click', (event) => {
      event.preventDefault();
      if (this.disabled) return;
      this.setValue(!this.#on);
      this.#change?.(this.#on);
    });
  }

  override setDisabled(disabled: boolean): this {
    this.toggleEl.toggleClass('is-disabled', disabled);
    return super.setDisabled(disabled);
  }

  getValue(): boolean {
    return this.#on;
  }

  setValue(on: boolean): this {
    this.#on = on;
    this.toggleEl.toggleClass('is-enabled', on);
    this.toggleEl.setAttribute('aria-checked', String(on));
    return this;
  }

  onChange(callback: (value: boolean) => unknown): this {
    this.#change = callback;
    return this;
  }
}

/** A field whose value is a text: a line, several, a choice. */
export class TextLikeComponent<
  E extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
> extends BaseComponent {
  readonly inputEl: E;

  constructor(element: E) {
    super();
    this.inputEl = element;
  }

  override setDisabled(disabled: boolean): this {
    this.inputEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(text: string): this {
    this.inputEl.setAttribute('placeholder', text);
    return this;
  }

  onChange(callback: (value: string) => unknown): this {
    this.inputEl.addEventListener('input', () => callback(this.inputEl.value));
    return this;
  }
}

export class TextComponent extends TextLikeComponent<HTMLInputElement> {
  constructor(parent: HTMLElement) {
    super(parent.createEl('input', { type: 'text', attr: { spellcheck: 'false' } }));
  }
}

export class TextAreaComponent extends TextLikeComponent<HTMLTextAreaElement> {
  constructor(parent: HTMLElement) {
    super(parent.createEl('textarea'));
  }
}

export class DropdownComponent extends TextLikeComponent<HTMLSelectElement> {
  constructor(parent: HTMLElement) {
    super(parent.createEl('select', { cls: 'dropdown' }));
  }

  get selectEl(): HTMLSelectElement {
    return this.inputEl;
  }

  addOptions(options: Readonly<Record<string, string>>): this {
    for (const [value, text] of Object.entries(options)) this.inputEl.createEl('option', { value, text });
    return this;
  }
}

export class SliderComponent extends TextLikeComponent<HTMLInputElement> {
  constructor(parent: HTMLElement) {
    super(parent.createEl('input', { type: 'range', cls: 'slider' }));
  }

  setLimits(min: number, max: number, step: number): this {
    this.inputEl.min = String(min);
    this.inputEl.max = String(max);
    this.inputEl.step = String(step);
    return this;
  }
}
