import { describe, expect, it } from 'vitest';
import { lineOfLesson } from '../../../src/core/learn/same-lesson.ts';

describe('a lesson that stands in a note already', () => {
  const note = '---\na: b\n---\n\n# Title\n\nFirst line of it,\nsecond  line.\n\n**Context:** c\n';

  it('is found by its line in the file, whatever line breaks, spaces and case it has', () => {
    expect(lineOfLesson(note, 'First line of it,\nsecond line.')).toBe(7);
    expect(lineOfLesson(note.replaceAll('\n', '\r\n'), 'first LINE of it, second\n\n line.')).toBe(7);
  });

  it('is found in a list or a quote', () => {
    expect(lineOfLesson('- one\n- Use locks here\n', 'Use locks here')).toBe(2);
    expect(lineOfLesson('> Use locks here', '- Use locks here')).toBe(1);
    expect(lineOfLesson('1. Use locks here', 'Use locks here')).toBe(1);
  });

  it('is not found where it is only a part of a line', () => {
    expect(lineOfLesson('Never use retries', 'use retries')).toBeNull();
    expect(lineOfLesson('use retries never', 'use retries')).toBeNull();
    expect(lineOfLesson('use retries\nnever', 'use retries')).toBe(1);
  });

  it('is not found where signs differ', () => {
    expect(lineOfLesson('a = b', 'a != b')).toBeNull();
    expect(lineOfLesson('C++', 'C')).toBeNull();
  });

  it('is not found in the frontmatter', () => {
    expect(lineOfLesson('---\na: b\n---\n', 'a: b')).toBeNull();
  });

  it('is found behind a false start', () => {
    expect(lineOfLesson('a b a\nb a c', 'b a c')).toBe(2);
    expect(lineOfLesson('x a\na a b', 'a a b')).toBe(2);
  });

  it('is looked for in time that grows with the text', () => {
    const lines = 'a\n'.repeat(200_000);
    expect(lineOfLesson(lines, `${'a\n'.repeat(100_000)}b`)).toBeNull();
  });
});
