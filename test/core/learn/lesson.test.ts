import { describe, expect, it } from 'vitest';
import { VaultError } from '../../../src/core/errors.ts';
import { readLesson, type Lesson, type LearnRequest } from '../../../src/core/learn/lesson.ts';
import { kindOf, summaryOf } from '../../../src/core/learn/summary.ts';
import { LESSON } from './a-learner.ts';

function read(lesson: Partial<LearnRequest>): Lesson {
  return readLesson({ ...LESSON, ...lesson });
}

function refusal(lesson: Partial<LearnRequest>): unknown {
  try {
    read(lesson);
  } catch (error) {
    if (error instanceof VaultError) return { code: error.code, ...error.params };
  }
  return null;
}

describe('a lesson as it is read', () => {
  it('has a title and a context of one line, whatever was sent', () => {
    const lesson = read({ title: ' A\ttitle\n on two\u202E lines ', context: 'here\r\n\r\nand there' });
    expect(lesson.title).toBe('A title on two lines');
    expect(lesson.context).toBe('here and there');
  });

  it('is refused for a title that can name no file', () => {
    expect(refusal({ title: '🎉🎉' })).toEqual({ code: 'title_unusable', title: '🎉🎉' });
  });

  it.each(['---\ntipo: moc\n---\ntext', '\n \n---\ntext', '\u200B---\ntext', '--- \r\ntext'])(
    'is refused when its insight could pass for frontmatter: %j',
    (insight) => {
      expect(refusal({ insight })).toEqual({ code: 'insight_invalid', rule: 'starts_with_rule' });
    },
  );

  it('may hold a rule further down', () => {
    expect(read({ insight: 'text\n\n---\n\nmore' }).insight).toBe('text\n\n---\n\nmore');
  });

  it.each(['', ' \n\t', '\u200B\u0000'])('is refused without an insight: %j', (insight) => {
    expect(refusal({ insight })).toEqual({ code: 'insight_invalid', rule: 'empty' });
  });

  it('is refused without a context', () => {
    expect(refusal({ context: ' \n' })).toMatchObject({ code: 'invalid_input' });
  });

  it('loses control and direction characters, but neither tabs nor the joiners of words and emoji', () => {
    const insight = 'a\u0007b\u202Ec\uFEFF\td\r\ne \u0645\u06CC\u200C\u062E 👨\u200D👩';
    expect(read({ insight }).insight).toBe('abc\td\ne \u0645\u06CC\u200C\u062E 👨\u200D👩');
  });

  it('keeps wikilinks and indentation of the insight', () => {
    expect(read({ insight: '\n    code\n\nsee [[locks|the locks]]\n\n' }).insight).toBe(
      '    code\n\nsee [[locks|the locks]]',
    );
  });

  it('closes a fence that the insight leaves open, so that the rest of the note is no code', () => {
    expect(read({ insight: 'run\n````sh\nls\n```' }).insight).toBe('run\n````sh\nls\n```\n````');
    expect(read({ insight: '```sh\nls\n```' }).insight).toBe('```sh\nls\n```');
  });

  it('takes links by their names only: no brackets, no alias, no .md; an anchor stays; each once', () => {
    const links = ['[[locks|the locks]]', 'locks.md', '![[a#Part|x]]', 'b.md#Part', 'a]] x [[b', ' ', '[[]]', 'c\nd'];
    expect(read({ links }).links).toEqual(['locks', 'a#Part', 'b#Part', 'a x b', 'c d']);
  });

  it('takes brackets out of the project', () => {
    expect(read({ project: 'a]] and [[b' }).project).toBe('a and b');
  });

  it('takes tags without #, each once whatever its case, odd ones too', () => {
    const tags = ['#Docker', 'docker', ' c++ ', '3.10', '007', 'type:adr', 'auth]'];
    expect(read({ tags }).tags).toEqual(['Docker', 'c++', '3.10', '007', 'type:adr', 'auth]']);
  });

  it.each(['', '#', '##', 'a\nb', 'x'.repeat(129), '\u202Eab'])('refuses what is no tag: %j', (tag) => {
    expect(refusal({ tags: [tag] })).toMatchObject({ code: 'tag_invalid' });
  });

  it('refuses more tags than are ever read back', () => {
    expect(refusal({ tags: Array.from({ length: 65 }, (_, at) => `t${at}`) })).toMatchObject({ code: 'invalid_input' });
  });
});

describe('the summary of a lesson', () => {
  it('is its first sentence in one line', () => {
    expect(summaryOf('First\nsentence here. Second one.')).toBe('First sentence here.');
    expect(summaryOf('Is it? Yes.')).toBe('Is it?');
    expect(summaryOf('Version 1.2 is out')).toBe('Version 1.2 is out');
    expect(summaryOf('最初の文。次の文。')).toBe('最初の文。');
  });

  it('makes no links', () => {
    expect(summaryOf('Use [[locks]] and [text](url). More')).toBe('Use locks and text(url).');
    expect(summaryOf('a]] x [[b')).toBe('a x b');
  });

  it('has an ellipsis only when it is cut, after 120 characters, and cuts no character', () => {
    expect(summaryOf('a'.repeat(120))).toBe('a'.repeat(120));
    expect(summaryOf('a'.repeat(121))).toBe(`${'a'.repeat(120)}…`);
    expect(summaryOf(`${'a'.repeat(119)}😀`)).toBe(`${'a'.repeat(119)}😀`);
    expect(summaryOf(`${'a'.repeat(119)}😀b`)).toBe(`${'a'.repeat(119)}😀…`);
  });

  it('is not ended by a full stop within code', () => {
    expect(summaryOf('Run `a. b` first. Then c.')).toBe('Run `a. b` first.');
    expect(summaryOf('A lone ` is text. More.')).toBe('A lone ` is text.');
  });
});

describe('the kind of a lesson', () => {
  it.each([
    [['Gotcha', 'pattern'], 'gotcha', 'gotcha'],
    [['padrão'], 'pattern', 'pattern'],
    [['padrao'], 'pattern', 'pattern'],
    [['x', 'ADR'], 'decisão', 'decision'],
    [['decisão'], 'decisão', 'decision'],
    [['status'], 'estado', 'state'],
    [['docker'], 'aprendizado', 'lesson'],
    [[], 'aprendizado', 'lesson'],
  ])('is told by the tags %j, in the vault’s own words', (tags, portuguese, english) => {
    expect(kindOf(tags, { preset: 'pt-BR' })).toBe(portuguese);
    expect(kindOf(tags, { preset: 'en' })).toBe(english);
  });
});
