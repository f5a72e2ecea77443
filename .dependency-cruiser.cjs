// The import law: each room, and all that it may reach besides itself. See docs/architecture.md.
const room = (name) => `^src/${name}/`;

const allow = {
  core: { npm: ['minisearch', 'yaml', 'diff', '@orama/stemmers', 'porter2'] },
  wire: {},
  mcp: { rooms: ['core', 'wire'], npm: ['zod', '@modelcontextprotocol/server'] },
  node: { rooms: ['core', 'wire'], npm: ['ws'], node: true },
  serve: { rooms: ['core', 'mcp', 'node', 'wire'], node: true },
  obsidian: { rooms: ['core', 'mcp', 'node', 'serve', 'wire'], npm: ['obsidian'], node: true },
  headless: { rooms: ['core', 'mcp', 'node', 'serve', 'wire'], npm: [], node: true },
  shim: { rooms: ['wire'], npm: ['ws'], node: true },
};

const packages = ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'unknown', 'undetermined'];
const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

const law = Object.entries(allow).flatMap(([name, { rooms = [], npm = [], node = false }]) => [
  forbid(`${name}-rooms`, { path: room(name) }, { path: '^(src/|main\\.[jt]s$)', pathNot: [name, ...rooms].map(room) }),
  forbid(
    `${name}-packages`,
    { path: room(name) },
    { dependencyTypes: packages, pathNot: ['^embedded:', ...npm.map((p) => `(^|node_modules/(@types/)?)${p}(/|$)`)] },
  ),
  ...(node ? [] : [forbid(`${name}-no-node`, { path: room(name) }, { dependencyTypes: ['core'] })]),
]);

module.exports = {
  forbidden: [
    ...law,
    forbid('tools-stand-alone', { path: '^src/mcp/tools/(?!index)' }, { path: '^src/mcp/tools/' }),
    forbid(
      'sdk-in-one-file',
      { path: '^src/', pathNot: '^src/mcp/server\\.ts$' },
      { path: 'node_modules/@modelcontextprotocol/' },
    ),
    forbid('main-composes-one-host', { path: '^main\\.ts$' }, { path: '^src/(headless|shim)/' }),
    forbid('product-never-needs-tests', { path: '^(src/|main\\.ts)' }, { path: '^(test|bench|scripts)/' }),
    forbid('no-cycles', {}, { circular: true }),
    forbid(
      'no-orphans',
      { orphan: true, pathNot: ['\\.d\\.ts$', '^main\\.ts$', '^src/(headless|shim)/main\\.ts$', '^test/'] },
      {},
    ),
  ],
  options: {
    tsPreCompilationDeps: true, // type-only imports count
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
};
