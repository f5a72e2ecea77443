import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// What the workflows start must be there: they run where nobody looks, on the day of a release.

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, '.github', 'workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly run?: string; readonly uses?: string }[] }>
  >;
}

const workflow = (file: string): Workflow => parse(readFileSync(join(folder, file), 'utf8')) as Workflow;
const stepsOf = (file: string): Workflow['jobs'][string]['steps'] =>
  Object.values(workflow(file).jobs).flatMap(({ steps }) => steps);

describe.each(readdirSync(folder))('%s', (file) => {
  const commands = stepsOf(file).flatMap(({ run }) => run ?? []);

  it('starts only scripts that exist', () => {
    for (const command of commands) {
      for (const [path] of command.matchAll(/(?:scripts\/[\w-]+\.mjs|\.ci\/run)/g)) {
        expect(existsSync(join(root, path)), path).toBe(true);
      }
      for (const [, name] of command.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
    }
  });

  it('puts no text of an event into a shell', () => {
    for (const command of commands) expect(command).not.toContain('${{');
  });

  it('names the rights that it needs', () => {
    expect(workflow(file).permissions).toBeTypeOf('object');
  });
});

it('a release carries what the app installs, with proof of its origin', () => {
  const steps = stepsOf('release.yml');
  const release = steps.find(({ run }) => run?.includes('gh release create') === true)?.run ?? '';
  for (const file of ['main.js', 'manifest.json', 'styles.css', '.mcpb', '.tgz', '.cdx.json']) {
    expect(release).toContain(file);
  }
  const uses = steps.flatMap(({ uses }) => uses ?? []);
  expect(uses.some((action) => action.startsWith('actions/attest-build-provenance@'))).toBe(true);
  expect(uses.some((action) => action.startsWith('actions/attest-sbom@'))).toBe(true);
});
