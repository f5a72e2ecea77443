import type { AccessSettings } from '../conventions/settings.ts';
import type { LiveLibrary } from './live-library.ts';
import type { VisibleVault } from './visible-vault.ts';

/**
 * Lets a change of the settings act on what is known: files that are hidden by now leave the library, those that no
 * longer are come back. Notes that have the property of the flags are looked at again, since it may not have meant
 * anything before.
 */
export async function takeUpSettings(
  vault: VisibleVault,
  library: LiveLibrary,
  { enabled, property }: AccessSettings['noteFlags'],
): Promise<void> {
  const wanted = property.toLowerCase();
  const speaking = [...library.notes.values()].filter(({ properties }) =>
    properties.some((key) => key.toLowerCase() === wanted),
  );
  if (enabled) await vault.learnAnew(speaking.map(({ path }) => path));
  await library.reconcile();
}
