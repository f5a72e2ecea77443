/** Printed by `--help`: fits a terminal of 80 columns and 24 lines. */
export const USAGE = `vault-mcp [--vault V]              answer an agent over stdin and stdout (MCP)
vault-mcp serve --vault V          serve a vault without Obsidian, to all agents
vault-mcp search "words"           one search, printed
vault-mcp call <tool> [json]       one call of any tool, printed
vault-mcp doctor [--json]          look at every step, name what fails, and cure
vault-mcp config <client>          the client's configuration, ready to paste:
  claude-code claude-desktop cursor vscode codex gemini windsurf zed hermes
vault-mcp wrap -- <command ...>    restart, queue and repair for any MCP server

--vault V        path, name or id; also VAULT_PATH. Without it: the only vault
                 that is served, else the one around the working directory
--when-closed    embedded (usual) | launch | wait: if Obsidian is closed, serve
                 the folder, start Obsidian, or say so
--log-level      debug | info | warn (usual) | error | silent, on stderr
--watchdog 5s    wrap: end a server that takes longer over a call, or off
--restarts 10    wrap: how often within ten minutes it is started again
--name vault     config: the server's name at the client
--version, --help

Exit codes: 0 done; 1 the tool refused, or a step failed; 2 wrong command line
`;
