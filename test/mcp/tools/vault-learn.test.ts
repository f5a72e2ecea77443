import { describe, expect, it } from 'vitest';
import type { Services } from '../../../src/core/services.ts';
import { languages, messagesIn, type Language } from '../../../src/mcp/messages/language.ts';
import { callTool, type CallResult } from '../../../src/mcp/tool-call.ts';
import vaultLearn from '../../../src/mcp/tools/vault-learn.ts';
import { aLearner, LESSON, seedVault } from '../../core/learn/a-learner.ts';

function call(
  services: Services,
  input: Readonly<Record<string, unknown>> = {},
  language: Language = 'en',
): Promise<CallResult> {
  const caller = { session: 's', client: 'test', callKey: null, expiresAt: null };
  const controls = { cancellation: { aborted: false }, progress: () => undefined, caller };
  return callTool(vaultLearn, { ...LESSON, ...input }, { services, language, roots: [] }, controls);
}

const own = '02-wiki/docker/bridge-networks-isolate-containers.md';
const more = {
  title: 'Volumes nomeados sobrevivem',
  insight: 'Volumes nomeados guardam os dados fora da camada gravável do container; só `down -v` os apaga.',
};

describe('vault_learn', () => {
  it('says where a new lesson stands, why, and what else was changed', async () => {
    const { services } = await aLearner(seedVault());
    const { text, structured, isError } = await call(services);
    expect(isError ?? false).toBe(false);
    expect(text.split('\n').slice(0, 3)).toEqual([
      `Recorded in a NEW note: ${own}`,
      expect.stringMatching(/^Reason: /),
      expect.stringMatching(/^Propagated to: 02-wiki\/docker\/docker-moc\.md, 04-daily\/\d{4}-\d\d-\d\d\.md$/),
    ]);
    expect(text).toMatch(/^Commit: yes$/m);
    expect(text).toContain(`+++ b/${own}`);
    expect(structured).toMatchObject({ done: true, committed: true, warnings: [] });
  });

  it('says to which line of which note a lesson was added', async () => {
    const { services, text: textOf } = await aLearner(seedVault());
    const { text } = await call(services, more);
    const line = Number(
      /^APPENDED to a note that stands: 02-wiki\/docker\/volumes-nomeados\.md:(\d+)$/m.exec(text)?.[1],
    );
    const lines = (await textOf('02-wiki/docker/volumes-nomeados.md')).split('\n');
    expect(lines[line - 1]).toMatch(/^## \d{4}-\d\d-\d\d — Volumes nomeados sobrevivem$/);
    expect(text).toMatch(
      /^Reason: .* speaks of the same, with \d+\.\d\d times the score of the next note, .*; it lies in the domain$/m,
    );
  });

  it('writes nothing for a lesson that stands, and says where', async () => {
    const { services, content } = await aLearner(seedVault());
    await call(services);
    const before = await content();
    const { text, structured } = await call(services);
    expect(text).toContain(`This lesson stands already: ${own}:9`);
    expect(structured).toMatchObject({ done: false, committed: false });
    expect(await content()).toEqual(before);
  });

  it('takes the names that earlier clients know, and lists as JSON text', async () => {
    const { services, text: textOf } = await aLearner(seedVault());
    const { title, insight, context, domain } = LESSON;
    const caller = { session: 's', client: 'test', callKey: null, expiresAt: null };
    const controls = { cancellation: { aborted: false }, progress: () => undefined, caller };
    const input = { titulo: title, insight, contexto: context, dominio: domain, projeto: 'loja', tags: '["adr"]' };
    await callTool(vaultLearn, input, { services, language: 'en', roots: [] }, controls);
    expect(await textOf(own)).toContain('tags: [adr]');
  });

  it('previews without a byte written, and carries out just that plan', async () => {
    const { services, content } = await aLearner(seedVault());
    const { structured } = await call(services, { preview: true });
    expect(await content()).toEqual(seedVault());
    const plan = structured?.['plan'];
    expect(plan).toMatch(/^p-/);
    const done = await call(services, { expected_revision: plan });
    expect(done.structured).toMatchObject({ done: true, diff: structured?.['diff'] });
  });

  it('refuses a plan that has gone stale', async () => {
    const { services, put } = await aLearner(seedVault());
    const { structured } = await call(services, { preview: true });
    await put(own, '# Somebody else wrote this meanwhile\n\nOf quite another matter.\n');
    const { text, isError } = await call(services, { expected_revision: structured?.['plan'] });
    expect(isError).toBe(true);
    expect(text).toMatch(/^\[preview_stale\]/);
  });

  it('finds another name when the first is taken while it is being written: both texts stand', async () => {
    const { services, vault, content } = await aLearner(seedVault());
    vault.beforeWrite = (act, path) => {
      if (act !== 'create' || path !== own) return;
      vault.beforeWrite = null;
      vault.put(own, '# Somebody was faster\n');
    };
    const { isError, structured } = await call(services);
    expect(isError ?? false).toBe(false);
    expect(structured).toMatchObject({ done: true });
    const after = await content();
    expect(after[own]).toContain('Somebody was faster');
    expect(Object.values(after).join('\n').split(LESSON.insight)).toHaveLength(2);
  });

  it.each([
    [{ domain: 'redes' }, 'domain_unknown'],
    [{ domain: '../..\nsuccess' }, 'domain_invalid'],
    [{ title: '🎉' }, 'title_unusable'],
    [{ insight: '---\ntipo: moc\n---' }, 'insight_invalid'],
    [{ tags: ['a\nb'] }, 'tag_invalid'],
    [{ context: '' }, 'invalid_input'],
  ])('refuses %j in one line with its code', async (input, code) => {
    const { services, content } = await aLearner(seedVault());
    const { text, isError } = await call(services, input);
    expect(isError).toBe(true);
    expect(text.startsWith(`[${code}] `)).toBe(true);
    expect(text).not.toMatch(/\n|success/);
    expect(await content()).toEqual(seedVault());
  });

  it.each(languages)('says every reason in one line of %s that names what it knows', (language) => {
    const facts = { path: 'a.md', rival: 'b.md', ratio: '2.50', tag: 'x', shared: 1, all: 9, before: 'why' };
    const sentences = Object.entries(messagesIn(language).learn.reasons).map(
      ([code, say]) => [code, say(facts)] as const,
    );
    expect(new Set(sentences.map(([, text]) => text)).size).toBe(sentences.length);
    for (const [code, text] of sentences) {
      expect(text).not.toMatch(/undefined|\n/);
      if (!['forced', 'nothing_found', 'same_lesson'].includes(code)) expect(text).toContain('a.md');
    }
  });

  it('speaks the reader’s language and writes the vault’s', async () => {
    const { services, text: textOf } = await aLearner(seedVault());
    expect((await call(services, {}, 'ru')).text).toContain(`Записано в НОВУЮ заметку: ${own}`);
    expect(await textOf(own)).toContain('**Contexto:** ');
  });

  it('is refused where nothing can be written', async () => {
    const { services } = await aLearner(seedVault());
    const { planning, ...rest } = services;
    expect(planning).toBeDefined();
    expect((await call(rest)).text).toMatch(/^\[read_only\]/);
  });
});
