import { describe, expect, it } from 'vitest';
import { VaultError } from '../../../src/core/errors.ts';
import type { LearnRequest } from '../../../src/core/learn/lesson.ts';
import { aLearner, brief, LESSON, seedVault, type LearnerOptions } from './a-learner.ts';

const own = '02-wiki/docker/bridge-networks-isolate-containers.md';
const moc = '02-wiki/docker/docker-moc.md';
const index = '00-index/index-knowledge.md';
const day = '04-daily/2026-03-14.md';
const volumes = '02-wiki/docker/volumes-nomeados.md';

/** A lesson that belongs in the seed vault's note on volumes. */
const MORE: Partial<LearnRequest> = {
  title: 'Volumes nomeados sobrevivem ao container',
  insight: 'Volumes nomeados guardam os dados fora da camada gravável do container; só `down -v` os apaga.',
  context: 'banco de dados perdido',
};

async function refusal(lesson: Partial<LearnRequest>, options?: LearnerOptions): Promise<unknown> {
  const learner = await aLearner(seedVault(), options);
  const error: unknown = await learner.perform(lesson).catch((thrown: unknown) => thrown);
  expect(await learner.content()).toEqual(seedVault());
  return error instanceof VaultError ? { code: error.code, ...error.params } : error;
}

describe('a lesson of its own', () => {
  it('is a note, an entry in its domain’s map and a line of the day, in one change with the title as its subject', async () => {
    const learner = await aLearner(seedVault());
    const { facts, files, warnings } = await learner.learn({ title: 'Bridge\nnetworks isolate containers' });
    expect(facts).toMatchObject({ action: 'created', path: own, propagated: [moc, day] });
    expect(files.map(({ path }) => path).sort()).toEqual([own, moc, day].sort());
    expect(warnings).toEqual([]);
    expect(learner.commits.map(({ subject }) => subject)).toEqual(['Bridge networks isolate containers']);
  });

  it('has the real title as its heading, and no empty section that it has answered', async () => {
    const learner = await aLearner(seedVault());
    const { facts } = await learner.learn({ title: 'Check-then-act não é garantia: «corrida»' });
    const text = await learner.text(facts.path);
    expect(text).toContain('\n# Check-then-act não é garantia: «corrida»\n');
    expect(text).not.toContain('## Contexto');
    expect(text).toContain('## Solução');
    expect(text.endsWith('## Exemplo\n')).toBe(true);
  });

  it('keeps sections of the template that are filled, and puts its links into one of them', async () => {
    const template = '# <% tp.file.title %>\n\n## Contexto\n\nSay why.\n\n## Links\n\n- [[home]]\n';
    const learner = await aLearner(seedVault({ '_templates/wiki.md': template }));
    const text = await learner.text((await learner.learn({ links: ['locks'] })).facts.path);
    expect(text).toContain('## Contexto\n\nSay why.\n');
    expect(text.match(/## Links/g)).toHaveLength(1);
    expect(text).toContain('- [[home]]\n- [[locks]]\n');
  });

  it('has type, tags and date where the template lacks them, and the template’s own where it has them', async () => {
    const template = '---\ntipo: receita\ntags: [base]\nautor: eu # fica\n---\n# <% tp.file.title %>\n';
    const learner = await aLearner(seedVault({ '_templates/wiki.md': template }));
    const text = await learner.text((await learner.learn({ tags: ['Base', '007'] })).facts.path);
    expect(text).toMatch(/^---\ntipo: receita\ntags: \[base, "007"\]\nautor: eu # fica\ncriado: 2026-03-14\n---\n/);
  });

  it('takes the line ends of its template', async () => {
    const template = '---\r\ntipo: wiki\r\n---\r\n\r\n# <% tp.file.title %>\r\n\r\n## Solução\r\n';
    const learner = await aLearner(seedVault({ '_templates/wiki.md': template }));
    const text = await learner.text((await learner.learn()).facts.path);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it.each([
    ['missing', null, 'template_missing _templates/wiki.md'],
    ['with an unknown command', '<% tp.web.daily_quote() %>', 'template_unusable _templates/wiki.md (unknown_token)'],
    ['blank', '\n', 'template_unusable _templates/wiki.md (blank)'],
    ['with broken properties', '---\n: [\n---\n', 'template_unusable _templates/wiki.md (bad_frontmatter)'],
  ])('is written without skeleton but with its heading when the template is %s, and says so', async (_, text, said) => {
    const files = seedVault();
    if (text === null) delete files['_templates/wiki.md'];
    else files['_templates/wiki.md'] = text;
    const learner = await aLearner(files);
    const { facts, warnings } = await learner.learn();
    expect(brief(warnings)).toEqual([said]);
    expect(await learner.text(facts.path)).toBe(
      `---\ntipo: wiki\ntags: []\ncriado: 2026-03-14\n---\n\n# ${LESSON.title}\n\n${LESSON.insight}\n\n**Contexto:** ${LESSON.context}\n`,
    );
  });

  it.each(['foreign', 'folder'] as const)('never opens a template that is no plain file: %s', async (state) => {
    const learner = await aLearner(seedVault(), { standing: (path) => (path === '_templates/wiki.md' ? state : null) });
    const read = learner.vault.read.bind(learner.vault);
    learner.vault.read = (path) => {
      expect(path).not.toBe('_templates/wiki.md');
      return read(path);
    };
    expect(brief((await learner.learn()).warnings)).toEqual([`template_unusable _templates/wiki.md (${state})`]);
  });

  it('keeps its title’s script in the file name', async () => {
    const learner = await aLearner(seedVault());
    const { facts } = await learner.learn({ title: 'Сети типа «мост»' });
    expect(facts.path).toBe('02-wiki/docker/сети-типа-мост.md');
    expect(await learner.text(moc)).toContain('- [[сети-типа-мост]] — ');
  });

  it('is written over a blank note that stands in its place', async () => {
    const learner = await aLearner(seedVault({ [own]: ' \n' }));
    expect((await learner.learn()).facts).toMatchObject({ action: 'created', path: own });
    expect(await learner.text(own)).toContain(LESSON.insight);
    await learner.undo();
    expect(await learner.text(own)).toBe(' \n');
  });

  it('is put nowhere else when a note of its own is asked for', async () => {
    const learner = await aLearner(seedVault());
    const { facts } = await learner.learn({ ...MORE, forceNew: true });
    expect(facts).toMatchObject({ action: 'created', reason: { code: 'forced' } });
    const again = await learner.learn({ ...MORE, forceNew: true });
    expect(again.facts.path).toBe('02-wiki/docker/volumes-nomeados-sobrevivem-ao-container-2026-03-14.md');
  });

  it('is never the domain’s map of content, nor a name that Windows takes for a device', async () => {
    const learner = await aLearner(seedVault());
    expect((await learner.learn({ title: 'Docker MOC' })).facts.path).toBe('02-wiki/docker/docker-moc-2026-03-14.md');
    const fresh = await learner.learn({
      title: 'Redes MOC',
      insight: 'Quite other words',
      domain: 'redes',
      confirmNewDomain: true,
    });
    expect(fresh.facts.path).toBe('02-wiki/redes/redes-moc-2026-03-14.md');
    expect(await learner.text('02-wiki/redes/redes-moc.md')).toContain('- [[redes-moc-2026-03-14]] — ');
    expect((await learner.learn({ title: 'CON', insight: 'Reserved since DOS' })).facts.path).toBe(
      '02-wiki/docker/con-2026-03-14.md',
    );
  });
});

describe('a lesson that belongs in a note', () => {
  it('stands at its end under the day and the title; the note’s tags and date are kept up', async () => {
    const learner = await aLearner(seedVault());
    const { facts, files } = await learner.learn({ ...MORE, tags: ['volumes', 'Compose'] });
    expect(facts).toMatchObject({ action: 'appended', path: volumes, reason: { code: 'same_subject' } });
    expect(files.map(({ path }) => path).sort()).toEqual([volumes, moc, day].sort());
    const text = await learner.text(volumes);
    expect(text).toMatch(
      /^---\ntipo: wiki\ntags: \[docker, Volumes, Compose\]\ncriado: 2026-01-02\natualizado: 2026-03-14\n---\n/,
    );
    expect(text.split('\n')[(facts.line ?? 0) - 1]).toBe(`## 2026-03-14 — ${MORE.title ?? ''}`);
    expect(text.endsWith(`${MORE.insight ?? ''}\n\n**Contexto:** banco de dados perdido\n`)).toBe(true);
  });

  it('adds no entry to the map of content, whose date it sets', async () => {
    const learner = await aLearner(seedVault());
    await learner.learn(MORE);
    const before = seedVault()[moc] ?? '';
    expect(await learner.text(moc)).toBe(before.replace('atualizado: 2026-01-02', 'atualizado: 2026-03-14'));
  });

  it('adds its links to the note’s one list of links', async () => {
    const learner = await aLearner(seedVault());
    await learner.learn({ ...MORE, links: ['a', 'b'] });
    await learner.learn({ ...MORE, insight: `${MORE.insight ?? ''} Sempre, volumes nomeados.`, links: ['b', 'c'] });
    const text = await learner.text(volumes);
    expect(text.match(/^## Links$/gm)).toHaveLength(1);
    expect(text.match(/^- \[\[[abc]\]\]$/gm)).toEqual(['- [[a]]', '- [[b]]', '- [[c]]']);
  });

  it('takes the note’s line ends', async () => {
    const text = (seedVault()[volumes] ?? '').replaceAll('\n', '\r\n');
    const learner = await aLearner(seedVault({ [volumes]: text }));
    await learner.learn({ ...MORE, tags: ['x'], links: ['a'] });
    expect((await learner.text(volumes)).replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('changes the map of the domain that the note lies in, not of the one that was named', async () => {
    const learner = await aLearner(seedVault());
    const lesson = { ...MORE, domain: 'bancos', confirmNewDomain: true, tags: ['volumes'] };
    const { facts } = await learner.learn(lesson);
    expect(facts).toMatchObject({
      action: 'appended',
      path: volumes,
      reason: { tag: 'volumes' },
      propagated: [moc, day],
    });
  });

  it('is added without its tags, and says so, where the note’s properties cannot be read', async () => {
    const text = (seedVault()[volumes] ?? '').replace('tipo: wiki', 'tipo: [wiki');
    const learner = await aLearner(seedVault({ [volumes]: text }));
    const { facts, warnings } = await learner.learn({ ...MORE, tags: ['x'] });
    expect(facts.path).toBe(volumes);
    expect(brief(warnings)).toEqual([`property_not_filled tags (${volumes})`]);
  });

  it('comes to a note of its own where the note ends in an open fence', async () => {
    const text = `${seedVault()[volumes] ?? ''}\n\`\`\`sh\nls\n`;
    const learner = await aLearner(seedVault({ [volumes]: text }));
    const { facts, warnings } = await learner.learn(MORE);
    expect(facts.action).toBe('created');
    expect(brief(warnings)).toEqual([`append_failed ${volumes} (open_fence)`]);
    expect(await learner.text(volumes)).toBe(text);
  });

  it.each(['foreign', 'folder', 'nothing', 'blank'] as const)(
    'comes to a note of its own where the note has become %s, and says so',
    async (state) => {
      const learner = await aLearner(seedVault(), { standing: (path) => (path === volumes ? state : null) });
      const { facts, warnings } = await learner.learn(MORE);
      expect(facts).toMatchObject({ action: 'created', reason: { code: 'same_subject' } });
      expect(brief(warnings)).toEqual([`append_failed ${volumes} (${state})`]);
    },
  );

  it('comes to a note of its own where the user keeps the note from being changed', async () => {
    const learner = await aLearner(seedVault(), { parts: { mayChange: (path) => path !== volumes } });
    const { facts, warnings } = await learner.learn(MORE);
    expect(facts.action).toBe('created');
    expect(brief(warnings)).toEqual([`append_failed ${volumes} (read_only)`]);
  });
});

describe('a title that is taken', () => {
  const standing = '---\ntipo: wiki\ntags: []\n---\n\n# Sobre outra coisa\n\nNada em comum.\n';

  it('leads into the note of that name, with both halves of the reason', async () => {
    const learner = await aLearner(seedVault({ [own]: standing }));
    const { facts, warnings } = await learner.learn();
    expect(facts).toMatchObject({ action: 'appended', path: own });
    expect(facts.reason).toMatchObject({ code: 'same_title', path: own });
    expect(facts.reason.because?.code).toBeDefined();
    expect(brief(warnings)).toEqual([`title_taken ${own} (note)`]);
  });

  it.each(['foreign', 'folder'] as const)('by what is no note leads to a dated name: %s', async (state) => {
    const learner = await aLearner(seedVault(), { standing: (path) => (path === own ? state : null) });
    const { facts, warnings } = await learner.learn();
    expect(facts.path).toBe(own.replace('.md', '-2026-03-14.md'));
    expect(brief(warnings)).toEqual([`title_taken ${own} (${state})`]);
  });

  it('leads to the next dated name that is free, never longer than a name may be', async () => {
    const title = 'x'.repeat(100);
    const path = (ending: string): string => `02-wiki/docker/${'x'.repeat(80 - ending.length)}${ending}.md`;
    const taken = new Set(['', '-2026-03-14', '-2026-03-14-2'].map(path));
    const learner = await aLearner(seedVault(), { standing: (at) => (taken.has(at) ? 'foreign' : null) });
    expect((await learner.learn({ title })).facts.path).toBe(path('-2026-03-14-3'));
  });

  it('in every form is refused aloud', async () => {
    const standing = (path: string): 'foreign' | null => (path.startsWith(own.slice(0, -3)) ? 'foreign' : null);
    expect(await refusal({}, { standing })).toMatchObject({ code: 'already_exists', path: own });
  });

  it('while the note was being written leads to another name: both texts stand', async () => {
    const learner = await aLearner(seedVault());
    learner.vault.beforeWrite = (act, path) => {
      if (act !== 'create' || path !== own) return;
      learner.vault.beforeWrite = null;
      learner.vault.put(own, '# Somebody was faster\n');
    };
    const first = await learner.perform().catch((error: unknown) => error);
    // The desk refuses what it planned on a vault that has changed; the same call again finds its way.
    const again =
      first instanceof VaultError ? await learner.learn() : (first as Awaited<ReturnType<typeof learner.learn>>);
    const content = await learner.content();
    expect(content[own]).toContain('Somebody was faster');
    expect(content[again.facts.path]).toContain(LESSON.insight);
  });

  it('by a call of the same moment loses neither text', async () => {
    const learner = await aLearner(seedVault());
    const texts = ['One thing about bridges.', 'Quite another matter: routers.'];
    const done = await Promise.all(texts.map((insight) => learner.learn({ insight })));
    expect(done.every(({ committed }) => committed)).toBe(true);
    const all = Object.values(await learner.content()).join('\n');
    for (const text of texts) expect(all.split(`${text}\n\n**Contexto:**`)).toHaveLength(2);
  });
});

describe('the same lesson again', () => {
  it('writes nothing and says where it stands', async () => {
    const learner = await aLearner(seedVault());
    const first = await learner.learn();
    const before = await learner.content();
    learner.at('2026-03-15 10:00');
    const again = await learner.perform({ title: 'Other words', context: 'elsewhere' });
    expect(again.kind).toBe('nothing');
    expect(again.facts).toMatchObject({ action: 'already_there', path: first.facts.path, propagated: [] });
    const lines = (before[first.facts.path] ?? '').split('\n');
    expect(lines[(again.facts.line ?? 0) - 1]).toBe(LESSON.insight);
    expect(await learner.content()).toEqual(before);
    expect(learner.commits).toHaveLength(1);
  });

  it('is known where it was appended, too', async () => {
    const learner = await aLearner(seedVault());
    await learner.learn(MORE);
    const again = await learner.perform({ ...MORE, insight: (MORE.insight ?? '').toUpperCase() });
    expect(again).toMatchObject({ kind: 'nothing', facts: { action: 'already_there', path: volumes } });
  });

  it('may be written anew after it was taken back', async () => {
    const learner = await aLearner(seedVault());
    await learner.learn();
    await learner.undo();
    expect(await learner.content()).toEqual(seedVault());
    expect((await learner.learn()).facts.path).toBe(own);
  });
});

describe('a domain', () => {
  it.each([
    ['', 'empty'],
    ['x'.repeat(65), 'too_long'],
    ['../..\nsuccess', 'control_character'],
    ['two words', 'white_space'],
    ['a/b', 'slash'],
    ['a\\b', 'slash'],
    ['..', 'hidden_folder'],
    ['.git', 'hidden_folder'],
    ['_templates', 'forbidden_folder'],
    ['node_modules', 'forbidden_folder'],
    ['a*', 'wildcard'],
    ['a:b', 'forbidden_character'],
    ['a|b', 'link_breaking_character'],
    ['con', 'reserved_name'],
    ['a.', 'trailing_dot_or_space'],
  ])('that no folder may be called by is refused by the rule alone: %j', async (domain, rule) => {
    expect(await refusal({ domain, confirmNewDomain: true })).toEqual({ code: 'domain_invalid', rule });
  });

  it('without folder is refused with those that are known, unless it is confirmed', async () => {
    const options = { settings: { domains: [{ name: 'nestjs', description: '' }] } };
    expect(await refusal({ domain: 'redes' }, options)).toEqual({
      code: 'domain_unknown',
      domain: 'redes',
      known: ['docker', 'nestjs'],
    });
  });

  it('that is new has a map of content and an entry in the index', async () => {
    const learner = await aLearner(seedVault());
    const { facts } = await learner.learn({ domain: 'redes', confirmNewDomain: true });
    expect(facts.propagated).toEqual(['02-wiki/redes/redes-moc.md', index, day]);
    expect(await learner.text(index)).toContain(
      '- [[../02-wiki/docker/docker-moc|docker]] — Containers.\n- [[../02-wiki/redes/redes-moc|redes]] — Containers on',
    );
    expect(await learner.text(index)).toContain('atualizado: 2026-03-14');
  });

  it('that the user has named needs no confirmation', async () => {
    const learner = await aLearner(seedVault(), { settings: { domains: [{ name: 'redes', description: '' }] } });
    expect((await learner.learn({ domain: 'redes' })).facts.propagated).toContain(index);
  });

  it('whose folder has no map of content gets one silently', async () => {
    const learner = await aLearner(seedVault({ '02-wiki/redes/ip.md': '# IP\n' }));
    const { facts, warnings } = await learner.learn({ domain: 'redes' });
    expect(facts.propagated).toEqual(['02-wiki/redes/redes-moc.md', day]);
    expect(warnings).toEqual([]);
  });

  it('that exists as an empty folder is no new one', async () => {
    const learner = await aLearner(seedVault(), { standing: (path) => (path === '02-wiki/redes' ? 'folder' : null) });
    expect((await learner.learn({ domain: 'redes' })).facts.propagated).not.toContain(index);
  });

  it('in other letters is the folder that stands: no twin is made', async () => {
    const learner = await aLearner(seedVault());
    expect((await learner.learn({ domain: 'Docker' })).facts.path).toBe(own);
  });

  it('of two words takes lessons where its folder stands or the user has named it', async () => {
    const files = { ...seedVault(), '02-wiki/Machine Learning/old.md': '# Old\n' };
    const options = { settings: { domains: [{ name: 'Deep Sea', description: '' }] } };
    const learner = await aLearner(files, options);
    const { facts } = await learner.learn({ domain: 'machine learning' });
    const moc = '02-wiki/Machine Learning/Machine Learning-moc.md';
    expect(facts.path).toMatch(/^02-wiki\/Machine Learning\/[^/]+\.md$/);
    expect(facts.propagated[0]).toBe(moc);
    expect(await learner.text(moc)).toContain('\ntags: [Machine-Learning]\n');
    const named = await learner.learn({ domain: 'Deep Sea', title: 'Eels', insight: 'Eels glow.' });
    expect(named.facts.path).toBe('02-wiki/Deep Sea/eels.md');
    expect(await refusal({ domain: 'deep water', confirmNewDomain: true }, options)).toMatchObject({
      rule: 'white_space',
    });
  });

  it('where something else stands is refused', async () => {
    const standing = (path: string): 'foreign' | null => (path === '02-wiki/redes' ? 'foreign' : null);
    expect(await refusal({ domain: 'redes', confirmNewDomain: true }, { standing })).toEqual({
      code: 'domain_invalid',
      rule: 'not_a_folder',
    });
  });
});

describe('what a lesson is made known by', () => {
  it('is a line of the day with the minute, the kind and the project', async () => {
    const learner = await aLearner(seedVault());
    await learner.learn({ tags: ['ADR'], project: 'loja]] [[x' });
    expect(await learner.text(day)).toBe(
      '---\ntipo: daily\ncriado: 2026-03-14\n---\n\n# 2026-03-14\n\n## Capturas\n\n- 09:26 [[bridge-networks-isolate-containers]] (decisão, loja x)\n',
    );
  });

  it('makes no links of its own out of the lesson’s text', async () => {
    const learner = await aLearner(seedVault());
    await learner.learn({ insight: 'a]] x [[b is [[not]] a link. More.', project: '[[p]]', links: ['a]] x [[b'] });
    expect(await learner.text(moc)).toContain('- [[bridge-networks-isolate-containers]] — a x b is not a link.\n');
    expect(await learner.text(day)).toContain('(aprendizado, p)');
    expect(await learner.text(own)).toContain('- [[a x b]]\n');
  });

  it('takes the place of a map’s word that there are no notes yet', async () => {
    const text = (seedVault()[moc] ?? '').replace(/^- \[\[volumes.*$/m, '_Nenhuma nota ainda._');
    const learner = await aLearner(seedVault({ [moc]: text }));
    await learner.learn();
    expect(await learner.text(moc)).not.toContain('Nenhuma nota');
    expect(await learner.text(moc)).toContain('## Notas\n\n- [[bridge-networks-isolate-containers]] — ');
  });

  it.each(['Ainda não há notas.', '_Em itálico_ e mais.', '_Nenhuma nota ainda._\n\nMas leia isto.'])(
    'leaves the user’s own words in the map: %j',
    async (words) => {
      const text = (seedVault()[moc] ?? '').replace(/^- \[\[volumes.*$/m, words);
      const learner = await aLearner(seedVault({ [moc]: text }));
      await learner.learn();
      expect(await learner.text(moc)).toContain(words);
    },
  );

  it('is built where map, index or day are blank', async () => {
    const learner = await aLearner(seedVault({ [moc]: '', [index]: '\n', [day]: '' }));
    await learner.learn();
    expect(await learner.text(moc)).toContain('# Docker — Mapa de Conteúdo');
    expect(await learner.text(day)).toContain('## Capturas\n\n- 09:26 ');
    expect(await learner.text(index)).toBe('\n');
  });

  it('is not written into an example within a fence', async () => {
    const fenced = '````md\n## Notas\n\n```\n- [[x]]\n```\n````\n\n';
    const text = (seedVault()[moc] ?? '').replace('## Notas', `${fenced}## Notas`);
    const learner = await aLearner(seedVault({ [moc]: text.replaceAll('\n', '\r\n') }));
    await learner.learn();
    const after = await learner.text(moc);
    expect(after).toContain(fenced.replaceAll('\n', '\r\n'));
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(after).toContain('atualizado: 2026-03-14\r\n');
  });

  it.each([
    [day, 'folder', [moc]],
    [day, 'foreign', [moc]],
    [moc, 'foreign', [day]],
  ] as const)('goes on without what cannot be changed, naming it: %s is %s', async (broken, state, rest) => {
    const learner = await aLearner(seedVault(), { standing: (path) => (path === broken ? state : null) });
    const { facts, warnings, committed } = await learner.learn();
    expect(facts.propagated).toEqual(rest);
    expect(brief(warnings)).toEqual([`target_failed ${broken} (${state})`]);
    expect(committed).toBe(true);
    expect(await learner.text(own)).toContain(LESSON.insight);
  });

  it('leaves alone what the user keeps from being changed', async () => {
    const learner = await aLearner(seedVault(), { parts: { mayChange: (path) => path !== moc } });
    expect(brief((await learner.learn()).warnings)).toEqual([`target_failed ${moc} (read_only)`]);
  });

  it('is found by its whole path where another note has its name', async () => {
    const learner = await aLearner(seedVault({ '99-archive/bridge-networks-isolate-containers.md': '# Old\n' }));
    await learner.learn();
    expect(await learner.text(day)).toContain(
      '- 09:26 [[02-wiki/docker/bridge-networks-isolate-containers|bridge-networks-isolate-containers]] (',
    );
  });

  it('follows the vault’s own folder and format of days, and says where a format cannot be written', async () => {
    const daily = { folder: 'journal', format: 'YYYY/MM-DD', template: null };
    const learner = await aLearner(seedVault(), { app: { daily } });
    expect((await learner.learn()).facts.propagated).toEqual([moc, 'journal/2026/03-14.md']);
    const named = await aLearner(seedVault(), { app: { daily: { ...daily, format: 'dddd' } } });
    expect(brief((await named.learn()).warnings)).toEqual(['target_failed journal/2026-03-14.md (daily_format)']);
  });

  it('adds no second line for the same note in the same minute, and one for a later minute', async () => {
    const learner = await aLearner(seedVault());
    await learner.learn(MORE);
    const more = (text: string): Partial<LearnRequest> => ({ ...MORE, insight: `${MORE.insight ?? ''} ${text}` });
    await learner.learn(more('Volumes nomeados, sim.'));
    const lines = async (): Promise<number> => (await learner.text(day)).split('[[volumes-nomeados]]').length - 1;
    expect(await lines()).toBe(1);
    learner.at('2026-03-14 09:27');
    await learner.learn(more('Volumes nomeados, de novo.'));
    expect(await lines()).toBe(2);
  });
});

describe('a lesson that is taken back', () => {
  it('leaves map, index and day as they were, and later lines of others in them', async () => {
    const learner = await aLearner(seedVault());
    await learner.learn({ domain: 'redes', confirmNewDomain: true });
    await learner.undo();
    expect(await learner.content()).toEqual(seedVault());
  });
});

describe('a vault without any folder of the conventions', () => {
  it('gets what a lesson needs, in English words unless its notes say otherwise', async () => {
    const learner = await aLearner({ 'Home.md': '# Home\n' });
    const { facts } = await learner.learn({ confirmNewDomain: true });
    expect(facts.path).toBe(own);
    expect(facts.propagated).toEqual([moc, index, day]);
    expect(await learner.text(day)).toContain('## Captures');
    expect(await learner.text('Home.md')).toBe('# Home\n');
  });
});

describe('a preview', () => {
  it('writes nothing, and its plan is the one that is carried out', async () => {
    const learner = await aLearner(seedVault());
    const preview = await learner.perform({}, true);
    expect(await learner.content()).toEqual(seedVault());
    const done = await learner.learn();
    expect(preview).toMatchObject({ kind: 'preview', facts: done.facts, diff: done.diff });
  });
});
