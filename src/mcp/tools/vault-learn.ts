import * as z from 'zod';
import type { ChangeOutcome } from '../../core/change/desk.ts';
import { VaultError } from '../../core/errors.ts';
import type { LearnReason } from '../../core/learn/find-home.ts';
import { planLearn, type LearnFacts } from '../../core/learn/learn.ts';
import type { LearnRequest } from '../../core/learn/lesson.ts';
import { changeAnswer, changeRecord } from '../change-answer.ts';
import { defineTool, type ToolContext } from '../tool.ts';

export default defineTool({
  name: 'vault_learn',
  title: 'Record a lesson',
  description:
    'Record a lesson, once it is known to be true: finds the note it belongs in or makes one, lists it in its domain and in the day. For a note of your own wording and place use vault_write_note.',
  effect: 'adds',
  input: () => ({
    title: z.string().min(1),
    insight: z.string().min(1).describe('The lesson, in Markdown'),
    context: z.string().min(1).describe('When it was learned, one line'),
    domain: z.string().min(1).describe('Folder of the wiki'),
    project: z.string().min(1).optional(),
    tags: z.array(z.string()).optional(),
    links: z.array(z.string()).optional().describe('Names of related notes'),
    confirm_new_domain: z.boolean().optional(),
    force_new: z.boolean().optional().describe('Never append'),
    expected_revision: z.string().min(1).optional(),
    preview: z.boolean().optional(),
  }),
  output: changeRecord,
  run: async ({ confirm_new_domain, force_new, expected_revision, preview, ...lesson }, context) => {
    const request = { ...lesson, confirmNewDomain: confirm_new_domain === true, forceNew: force_new === true };
    const outcome = await learn(
      request,
      { preview: preview === true, expectedRevision: expected_revision ?? null },
      context,
    );
    return changeAnswer(outcome, said(outcome.facts, context), context);
  },
});

/** Another program may take the name of a new note while it is being written: then the next free one is found. */
const MOST_TRIES = 8;

interface Asked {
  readonly preview: boolean;
  readonly expectedRevision: string | null;
}

async function learn(request: LearnRequest, asked: Asked, context: ToolContext): Promise<ChangeOutcome<LearnFacts>> {
  const { services, caller, cancellation } = context;
  const { planning } = services;
  if (planning === undefined) throw new VaultError('read_only', { path: '' });
  for (let tries = 1; ; tries++) {
    let planned = false;
    try {
      return await services.changes.perform({
        tool: 'vault_learn',
        caller,
        ...asked,
        subjects: [],
        cancellation,
        plan: async (now) => {
          planned = false;
          const plan = await planLearn(request, now, {
            library: services.library,
            retriever: services.retriever,
            conventions: services.conventions(),
            vault: { standing: (path) => planning.standing(path), read: (path) => services.vault.read(path) },
            pathRules: planning.pathRules(),
            domains: planning.domains(),
            dailyTemplate: planning.dailyTemplate?.() ?? null,
            mayChange: (path) => planning.mayChange(path),
            cancellation,
          });
          planned = true;
          return plan;
        },
      });
    } catch (error) {
      const taken = planned && error instanceof VaultError && error.code === 'already_exists';
      if (!taken || tries === MOST_TRIES) throw error;
    }
  }
}

function said({ action, path, line, reason, propagated, cut }: LearnFacts, context: ToolContext): readonly string[] {
  const { show, messages } = context;
  const { learn: words, common } = messages;
  const place = line === undefined ? show(path) : `${show(path)}:${line}`;
  const what = { created: words.created, appended: words.appended, already_there: words.alreadyThere }[action];
  const to = propagated.map(show).join(', ');
  return [
    what(place),
    `${words.reason}: ${sentence(reason, context)}`,
    ...(action === 'already_there' ? [] : [`${words.propagated}: ${to === '' ? common.none : to}`]),
    ...(cut === true ? [words.cut] : []),
  ];
}

function sentence(reason: LearnReason, context: ToolContext): string {
  const { show, messages } = context;
  return messages.learn.reasons[reason.code]({
    path: show(reason.path ?? ''),
    rival: show(reason.rival ?? ''),
    ratio: (reason.ratio ?? 0).toFixed(2),
    tag: show(reason.tag ?? ''),
    shared: reason.words?.shared ?? 0,
    all: reason.words?.all ?? 0,
    before: reason.because === undefined ? '' : sentence(reason.because, context),
  });
}
