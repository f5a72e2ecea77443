import type { CallSentences, Language } from '../sentences.ts';

/** What is said of a wrapped server. Each `why` ends a reader's question of what happened. */
export interface WrapSentences extends CallSentences {
  /** The watchdog has ended it. */
  whyKilled(seconds: number): string;
  whyEnded(how: string): string;
  whyStarting(): string;
  gaveUp(how: string, times: number, minutes: number): string;
  notFound(command: string, how: string): string;
}

export function wrapSentencesFor(language: Language): WrapSentences {
  return CATALOGUES[language];
}

const en: WrapSentences = {
  busy: () => '[busy] Too many calls wait for the server. Wait for answers, then call again.',
  readTimedOut: (seconds, why) => `[timed_out] No answer within ${seconds} s. ${why}Call again.`,
  notApplied: (why) => `[not_applied] The server was not reached in time and has not been asked. ${why}Call again.`,
  stillRunning: (seconds) => `[still_running] The call has run for ${seconds} s and goes on. Do not repeat it.`,
  outcomeUnknown: (detail) =>
    `[outcome_unknown] ${detail} Whether the call changed anything cannot be told, and it was not repeated. Look before you call again.`,
  hostLost: () => '[server_unavailable] The server was started again several times and never answered this call.',
  whyKilled: (seconds) => `The server gave no answer within ${seconds} s and was ended (see --watchdog).`,
  whyEnded: (how) => `The server ended while it worked on this call (${how}).`,
  whyStarting: () => 'The server is not ready yet. ',
  gaveUp: (how, times, minutes) =>
    `[server_unavailable] The server has ended again and again (${times} restarts within ${minutes} minutes, last: ${how}). Its messages on stderr say more. A call in some minutes starts it again.`,
  notFound: (command, how) => `[server_unavailable] The command "${command}" ${how}.`,
};

const pt: WrapSentences = {
  busy: () => '[busy] Chamadas demais esperam pelo servidor. Aguarde respostas e chame de novo.',
  readTimedOut: (seconds, why) => `[timed_out] Sem resposta em ${seconds} s. ${why}Chame de novo.`,
  notApplied: (why) => `[not_applied] O servidor não foi alcançado a tempo e nada lhe foi pedido. ${why}Chame de novo.`,
  stillRunning: (seconds) => `[still_running] A chamada está em andamento há ${seconds} s e continua. Não repita.`,
  outcomeUnknown: (detail) =>
    `[outcome_unknown] ${detail} Não se sabe se a chamada alterou algo, e ela não foi repetida. Verifique antes de chamar de novo.`,
  hostLost: () => '[server_unavailable] O servidor foi reiniciado várias vezes e nunca respondeu a esta chamada.',
  whyKilled: (seconds) => `O servidor não respondeu em ${seconds} s e foi encerrado (veja --watchdog).`,
  whyEnded: (how) => `O servidor terminou durante esta chamada (${how}).`,
  whyStarting: () => 'O servidor ainda não está pronto. ',
  gaveUp: (how, times, minutes) =>
    `[server_unavailable] O servidor terminou repetidas vezes (${times} reinícios em ${minutes} minutos, último: ${how}). As mensagens dele em stderr dizem mais. Uma chamada daqui a alguns minutos o inicia de novo.`,
  notFound: (command, how) => `[server_unavailable] O comando "${command}" falhou: ${how}.`,
};

const ru: WrapSentences = {
  busy: () => '[busy] Слишком много вызовов ждут сервер. Дождитесь ответов и повторите.',
  readTimedOut: (seconds, why) => `[timed_out] Нет ответа за ${seconds} с. ${why}Повторите вызов.`,
  notApplied: (why) => `[not_applied] Сервер не был готов вовремя, вызов ему не передан. ${why}Повторите вызов.`,
  stillRunning: (seconds) => `[still_running] Вызов выполняется уже ${seconds} с и продолжается. Не повторяйте его.`,
  outcomeUnknown: (detail) =>
    `[outcome_unknown] ${detail} Нельзя сказать, изменил ли вызов что-нибудь; он не повторён. Проверьте, прежде чем вызывать снова.`,
  hostLost: () => '[server_unavailable] Сервер перезапускался несколько раз и так и не ответил на этот вызов.',
  whyKilled: (seconds) => `Сервер не ответил за ${seconds} с и был завершён (см. --watchdog).`,
  whyEnded: (how) => `Сервер завершился во время этого вызова (${how}).`,
  whyStarting: () => 'Сервер ещё не готов. ',
  gaveUp: (how, times, minutes) =>
    `[server_unavailable] Сервер завершается снова и снова (перезапусков: ${times} за ${minutes} мин, последний раз: ${how}). Подробности в его сообщениях на stderr. Вызов через несколько минут запустит его снова.`,
  notFound: (command, how) => `[server_unavailable] Команда «${command}»: ${how}.`,
};

const CATALOGUES: Readonly<Record<Language, WrapSentences>> = { en, 'pt-BR': pt, ru };
