import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { LearnRequest } from '../../../src/core/learn/lesson.ts';
import { aLearner } from './a-learner.ts';

/** Vaults before and after one lesson, as Markdown on disk: what is written stands there to be read, byte for byte. */
const golden = fileURLToPath(new URL('../../golden/learn', import.meta.url));

interface GoldenLesson {
  readonly why: string;
  readonly lesson: LearnRequest;
  readonly action: string;
  readonly path: string;
}

function notesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry): [string, string] => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path).replaceAll('\\', '/').normalize('NFC'), readFileSync(path, 'utf8')];
    }),
  );
}

const cases = readdirSync(golden);

describe('what a lesson leaves on disk', () => {
  it('is shown by cases in each vocabulary', () => {
    expect(cases.length).toBeGreaterThanOrEqual(6);
  });

  for (const name of cases) {
    const { why, lesson, action, path } = JSON.parse(
      readFileSync(join(golden, name, 'lesson.json'), 'utf8'),
    ) as GoldenLesson;
    it(`is the same as ever (${name}): ${why}`, async () => {
      const learner = await aLearner(notesIn(join(golden, name, 'before')));
      const { facts } = await learner.learn(lesson);
      expect({ action: facts.action, path: facts.path }).toEqual({ action, path });
      expect(await learner.content()).toEqual(notesIn(join(golden, name, 'after')));
      await learner.undo();
      expect(await learner.content()).toEqual(notesIn(join(golden, name, 'before')));
    });
  }
});
