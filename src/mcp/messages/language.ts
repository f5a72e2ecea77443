import { en } from './en.ts';
import type { Messages } from './messages.ts';
import { ptBr } from './pt-br.ts';
import { ru } from './ru.ts';

/** The languages the server speaks. What it writes into a vault follows the vault, never this. */
export const languages = ['en', 'pt-BR', 'ru'] as const;
export type Language = (typeof languages)[number];

const catalogues: Readonly<Record<Language, Messages>> = { en, 'pt-BR': ptBr, ru };

/** The catalogue of a language. */
export function messagesIn(language: Language): Messages {
  return catalogues[language];
}

/**
 * The language a setting or `VAULT_LANG` asks for: its first subtag decides (`pt`, `pt_BR.UTF-8` and `PT-br` are
 * all pt-BR). Anything else is English: the system's locale is no wish.
 */
export function languageFrom(wish: string | null | undefined): Language {
  const subtag = (wish ?? '')
    .trim()
    .toLowerCase()
    .split(/[-_.@]/, 1)[0];
  return subtag === 'pt' ? 'pt-BR' : subtag === 'ru' ? 'ru' : 'en';
}
