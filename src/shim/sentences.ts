/**
 * What the shim itself says to an agent, in each language it can be asked in. The code in brackets is stable and comes
 * first; a sentence that is missing in one language does not compile.
 */
export interface Sentences extends CallSentences {
  /** Before any vault was chosen. `choices` are vaults that can be named. */
  noVault(choices: readonly VaultChoice[]): string;
  vaultNotFound(asked: string, choices: readonly VaultChoice[]): string;
  vaultAmbiguous(asked: string, choices: readonly VaultChoice[]): string;
  vaultNotAFolder(asked: string): string;
  nodeTooOld(found: string): string;
  engineFailed(reason: string): string;
  closedWait(): string;
  /** These end in a blank: reasons why a call's time is up. */
  appStarting(): string;
  linkTrouble(code: string): string;
  appNap(): string;
}

/** What is said of a call that no host has answered. */
export interface CallSentences {
  busy(): string;
  readTimedOut(seconds: number, why: string): string;
  notApplied(why: string): string;
  stillRunning(seconds: number, change: string | null): string;
  outcomeUnknown(detail: string): string;
  hostLost(): string;
}

export interface VaultChoice {
  readonly name: string;
  readonly id: string;
  readonly served: boolean;
}

export type Language = 'en' | 'pt-BR' | 'ru';

/** The catalogue for a `VAULT_LANG` or locale such as `pt_BR.UTF-8`; English for any other. */
export function sentencesFor(language: string | undefined): Sentences {
  return CATALOGUES[languageOf(language)];
}

/** The language for a `VAULT_LANG` or locale; English for any other. */
export function languageOf(language: string | undefined): Language {
  const tag = (language ?? '').toLowerCase();
  return tag.startsWith('pt') ? 'pt-BR' : tag.startsWith('ru') ? 'ru' : 'en';
}

function listed(choices: readonly VaultChoice[], none: string, served: string): string {
  if (choices.length === 0) return none;
  return choices
    .map(({ name, id, served: isServed }) => `\n- ${name} (--vault ${id})${isServed ? `, ${served}` : ''}`)
    .join('');
}

const en: Sentences = {
  busy: () => '[busy] Too many calls wait for the vault. Wait for answers, then call again.',
  readTimedOut: (seconds, why) => `[timed_out] No answer within ${seconds} s. ${why}Nothing was changed; call again.`,
  notApplied: (why) =>
    `[not_applied] Nothing was written and nothing will be: the vault could not be reached in time. ${why}Call again.`,
  stillRunning: (seconds, change) =>
    `[still_running] The change has run for ${seconds} s and goes on (it may be waiting for approval).${change === null ? '' : ` Change id: ${change}.`} Do not repeat it; vault_status tells how it ended.`,
  outcomeUnknown: (detail) =>
    `[outcome_unknown] Whether the change was made cannot be told. Read the note before you repeat it.${detail === '' ? '' : ` ${detail}`}`,
  hostLost: () => '[vault_unavailable] The vault’s host left several times while it worked on this call. Call again.',
  noVault: (choices) =>
    `[vault_unavailable] No vault was chosen. Start with --vault <path|name|id>.${listed(choices, ' No vault is being served now.', 'served now')}`,
  vaultNotFound: (asked, choices) =>
    `[vault_unavailable] There is no vault "${asked}": no such folder, and no vault of that name or id.${listed(choices, '', 'served now')}`,
  vaultAmbiguous: (asked, choices) =>
    `[vault_unavailable] Several vaults are named "${asked}". Choose one by id:${listed(choices, '', 'served now')}`,
  vaultNotAFolder: (asked) => `[vault_unavailable] "${asked}" is not a folder.`,
  nodeTooOld: (found) =>
    `[vault_unavailable] Obsidian is closed, and serving the vault without it needs Node 20 or newer (this is ${found}). Open Obsidian, or update Node.`,
  engineFailed: (reason) => `[vault_unavailable] The vault could not be opened: ${reason}`,
  closedWait: () => '[vault_unavailable] Obsidian is closed. Open the vault in Obsidian, then call again.',
  appStarting: () => 'Obsidian was asked to open the vault and has not done so yet; is the plugin switched on in it? ',
  linkTrouble: (code) => `The vault’s host could not be reached (${code}). `,
  appNap: () =>
    'macOS may have put Obsidian’s hidden window to sleep; bring it to the front, or switch App Nap off: defaults write md.obsidian NSAppSleepDisabled -bool YES. ',
};

const pt: Sentences = {
  busy: () => '[busy] Chamadas demais esperam pelo vault. Aguarde respostas e chame de novo.',
  readTimedOut: (seconds, why) => `[timed_out] Sem resposta em ${seconds} s. ${why}Nada foi alterado; chame de novo.`,
  notApplied: (why) =>
    `[not_applied] Nada foi gravado nem será: o vault não foi alcançado a tempo. ${why}Chame de novo.`,
  stillRunning: (seconds, change) =>
    `[still_running] A alteração está em andamento há ${seconds} s e continua (talvez aguarde aprovação).${change === null ? '' : ` Id da alteração: ${change}.`} Não repita; vault_status diz como terminou.`,
  outcomeUnknown: (detail) =>
    `[outcome_unknown] Não é possível saber se a alteração foi feita. Leia a nota antes de repetir.${detail === '' ? '' : ` ${detail}`}`,
  hostLost: () => '[vault_unavailable] O servidor do vault saiu várias vezes durante esta chamada. Chame de novo.',
  noVault: (choices) =>
    `[vault_unavailable] Nenhum vault foi escolhido. Inicie com --vault <caminho|nome|id>.${listed(choices, ' Nenhum vault está sendo servido agora.', 'servido agora')}`,
  vaultNotFound: (asked, choices) =>
    `[vault_unavailable] Não existe o vault "${asked}": nem pasta, nem vault com esse nome ou id.${listed(choices, '', 'servido agora')}`,
  vaultAmbiguous: (asked, choices) =>
    `[vault_unavailable] Vários vaults se chamam "${asked}". Escolha pelo id:${listed(choices, '', 'servido agora')}`,
  vaultNotAFolder: (asked) => `[vault_unavailable] "${asked}" não é uma pasta.`,
  nodeTooOld: (found) =>
    `[vault_unavailable] O Obsidian está fechado, e servir o vault sem ele exige Node 20 ou mais novo (este é ${found}). Abra o Obsidian ou atualize o Node.`,
  engineFailed: (reason) => `[vault_unavailable] Não foi possível abrir o vault: ${reason}`,
  closedWait: () => '[vault_unavailable] O Obsidian está fechado. Abra o vault no Obsidian e chame de novo.',
  appStarting: () => 'O Obsidian foi chamado a abrir o vault e ainda não abriu; o plugin está ativado nele? ',
  linkTrouble: (code) => `O servidor do vault não foi alcançado (${code}). `,
  appNap: () =>
    'O macOS pode ter adormecido a janela oculta do Obsidian; traga-a para a frente ou desative o App Nap: defaults write md.obsidian NSAppSleepDisabled -bool YES. ',
};

const ru: Sentences = {
  busy: () => '[busy] Слишком много вызовов ждут хранилище. Дождитесь ответов и повторите.',
  readTimedOut: (seconds, why) => `[timed_out] Нет ответа за ${seconds} с. ${why}Ничего не изменено; повторите вызов.`,
  notApplied: (why) =>
    `[not_applied] Ничего не записано и не будет: хранилище не ответило вовремя. ${why}Повторите вызов.`,
  stillRunning: (seconds, change) =>
    `[still_running] Изменение выполняется уже ${seconds} с и продолжается (возможно, ждёт одобрения).${change === null ? '' : ` Номер изменения: ${change}.`} Не повторяйте его; vault_status скажет, чем кончилось.`,
  outcomeUnknown: (detail) =>
    `[outcome_unknown] Нельзя сказать, сделано ли изменение. Прочитайте заметку, прежде чем повторять.${detail === '' ? '' : ` ${detail}`}`,
  hostLost: () => '[vault_unavailable] Сервер хранилища несколько раз ушёл во время этого вызова. Повторите вызов.',
  noVault: (choices) =>
    `[vault_unavailable] Хранилище не выбрано. Запустите с --vault <путь|имя|id>.${listed(choices, ' Сейчас ни одно хранилище не обслуживается.', 'обслуживается')}`,
  vaultNotFound: (asked, choices) =>
    `[vault_unavailable] Хранилища «${asked}» нет: ни папки, ни хранилища с таким именем или id.${listed(choices, '', 'обслуживается')}`,
  vaultAmbiguous: (asked, choices) =>
    `[vault_unavailable] Хранилищ с именем «${asked}» несколько. Выберите по id:${listed(choices, '', 'обслуживается')}`,
  vaultNotAFolder: (asked) => `[vault_unavailable] «${asked}» — не папка.`,
  nodeTooOld: (found) =>
    `[vault_unavailable] Obsidian закрыт, а работа без него требует Node 20 или новее (здесь ${found}). Откройте Obsidian или обновите Node.`,
  engineFailed: (reason) => `[vault_unavailable] Хранилище не удалось открыть: ${reason}`,
  closedWait: () => '[vault_unavailable] Obsidian закрыт. Откройте хранилище в Obsidian и повторите вызов.',
  appStarting: () => 'Obsidian попросили открыть хранилище, и оно ещё не открылось; включён ли в нём плагин? ',
  linkTrouble: (code) => `Сервер хранилища недоступен (${code}). `,
  appNap: () =>
    'macOS могла усыпить скрытое окно Obsidian; выведите его вперёд или отключите App Nap: defaults write md.obsidian NSAppSleepDisabled -bool YES. ',
};

const CATALOGUES: Readonly<Record<Language, Sentences>> = { en, 'pt-BR': pt, ru };
