import { describe, expect, it } from 'vitest';
import { renderTemplate } from '../../../src/core/learn/template.ts';

const time = { year: 2026, month: 3, day: 4, hour: 5, minute: 6 };

function render(template: string, title = 'A title'): string {
  const rendered = renderTemplate(template, { title, time });
  return 'text' in rendered ? rendered.text : `(${rendered.problem})`;
}

describe('a template', () => {
  it('has its title and dates filled in', () => {
    expect(render('# <% tp.file.title %>\n<% tp.date.now("DD/MM/YYYY HH:mm") %> <%tp.date.now()%>')).toBe(
      '# A title\n04/03/2026 05:06 2026-03-04',
    );
    expect(render("<% tp.date.now('YYYY') %>")).toBe('2026');
  });

  it('may be written in the tokens of the app itself', () => {
    expect(render('{{title}} {{date}} {{time}} {{date:DD.MM}}')).toBe('A title 2026-03-04 05:06 04.03');
    expect(render('{{other}} {{date:dddd}} {{ }} {{')).toBe('{{other}} {{date:dddd}} {{ }} {{');
  });

  it.each(['<% tp.system.prompt("x") %>', '<%* let a = 1\n%>', '<% tp.file.title', '<% tp.date.now("dddd") %>'])(
    'with a command that is not known is not used: %j',
    (template) => {
      expect(render(template)).toBe('(unknown_token)');
    },
  );

  it('is judged by itself: a title may hold commands', () => {
    expect(render('# <% tp.file.title %>', 'Use <% x %> and {{date}}')).toBe('# Use <% x %> and {{date}}');
    expect(render('# <% tp.file.title %>', 'costs $& and $1')).toBe('# costs $& and $1');
  });

  it('keeps its properties readable whatever the title holds', () => {
    const title = 'a: "b" #c';
    expect(render('---\nname: <% tp.file.title %>\n---\n', title)).toBe('---\nname: "a: \\"b\\" #c"\n---\n');
    expect(render('---\nname: "<% tp.file.title %>"\n---\n', title)).toBe('---\nname: "a: \\"b\\" #c"\n---\n');
    expect(render("---\nname: '<% tp.file.title %>'\n---\n", "it's")).toBe("---\nname: 'it''s'\n---\n");
    expect(render('---\nname: x <% tp.file.title %>\n---\n', title)).toBe('(bad_frontmatter)');
  });

  it('of nothing but space, or with properties that cannot be read, is not used', () => {
    expect(render(' \n')).toBe('(empty)');
    expect(render('---\na: [\n---\n')).toBe('(bad_frontmatter)');
  });

  it('is read in time that grows with its length, however many tokens it opens', () => {
    expect(render('{{'.repeat(100_000))).toBe('{{'.repeat(100_000));
    expect(render('<%'.repeat(100_000))).toBe('(unknown_token)');
    expect(render('<%title%>'.repeat(2))).toBe('(unknown_token)');
    expect(render('<% tp.file.title %>'.repeat(50_000), 'x')).toBe('x'.repeat(50_000));
  });
});
