import { PluginSettingTab, type App, type Plugin, type SettingDefinitionItem } from 'obsidian';
import { presetOf } from '../../core/conventions/presets.ts';
import { SETTING_KEYS, settingAt, type SettingKey } from '../../core/conventions/write-settings.ts';
import { CLIENTS } from '../../wire/client-config.ts';
import { advancedPage } from './settings/advanced.ts';
import { connectItems } from './settings/connect.ts';
import { gitPage } from './settings/git.ts';
import { memoryPage } from './settings/memory.ts';
import { MEGABYTE, type Items, type SettingsParts } from './settings/parts.ts';
import { permissionsPage } from './settings/permissions.ts';
import type { Workbench } from './workbench.ts';

/** The plugin's settings, as data: the app draws, searches and saves them by what is said here. */
export class VaultSettingsTab extends PluginSettingTab {
  override readonly icon = 'bot';
  readonly #bench: Workbench;
  readonly #parts: SettingsParts;

  constructor(app: App, plugin: Plugin, bench: Workbench, showActivity: () => void) {
    super(app, plugin);
    this.#bench = bench;
    this.#parts = { app, bench, showActivity, redraw: () => this.update() };
    bench.settings.onOutsideChange(() => this.#drawAnew());
  }

  /** Where it is open. Somebody who types is not interrupted: it waits until the field is left. */
  #drawAnew(): void {
    const { containerEl } = this;
    if (!containerEl.isConnected) return;
    const field = containerEl.ownerDocument.activeElement;
    const isTyping = field !== null && containerEl.contains(field) && field.matches('input, textarea');
    if (isTyping) field.addEventListener('blur', () => this.update(), { once: true });
    else this.update();
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const parts = this.#parts;
    const items: Items = [
      ...connectItems(parts),
      { type: 'group', items: [memoryPage(parts), gitPage(parts), permissionsPage(parts), advancedPage(parts)] },
    ];
    return items;
  }

  override getControlValue(key: string): unknown {
    const { device, settings } = this.#bench;
    if (key === 'device.client') return device.client;
    if (key === 'device.gitPath') return device.gitPath;
    if (key === 'device.detailedLog') return device.detailedLog;
    if (key.startsWith('megabytes.')) return Number(this.#stored(indexKey(key))) / MEGABYTE;
    if (key.startsWith('weight.')) return this.#weights().byType[key.slice('weight.'.length)] ?? 1;
    if (key === 'conventions.weights.archive') return this.#weights().archive;
    if (key === 'conventions.weights.excluded') return this.#weights().excluded;
    const value = isSettingKey(key) ? settingAt(settings.current, key) : undefined;
    return value ?? '';
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    if (key.startsWith('device.')) this.#setOnDevice(key, value);
    else if (key.startsWith('megabytes.')) await this.#write(indexKey(key), Math.round(Number(value) * MEGABYTE));
    else if (key.startsWith('weight.')) await this.#setWeight(key.slice('weight.'.length), Number(value));
    else if (isSettingKey(key)) await this.#write(key, value === '' ? undefined : value);
    // Another agent has another snippet; everything else keeps its place.
    if (key === 'device.client') this.update();
    else this.refreshDomState();
  }

  async #write(key: SettingKey, value: unknown): Promise<void> {
    await this.#bench.settings.write(key, value);
  }

  #stored(key: SettingKey): unknown {
    return settingAt(this.#bench.settings.current, key);
  }

  #setOnDevice(key: string, value: unknown): void {
    const { device } = this.#bench;
    if (key === 'device.gitPath') device.set({ gitPath: String(value).trim() });
    if (key === 'device.detailedLog') device.set({ detailedLog: value === true });
    const client = CLIENTS.find((known) => known === value);
    if (key === 'device.client' && client !== undefined) device.set({ client });
  }

  /** Only what differs from the preset is kept, so that a better preset of a later version is not held back. */
  async #setWeight(type: string, value: number): Promise<void> {
    const { settings, service } = this.#bench;
    const own = { ...settings.current.conventions.weights?.byType, [type]: value };
    const usual = presetOf(service.conventions()?.preset ?? 'en').weights.byType;
    const kept = Object.entries(own).filter(([name, weight]) => weight !== (usual[name] ?? 1));
    await this.#write('conventions.weights.byType', kept.length === 0 ? undefined : Object.fromEntries(kept));
  }

  #weights(): { byType: Readonly<Record<string, number>>; archive: number; excluded: number } {
    const { settings, service } = this.#bench;
    const usual = presetOf(service.conventions()?.preset ?? 'en').weights;
    const own = settings.current.conventions.weights;
    return { ...usual, ...own, byType: { ...usual.byType, ...own?.byType } };
  }
}

function isSettingKey(key: string): key is SettingKey {
  return SETTING_KEYS.some((known) => known === key);
}

function indexKey(key: string): SettingKey {
  return key === 'megabytes.largestNote' ? 'index.largestNote' : 'index.largestAttachment';
}
