// The packages whose code is inside the files that we ship, as the last build found them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const json = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

/**
 * Each package once, by name: `{ name, version, licence, text, integrity, files }`, where `text` is its licence,
 * `integrity` what the registry says of its archive, and `files` the shipped files that it is in. Packages that were
 * built into another package count too. Throws where a licence is missing: terms that nobody has cannot be passed on.
 */
export function bundledPackages() {
  const found = new Map();
  for (const [file, inputs] of Object.entries(json('dist', 'bundled.json'))) {
    for (const input of inputs) {
      for (const each of [installed(input), ...builtInto(input)]) {
        const known = found.get(each.name) ?? { ...each, files: new Set() };
        // The plugin carries the text of the two other files.
        found.set(each.name, { ...known, files: known.files.add(file).add('main.js') });
      }
    }
  }
  return [...found.values()]
    .map((each) => ({ ...each, files: [...each.files].sort() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const locked = json('package-lock.json').packages;

function installed(input) {
  const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
  const { name, version, license: licence } = json(folder, 'package.json');
  const file = readdirSync(join(root, folder)).find((each) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(each));
  const { integrity } = locked[folder] ?? {};
  if (file === undefined || typeof licence !== 'string') throw new Error(`${name} states no licence`);
  if (integrity === undefined) throw new Error(`${folder} is not in package-lock.json`);
  return { name, version, licence, text: textOf(folder, file), integrity };
}

/** What a bundler noted in a package's own file: `#region <store>/name@version/node_modules/name/…`. */
function builtInto(input) {
  const regions = readFileSync(join(root, input), 'utf8').matchAll(/#region \S*\/\.pnpm\/([^/\s]+)\/node_modules\//g);
  return [...new Set([...regions].map(([, store]) => store))].map((store) => {
    const [, name, version] = /^(.+)@(\d[^@_(]*)/.exec(store.replace('+', '/'));
    const file = `${store}.txt`;
    const known = json('packaging', 'licences', 'packages.json')[`${name}@${version}`];
    if (known === undefined || !existsSync(join(root, 'packaging', 'licences', file))) {
      throw new Error(`${name} ${version} is inside ${input}: add its licence to packaging/licences`);
    }
    return { name, version, ...known, text: textOf('packaging/licences', file) };
  });
}

const textOf = (folder, file) =>
  readFileSync(join(root, folder, file), 'utf8')
    .replaceAll('\r\n', '\n')
    .trim();
