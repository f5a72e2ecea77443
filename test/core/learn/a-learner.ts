import { QueuedChangeDesk } from '../../../src/core/change/change-desk.ts';
import type { ChangeOutcome, Plan, Warning } from '../../../src/core/change/desk.ts';
import { Journal } from '../../../src/core/change/journal.ts';
import { planUndo } from '../../../src/core/change/undo.ts';
import { planLearn, type LearnFacts, type LearnParts } from '../../../src/core/learn/learn.ts';
import type { LearnRequest } from '../../../src/core/learn/lesson.ts';
import type { PathRules } from '../../../src/core/path-gate.ts';
import type { Services } from '../../../src/core/services.ts';
import { listedPath } from '../../../src/core/path.ts';
import { systemClock } from '../../../src/node/clock.ts';
import { freely, rememberingHistory, sha256, silent } from '../../support/a-desk.ts';
import { memoryHost, type MemoryHostOptions } from '../../support/memory-host.ts';
import { memoryJournal } from '../../support/memory-journal.ts';
import { writableMemoryVault, type WritableMemoryVault } from '../../support/writable-memory-vault.ts';

export type Applied = Extract<ChangeOutcome<LearnFacts>, { kind: 'applied' }>;

/** A vault of the host's own kind that lessons are recorded in: the real search, library, desk and journal. */
export interface Learner {
  /** What the tool itself is called with. */
  readonly services: Services;
  readonly vault: WritableMemoryVault;
  readonly commits: ReturnType<typeof rememberingHistory>['commits'];
  plan(lesson?: Partial<LearnRequest>): Promise<Plan<LearnFacts>>;
  perform(lesson?: Partial<LearnRequest>, preview?: boolean): Promise<ChangeOutcome<LearnFacts>>;
  /** Performs and demands that something was written. */
  learn(lesson?: Partial<LearnRequest>): Promise<Applied>;
  /** Takes the newest change back. */
  undo(): Promise<void>;
  /** The text of a file; '' where there is none. */
  text(path: string): Promise<string>;
  content(): Promise<Readonly<Record<string, string>>>;
  /** The user's hand: the library has taken it in when this resolves. */
  put(path: string, text: string): Promise<void>;
  /** The wall clock, which stands still; `YYYY-MM-DD HH:mm`. */
  at(moment: string): void;
}

export interface LearnerOptions extends MemoryHostOptions {
  /** In place of what the vault says of a path. */
  readonly standing?: (path: string) => Awaited<ReturnType<WritableMemoryVault['standing']>> | null;
  readonly parts?: Partial<LearnParts>;
}

export const LESSON: LearnRequest = {
  title: 'Bridge networks isolate containers',
  insight: 'Containers on different bridge networks cannot reach each other. Attach both to one user-defined network.',
  context: 'A compose file with two networks',
  domain: 'docker',
};

export async function aLearner(
  files: Readonly<Record<string, string>> = {},
  { standing, parts, ...options }: LearnerOptions = {},
): Promise<Learner> {
  const vault = writableMemoryVault(files);
  if (standing !== undefined) {
    const real = vault.standing.bind(vault);
    vault.standing = async (path) => standing(path) ?? (await real(path));
  }
  const host = await memoryHost(vault, options);
  const history = rememberingHistory();
  const journal = await Journal.open(memoryJournal());
  let moment = '2026-03-14 09:26';
  let ids = 0;
  const desk = new QueuedChangeDesk({
    vault,
    notes: { open: (path) => host.library.open(path), refresh: () => host.settle() },
    journal,
    history,
    approval: freely,
    clock: systemClock,
    log: silent,
    sha256,
    newId: () => `id${ids++}`,
    stillOwner: () => true,
  });
  const pathRules: PathRules = {
    mode: 'writing',
    configFolder: '.obsidian',
    closedNames: ['_templates'],
    closedPaths: ['99-archive'],
  };
  const domains = (options.settings?.domains ?? []).map(({ name }) => name);
  const caller = { session: 's', client: 'test', callKey: null, expiresAt: null };
  const plan: Learner['plan'] = (lesson = {}) =>
    planLearn({ ...LESSON, ...lesson }, 0, {
      library: host.services.library,
      retriever: host.services.retriever,
      conventions: host.services.conventions(),
      vault,
      pathRules,
      domains,
      mayChange: () => true,
      localTime: () => {
        const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = moment.split(/[- :]/).map(Number);
        return { year, month, day, hour, minute };
      },
      ...parts,
    });
  const perform: Learner['perform'] = (lesson = {}, preview = false) =>
    desk.perform({
      tool: 'vault_learn',
      caller,
      preview,
      expectedRevision: null,
      subjects: [],
      plan: () => plan(lesson),
    });
  return {
    vault,
    services: {
      ...host.services,
      changes: desk,
      planning: {
        notes: host.library,
        standing: (path) => vault.standing(path),
        pathRules: () => pathRules,
        domains: () => domains,
        mayChange: () => true,
      },
    },
    commits: history.commits,
    plan,
    perform,
    learn: async (lesson = {}) => {
      const outcome = await perform(lesson);
      if (outcome.kind !== 'applied') throw new Error(`nothing was applied: ${outcome.kind}`);
      return outcome;
    },
    undo: async () => {
      const exists = async (path: string): Promise<boolean> => (await vault.stat(listedPath(path))) !== null;
      await desk.perform({
        tool: 'vault_undo',
        caller,
        preview: false,
        expectedRevision: null,
        subjects: [],
        plan: () => planUndo(journal, host.library, exists, { change: null, since: null }, caller),
      });
    },
    text: async (path) => (await vault.read(listedPath(path))) ?? '',
    content: () => vault.content(),
    put: async (path, text) => {
      vault.put(path, text);
      await host.settle();
    },
    at: (then) => {
      moment = then;
    },
  };
}

/** Warnings in brief: `code about (detail)`. */
export function brief(warnings: readonly Warning[]): readonly string[] {
  return warnings.map(
    ({ code, about = '', detail }) => `${code} ${about}${detail === undefined ? '' : ` (${detail})`}`,
  );
}

/** A vault as the seed's users have it: Portuguese vocabulary, templates, a domain with a map of content. */
export function seedVault(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    '_templates/wiki.md': [
      '---',
      'tipo: wiki',
      'tags: []',
      'criado: <% tp.date.now("YYYY-MM-DD") %>',
      '---',
      '',
      '# <% tp.file.title %>',
      '',
      '## Contexto',
      '',
      '## Solução',
      '',
      '## Exemplo',
      '',
    ].join('\n'),
    '00-index/index-knowledge.md': [
      '---',
      'tipo: moc',
      'criado: 2026-01-02',
      'atualizado: 2026-01-02',
      '---',
      '',
      '# Índice de Conhecimento',
      '',
      '## Domínios',
      '',
      '- [[../02-wiki/docker/docker-moc|docker]] — Containers.',
      '',
    ].join('\n'),
    '02-wiki/docker/docker-moc.md': [
      '---',
      'tipo: moc',
      'tags: [docker]',
      'criado: 2026-01-02',
      'atualizado: 2026-01-02',
      '---',
      '',
      '# Docker — Mapa de Conteúdo',
      '',
      '## Notas',
      '',
      '- [[volumes-nomeados]] — Volumes nomeados sobrevivem ao container.',
      '',
      '## Relacionados',
      '',
      '- [[../../00-index/index-knowledge|índice de conhecimento]]',
      '',
    ].join('\n'),
    '02-wiki/docker/volumes-nomeados.md': [
      '---',
      'tipo: wiki',
      'tags: [docker, Volumes]',
      'criado: 2026-01-02',
      '---',
      '',
      '# Volumes nomeados',
      '',
      'Volumes nomeados sobrevivem ao container: os dados ficam fora da camada gravável.',
      '',
      '**Contexto:** banco de dados em compose',
      '',
      '## Solução',
      '',
      'Declare o volume em `volumes:` e monte-o no serviço.',
      '',
    ].join('\n'),
    '02-wiki/docker/imagens-menores.md': [
      '---',
      'tipo: wiki',
      'tags: [docker]',
      'criado: 2026-01-02',
      '---',
      '',
      '# Imagens menores',
      '',
      'Construção em várias etapas deixa de fora o compilador.',
      '',
    ].join('\n'),
    ...more,
  };
}
