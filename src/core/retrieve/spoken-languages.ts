import type { PassageIndex } from '../index/passage-index.ts';
import { LATIN_LANGUAGES, type StemLanguage } from '../text/stem.ts';
import { SPOKEN_SHARE } from './constants.ts';

/** The languages that a fair share of the vault's notes is read in, the commonest first; English while there are none. */
export async function spokenIn(index: PassageIndex): Promise<readonly StemLanguage[]> {
  const languages = await index.languages();
  const all = languages.reduce((sum, { notes }) => sum + notes, 0);
  const spoken = languages.filter(({ notes }) => notes >= SPOKEN_SHARE * all).map(({ language }) => language);
  const known = STEMMED.filter((language) => spoken.includes(language));
  return known.length > 0 ? known : ['en'];
}

const STEMMED: readonly StemLanguage[] = [...LATIN_LANGUAGES, 'ru'];
