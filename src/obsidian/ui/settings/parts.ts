import {
  requireApiVersion,
  type App,
  type SettingDefinitionControl,
  type SettingDefinitionItem,
  type SettingDefinitionPage,
} from 'obsidian';
import type { SettingKey } from '../../../core/conventions/write-settings.ts';
import type { Label } from '../words/words.ts';
import type { Workbench } from '../workbench.ts';

/** What the parts of the settings tab are made of. */
export interface SettingsParts {
  readonly app: App;
  readonly bench: Workbench;
  /** The structure has changed (a list has an item more): draw anew. */
  readonly redraw: () => void;
  readonly showActivity: () => void;
}

/** Keys of controls: settings of the vault, settings of this device, and those that stand in another unit or place. */
export type ControlKey =
  | SettingKey
  | 'device.client'
  | 'device.gitPath'
  | 'device.detailedLog'
  | `megabytes.${'largestNote' | 'largestAttachment'}`
  | `weight.${string}`;

export type Items = SettingDefinitionItem<ControlKey>[];
export type Control = SettingDefinitionControl<ControlKey>;

export const MEGABYTE = 1024 * 1024;

export function toggle(key: ControlKey, { name, desc }: Label, disabled?: () => boolean): Control {
  return { name, desc, control: { type: 'toggle', key, ...(disabled === undefined ? {} : { disabled }) } };
}

export function dropdown(key: ControlKey, { name, desc }: Label, options: Readonly<Record<string, string>>): Control {
  return { name, desc, control: { type: 'dropdown', key, options: { ...options } } };
}

/** A line of text, judged as it would be read from the file. */
export function text(key: SettingKey, { name, desc }: Label, parts: SettingsParts, placeholder = ''): Control {
  return { name, desc, control: { type: 'text', key, placeholder, validate: (value) => problemOf(key, value, parts) } };
}

export function folder(key: SettingKey, { name, desc }: Label, parts: SettingsParts, placeholder: string): Control {
  return {
    name,
    desc,
    control: { type: 'folder', key, placeholder, validate: (value) => problemOf(key, value, parts) },
  };
}

/** What is wrong with a value, as a sentence; nothing where it may be saved. */
export function problemOf(key: SettingKey, value: unknown, { bench }: SettingsParts): string | undefined {
  const [problem] = bench.settings.check(key, value);
  return problem === undefined ? undefined : bench.words.settings.problems[problem.code];
}

/** A label without a sentence below it. */
export function named(name: string): Label {
  return { name, desc: '' };
}

/** The value shown beside a page's name: the app can from 1.13.1 on, before that a page has its name only. */
export function shownBeside(value: () => string): Pick<SettingDefinitionPage<ControlKey>, 'displayValue'> {
  return requireApiVersion('1.13.1') ? { displayValue: value } : {};
}
