import type { FailureCode, Failures, VaultError } from '../core/errors.ts';
import { clamp } from './budget.ts';
import type { Messages } from './messages/messages.ts';

/**
 * One line that tells the caller what went wrong, the rule, and what to do: its stable code in brackets, then the
 * sentence. `show` makes each parameter fit for that line.
 */
export function failureLine(error: VaultError, messages: Messages, show: (text: string) => string): string {
  return `[${error.code}] ${sentence(error, messages, show)}`;
}

function sentence<C extends FailureCode>(
  error: VaultError<C>,
  messages: Messages,
  show: (text: string) => string,
): string {
  const shown = Object.fromEntries(Object.entries(error.params).map(([key, value]) => [key, shownValue(value, show)]));
  return messages.failures[error.code](shown as Failures[C]);
}

function shownValue(value: unknown, show: (text: string) => string): unknown {
  if (typeof value === 'string') return show(clamp(value, 300));
  return Array.isArray(value) ? value.slice(0, 20).map((item) => shownValue(item, show)) : value;
}
