// The packages whose code is inside the files that we ship, as the last build found them.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const json = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

/**
 * Each package once, by name: `{ name, version, licence, text, integrity, files }`, where `text` is its licence file,
 * `integrity` what the lockfile says of its archive, and `files` the shipped files that it is in. Throws for a package
 * without a licence file: its terms cannot be passed on.
 */
export function bundledPackages() {
  const bundled = json('dist', 'bundled.json');
  const locked = json('package-lock.json').packages;
  const files = new Map();
  for (const [file, folders] of Object.entries(bundled)) {
    for (const folder of folders) files.set(folder, [...(files.get(folder) ?? []), file]);
  }
  // The plugin carries the text of the two other files.
  for (const inside of files.values()) if (!inside.includes('main.js')) inside.push('main.js');
  return [...files]
    .map(([folder, inside]) => {
      const { name, version, license: licence } = json(folder, 'package.json');
      const file = readdirSync(join(root, folder)).find((each) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(each));
      if (file === undefined || typeof licence !== 'string') throw new Error(`${name} states no licence`);
      const text = readFileSync(join(root, folder, file), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim();
      const { integrity } = locked[folder] ?? {};
      if (integrity === undefined) throw new Error(`${folder} is not in package-lock.json`);
      return { name, version, licence, text, integrity, files: inside.sort() };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
