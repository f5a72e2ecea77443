import { ConfirmationModal, Notice, type Setting, type SettingDefinitionPage } from 'obsidian';
import { copyText } from '../copy-text.ts';
import { sentenceFor } from '../failure-words.ts';
import { LogPage } from '../log-page.ts';
import { dropdown, MEGABYTE, problemOf, toggle, type Control, type ControlKey, type SettingsParts } from './parts.ts';

/** Language, limits, upkeep and what helps when something is wrong. */
export function advancedPage(parts: SettingsParts): SettingDefinitionPage<ControlKey> {
  const { bench } = parts;
  const { words } = bench;
  const { advanced } = words.settings;
  return {
    type: 'page',
    ...advanced.page,
    items: [
      {
        type: 'group',
        items: [
          dropdown('language', advanced.language, advanced.languageNames),
          dropdown('whenClosed', advanced.whenClosed, advanced.whenClosedNames),
        ],
      },
      {
        type: 'group',
        heading: advanced.limits,
        items: [megabytes('largestNote', parts), megabytes('largestAttachment', parts)],
      },
      {
        type: 'group',
        heading: advanced.upkeep,
        items: [
          upkeep(parts, advanced.rebuild, () => bench.service.rebuildIndex(), words.notices.rebuilding),
          upkeep(parts, advanced.token, () => bench.service.newToken(), words.notices.tokenChanged),
          { ...advanced.clear, render: (setting) => drawClear(setting, parts) },
          upkeep(
            parts,
            advanced.diagnostics,
            async () => copyText(await bench.service.diagnostics()),
            words.notices.diagnosticsCopied,
          ),
          toggle('device.detailedLog', advanced.detailed),
          { type: 'page', ...advanced.log, page: () => new LogPage(bench) },
        ],
      },
    ],
  };
}

/** Bytes in the file, megabytes on the screen. */
function megabytes(name: 'largestNote' | 'largestAttachment', parts: SettingsParts): Control {
  return {
    ...parts.bench.words.settings.advanced[name],
    control: {
      type: 'number',
      key: `megabytes.${name}`,
      min: 0.01,
      step: 'any',
      validate: (value) => problemOf(`index.${name}`, Math.round(value * MEGABYTE), parts),
    },
  };
}

function upkeep(
  { bench }: SettingsParts,
  { name, desc, button: label }: { readonly name: string; readonly desc: string; readonly button: string },
  act: () => Promise<void>,
  done: string,
): { name: string; desc: string; render: (setting: Setting) => void } {
  return {
    name,
    desc,
    render: (setting) => {
      setting.setName(name).setDesc(desc);
      setting.addButton((button) =>
        button.setButtonText(label).onClick(() => {
          button.setDisabled(true);
          act()
            .then(
              () => void new Notice(done),
              (error: unknown) => void setting.setErrorMessage(sentenceFor(error, bench.words)),
            )
            .finally(() => void button.setDisabled(false));
        }),
      );
    },
  };
}

function drawClear(setting: Setting, { app, bench }: SettingsParts): void {
  const { words, changes } = bench;
  const { clear } = words.settings.advanced;
  const clearAll = (): void =>
    void changes.clearHistory().then(
      () => void new Notice(words.notices.historyCleared),
      (error: unknown) => void setting.setErrorMessage(sentenceFor(error, words)),
    );
  setting.setName(clear.name).setDesc(clear.desc);
  setting.addButton((button) =>
    button
      .setButtonText(clear.button)
      .setDestructive()
      .onClick(() => {
        const question = new ConfirmationModal(app);
        question.setTitle(clear.name).setContent(clear.confirm);
        question.addButton((yes) => yes.setButtonText(clear.button).setDestructive().onClick(clearAll));
        question.addCancelButton(words.common.cancel);
        question.open();
      }),
  );
}
