import { VaultError } from '../../core/errors.ts';
import { escapeLine } from '../../core/text/invisible.ts';
import { failureLine } from '../../mcp/failure.ts';
import { messagesIn } from '../../mcp/messages/language.ts';
import type { Words } from './words/words.ts';

/** What went wrong, for a person: the sentence that an agent would get, without its code. */
export function sentenceFor(error: unknown, { language, common }: Words): string {
  if (error instanceof VaultError) {
    return failureLine(error as VaultError, messagesIn(language), escapeLine).replace(/^\[\w+\] /, '');
  }
  return common.failed(error instanceof Error ? error.message : String(error));
}
