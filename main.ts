import { Plugin } from 'obsidian';
import engine from 'embedded:engine';
import indexWorker from 'embedded:index-worker';
import shim from 'embedded:shim';
import { systemClock } from './src/node/clock.ts';
import { onAppConfig } from './src/obsidian/app-config.ts';
import { startIndexWorker } from './src/obsidian/app-index-worker.ts';
import { appLog } from './src/obsidian/app-log.ts';
import { registerCli } from './src/obsidian/cli.ts';
import { connectorDesk } from './src/obsidian/connector-desk.ts';
import { AppDeviceBook } from './src/obsidian/device-book.ts';
import { keptLog } from './src/obsidian/kept-log.ts';
import { pluginBench } from './src/obsidian/plugin-bench.ts';
import { SavedSettings } from './src/obsidian/saved-settings.ts';
import { QuestionBook } from './src/obsidian/ui/question-book.ts';
import { offerUpdate, showScreens, welcome } from './src/obsidian/ui/show-screens.ts';
import { VaultService } from './src/obsidian/vault-service.ts';
import { Activity } from './src/serve/activity.ts';

/** What the plugin is made of; everything that it starts ends when it is unloaded. */
export default class VaultMcpPlugin extends Plugin {
  override async onload(): Promise<void> {
    const { app } = this;
    const { version } = this.manifest;
    const settings = await SavedSettings.load(this);
    const device = new AppDeviceBook(app);
    const log = keptLog(appLog, () => device.detailedLog);
    const questions = new QuestionBook();
    const activity = new Activity(systemClock);
    const service = new VaultService({
      app,
      version,
      log,
      settings: () => settings.now,
      refreshSettings: () => settings.refresh(),
      ask: (question) => questions.ask(question),
      activity,
      indexWorker: () => startIndexWorker(indexWorker),
      git: () => (device.gitPath === '' ? undefined : device.gitPath),
    });
    this.register(() => void service.stop());
    this.register(settings.onChange(() => service.settingsChanged()));
    this.registerEvent(onAppConfig(app, () => void settings.now));
    this.onExternalSettingsChange = () => settings.reload();
    device.onGitPath(() => void service.restart());
    registerCli(this, service);

    const connector = connectorDesk(app, { version, shim, engine });
    const bench = pluginBench({ app, version, settings, device, service, activity, connector, log });
    const doors = showScreens(this, bench, questions);
    // Before that, the app tells of every file as if it had just been made.
    app.workspace.onLayoutReady(() => {
      service.start();
      void connector.installed().then((installed) => {
        if (installed !== null && installed !== version) offerUpdate(bench, installed);
        if (installed === null && !device.welcomed) welcome(bench, doors);
        device.set({ welcomed: true });
      });
    });
  }
}
