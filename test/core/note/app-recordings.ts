import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the app recorded of one note. */
export interface Recording {
  readonly name: string;
  readonly filePath: string;
  readonly fileContents: string;
  readonly cachedMetadata: Readonly<Record<string, unknown>>;
  readonly getAllTags: readonly string[];
  readonly parseFrontMatterTags: readonly string[] | null;
  readonly resolveLinkToPath: Readonly<Record<string, string | null>>;
}

/** The recordings lie beside the project; where they are absent the tests that need them are skipped, and say so. */
export const RECORDINGS = join(import.meta.dirname, '../../../../shared/oracle/obsidian-metadata');

export function recordingsPresent(): boolean {
  const present = existsSync(join(RECORDINGS, 'recordings'));
  if (!present) console.warn(`skipped: no app recordings in ${RECORDINGS}`);
  return present;
}

export function recordings(): Recording[] {
  const folder = join(RECORDINGS, 'recordings');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, ...(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Omit<Recording, 'name'>) }));
}
