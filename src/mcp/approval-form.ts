import type { ApprovalAnswer, Question } from '../core/change/approval.ts';
import { escapeLine } from '../core/text/invisible.ts';
import { clamp } from './budget.ts';
import type { ApprovalMessages } from './messages/messages.ts';

/** A question as the protocol asks it of the user, in the agent's own window. */
export interface ApprovalForm {
  readonly message: string;
  readonly requestedSchema: {
    type: 'object';
    properties: {
      decision: { type: 'string'; title: string; oneOf: { const: string; title: string }[] };
      reason: { type: 'string'; title: string; maxLength: number };
    };
    required: string[];
  };
}

/** UTF-16 units of a diff that a window of questions is asked to show. */
const DIFF_SHOWN = 4_000;
const LONGEST_REASON = 500;
const APPROVE = 'approve';
const ALWAYS = 'always';
const DECLINE = 'decline';

/** What is to happen, with its diff; the answer is a choice of its own, so that no bare Enter can be a consent. */
export function approvalForm(question: Question, words: ApprovalMessages): ApprovalForm {
  const { change, subject, diff, need } = question;
  const client = escapeLine(clamp(change.caller.client, 60));
  const shown = diff.length > DIFF_SHOWN ? `${clamp(diff, DIFF_SHOWN)}\n${words.cut}` : diff;
  const why = need.reason === 'too_many_changes' ? `\n${words.tooMany(change.notesInLastMinute)}` : '';
  const choices = [
    { const: APPROVE, title: words.approve },
    // An agent without a name cannot be known again, and consent to what ran away is never for good.
    ...(client === '' || need.rules.length === 0 ? [] : [{ const: ALWAYS, title: words.always(client) }]),
    { const: DECLINE, title: words.decline },
  ];
  return {
    message: `${words.title(client, change.tool, escapeLine(clamp(subject, 200)))}${why}\n\n${shown}`.trim(),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: words.decision, oneOf: choices },
        reason: { type: 'string', title: words.reason, maxLength: LONGEST_REASON },
      },
      required: ['decision'],
    },
  };
}

/** The user's answer, out of what the client sent: whatever is not plainly a consent is none. */
export function approvalAnswer(response: unknown): ApprovalAnswer {
  const { action, content } = fieldsOf(response);
  const { decision, reason } = fieldsOf(content);
  if (action === 'accept' && decision === APPROVE) return { approved: true };
  if (action === 'accept' && decision === ALWAYS) return { approved: true, remember: true };
  return { approved: false, reason: typeof reason === 'string' ? clamp(reason.trim(), LONGEST_REASON) : '' };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
