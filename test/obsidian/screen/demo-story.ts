/** What the pictures show: a small vault and what two agents did in it, in the reader's language. */
export interface DemoStory {
  readonly vaultName: string;
  readonly domains: readonly { readonly name: string; readonly description: string }[];
  readonly files: Readonly<Record<string, string>>;
  readonly note: { readonly title: string; readonly body: readonly string[] };
  readonly lesson: StoryChange;
  readonly edit: StoryChange;
  readonly move: StoryChange;
  readonly draft: StoryChange;
  readonly tag: StoryChange;
  readonly asked: StoryChange;
  readonly askedToo: StoryChange;
  readonly query: string;
  readonly answered: readonly { readonly tool: string; readonly about: string; readonly took: number }[];
}

interface StoryChange {
  readonly tool: string;
  readonly subject: string;
  readonly texts?: Readonly<Record<string, string | null>>;
  readonly moves?: Readonly<Record<string, string>>;
}

const english = {
  jwt: '---\ntype: wiki\ntags: [auth, jwt]\nupdated: 2026-03-12\n---\n\n# JWT expiry\n\nTokens expire after 15 minutes.\n\n## Solution\n\nRefresh in the background at minute 14.\nLog the user out only when the refresh fails.\n\n## Related\n\n- [[refresh-tokens]]\n',
  moc: '# Auth\n\n- [[jwt-expiry]] — when tokens expire\n- [[refresh-tokens]] — how they are renewed\n',
  daily: '# 2026-03-14\n\n## Captures\n\n- 09:40 Stand-up: midnight log-outs are back\n',
  ideas: '# Ideas\n\n- A page that lists every token\n- Ask the team about clocks\n',
};

export const englishStory: DemoStory = {
  vaultName: 'Field notes',
  domains: [
    { name: 'auth', description: 'Sessions, tokens, log-in and log-out' },
    { name: 'deploy', description: 'Pipelines, containers, rollbacks' },
    { name: 'ocean', description: 'Tides, currents and everything that swims' },
  ],
  files: {
    '02-wiki/auth/jwt-expiry.md': english.jwt,
    '02-wiki/auth/auth-moc.md': english.moc,
    '02-wiki/auth/refresh-tokens.md': '# Refresh tokens\n\nValid for 30 days.\n',
    '02-wiki/deploy/rollback.md': '# Rollback\n\nKeep the last two images.\n',
    '02-wiki/ocean/spring-tides.md': '# Spring tides\n\nAt new and full moon.\n',
    '04-daily/2026-03-14.md': english.daily,
    '01-raw/ideas.md': english.ideas,
    '03-projects/login-page.md': '# Log-in page\n\nStatus: open\n',
  },
  note: {
    title: 'jwt-expiry',
    body: [
      'Tokens expire after 15 minutes.',
      'Solution',
      'Refresh in the background at minute 14. Log the user out only when the refresh fails.',
    ],
  },
  lesson: {
    tool: 'vault_learn',
    subject: 'Clock skew logs users out at midnight',
    texts: {
      '02-wiki/auth/clock-skew.md':
        '---\ntype: wiki\ntags: [auth, jwt]\ncreated: 2026-03-14\n---\n\n# Clock skew logs users out at midnight\n\nThe identity server restarts at 00:00 with a clock that is two minutes late.\n\n## Solution\n\nAllow 120 seconds of leeway when `exp` is checked.\n',
      '02-wiki/auth/auth-moc.md': `${english.moc}- [[clock-skew]] — why midnight log-outs happen\n`,
      '04-daily/2026-03-14.md': `${english.daily}- 14:05 [[clock-skew]] Clock skew logs users out at midnight\n`,
    },
  },
  edit: {
    tool: 'vault_edit_note',
    subject: 'jwt-expiry: refresh earlier',
    texts: {
      '02-wiki/auth/jwt-expiry.md': english.jwt
        .replace('at minute 14', 'at minute 12, with 120 s of leeway')
        .replace('- [[refresh-tokens]]', '- [[refresh-tokens]]\n- [[clock-skew]]'),
    },
  },
  move: {
    tool: 'vault_move',
    subject: 'Archive the log-in page project',
    moves: { '03-projects/login-page.md': '99-archive/login-page.md' },
  },
  draft: {
    tool: 'vault_write_note',
    subject: 'New note: rollback checklist',
    texts: { '02-wiki/deploy/checklist.md': '# Rollback checklist\n\n1. Freeze the queue\n2. Pin the image\n' },
  },
  tag: {
    tool: 'vault_edit_note',
    subject: 'rollback: keep three images',
    texts: { '02-wiki/deploy/rollback.md': '# Rollback\n\nKeep the last three images.\n' },
  },
  asked: {
    tool: 'vault_delete',
    subject: 'Delete ideas',
    texts: { '01-raw/ideas.md': null },
  },
  askedToo: {
    tool: 'vault_write_note',
    subject: 'Replace refresh-tokens',
    texts: {
      '02-wiki/auth/refresh-tokens.md':
        '# Refresh tokens\n\nValid for 14 days, renewed with each use.\n\n## Related\n\n- [[clock-skew]]\n',
    },
  },
  query: 'why are users logged out at midnight',
  answered: [
    { tool: 'vault_search', about: 'midnight log-out', took: 38 },
    { tool: 'vault_get_note', about: '02-wiki/auth/jwt-expiry.md', took: 4 },
    { tool: 'vault_backlinks', about: '02-wiki/auth/jwt-expiry.md', took: 7 },
  ],
};

const portuguese = {
  jwt: '---\ntipo: wiki\ntags: [auth, jwt]\natualizado: 2026-03-12\n---\n\n# Expiração do JWT\n\nOs tokens expiram em 15 minutos.\n\n## Solução\n\nRenovar em segundo plano no minuto 14.\nSó encerrar a sessão quando a renovação falhar.\n\n## Relacionados\n\n- [[refresh-tokens]]\n',
  moc: '# Auth\n\n- [[jwt-expiry]] — quando os tokens expiram\n- [[refresh-tokens]] — como são renovados\n',
  daily: '# 2026-03-14\n\n## Capturas\n\n- 09:40 Reunião: voltaram as saídas à meia-noite\n',
  ideas: '# Ideias\n\n- Uma página que liste todos os tokens\n- Perguntar à equipe sobre os relógios\n',
};

export const portugueseStory: DemoStory = {
  vaultName: 'Caderno de campo',
  domains: [
    { name: 'auth', description: 'Sessões, tokens, entrada e saída' },
    { name: 'deploy', description: 'Pipelines, contêineres, reversões' },
    { name: 'oceano', description: 'Marés, correntes e tudo o que nada' },
  ],
  files: {
    '02-wiki/auth/jwt-expiry.md': portuguese.jwt,
    '02-wiki/auth/auth-moc.md': portuguese.moc,
    '02-wiki/auth/refresh-tokens.md': '# Tokens de renovação\n\nValem por 30 dias.\n',
    '02-wiki/deploy/rollback.md': '# Reversão\n\nGuardar as duas últimas imagens.\n',
    '02-wiki/oceano/spring-tides.md': '# Marés de sizígia\n\nNa lua nova e na lua cheia.\n',
    '04-daily/2026-03-14.md': portuguese.daily,
    '01-raw/ideas.md': portuguese.ideas,
    '03-projects/login-page.md': '# Página de entrada\n\nSituação: aberta\n',
  },
  note: {
    title: 'jwt-expiry',
    body: [
      'Os tokens expiram em 15 minutos.',
      'Solução',
      'Renovar em segundo plano no minuto 14. Só encerrar a sessão quando a renovação falhar.',
    ],
  },
  lesson: {
    tool: 'vault_learn',
    subject: 'Relógio atrasado encerra sessões à meia-noite',
    texts: {
      '02-wiki/auth/clock-skew.md':
        '---\ntipo: wiki\ntags: [auth, jwt]\ncriado: 2026-03-14\n---\n\n# Relógio atrasado encerra sessões à meia-noite\n\nO servidor de identidade reinicia às 00:00 com o relógio dois minutos atrasado.\n\n## Solução\n\nAceitar 120 segundos de tolerância ao conferir `exp`.\n',
      '02-wiki/auth/auth-moc.md': `${portuguese.moc}- [[clock-skew]] — por que as sessões caem à meia-noite\n`,
      '04-daily/2026-03-14.md': `${portuguese.daily}- 14:05 [[clock-skew]] Relógio atrasado encerra sessões\n`,
    },
  },
  edit: {
    tool: 'vault_edit_note',
    subject: 'jwt-expiry: renovar mais cedo',
    texts: {
      '02-wiki/auth/jwt-expiry.md': portuguese.jwt
        .replace('no minuto 14', 'no minuto 12, com tolerância de 120 s')
        .replace('- [[refresh-tokens]]', '- [[refresh-tokens]]\n- [[clock-skew]]'),
    },
  },
  move: {
    tool: 'vault_move',
    subject: 'Arquivar o projeto da página de entrada',
    moves: { '03-projects/login-page.md': '99-archive/login-page.md' },
  },
  draft: {
    tool: 'vault_write_note',
    subject: 'Nova nota: lista de verificação',
    texts: { '02-wiki/deploy/checklist.md': '# Lista de verificação\n\n1. Congelar a fila\n2. Fixar a imagem\n' },
  },
  tag: {
    tool: 'vault_edit_note',
    subject: 'rollback: guardar três imagens',
    texts: { '02-wiki/deploy/rollback.md': '# Reversão\n\nGuardar as três últimas imagens.\n' },
  },
  asked: { tool: 'vault_delete', subject: 'Excluir ideas', texts: { '01-raw/ideas.md': null } },
  askedToo: {
    tool: 'vault_write_note',
    subject: 'Substituir refresh-tokens',
    texts: {
      '02-wiki/auth/refresh-tokens.md':
        '# Tokens de renovação\n\nValem por 14 dias e são renovados a cada uso.\n\n## Relacionados\n\n- [[clock-skew]]\n',
    },
  },
  query: 'por que os usuários saem à meia-noite',
  answered: [
    { tool: 'vault_search', about: 'saída à meia-noite', took: 38 },
    { tool: 'vault_get_note', about: '02-wiki/auth/jwt-expiry.md', took: 4 },
    { tool: 'vault_backlinks', about: '02-wiki/auth/jwt-expiry.md', took: 7 },
  ],
};
