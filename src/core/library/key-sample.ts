import type { NoteMetadata } from '../note/metadata.ts';
import type { VaultPath } from '../path.ts';
import type { Clock, Vault, VaultFile } from '../ports.ts';
import { readFiles } from './read-files.ts';
import { Slices } from './slices.ts';

export interface SampleParts {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly metadataOf: (path: VaultPath, text: string) => Promise<NoteMetadata>;
  /** Whether nobody wants the rest any more. */
  readonly isStopped: () => boolean;
}

/** Reads a few notes from all over the vault: how many of them use each key of frontmatter decides how all are read. */
export async function sampleKeys(notes: readonly VaultFile[], parts: SampleParts): Promise<Map<string, number>> {
  const stride = Math.max(1, Math.ceil(notes.length / SAMPLE_NOTES));
  const sample = notes.filter(({ size }, at) => at % stride === 0 && size <= SAMPLE_BYTES).map(({ path }) => path);
  const keys = new Map<string, number>();
  const reads = await readFiles(parts.vault, sample);
  const slices = new Slices(parts.clock);
  for (const read of reads) {
    if (parts.isStopped()) break;
    const metadata = read.kind === 'text' ? await parts.metadataOf(read.path, read.text) : {};
    for (const key of Object.keys(metadata.frontmatter ?? {})) keys.set(key, (keys.get(key) ?? 0) + 1);
    await slices.pause();
  }
  return keys;
}

const SAMPLE_NOTES = 128;
/** Bytes; a longer note is not worth its reading here. */
const SAMPLE_BYTES = 64 * 1024;
