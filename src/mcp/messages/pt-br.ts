import { failures } from './failures-pt-br.ts';
import type { JsonKind, Messages } from './messages.ts';

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const characters = (n: number) => count(n, 'caractere');

const kinds: Readonly<Record<JsonKind, string>> = {
  text: 'texto',
  number: 'número',
  'whole number': 'número inteiro',
  'true or false': 'true ou false',
  list: 'lista',
  object: 'objeto',
  nothing: 'nada',
};

export const ptBr: Messages = {
  failures,
  internalError: (id) => `Erro interno ${id}. Foi registrado no log; nada mais se sabe aqui.`,
  input: {
    missing: 'faltando',
    wrongType: (expected, received) => `esperado ${kinds[expected]}, recebido ${kinds[received]}`,
    oneOf: (values) => `deve ser um de ${values}`,
    atLeast: (least, what) =>
      what === 'number' ? `deve ser no mínimo ${least}` : `precisa de ${characters(least)} ou mais`,
    atMost: (most, what) =>
      what === 'number' ? `deve ser no máximo ${most}` : `pode ter no máximo ${characters(most)}`,
    shape: (example) => `deve ter a forma ${example}`,
    notTogether: (other) => `não combina com ${other}`,
    needs: (other) => `precisa também de ${other}`,
    notAnObject: 'os argumentos devem ser um objeto',
    other: 'inválido',
  },
  common: {
    none: '(nenhum)',
    andMore: (n) => `e mais ${n}`,
    nextPage: (cursor) => `Há mais: chame de novo com cursor "${cursor}".`,
    cutToFit: 'Cortado aqui para manter a resposta curta.',
    indexing: (indexed, total) =>
      `Nota: o índice ainda está sendo montado (${indexed}${total === null ? '' : ` de ${total}`} notas indexadas até agora); esta resposta pode ser parcial.`,
    behind: (n) => `Nota: ${count(n, 'nota alterada', 'notas alteradas')} ainda fora do índice.`,
    skipped: (n) => `Aviso: ${count(n, 'arquivo')} fora ou lido em parte:`,
    skipReasons: {
      hard_link: 'tem um segundo nome (hard link)',
      outside_link: 'aponta para fora do vault',
      symlink: 'é um link simbólico',
      not_a_file: 'não é um arquivo comum',
      unreadable: 'não pode ser lido',
      unlistable_folder: 'pasta não pode ser listada',
      not_utf8: 'não é texto UTF-8',
      too_large: 'é grande demais',
      not_downloaded: 'ainda não foi baixado',
      bad_name: 'tem um nome que não pode ser usado',
      name_twin: 'difere de outro nome só na forma Unicode',
    },
    badFrontmatter: (words) => `frontmatter não pode ser interpretado (${words})`,
  },
  search: {
    header: ({ shown, from, found, capped, query }) =>
      `${from === 0 && shown === found && !capped ? count(found, 'nota') : `Notas ${from + 1}-${from + shown} de ${found}${capped ? '+' : ''}`} para "${query}". Cite caminho:linha. Linhas que começam com "> " são texto de notas; as outras são do servidor.`,
    score: (score, via) => `(score ${score}${via === null ? '' : `, via link de ${via}`})`,
    nothing: (query) => `Nenhum resultado para "${query}".`,
    similar: (words) => `Palavras parecidas neste vault: ${words}.`,
  },
  note: {
    revision: 'Revisão',
    frontmatter: 'Frontmatter',
    frontmatterCut: '(frontmatter cortado; leia inteiro com lines)',
    frontmatterError: (words) => `(não pode ser interpretado: ${words})`,
    links: 'Links',
    brokenLinks: 'Links quebrados',
    outline: 'Estrutura',
    text: (first, last, total) => `Texto, linhas ${first}-${last} de ${total}:`,
    emptyText: '(sem texto)',
    slice: (offset, total) => `Trecho a partir do caractere ${offset} de ${total}`,
    cutAt: (end, total, next) => `[cortado no caractere ${end} de ${total}; continue com offset: ${next}]`,
    image: (mimeType, bytes) => `Imagem, ${mimeType}, ${count(bytes, 'byte')}`,
    imageTooLarge: 'É grande demais para ser mostrada aqui.',
    listOf: (n) => `lista com ${count(n, 'item', 'itens')}`,
    objectOf: (n) => `objeto com ${count(n, 'chave')}`,
    moreItems: (n) => `…+${n}`,
  },
  list: {
    header: (total, first, last) =>
      first === 1 && last === total
        ? `${count(total, 'nota')}:`
        : `${count(total, 'nota')}, ${first}-${last} mostradas:`,
    nothing: 'Nenhuma nota corresponde.',
    facts: (type, status, tags) => `tipo: ${type}, status: ${status}, tags: ${tags}`,
    modified: (day) => `modificada em ${day}`,
    created: (day) => `criada em ${day}`,
    types: 'Por tipo',
    statuses: 'Por status',
    topTags: 'Por tag',
  },
  backlinks: {
    header: (links, files, path) => `${count(links, 'link')} em ${count(files, 'arquivo')} para ${path}:`,
    nothing: (path) => `Nada aponta para ${path}.`,
    kinds: {
      link: 'link',
      embed: 'incorporação',
      property: 'propriedade',
      canvas: 'canvas',
      unresolved: 'não resolvido',
      mention: 'menção',
    },
    property: (key) => `propriedade ${key}`,
    unresolved: (n, name) => `${count(n, 'link não resolvido', 'links não resolvidos')} para o nome "${name}":`,
    mentions: (n) => `${count(n, 'menção', 'menções')} sem link:`,
    moreMentions: 'Outras notas podem mencioná-la; só as melhores correspondências foram lidas.',
  },
  graph: {
    summary: (notes, links, orphans) => `${count(notes, 'nota')}, ${count(links, 'link')}, ${count(orphans, 'órfã')}.`,
    mostLinked: (shown, total) => `As ${shown} mais ligadas de ${count(total, 'nota')}:`,
    around: (path, depth, reached) => `${count(reached, 'nota')} a até ${count(depth, 'link')} de ${path}:`,
    path: (from, to, steps) => `De ${from} a ${to} em ${count(steps, 'link')}:`,
    noPath: (from, to) => `Nenhuma cadeia de links une ${from} e ${to}.`,
    searchEnded: 'A busca por uma cadeia parou no seu limite; pode existir uma mais longa.',
    orphans: (n) => `${count(n, 'órfã')} (sem link de entrada ou saída):`,
    broken: (n) => `${count(n, 'link quebrado', 'links quebrados')}:`,
    truncated: 'Truncado: restrinja com around, depth ou folder.',
  },
  status: {
    vault: (name) => `Vault "${name}"`,
    host: (kind, version) =>
      kind === 'obsidian'
        ? `Servido pelo Obsidian, vault-mcp ${version}`
        : `Servido a partir da pasta (sem o Obsidian), vault-mcp ${version}`,
    counts: (notes, attachments, links, broken, orphans) =>
      `${count(notes, 'nota')}, ${count(attachments, 'outro arquivo', 'outros arquivos')}, ${count(links, 'link')}, ${count(broken, 'link quebrado', 'links quebrados')}, ${count(orphans, 'órfã')}`,
    indexReady: 'Índice: em dia',
    conventions: (preset) => `Convenções: ${preset}`,
    roles: {
      index: 'índice',
      raw: 'captura',
      wiki: 'wiki',
      projects: 'projetos',
      daily: 'diário',
      templates: 'modelos',
      archive: 'arquivo',
    },
    folders: 'Pastas',
    domains: 'Domínios',
    root: '(raiz)',
    gitNone: { no_git: 'Git: não instalado', not_a_repository: 'Git: este vault não é um repositório' },
    git: (branch, clean) => `Git: ${branch ?? 'sem branch'}, ${clean ? 'limpo' : 'alterações sem commit'}`,
    recent: 'Alteradas há pouco',
    skippedNone: 'Arquivos deixados de fora: nenhum',
    warnings: {
      settings_unreadable: 'As configurações do plugin não podem ser lidas; a escrita está desligada.',
      vault_on_foreign_disk: 'O vault fica no disco de outro sistema; mudanças podem ser notadas com atraso.',
      watch_limit_reached: 'O sistema não vigia mais pastas; algumas mudanças são notadas com atraso.',
      open_in_app_without_plugin: 'O Obsidian está com este vault aberto sem o plugin Vault MCP.',
    },
    warning: 'Aviso',
  },
  tags: {
    tags: (n) => `${count(n, 'tag')} em uso:`,
    properties: (n) => `${count(n, 'propriedade')} em uso:`,
  },
};
