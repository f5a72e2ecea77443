import {
  ButtonComponent,
  DropdownComponent,
  ExtraButtonComponent,
  SliderComponent,
  TextAreaComponent,
  TextComponent,
  ToggleComponent,
} from './components.ts';

/** One row of settings, with the app's own structure of elements. */
export class Setting {
  readonly settingEl: HTMLElement;
  readonly infoEl: HTMLElement;
  readonly nameEl: HTMLElement;
  readonly descEl: HTMLElement;
  readonly controlEl: HTMLElement;
  errorEl: HTMLElement | null = null;

  constructor(parent: HTMLElement) {
    this.settingEl = parent.createDiv('setting-item');
    this.infoEl = this.settingEl.createDiv('setting-item-info');
    this.nameEl = this.infoEl.createDiv('setting-item-name');
    this.descEl = this.infoEl.createDiv('setting-item-description');
    this.controlEl = this.settingEl.createDiv('setting-item-control');
  }

  /** As in the app: whoever lets a promise resolve to a row waits for ever. */
  then(callback: (setting: this) => unknown): this {
    callback(this);
    return this;
  }

  setName(name: string): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(text: string | DocumentFragment): this {
    this.descEl.setText(text);
    return this;
  }

  setClass(name: string): this {
    this.settingEl.addClass(name);
    return this;
  }

  setHeading(): this {
    this.settingEl.addClass('setting-item-heading');
    return this;
  }

  setErrorMessage(text: string | null): this {
    this.errorEl?.remove();
    this.errorEl = null;
    const isInvalid = text !== null && text !== '';
    this.settingEl.toggleClass('is-invalid', isInvalid);
    if (isInvalid) this.errorEl = this.infoEl.createDiv({ cls: 'setting-item-error', text, attr: { role: 'alert' } });
    return this;
  }

  addButton(fill: (component: ButtonComponent) => unknown): this {
    fill(new ButtonComponent(this.controlEl));
    return this;
  }

  addExtraButton(fill: (component: ExtraButtonComponent) => unknown): this {
    fill(new ExtraButtonComponent(this.controlEl));
    return this;
  }

  addToggle(fill: (component: ToggleComponent) => unknown): this {
    fill(new ToggleComponent(this.controlEl));
    return this;
  }

  addText(fill: (component: TextComponent) => unknown): this {
    fill(new TextComponent(this.controlEl));
    return this;
  }

  addTextArea(fill: (component: TextAreaComponent) => unknown): this {
    fill(new TextAreaComponent(this.controlEl));
    return this;
  }

  addDropdown(fill: (component: DropdownComponent) => unknown): this {
    fill(new DropdownComponent(this.controlEl));
    return this;
  }

  addSlider(fill: (component: SliderComponent) => unknown): this {
    fill(new SliderComponent(this.controlEl));
    return this;
  }
}

/** Rows that belong together, below a heading that may carry buttons. */
export class SettingGroup {
  readonly groupEl: HTMLElement;
  readonly headEl: HTMLElement;
  readonly listEl: HTMLElement;

  constructor(parent: HTMLElement) {
    this.groupEl = parent.createDiv('setting-group');
    this.headEl = this.groupEl.createDiv('setting-item setting-item-heading');
    this.headEl.createDiv('setting-item-info').createDiv('setting-item-name');
    this.headEl.createDiv('setting-item-control');
    this.listEl = this.groupEl.createDiv('setting-items');
  }

  setHeading(text: string): this {
    this.headEl.querySelector('.setting-item-name')?.setText(text);
    return this;
  }

  addExtraButton(fill: (component: ExtraButtonComponent) => unknown): this {
    const control = this.headEl.querySelector<HTMLElement>('.setting-item-control');
    if (control !== null) fill(new ExtraButtonComponent(control));
    return this;
  }
}
