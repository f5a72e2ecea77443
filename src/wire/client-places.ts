/** The clients that we know, and where each keeps the list of its servers. */

export const CLIENTS = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'windsurf',
  'zed',
  'hermes',
] as const;

export type Client = (typeof CLIENTS)[number];

/** Those that are told by a file. */
export type FileClient = Exclude<Client, 'claude-code'>;

/** Systems whose paths and files differ; anything else counts as Linux. */
export type System = 'darwin' | 'linux' | 'win32';

interface Place {
  readonly files: Readonly<Record<System, string>>;
  readonly notes: readonly string[];
}

function everywhere(path: string): Readonly<Record<System, string>> {
  return { darwin: `~/${path}`, linux: `~/${path}`, win32: `%USERPROFILE%\\${path.replaceAll('/', '\\')}` };
}

const MERGE = 'If the file has such a block already, add the inner entry to it.';

/** As the clients' own manuals have it. */
export const PLACES: Readonly<Record<FileClient, Place>> = {
  'claude-desktop': {
    files: {
      darwin: '~/Library/Application Support/Claude/claude_desktop_config.json',
      linux: '~/.config/Claude/claude_desktop_config.json',
      win32: '%APPDATA%\\Claude\\claude_desktop_config.json',
    },
    notes: ['Or open it by Settings > Developer > Edit Config.', MERGE, 'Quit Claude completely and start it again.'],
  },
  cursor: {
    files: everywhere('.cursor/mcp.json'),
    notes: [MERGE, 'For one project: .cursor/mcp.json in its folder.'],
  },
  vscode: {
    files: {
      darwin: '~/Library/Application Support/Code/User/mcp.json',
      linux: '~/.config/Code/User/mcp.json',
      win32: '%APPDATA%\\Code\\User\\mcp.json',
    },
    notes: [MERGE, 'Or the command "MCP: Open User Configuration". For one project: .vscode/mcp.json in its folder.'],
  },
  codex: {
    files: everywhere('.codex/config.toml'),
    notes: ['Add it at the end of the file. It serves the command line, the app and the editor extension.'],
  },
  gemini: {
    files: everywhere('.gemini/settings.json'),
    notes: [MERGE, 'For one project: .gemini/settings.json in its folder.'],
  },
  windsurf: {
    files: everywhere('.codeium/windsurf/mcp_config.json'),
    notes: [MERGE, 'Then press Refresh in the MCP panel.'],
  },
  zed: {
    files: {
      darwin: '~/.config/zed/settings.json',
      linux: '~/.config/zed/settings.json',
      win32: '%APPDATA%\\Zed\\settings.json',
    },
    notes: [MERGE],
  },
  hermes: {
    files: {
      darwin: '~/.hermes/config.yaml',
      linux: '~/.hermes/config.yaml',
      win32: '%LOCALAPPDATA%\\hermes\\config.yaml',
    },
    notes: ['If the file has mcp_servers already, add the inner block to it.', 'Then: /reload-mcp'],
  },
};
