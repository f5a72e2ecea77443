import { describe, expect, it } from 'vitest';
import type { ApprovalAnswer, Question, QuestionEnd } from '../../../src/core/change/approval.ts';
import { listedPath } from '../../../src/core/path.ts';
import { systemClock } from '../../../src/node/clock.ts';
import { aDesk, askingFirst, freely } from '../../support/a-desk.ts';
import type { TestDesk } from '../../support/a-desk.ts';

interface Asked {
  readonly question: Question;
  answer(answer: ApprovalAnswer): void;
}

/** A desk whose every change to `a.md` is asked about, and the questions as they come. */
async function askingDesk(parts: Parameters<typeof aDesk>[1] = {}): Promise<TestDesk & { asked(): Promise<Asked> }> {
  const waiting: Asked[] = [];
  let came: () => void = () => undefined;
  const ask = (question: Question): Promise<ApprovalAnswer> =>
    new Promise((answer) => {
      waiting.push({ question, answer });
      came();
    });
  const approval = askingFirst(ask, ({ edits }) => edits.includes(listedPath('a.md')));
  const desk = await aDesk({ 'a.md': 'x', 'b.md': 'b' }, { approval, ...parts });
  return {
    ...desk,
    asked: async () => {
      while (waiting.length === 0) await new Promise<void>((resolve) => (came = resolve));
      const [first] = waiting.splice(0, 1);
      if (first === undefined) throw new Error('nothing was asked');
      return first;
    },
  };
}

const writeY = [{ from: 0, to: 1, text: 'y' }];

/** A call that can be given up, as the protocol library does it. */
function aCancellation() {
  const controller = new AbortController();
  return { signal: controller.signal, cancel: () => controller.abort() };
}

describe('a question to the user', () => {
  it('says what is to happen, under the id that the change then has', async () => {
    const desk = await askingDesk();
    const call = desk.edit('a.md', writeY, { caller: { client: 'agent', callKey: 'k1' } });
    const { question, answer } = await desk.asked();
    expect(question).toMatchObject({ subject: 'a change', need: { reason: 'asks_first' } });
    expect(question.diff).toContain('+y');
    expect(question.endsAt).toBeGreaterThan(question.askedAt);
    expect(desk.desk.idOf('k1')).toBe(question.id);
    expect(desk.desk.waiting()).toMatchObject([{ change: question.id, client: 'agent', state: 'waiting' }]);
    answer({ approved: true });
    expect(await call).toMatchObject({ kind: 'applied', change: question.id });
    expect(await question.closed).toBe('answered');
    expect(desk.desk.waiting()).toEqual([]);
  });

  it('blocks nobody: others write while it is open, and the desk counts as idle', async () => {
    const desk = await askingDesk();
    const call = desk.edit('a.md', writeY);
    const { answer } = await desk.asked();
    await desk.edit('b.md', writeY);
    expect(desk.desk.idle).toBe(true);
    answer({ approved: true });
    await call;
    expect(await desk.vault.content()).toEqual({ 'a.md': 'y', 'b.md': 'y' });
  });

  it('expires, so that no agent hangs; a late answer changes nothing, and it is told what became of it', async () => {
    const desk = await askingDesk({ patienceMs: 20 });
    const call = desk.edit('a.md', writeY);
    const { question, answer } = await desk.asked();
    await expect(call).rejects.toMatchObject({ code: 'approval_expired', params: { change: question.id } });
    expect(await question.closed).toBe('expired');
    answer({ approved: true });
    await desk.edit('b.md', writeY);
    expect(await desk.vault.content()).toEqual({ 'a.md': 'x', 'b.md': 'y' });
    expect(desk.desk.waiting()).toMatchObject([{ change: question.id, state: 'expired' }]);
  });

  it('is taken away when its call is cancelled, before or while it is open', async () => {
    const desk = await askingDesk();
    const { signal, cancel } = aCancellation();
    const call = desk.edit('a.md', writeY, { cancellation: signal });
    const { question } = await desk.asked();
    cancel();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(await question.closed).toBe('cancelled');
    expect(desk.desk.waiting()).toEqual([]);
    await expect(desk.edit('a.md', writeY, { cancellation: signal })).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('is taken away when this host leaves, and none is asked after that', async () => {
    const ends: QuestionEnd[] = [];
    const desk = await askingDesk();
    const call = desk.edit('a.md', writeY);
    const { question } = await desk.asked();
    void question.closed.then((end) => ends.push(end));
    desk.desk.close();
    await expect(call).rejects.toMatchObject({ code: 'not_applied', params: { reason: 'host_changed' } });
    expect(ends).toEqual(['leaving']);
    await expect(desk.edit('a.md', writeY)).rejects.toMatchObject({ code: 'not_applied' });
    expect(await desk.vault.content()).toMatchObject({ 'a.md': 'x' });
  });

  it('that cannot be shown after all is no consent', async () => {
    const approval = askingFirst(() => Promise.reject(new Error('the window is gone')));
    const desk = await aDesk({ 'a.md': 'x' }, { approval });
    await expect(desk.edit('a.md', writeY)).rejects.toThrow('the window is gone');
    expect(desk.desk.waiting()).toEqual([]);
    expect(await desk.vault.content()).toEqual({ 'a.md': 'x' });
  });

  it('outlasts the expiry of its call: the pipe has said by then that it goes on', async () => {
    let now = 1_000;
    const clock = {
      ...systemClock,
      now: () => now,
      tick: () => systemClock.tick(),
      after: systemClock.after.bind(systemClock),
    };
    const desk = await askingDesk({ clock });
    const call = desk.edit('a.md', writeY, { caller: { expiresAt: 2_000 } });
    const { answer } = await desk.asked();
    now = 3_000;
    answer({ approved: true });
    expect(await call).toMatchObject({ kind: 'applied' });
  });

  it('is put again when the plan has changed meanwhile, and consent to the old one is worth nothing', async () => {
    const desk = await askingDesk();
    const call = desk.change(async (draft) => {
      const { text } = (await draft.read(listedPath('a.md'))) ?? { text: '' };
      await draft.edit(listedPath('a.md'), [{ from: text.length, to: text.length, text: '!' }]);
      return null;
    });
    const first = await desk.asked();
    desk.vault.put('a.md', 'typed');
    first.answer({ approved: true });
    const second = await desk.asked();
    expect(second.question.diff).toContain('typed!');
    expect(second.question.id).toBe(first.question.id);
    second.answer({ approved: false, reason: 'not like this' });
    await expect(call).rejects.toMatchObject({ code: 'approval_declined', params: { reason: 'not like this' } });
    expect(await desk.vault.content()).toMatchObject({ 'a.md': 'typed' });
    expect(desk.desk.waiting()).toMatchObject([{ change: second.question.id, state: 'declined' }]);
  });

  it('agreed to does not open what the user has closed meanwhile', async () => {
    let closed = false;
    const approval = {
      ...freely,
      needed: () => ({ reason: closed ? ('read_only' as const) : ('asks_first' as const), paths: ['a.md'], rules: [] }),
      asker: () => () => {
        closed = true;
        return Promise.resolve({ approved: true } as const);
      },
    };
    const desk = await aDesk({ 'a.md': 'x' }, { approval });
    await expect(desk.edit('a.md', writeY)).rejects.toMatchObject({ code: 'read_only', params: { path: 'a.md' } });
    await expect(desk.edit('a.md', writeY, { preview: true })).rejects.toMatchObject({ code: 'read_only' });
  });
});

describe('changes of files that are hidden by now', () => {
  it('are neither told of nor taken back for an agent', async () => {
    let hidden = '';
    const desk = await aDesk({ 'a.md': 'x', 'b.md': 'x' }, { isHidden: (path) => path === hidden });
    const first = await desk.edit('a.md', writeY);
    await desk.edit('b.md', writeY);
    if (first.kind !== 'applied') throw new Error('not applied');
    hidden = 'a.md';
    expect(desk.desk.recent(5).flatMap(({ paths }) => paths)).toEqual(['b.md']);
    await expect(desk.undo({ change: first.change })).rejects.toMatchObject({ code: 'change_not_found' });
    await desk.undo({ since: 0 });
    expect(await desk.vault.content()).toEqual({ 'a.md': 'y', 'b.md': 'x' });
  });
});
