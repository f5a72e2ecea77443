import { describe, expect, it, onTestFinished } from 'vitest';
import { listedPath } from '../../src/core/path.ts';
import { complete } from '../../src/mcp/completion.ts';
import { recentNotes } from '../../src/mcp/note-resources.ts';
import { aLearner, LESSON } from '../core/learn/a-learner.ts';
import { aVault } from '../support/a-vault.ts';
import { memoryHost } from '../support/memory-host.ts';
import { call, textOf } from './support/call-tool.ts';

const note = '02-wiki/docker/networks.md';
const copies = [
  '02-wiki/docker/networks (conflicted copy 2026-11-30).md',
  '02-wiki/docker/networks.sync-conflict-20261130-101010-ABCDEFG.md',
];
const text = [
  '---',
  'tags: [docker]',
  'aliases: [Bridge]',
  '---',
  '# Networks',
  '',
  'Containers on bridge networks cannot reach each other.',
  '',
].join('\n');
const files = Object.fromEntries([note, ...copies].map((path) => [path, text]));

async function host() {
  const vault = aVault().file('board (conflicted copy 2026-11-30).canvas', '{}').note('See', 'See [[networks]].');
  for (const [path, content] of Object.entries(files)) vault.file(path, content);
  const made = await memoryHost(vault);
  onTestFinished(() => made.close());
  return made;
}

describe('what a sync service left beside a note', () => {
  it('is named by vault_status, notes and other files alike', async () => {
    const { services } = await host();
    const { text: said, structured } = await call(services, 'vault_status');
    const all = [...copies, 'board (conflicted copy 2026-11-30).canvas'];
    expect(structured).toMatchObject({ conflict_copies: { count: 3, paths: all } });
    expect(said).toContain('3 conflict copies of a sync service');
    for (const path of all) expect(said).toContain(`\n  ${path}`);
  });

  it('is not spoken of where there is none, and only twenty are named', async () => {
    const few = await memoryHost(aVault().note('A', 'x'));
    onTestFinished(() => few.close());
    expect(await textOf(few.services, 'vault_status')).not.toContain('conflict');
    const vault = aVault();
    for (let day = 10; day < 31; day++) vault.note(`a (conflicted copy 2026-11-${day})`, 'x');
    const many = await memoryHost(vault);
    onTestFinished(() => many.close());
    const { text: said, structured } = await call(many.services, 'vault_status');
    expect(structured).toMatchObject({ conflict_copies: { count: 21 } });
    expect(said).toContain('a (conflicted copy 2026-11-29).md\n  and 1 more');
  });

  it('goes with the next look once it is gone', async () => {
    const { services, vault, settle } = await host();
    await call(services, 'vault_status');
    for (const path of copies) vault.remove(path);
    await settle();
    expect((await call(services, 'vault_status')).structured).toMatchObject({ conflict_copies: { count: 1 } });
  });

  it('is no namesake of its note', async () => {
    const { services } = await host();
    expect(await textOf(services, 'vault_get_note', { path: 'bridge' })).toContain(note);
  });

  it('is read when it is asked for by its path', async () => {
    const { services } = await host();
    expect(await textOf(services, 'vault_get_note', { path: copies[0] })).toContain('cannot reach each other');
  });

  it('is offered nowhere: not as a near miss, not while typing, not as a resource', async () => {
    const { services, names } = await host();
    const missed = await textOf(services, 'vault_get_note', { path: 'netwroks' });
    expect(missed).toContain(note);
    const told = [
      missed,
      ...complete('path', 'networks', services).values,
      ...recentNotes(services.library).map(({ path }) => path),
      ...(await names.whole()).closest('networks conflicted copy', 10),
    ];
    expect(told.filter((path) => path.includes('conflict'))).toEqual([]);
    expect(told).toContain(note);
  });

  it('comes behind its note in a search', async () => {
    const { services } = await host();
    const request = {
      query: 'bridge networks',
      limit: 5,
      skip: 0,
      includeRaw: false,
      followLinks: false,
      windowChars: 80,
    };
    const { hits } = await services.retriever.search(request);
    expect(hits[0]?.path).toBe(note);
    const [best, ...rest] = hits.filter(({ path }) => path.includes('networks'));
    for (const { score } of rest) expect(score).toBeLessThan((best?.score ?? 0) / 3);
  });

  it('is what a link leads to only where the link names it', async () => {
    const { services } = await host();
    expect(services.library.graph.out(listedPath('See.md'))).toEqual([note]);
  });

  it('takes no lesson and stands in the way of none', async () => {
    const learner = await aLearner(files);
    const { facts } = await learner.learn();
    expect(facts).toMatchObject({ action: 'appended', path: note });
    for (const path of copies) expect(await learner.text(path)).toBe(text);
  });

  it('is not where a lesson is said to stand already', async () => {
    const learner = await aLearner({ [copies[0] ?? '']: `${text}\n${LESSON.insight}\n` });
    const { facts } = await learner.learn({ confirmNewDomain: true });
    expect(facts.action).toBe('created');
  });

  it('keeps its bytes when its note moves', async () => {
    const learner = await aLearner({ ...files, 'See.md': 'See [[networks]].\n' });
    const moved = await textOf(learner.services, 'vault_move', { from: note, to: '02-wiki/docker/nets.md' });
    expect(moved).toContain('See.md');
    expect(await learner.text('See.md')).toBe('See [[nets]].\n');
    for (const path of copies) expect(await learner.text(path)).toBe(text);
  });
});
