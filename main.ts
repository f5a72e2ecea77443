import { Notice, Plugin } from 'obsidian';
import engine from 'embedded:engine';
import shim from 'embedded:shim';
import { installConnector } from './src/node/install-connector.ts';
import { stateFolder } from './src/node/state-folder.ts';
import { appLog } from './src/obsidian/app-log.ts';
import { registerCli } from './src/obsidian/cli.ts';
import { readSettings, type SettingsNow } from './src/obsidian/settings.ts';
import { VaultService } from './src/obsidian/vault-service.ts';

/** What the plugin is made of; everything that it starts ends when it is unloaded. */
export default class VaultMcpPlugin extends Plugin {
  override async onload(): Promise<void> {
    let settings: SettingsNow = await readSettings(this.app, await this.loadData());
    const service = new VaultService({
      app: this.app,
      version: this.manifest.version,
      log: appLog,
      settings: () => settings,
      ask: null,
    });
    this.register(() => void service.stop());
    registerCli(this, service);
    this.onExternalSettingsChange = async () => {
      settings = await readSettings(this.app, await this.loadData());
      service.settingsChanged();
    };
    // Before that, the app tells of every file as if it had just been made.
    this.app.workspace.onLayoutReady(() => service.start());
    this.addCommand({
      id: 'install-connector',
      name: 'Install the connector for agents',
      callback: () => void this.#install(),
    });
  }

  async #install(): Promise<void> {
    try {
      const path = await installConnector(stateFolder(), { version: this.manifest.version, shim, engine });
      new Notice(`Connector installed. Let your agent start: node ${path} --vault "${this.app.vault.getName()}"`, 0);
    } catch (error) {
      new Notice(`The connector could not be written: ${error instanceof Error ? error.message : 'unknown reason'}`);
    }
  }
}
