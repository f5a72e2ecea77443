import { isAbsolute } from 'node:path';
import type { App } from 'obsidian';
import { findNode } from '../node/find-node.ts';
import { connectorPath, installConnector, installedConnector, type Connector } from '../node/install-connector.ts';
import { runDoctor } from '../node/run-doctor.ts';
import { stateFolder } from '../node/state-folder.ts';
import type { System } from '../wire/client-config.ts';
import { STATE_FOLDER_VARIABLE } from '../wire/state-folder.ts';
import { folderOf } from './host.ts';
import type { ConnectorDesk } from './ui/workbench.ts';

/** The name that agents know the server by, as the command line's own `config` gives it. */
const SERVER_NAME = 'vault';

/** What agents start to reach this vault: the files that the plugin carries, on this machine. */
export function connectorDesk(app: App, connector: Connector): ConnectorDesk {
  const facts: ConnectorDesk['facts'] = async () => {
    const node = await findNode();
    const home = process.env[STATE_FOLDER_VARIABLE] ?? '';
    return {
      system: systemOf(process.platform),
      node: node ?? 'node',
      nodeFound: node !== null,
      program: connectorPath(stateFolder()),
      vault: folderOf(app),
      name: SERVER_NAME,
      home: isAbsolute(home) ? home : null,
    };
  };
  return {
    installed: () => installedConnector(stateFolder(), connector),
    install: async () => {
      await installConnector(stateFolder(), connector);
    },
    facts,
    selfTest: async () => {
      const { node, program } = await facts();
      return runDoctor(node, program, folderOf(app));
    },
  };
}

function systemOf(platform: string): System {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}
