import type { SettingDefinitionPage } from 'obsidian';
import type { AskRules } from '../../../core/conventions/settings.ts';
import { FolderPicker } from '../folder-picker.ts';
import {
  shownBeside,
  dropdown,
  problemOf,
  text,
  toggle,
  type ControlKey,
  type Items,
  type SettingsParts,
} from './parts.ts';

const RULES: readonly (keyof AskRules)[] = ['delete', 'move', 'overwrite', 'large', 'everything'];

/** What agents may see and change, and when they have to ask. Both hosts obey it. */
export function permissionsPage(parts: SettingsParts): SettingDefinitionPage<ControlKey> {
  const { bench } = parts;
  const { permissions } = bench.words.settings;
  const access = (): typeof bench.settings.current.access => bench.settings.current.access;
  const isClosed = (): boolean => access().vaultReadOnly;
  return {
    type: 'page',
    ...permissions.page,
    ...shownBeside(() => {
      const asks = RULES.some((rule) => access().ask[rule]);
      return permissions.summary[isClosed() ? 'readOnly' : asks ? 'asks' : 'free'];
    }),
    items: [
      { type: 'group', items: [toggle('access.vaultReadOnly', permissions.readOnly)] },
      {
        type: 'group',
        heading: permissions.askHeading,
        items: [
          ...RULES.map((rule) =>
            toggle(
              `access.ask.${rule}`,
              permissions.ask[rule],
              () => isClosed() || (rule !== 'everything' && access().ask.everything),
            ),
          ),
          {
            ...permissions.perMinute,
            control: {
              type: 'number',
              key: 'access.changesPerMinute',
              min: 0,
              step: 1,
              disabled: isClosed,
              validate: (value) => problemOf('access.changesPerMinute', value, parts),
            },
          },
          dropdown('access.askIn', permissions.askIn, permissions.askInNames),
        ],
      },
      folderList('access.hidden', parts),
      folderList('access.readOnly', parts),
      {
        type: 'group',
        heading: permissions.notesHeading,
        items: [
          toggle('access.noteFlags.enabled', permissions.noteFlags),
          text('access.noteFlags.property', permissions.noteProperty, parts),
          dropdown('excludedFiles', permissions.excluded, permissions.excludedNames),
        ],
      },
    ],
  };
}

function folderList(key: 'access.hidden' | 'access.readOnly', { app, bench, redraw }: SettingsParts): Items[number] {
  const { words, settings, service } = bench;
  const { permissions } = words.settings;
  const isHidden = key === 'access.hidden';
  const folders = isHidden ? settings.current.access.hidden : settings.current.access.readOnly;
  const save = (changed: readonly string[]): void => {
    // In the file the vault itself is written as a slash.
    void settings
      .write(
        key,
        changed.map((folder) => folder || '/'),
      )
      .then(redraw);
  };
  const add = (): void =>
    new FolderPicker(app, {
      folders: service.folders().filter((folder) => !folders.includes(folder)),
      placeholder: permissions.addFolder,
      ...(isHidden ? {} : { wholeVault: permissions.wholeVault }),
      choose: (folder) => save([...folders, folder]),
    }).open();
  return {
    type: 'list',
    heading: isHidden ? permissions.hidden : permissions.readOnlyFolders,
    emptyState: isHidden ? permissions.hiddenEmpty : permissions.readOnlyEmpty,
    addItem: { name: permissions.addFolder, action: add },
    onDelete: (at) => save(folders.filter((_, index) => index !== at)),
    items: folders.map((folder) => ({ name: folder === '' ? permissions.wholeVault : folder })),
  };
}
