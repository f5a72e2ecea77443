import { languageFrom } from '../../../mcp/messages/language.ts';
import { en } from './en.ts';
import { ptBr } from './pt-br.ts';
import { ru } from './ru.ts';
import type { Words } from './words.ts';

/** The words for the language that the app is set to (`getLanguage()`): `pt` and `pt-BR` are one; English for others. */
export function wordsIn(appLanguage: string): Words {
  return { en, 'pt-BR': ptBr, ru }[languageFrom(appLanguage)];
}
