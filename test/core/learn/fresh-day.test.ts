import { describe, expect, it } from 'vitest';
import { aLearner, brief, type Learner, type LearnerOptions } from './a-learner.ts';

const day = '04-daily/2026-03-14.md';
const form = [
  '---',
  'created: {{date}} {{time}}',
  '---',
  '# {{title}}',
  '',
  '{{date:dddd, D MMMM YYYY}}',
  '',
  '## Captures',
  '',
  '## Evening',
  '',
].join('\n');

async function learnt(
  files: Readonly<Record<string, string>>,
  dailyTemplate: string | null,
  options: LearnerOptions = {},
): Promise<{ learner: Learner; warnings: readonly string[]; text: string }> {
  const vault = { '02-wiki/docker/docker-moc.md': '# Docker\n\n## Notes\n', ...files };
  const learner = await aLearner(vault, { ...options, parts: { dailyTemplate } });
  const { warnings } = await learner.learn();
  const own = brief(warnings).filter((warning) => !warning.includes('_templates/wiki.md'));
  return { learner, warnings: own, text: await learner.text(day) };
}

describe('the day’s note that a lesson makes', () => {
  it('begins by the form that the user has set in the app, its own tokens filled in', async () => {
    const { text, warnings } = await learnt({ 'Forms/Day.md': form }, 'Forms/Day');
    expect(text).toMatch(
      /^---\ncreated: 2026-03-14 09:26\n---\n# 2026-03-14\n\nSaturday, 14 March 2026\n\n## Captures\n\n- 09:26 .*\n\n## Evening\n$/,
    );
    expect(warnings).toEqual([]);
  });

  it('finds the form by its bare name, as the app does', async () => {
    const { text } = await learnt({ 'Forms/Day.md': 'Mine.\n' }, 'Day');
    expect(text).toMatch(/^Mine\.\n\n## Captures\n\n- 09:26 /);
  });

  it('keeps the line ends of the form', async () => {
    const { text } = await learnt({ 'Day.md': '# {{title}}\r\n\r\n## Captures\r\n' }, 'Day.md');
    expect(text).toMatch(/^# 2026-03-14\r\n\r\n## Captures\r\n\r\n- 09:26 .*\r\n$/);
  });

  it('is empty but for the lesson where the form is', async () => {
    const { text, warnings } = await learnt({ 'Day.md': '' }, 'Day');
    expect(text).toMatch(/^## Captures\n\n- 09:26 /);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['it is not there', {}, 'Day', 'template_missing Day.md'],
    [
      'a command in it would run in the app',
      { 'Day.md': '<% tp.web.daily_quote() %>' },
      'Day',
      'template_unusable Day.md (unknown_token)',
    ],
    [
      'its properties cannot be read',
      { 'Day.md': '---\na: [\n---\n' },
      'Day',
      'template_unusable Day.md (bad_frontmatter)',
    ],
    ['it is named outside the vault', {}, '../../etc/passwd', 'template_unusable ../../etc/passwd.md (invalid_path)'],
    [
      'it lies among the app’s own files',
      { '.obsidian/Day.md': 'x' },
      '.obsidian/Day',
      'template_unusable .obsidian/Day.md (invalid_path)',
    ],
  ])('begins by our own form, with a warning, where %s', async (_why, files, name, warning) => {
    const { text, warnings } = await learnt(files, name);
    expect(warnings).toEqual([warning]);
    expect(text).toMatch(/^---\ntype: daily\ncreated: 2026-03-14\n---\n\n# 2026-03-14\n\n## Captures\n\n- 09:26 /);
  });

  it('is left as it is where it stands already', async () => {
    const { text } = await learnt({ 'Day.md': form, [day]: '# Mine\n\n## Captures\n' }, 'Day');
    expect(text).toMatch(/^# Mine\n\n## Captures\n\n- 09:26 .*\n$/);
  });

  it('goes again when the lesson is taken back', async () => {
    const { learner } = await learnt({ 'Day.md': form }, 'Day');
    await learner.undo();
    expect(Object.keys(await learner.content())).not.toContain(day);
  });
});
