import type { Caller } from '../core/change/approval.ts';
import { VaultError } from '../core/errors.ts';
import type { Cancellation } from '../core/ports.ts';
import type { Services } from '../core/services.ts';
import { escapeLine } from '../core/text/invisible.ts';
import { clamp, hardBytes, pieceEnd, utf8Length } from './budget.ts';
import { failureLine } from './failure.ts';
import { messagesIn, type Language } from './messages/language.ts';
import type { Answer, Tool, ToolContext } from './tool.ts';

/** What a connection gives to each call. */
export interface Surroundings {
  readonly services: Services;
  readonly language: Language;
  /** Absolute paths of the vault on this machine, as set and as resolved: never printed. */
  readonly roots: readonly string[];
}

/** How one call may be stopped, and whom to tell how far it is. */
export interface CallControls {
  readonly cancellation: Cancellation;
  readonly progress: ToolContext['progress'];
  readonly caller: Caller;
}

export interface CallResult extends Answer {
  readonly isError: boolean;
}

/**
 * Calls a tool and always has an answer: a refusal is a result that says what to do, a bug of ours is logged under
 * an id and told as such. Throws only the VaultError 'cancelled', which nobody waits for any more.
 */
export async function callTool(
  tool: Tool,
  rawArguments: unknown,
  surroundings: Surroundings,
  controls: CallControls,
): Promise<CallResult> {
  const context = contextOf(surroundings, controls);
  try {
    return { ...capped(await tool.call(rawArguments, context), context), isError: false };
  } catch (error) {
    if (isFailure(error)) {
      if (error.code === 'cancelled') throw error;
      return refusal(failureLine(error, context.messages, context.show));
    }
    const id = bugId(surroundings.services);
    surroundings.services.log.error(`internal error ${id} in ${tool.name}: ${describe(error, context)}`);
    return refusal(`[internal_error] ${context.messages.internalError(id)}`);
  }
}

function contextOf({ services, language, roots }: Surroundings, controls: CallControls): ToolContext {
  const longestFirst = roots.filter((root) => root.length > 1).sort((a, b) => b.length - a.length);
  const show = (text: string) =>
    escapeLine(longestFirst.reduce((shown, root) => shown.replaceAll(root, '<vault>'), text));
  return { services, language, messages: messagesIn(language), ...controls, show };
}

/** `instanceof` alone leaves the code of the failure open to any. */
function isFailure(error: unknown): error is VaultError {
  return error instanceof VaultError;
}

function refusal(text: string): CallResult {
  return { text, isError: true };
}

/** The last guard of an answer's size; tools keep to their own budgets well below. */
function capped(answer: Answer, { messages }: ToolContext): Answer {
  const taken = (answer.images ?? []).reduce((bytes, image) => bytes + image.base64.length, 0);
  const left = hardBytes - taken - 1024;
  if (utf8Length(answer.text) <= left) return answer;
  const end = pieceEnd(answer.text, 0, answer.text.length, left);
  return { ...answer, text: `${answer.text.slice(0, end)}\n\n${messages.common.cutToFit}` };
}

let bugs = 0;

/** Short enough to read out, told apart by time and count. */
function bugId({ clock }: Services): string {
  return `e-${Math.floor(clock.now() / 1000).toString(36)}-${(++bugs).toString(36)}`;
}

function describe(error: unknown, { show }: ToolContext): string {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return show(clamp(text, 2000));
}
