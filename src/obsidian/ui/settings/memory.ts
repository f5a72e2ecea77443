import type { ExtraButtonComponent, SettingDefinitionPage } from 'obsidian';
import { FOLDER_ROLES, PROPERTY_ROLES, SECTION_ROLES, TYPE_NAMES } from '../../../core/conventions/read-overrides.ts';
import { presetOf } from '../../../core/conventions/presets.ts';
import type { Domain } from '../../../core/conventions/settings.ts';
import { DomainDialog } from '../domain-dialog.ts';
import {
  shownBeside,
  dropdown,
  folder,
  named,
  text,
  type ControlKey,
  type Items,
  type SettingsParts,
} from './parts.ts';

/** How this vault remembers: its domains, folders, words, and what counts in a search. */
export function memoryPage(parts: SettingsParts): SettingDefinitionPage<ControlKey> {
  const { words, settings } = parts.bench;
  const { memory } = words.settings;
  return {
    type: 'page',
    ...memory.page,
    ...shownBeside(() => memory.summary(settings.current.domains.length)),
    items: [
      domainList(parts),
      {
        type: 'group',
        items: [
          { type: 'page', ...memory.folders, items: folderItems(parts) },
          { type: 'page', ...memory.vocabulary, items: vocabularyItems(parts) },
          { type: 'page', ...memory.weights, items: weightItems(parts) },
          folder('promptsFolder', memory.prompts, parts, memory.noFolder),
        ],
      },
    ],
  };
}

function domainList(parts: SettingsParts): Items[number] {
  const { app, bench, redraw } = parts;
  const { words, settings, service } = bench;
  const { memory } = words.settings;
  const domains = settings.current.domains;
  const save = (changed: readonly Domain[]): void => void settings.write('domains', changed).then(redraw);
  const edit = (at: number, title: string): void => {
    const before = domains[at] ?? { name: '', description: '' };
    const withOne = (domain: Domain): readonly Domain[] =>
      at < domains.length ? domains.map((old, index) => (index === at ? domain : old)) : [...domains, domain];
    const check = (domain: Domain): string | undefined => {
      const [problem] = settings.check('domains', withOne(domain));
      return problem === undefined ? undefined : words.settings.problems[problem.code];
    };
    new DomainDialog(app, { words, title, domain: before, check, save: (domain) => save(withOne(domain)) }).open();
  };
  const withFolder = new Set(service.domainFolders().map((name) => name.toLowerCase()));
  return {
    type: 'list',
    heading: memory.domains,
    emptyState: memory.domainsEmpty,
    addItem: { name: memory.addDomain, action: () => edit(domains.length, memory.addDomain) },
    onDelete: (at) => save(domains.filter((_, index) => index !== at)),
    onReorder: (from, to) => save(moved(domains, from, to)),
    items: domains.map(({ name, description }, at) => ({
      name,
      desc: description,
      render: (setting) => {
        setting.setName(name).setDesc(description);
        if (withFolder.has(name.toLowerCase())) {
          setting.nameEl.createSpan({ cls: 'vault-mcp-tag', text: memory.hasFolder });
        }
        setting.addExtraButton((button: ExtraButtonComponent) =>
          button
            .setIcon('pencil')
            .setTooltip(words.common.edit)
            .onClick(() => edit(at, memory.editDomain)),
        );
      },
    })),
  };
}

/** A copy of the list with the item at `from` at `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

function folderItems(parts: SettingsParts): Items {
  const { words, service } = parts.bench;
  const { memory } = words.settings;
  const found = service.conventions()?.folders;
  return [
    {
      type: 'group',
      items: FOLDER_ROLES.map((role) => {
        const detected = found?.[role] ?? null;
        const placeholder = detected === null ? memory.noFolder : memory.detected(detected);
        return folder(`conventions.folders.${role}`, memory.folderRoles[role], parts, placeholder);
      }),
    },
  ];
}

function vocabularyItems(parts: SettingsParts): Items {
  const { words, service, settings } = parts.bench;
  const { memory } = words.settings;
  const inForce = service.conventions() ?? presetOf(settings.current.conventions.preset ?? 'en');
  return [
    {
      type: 'group',
      items: [
        dropdown('conventions.preset', memory.preset, {
          '': memory.presetDetected,
          en: 'English',
          'pt-BR': 'Português',
        }),
        text('conventions.indexNote', memory.indexNote, parts, inForce.indexNote),
        text('conventions.dailyFormat', memory.dailyFormat, parts, inForce.dailyFormat),
      ],
    },
    {
      type: 'group',
      heading: memory.types,
      items: TYPE_NAMES.map((role) =>
        text(`conventions.types.${role}`, named(memory.typeNames[role]), parts, inForce.types[role]),
      ),
    },
    {
      type: 'group',
      heading: memory.keys,
      items: PROPERTY_ROLES.map((role) =>
        text(`conventions.keys.${role}`, named(memory.keyNames[role]), parts, inForce.keys[role]),
      ),
    },
    {
      type: 'group',
      heading: memory.sections,
      items: SECTION_ROLES.map((role) =>
        text(`conventions.sections.${role}`, named(memory.sectionNames[role]), parts, inForce.sections[role]),
      ),
    },
  ];
}

function weightItems({ bench }: SettingsParts): Items {
  const { memory } = bench.words.settings;
  const slider = (key: ControlKey, name: string, desc: string): Extract<Items[number], { control: object }> => ({
    name,
    desc,
    control: { type: 'slider', key, min: 0, max: 2, step: 0.05, displayFormat: (value) => `× ${value.toFixed(2)}` },
  });
  return [
    {
      type: 'group',
      items: [
        ...TYPE_NAMES.map((role) => slider(`weight.${role}`, memory.typeNames[role], '')),
        slider('conventions.weights.archive', memory.weightArchive.name, memory.weightArchive.desc),
        slider('conventions.weights.excluded', memory.weightExcluded.name, memory.weightExcluded.desc),
      ],
    },
  ];
}
