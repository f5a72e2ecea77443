import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stem as english } from 'porter2';

/** The languages whose words are brought to a stem. Cyrillic words take Russian whatever the note's language. */
export type StemLanguage = 'en' | 'pt' | 'es' | 'fr' | 'de' | 'ru';

/** The languages of Latin script, the likeliest first. */
export const LATIN_LANGUAGES = ['en', 'pt', 'es', 'fr', 'de'] as const satisfies readonly StemLanguage[];

/**
 * The Snowball stem of a folded word, a microsecond or two. Words come folded, because a query may lack the accents that
 * the note has: a stem must be a function of the folded form.
 */
export function stemOf(word: string, language: StemLanguage): string {
  return stemmers[language](word);
}

const stemmers: Record<StemLanguage, (word: string) => string> = {
  en: (word) => (word.length < 3 ? word : english(word)),
  pt: (word) => reaccented(word, 'pt', portuguese),
  es: (word) => reaccented(word, 'es', spanish),
  fr: french,
  de: german,
  ru: russian,
};

// Endings that a stemmer knows only with their accents; a folded word gets them back before it is stemmed. Longer ones first.
const ACCENTED_ENDINGS: Readonly<Record<'pt' | 'es', readonly (readonly [plain: string, accented: string])[]>> = {
  pt: [
    ['encias', 'ências'],
    ['ancias', 'âncias'],
    ['encia', 'ência'],
    ['ancia', 'ância'],
    ['aveis', 'áveis'],
    ['iveis', 'íveis'],
    ['coes', 'ções'],
    ['avel', 'ável'],
    ['ivel', 'ível'],
    ['cao', 'ção'],
    ['oes', 'ões'],
  ],
  es: [
    ['logias', 'logías'],
    ['logia', 'logía'],
    ['cion', 'ción'],
  ],
};

/** The stem of a folded word of a language whose endings bear accents; folded in its turn. */
function reaccented(word: string, language: 'pt' | 'es', stem: (word: string) => string): string {
  const ending = ACCENTED_ENDINGS[language].find(([plain]) => word.endsWith(plain));
  if (ending === undefined) return stem(word);
  return stem(word.slice(0, -ending[0].length) + ending[1])
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
}
