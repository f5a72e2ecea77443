import { describe, expect, it } from 'vitest';
import type { Question, QuestionEnd } from '../../../src/core/change/approval.ts';
import { QuestionBook } from '../../../src/obsidian/ui/question-book.ts';

function aQuestion(id: string): { question: Question; close(end: QuestionEnd): void } {
  let close: (end: QuestionEnd) => void = () => undefined;
  const closed = new Promise<QuestionEnd>((resolve) => (close = resolve));
  return { question: { id, closed } as unknown as Question, close };
}

describe('open questions', () => {
  it('stand in the order in which they came, and each takes one answer', async () => {
    const book = new QuestionBook();
    let asked = 0;
    book.onAsked(() => asked++);
    const first = book.ask(aQuestion('a').question);
    void book.ask(aQuestion('b').question);
    expect(book.open().map(({ id }) => id)).toEqual(['a', 'b']);
    expect(book.answer('a', { approved: false, reason: 'no' })).toBe(true);
    expect(await first).toEqual({ approved: false, reason: 'no' });
    expect(book.answer('a', { approved: true })).toBe(false);
    expect(book.open().map(({ id }) => id)).toEqual(['b']);
    expect(asked).toBe(2);
  });

  it('go by themselves when no answer is wanted any more', async () => {
    const book = new QuestionBook();
    const { question, close } = aQuestion('a');
    void book.ask(question);
    const gone = new Promise<void>((resolve) => {
      const end = book.onChange(() => {
        end();
        resolve();
      });
    });
    close('expired');
    await gone;
    expect(book.open()).toEqual([]);
    expect(book.answer('a', { approved: true })).toBe(false);
  });
});
