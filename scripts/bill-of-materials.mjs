// Prints the software bill of materials (CycloneDX 1.6, JSON) of the files that we ship. Needs a build.
// No date and no serial number: the same build has the same bill.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundledPackages } from './bundled-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packages = bundledPackages();

/** The package's address as package URLs have it: the `@` of a scope is encoded. */
const purl = (of, at) => `pkg:npm/${of.replace('@', '%40')}@${at}`;
const sha512 = (integrity) => Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
const own = purl(name, version);

const shipped = ['main.js', 'manifest.json', 'styles.css', 'dist/vault-mcp.mjs', 'dist/engine.mjs'].map((file) => ({
  type: 'file',
  'bom-ref': file,
  name: file,
  hashes: [
    {
      alg: 'SHA-256',
      content: createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest('hex'),
    },
  ],
}));

const bill = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': own,
      name,
      version,
      licenses: [{ license: { id: license } }],
      purl: own,
      components: shipped,
    },
  },
  components: packages.map((each) => ({
    type: 'library',
    'bom-ref': purl(each.name, each.version),
    name: each.name,
    version: each.version,
    licenses: [{ license: { id: each.licence } }],
    purl: purl(each.name, each.version),
    hashes: [{ alg: 'SHA-512', content: sha512(each.integrity) }],
  })),
  dependencies: [
    { ref: own, dependsOn: packages.map((each) => purl(each.name, each.version)) },
    ...shipped.map(({ name: file }) => ({
      ref: file,
      dependsOn: packages.filter(({ files }) => files.includes(file)).map((each) => purl(each.name, each.version)),
    })),
  ],
};
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
