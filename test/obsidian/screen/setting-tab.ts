import type {
  SettingControl,
  SettingDefinition,
  SettingDefinitionGroup,
  SettingDefinitionItem,
  SettingDefinitionList,
  SettingDefinitionPage,
} from 'obsidian';
import { setIcon } from './components.ts';
import { Setting, SettingGroup } from './setting.ts';

type Test = boolean | (() => boolean) | undefined;

const holds = (test: Test, otherwise: boolean): boolean => (typeof test === 'function' ? test() : (test ?? otherwise));

/** Draws settings from their definitions, as the declarations of `obsidian` say that the app does from 1.13 on. */
export abstract class SettingTab {
  readonly app: unknown;
  readonly containerEl: HTMLElement;
  settingItems: SettingDefinitionItem[] = [];
  #trail: string[] = [];
  #cleanUps: (() => void)[] = [];
  #predicates: (() => void)[] = [];

  constructor(app: unknown) {
    this.app = app;
    this.containerEl = document.createElement('div');
    this.containerEl.className = 'vertical-tab-content';
  }

  abstract getSettingDefinitions(): SettingDefinitionItem[];
  abstract getControlValue(key: string): unknown;
  abstract setControlValue(key: string, value: unknown): void | Promise<void>;

  update(): void {
    this.settingItems = this.getSettingDefinitions();
    this.#draw();
  }

  refreshDomState(): void {
    for (const look of this.#predicates) look();
  }

  hide(): void {
    for (const cleanUp of this.#cleanUps.splice(0)) cleanUp();
    this.containerEl.empty();
  }

  #draw(): void {
    const top = this.containerEl.scrollTop;
    this.hide();
    this.#predicates = [];
    let items = this.settingItems;
    for (const name of this.#trail) {
      const page = pagesIn(items).find((candidate) => candidate.name === name);
      if (page === undefined) break;
      if (page.page !== undefined) return this.#drawOwnPage(page);
      items = page.items ?? [];
    }
    if (this.#trail.length > 0) this.#drawTitle(this.#trail.at(-1) ?? '');
    for (const item of items) this.#drawItem(this.containerEl, item);
    this.containerEl.scrollTop = top;
  }

  #drawTitle(title: string): void {
    const bar = this.containerEl.createDiv('setting-page-titlebar');
    const back = bar.createEl('button', { cls: 'clickable-icon', attr: { 'aria-label': 'Back' } });
    setIcon(back, 'arrow-left');
    bar.createSpan({ cls: 'setting-page-title', text: title });
    back.addEventListener('click', () => {
      this.#trail.pop();
      this.#draw();
    });
  }

  #drawOwnPage(definition: SettingDefinitionPage): void {
    this.#drawTitle(definition.name);
    const page = definition.page?.();
    if (page === undefined) return;
    page.display();
    this.containerEl.append(page.containerEl);
    this.#cleanUps.push(() => page.hide());
  }

  #drawItem(parent: HTMLElement, item: SettingDefinitionItem): void {
    if (!holds('visible' in item ? item.visible : undefined, true)) return;
    if (!('type' in item)) return this.#drawSetting(new Setting(parent), item, new SettingGroup(parent));
    if (item.type === 'page') this.#drawEntry(parent, item);
    else this.#drawGroup(parent, item);
  }

  #drawGroup(parent: HTMLElement, definition: SettingDefinitionGroup | SettingDefinitionList): void {
    const group = new SettingGroup(parent);
    if (definition.heading === undefined) group.headEl.remove();
    else group.setHeading(definition.heading);
    const list = definition.type === 'list' ? (definition as SettingDefinitionList) : null;
    if (list !== null) group.groupEl.addClass('mod-list');
    const { addItem } = list ?? {};
    if (addItem !== undefined) {
      group.addExtraButton((button) => {
        button.setIcon('plus').setTooltip(addItem.name);
        button.onClick(() => addItem.action(button.extraSettingsEl));
      });
    }
    for (const [index, item] of (definition.items ?? []).entries()) {
      if ('type' in item) this.#drawEntry(group.listEl, item);
      else {
        const row = new Setting(group.listEl);
        this.#drawSetting(row, item, group);
        if (list !== null) this.#drawListTools(row, list, index);
      }
    }
    if (list !== null && (definition.items ?? []).length === 0 && list.emptyState !== undefined) {
      group.listEl.createDiv({ cls: 'setting-list-empty', text: list.emptyState });
    }
  }

  #drawListTools(row: Setting, list: SettingDefinitionList, index: number): void {
    const { onDelete, onReorder } = list;
    if (onReorder !== undefined) {
      const grip = row.settingEl.createDiv({ cls: 'setting-list-grip', prepend: true, attr: { tabindex: '0' } });
      setIcon(grip, 'grip-vertical');
      // The app drags with the mouse; the same call by key is enough to try what follows from it.
      grip.addEventListener('keydown', ({ key }) => {
        if (key === 'ArrowDown') onReorder(index, index + 1);
        if (key === 'ArrowUp' && index > 0) onReorder(index, index - 1);
      });
    }
    if (onDelete !== undefined) {
      row.addExtraButton((button) =>
        button
          .setIcon('trash-2')
          .setTooltip('Delete')
          .onClick(() => onDelete(index)),
      );
    }
  }

  #drawEntry(parent: HTMLElement, page: SettingDefinitionPage): void {
    const row = new Setting(parent).setName(page.name).setDesc(page.desc ?? '');
    row.settingEl.addClass('mod-navigable');
    row.settingEl.setAttrs({ role: 'button', tabindex: '0' });
    const shown = typeof page.displayValue === 'function' ? page.displayValue() : page.displayValue;
    if (shown !== undefined) row.controlEl.createSpan({ cls: 'setting-display-value', text: shown });
    setIcon(row.controlEl.createSpan('setting-chevron'), 'chevron-right');
    row.settingEl.addEventListener('click', () => {
      this.#trail.push(page.name);
      this.update();
      this.containerEl.scrollTop = 0;
    });
  }

  #drawSetting(row: Setting, item: SettingDefinition, group: SettingGroup): void {
    row.setName(item.name).setDesc(item.desc ?? '');
    if (item.render !== undefined) {
      const cleanUp = item.render(row as never, group as never);
      if (typeof cleanUp === 'function') this.#cleanUps.push(cleanUp);
    } else if (item.control !== undefined) {
      drawControl(row, item.control, this);
      const { control } = item;
      const look = (): void => {
        const isOff = holds(control.disabled, false);
        row.settingEl.toggleClass('is-disabled', isOff);
        const field = row.controlEl.querySelector<HTMLInputElement>('input, select, textarea');
        if (field !== null) field.disabled = isOff;
        row.controlEl.querySelector('.checkbox-container')?.toggleClass('is-disabled', isOff);
      };
      look();
      this.#predicates.push(look);
    }
  }
}

function pagesIn(items: readonly SettingDefinitionItem[]): readonly SettingDefinitionPage[] {
  return items.flatMap((item) => {
    if (!('type' in item)) return [];
    return item.type === 'page' ? [item] : pagesIn((item.items ?? []) as SettingDefinitionItem[]);
  });
}

/** A control that shows the stored value, and saves each new one that its definition finds no fault with. */
function drawControl(row: Setting, control: SettingControl, tab: SettingTab): void {
  const stored = tab.getControlValue(control.key) ?? control.defaultValue;
  const save = async (value: unknown): Promise<void> => {
    const validate = control.validate as ((value: unknown) => string | void | Promise<string | void>) | undefined;
    const problem = await validate?.(value);
    row.setErrorMessage(typeof problem === 'string' ? problem : null);
    if (typeof problem !== 'string' || problem === '') await tab.setControlValue(control.key, value);
  };
  switch (control.type) {
    case 'toggle':
      row.addToggle((field) => field.setValue(stored === true).onChange((value) => void save(value)));
      break;
    case 'dropdown':
      row.addDropdown((field) => {
        field.addOptions(control.options).setValue(String(stored ?? ''));
        field.onChange((value) => void save(value));
      });
      break;
    case 'slider':
      row.addSlider((field) => {
        const shown = row.controlEl.createSpan({ cls: 'slider-value', prepend: true });
        const show = (value: number): void => shown.setText(control.displayFormat?.(value) ?? String(value));
        field.setLimits(control.min, control.max, control.step).setValue(String(stored));
        show(Number(stored));
        field.onChange((value) => {
          show(Number(value));
          void save(Number(value));
        });
      });
      break;
    case 'number':
      row.addText((field) => {
        field.inputEl.type = 'number';
        if (control.step !== undefined) field.inputEl.step = String(control.step);
        if (control.min !== undefined) field.inputEl.min = String(control.min);
        field.setValue(String(stored)).onChange((value) => void save(Number(value)));
      });
      break;
    default:
      row.addText((field) => {
        if ('placeholder' in control && control.placeholder !== undefined) field.setPlaceholder(control.placeholder);
        field.setValue(String(stored ?? '')).onChange((value) => void save(value));
      });
  }
}

/** The app gives it the plugin as well, for settings that are kept where they usually are. */
export abstract class PluginSettingTab extends SettingTab {}

export abstract class SettingPage {
  readonly containerEl = document.createElement('div');
  title = '';
  abstract display(): void;
  hide(): void {
    this.containerEl.remove();
  }
}
