import { ButtonComponent, ExtraButtonComponent, setIcon, type Setting, type SettingDefinitionRender } from 'obsidian';
import { CLIENTS, clientConfig } from '../../../wire/client-config.ts';
import { CLIENT_NAMES, installLink } from '../client-names.ts';
import { copyText } from '../copy-text.ts';
import { sentenceFor } from '../failure-words.ts';
import { serviceLine } from '../service-line.ts';
import type { TestStep } from '../workbench.ts';
import { dropdown, type Items, type SettingsParts } from './parts.ts';

/** From nothing to an agent that answers out of this vault: choose it, install what it starts, tell it, try it. */
export function connectItems(parts: SettingsParts): Items {
  const { words } = parts.bench;
  const { connect, status } = words.settings;
  const clients = Object.fromEntries(CLIENTS.map((client) => [client, CLIENT_NAMES[client]]));
  const chosen = CLIENT_NAMES[parts.bench.device.client];
  return [
    {
      type: 'group',
      items: [
        { name: status.name, searchable: false, render: (setting) => drawStatus(setting, parts) },
        ...(parts.bench.settings.isUnreadable ? [unreadableItem(parts)] : []),
      ],
    },
    {
      type: 'group',
      heading: connect.heading,
      items: [
        { name: connect.connector.name, desc: '', render: (setting) => drawConnector(setting, parts) },
        dropdown('device.client', connect.client, clients),
        { name: connect.snippetFor(chosen), aliases: [...CLIENTS], render: (setting) => drawSnippet(setting, parts) },
        { name: connect.test.name, desc: connect.test.desc, render: (setting) => drawTest(setting, parts) },
      ],
    },
  ];
}

function unreadableItem({ bench }: SettingsParts): SettingDefinitionRender {
  const { name, desc } = bench.words.settings.unreadable;
  return {
    name,
    searchable: false,
    render: (setting) => void setting.setName(name).setErrorMessage(desc),
  };
}

function drawStatus(setting: Setting, { bench, showActivity }: SettingsParts): () => void {
  const { words, service, agents } = bench;
  const draw = (): void => {
    const line = serviceLine(bench);
    const count = agents.agents().length;
    setting.setName(service.vaultName);
    setting.descEl.empty();
    setting.descEl.createSpan({ cls: `vault-mcp-dot mod-${line.mood}` });
    const people = count === 0 ? words.status.noAgents : words.common.agents(count);
    setting.descEl.createSpan({ text: line.mood === 'on' ? `${line.text}, ${people}.` : `${line.text}.` });
  };
  setting.setClass('vault-mcp-status-row');
  setting.addButton((button) => button.setButtonText(words.settings.status.button).onClick(showActivity));
  draw();
  const ends = [service.onChange(draw), agents.onChange(draw)];
  return () => ends.forEach((end) => end());
}

function drawConnector(setting: Setting, { bench, redraw }: SettingsParts): void {
  const { words, service, connector } = bench;
  const { connector: said } = words.settings.connect;
  setting.setName(said.name);
  void connector.installed().then((installed) => {
    const isCurrent = installed === service.version;
    const state =
      installed === null ? said.absent : isCurrent ? said.current(installed) : said.old(installed, service.version);
    setting.setDesc(state);
    setting.addButton((button) => {
      button.setButtonText(installed === null ? said.install : isCurrent ? said.again : said.update);
      if (!isCurrent) button.setCta();
      button.onClick(() => {
        button.setDisabled(true);
        connector.install().then(redraw, (error: unknown) => {
          button.setDisabled(false);
          setting.setErrorMessage(sentenceFor(error, words));
        });
      });
    });
  });
}

function drawSnippet(setting: Setting, { bench }: SettingsParts): void {
  const { words, device, connector } = bench;
  const { connect } = words.settings;
  const { client } = device;
  setting.setName(connect.snippetFor(CLIENT_NAMES[client])).setClass('vault-mcp-wide');
  void connector.facts().then((facts) => {
    const config = clientConfig(client, facts);
    setting.setDesc(config.file === null ? connect.command : connect.intoFile(config.file));
    const box = setting.settingEl.createDiv({ cls: 'vault-mcp-snippet' });
    box.createEl('pre', { attr: { tabindex: '0' } }).createEl('code', { text: config.text });
    const copy = new ExtraButtonComponent(box).setIcon('copy').setTooltip(words.common.copy);
    copy.extraSettingsEl.setAttrs({ 'aria-label': words.common.copy, role: 'button', tabindex: '0' });
    copy.onClick(() => void copyText(config.text).then(() => showCopied(copy, words.common.copied)));
    const notes = facts.nodeFound ? config.notes : [...config.notes, connect.noNode];
    if (notes.length > 0) {
      const list = setting.settingEl.createEl('ul', { cls: 'vault-mcp-notes' });
      for (const note of notes) list.createEl('li', { text: connect.clientNotes[note] ?? note });
    }
    const link = installLink(client, facts);
    if (link === null) return;
    const row = setting.settingEl.createDiv({ cls: 'vault-mcp-one-click' });
    new ButtonComponent(row)
      .setButtonText(connect.openIn(CLIENT_NAMES[client]))
      .setIcon('external-link')
      .onClick(() => void window.open(link));
    row.querySelector('button')?.createSpan({ text: connect.openIn(CLIENT_NAMES[client]) });
  });
}

function showCopied(button: ExtraButtonComponent, said: string): void {
  button.setIcon('check').setTooltip(said);
  button.extraSettingsEl.addClass('mod-copied');
  window.setTimeout(() => {
    button.setIcon('copy');
    button.extraSettingsEl.removeClass('mod-copied');
  }, 2_000);
}

function drawTest(setting: Setting, { bench }: SettingsParts): void {
  const { words, connector } = bench;
  const { test } = words.settings.connect;
  setting.setName(test.name).setDesc(test.desc).setClass('vault-mcp-wide');
  const results = setting.settingEl.createDiv({ cls: 'vault-mcp-steps', attr: { role: 'status' } });
  setting.addButton((button) =>
    button.setButtonText(test.run).onClick(() => {
      button.setDisabled(true).setButtonText(test.running);
      results.empty();
      connector
        .selfTest()
        .then(
          (steps) => drawSteps(results, steps, bench),
          (error: unknown) => drawSteps(results, [noStart(error, bench)], bench),
        )
        // Void: the app's components have a method `then`, and a promise that is given one never ends.
        .finally(() => void button.setDisabled(false).setButtonText(test.run));
    }),
  );
}

function noStart(error: unknown, { words }: SettingsParts['bench']): TestStep {
  return {
    step: 'program',
    status: 'failed',
    found: words.settings.connect.test.notStarted,
    cure: sentenceFor(error, words),
  };
}

function drawSteps(results: HTMLElement, steps: readonly TestStep[], { words }: SettingsParts['bench']): void {
  const { test, steps: names } = words.settings.connect;
  const broken = steps.filter(({ status }) => status === 'failed').length;
  const list = results.createEl('ul');
  for (const { step, status, found, cure } of steps) {
    const row = list.createEl('li', { cls: `vault-mcp-step mod-${status}` });
    setIcon(row.createSpan({ cls: 'vault-mcp-mark' }), MARKS[status]);
    row.createSpan({ cls: 'vault-mcp-step-name', text: names[step] ?? step });
    const text = row.createDiv({ cls: 'vault-mcp-step-found' });
    text.createSpan({ text: found });
    if (cure !== null) text.createDiv({ cls: 'vault-mcp-cure', text: cure });
  }
  const verdict = broken === 0 ? test.well : test.broken(broken);
  results.createDiv({ cls: `vault-mcp-verdict ${broken === 0 ? 'mod-ok' : 'mod-failed'}`, text: verdict });
}

const MARKS = { ok: 'check', failed: 'x', skipped: 'minus' } as const;
