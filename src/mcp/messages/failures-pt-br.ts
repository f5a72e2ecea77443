import type { PropertyRule } from '../../core/errors.ts';
import type { Messages, PathRuleMessages } from './messages.ts';
import { places, times } from './occurrences.ts';

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const list = (items: readonly string[]) => items.map((item) => `"${item}"`).join(', ');
const characters = (n: number) => count(n, 'caractere');

const pathRules: PathRuleMessages = {
  empty: 'está vazio',
  control_character: 'tem caractere invisível ou de controle',
  absolute: 'deve ser relativo ao vault',
  outside_vault: 'sai do vault',
  hidden_folder: 'pastas ocultas são fechadas',
  forbidden_folder: 'essa pasta é fechada',
  not_a_note: 'uma nota termina em ".md"',
  reserved_name: 'alguns sistemas reservam esse nome',
  trailing_dot_or_space: 'um nome não pode terminar em ponto ou espaço',
  link_breaking_character: 'tem caractere que quebra links (# ^ [ ] |)',
  forbidden_character: 'tem caractere que alguns discos recusam (: " < >)',
  wildcard: 'curingas não são nomes',
  too_long: 'é longo demais',
};

const propertyRules: Readonly<Record<PropertyRule, string>> = {
  bad_key: 'isso não é nome de propriedade',
  not_scalar: 'aceita um só texto, número ou booleano',
  not_a_list: 'guarda algo que não é lista nem valor único',
  too_many: 'tem mais de 64 itens',
  too_long: 'um nome ou item é longo demais',
  too_deep: 'está aninhada demais, ou guarda o que YAML não pode',
  unreadable_list: 'o que está entre colchetes não é uma lista simples de valores; ponha os itens entre aspas',
};

export const failures: Messages['failures'] = {
  invalid_input: ({ problems }) => `Entrada inválida: ${problems}.`,
  invalid_path: ({ path, rule }) => `"${path}" não é um caminho utilizável: ${pathRules[rule]}.`,
  note_not_found: ({ path, closest }) =>
    `Não há nota "${path}".${closest.length > 0 ? ` Mais próximas: ${list(closest)}.` : ''} vault_search encontra notas pelo conteúdo, vault_list por pasta.`,
  ambiguous_name: ({ name, candidates }) =>
    `"${name}" pode ser ${list(candidates)}. Informe o caminho a partir da raiz do vault.`,
  heading_not_found: ({ path, heading, outline }) =>
    `"${path}" não tem o título "${heading}". ${outline.length > 0 ? `Seus títulos: ${list(outline)}.` : 'Ela não tem títulos.'}`,
  lines_out_of_range: ({ path, asked, total }) =>
    `"${path}" não tem as linhas ${asked}: tem ${count(total, 'linha')}. As linhas contam a partir de 1, como em "10-20".`,
  offset_out_of_range: ({ path, offset, total }) =>
    `O offset ${offset} passa do fim de "${path}": o texto tem ${characters(total)}.`,
  bad_cursor: ({ cursor }) => `O cursor "${cursor}" não pertence a esta consulta. Repita a chamada sem cursor.`,
  empty_query: ({ query }) => `A consulta "${query}" não tem palavra para buscar. Informe ao menos uma palavra.`,
  unreadable: ({ path, reason }) => `"${path}" não pode ser lido como texto: ${reason}.`,
  not_supported_file: ({ path }) => `"${path}" não é nota nem imagem que se possa mostrar.`,
  is_a_folder: ({ path }) => `"${path}" é uma pasta. vault_list mostra as notas dela; indique uma.`,
  vault_unavailable: ({ reason }) => `O vault está inacessível: ${reason}. Tente de novo em instantes.`,
  cancelled: () => 'A chamada foi cancelada.',
  already_exists: ({ path }) => `"${path}" já existe. Escolha outro caminho, ou edite essa nota.`,
  revision_conflict: ({ path, expected, current }) =>
    current === null
      ? `"${path}" sumiu: era esperada em ${expected}. Nada foi escrito.`
      : `"${path}" mudou: está em ${current}, não em ${expected}. Nada foi escrito; leia de novo e repita.`,
  preview_stale: ({ expected, current }) =>
    `O plano mudou desde a prévia: agora é ${current}, não ${expected}. Nada foi escrito; peça outra prévia.`,
  needs_revision: ({ path, current }) =>
    `"${path}" existe. Para substituir, informe expected_revision (agora ${current}) ou overwrite: true.`,
  not_applied: ({ reason, detail }) =>
    `A mudança não foi feita: ${{ expired: 'esperou demais', host_changed: 'o vault passou a outro servidor', failed: 'a escrita falhou' }[reason]}${detail === '' ? '' : ` (${detail})`}. É seguro repetir.`,
  still_running: ({ change, paths }) =>
    `O Obsidian ainda não moveu ${list(paths)} e ainda pode movê-lo (talvez mostre um diálogo). A mudança ${change} segue quando ele terminar. Não repita a chamada; vault_status diz como terminou.`,
  half_done: ({ change, paths }) =>
    `A mudança ${change} ficou pela metade, pois outros alteraram estes arquivos: ${list(paths)}. Leia-os antes de seguir; vault_status mostra a mudança.`,
  read_only: ({ path }) => `"${path}" pode ser lido mas não escrito aqui; assim dizem as configurações do usuário.`,
  foreign_disk: () =>
    'O vault está em um disco do Windows, visto pelo WSL, onde notas não podem ser escritas com segurança. Nada foi escrito. Inicie o agente no Windows, ou abra o vault no Obsidian de lá com o plugin Vault MCP.',
  approval_unavailable: ({ reason, limit }) =>
    `O usuário precisa aprovar isto${{ asks_first: '', too_many_changes: ` (mais de ${limit} mudanças)` }[reason]}, e não há como perguntar com o Obsidian fechado. Abra o vault no Obsidian e repita.`,
  approval_expired: ({ change, seconds }) =>
    `Pedimos ao usuário que aprovasse ${change} e não houve resposta em ${seconds} s. Nada foi escrito; fale com o usuário antes de repetir.`,
  approval_declined: ({ reason }) =>
    `O usuário recusou a mudança${reason === '' ? '' : `: ${reason}`}. Nada foi escrito.`,
  change_not_found: ({ change, recent }) =>
    `Não há mudança "${change}".${recent.length > 0 ? ` As últimas: ${list(recent)}.` : ''}`,
  nothing_to_undo: ({ recent }) =>
    `Não há nada desta conexão para desfazer.${recent.length > 0 ? ` As últimas mudanças de todos: ${list(recent)}.` : ''}`,
  undo_conflict: ({ change, paths, recent }) =>
    `A mudança ${change} não pode ser desfeita: o que ela escreveu mudou desde então em ${list(paths)}.${recent.length > 0 ? ` As últimas mudanças: ${list(recent)}.` : ''}`,
  history_gone: ({ change }) => `O necessário para desfazer ${change} já não é guardado.`,
  text_not_found: ({ path, nearest, differsAt }) =>
    `O texto não está em "${path}".${nearest === null ? '' : ` Mais próximo: ${nearest}.`}${differsAt === null ? '' : ` Difere em ${differsAt}.`} Leia a nota e copie o texto exato.`,
  text_not_unique: ({ path, count: found, lines }) =>
    `O texto aparece ${times(found)} vezes em "${path}" (linhas ${places(found, lines)}). Informe mais do texto ao redor.`,
  heading_ambiguous: ({ path, heading, candidates }) =>
    `"${path}" tem mais de um título "${heading}": ${list(candidates)}. Informe a trilha, como em "Capítulo > Seção", ou as linhas.`,
  block_not_found: ({ path, block, known }) =>
    `"${path}" não tem o bloco "${block}".${known.length > 0 ? ` Seus blocos: ${list(known)}.` : ''}`,
  property_not_found: ({ path, property }) => `"${path}" não tem a propriedade "${property}".`,
  frontmatter_invalid: ({ path, problem }) =>
    `O frontmatter de "${path}" ficaria inválido: ${problem}. Nada foi escrito.`,
  property_invalid: ({ property, rule }) => `A propriedade "${property}" não pode ser escrita: ${propertyRules[rule]}.`,
  lines_need_revision: ({ path, current }) =>
    `Linhas mudam de lugar: informe expected_revision junto com lines. "${path}" está em ${current}; leia as linhas de novo se essa não for a revisão lida.`,
  unclosed_block: ({ path, where, line }) =>
    where === 'content'
      ? `O conteúdo abre na linha ${line} um bloco de código ou comentário que não fecha; o que vem depois em "${path}" sumiria nele.`
      : `Um bloco de código ou comentário aberto na linha ${line} de "${path}" nunca é fechado; o texto sumiria nele. Feche-o antes.`,
  structural_note: ({ path, type }) =>
    `"${path}" sustenta o vault (${type}): vault_delete nunca o remove. vault_move leva-o a outro lugar; o usuário pode apagá-lo à mão.`,
  has_backlinks: ({ path, from }) =>
    `"${path}" recebe links de ${list(from)}. Repita com confirm: true para deixar esses links quebrados.`,
  domain_unknown: ({ domain, known }) =>
    `Não há domínio "${domain}". ${known.length > 0 ? `Conhecidos: ${list(known)}. ` : ''}Para criá-lo, repita com confirm_new_domain: true.`,
  domain_invalid: ({ rule }) => `Esse domínio não é utilizável: ${rule}.`,
  title_unusable: ({ title }) => `Do título "${title}" não sai nome de arquivo. Inclua uma letra ou um dígito.`,
  insight_invalid: ({ rule }) =>
    rule === 'empty'
      ? 'O insight está vazio.'
      : 'O insight não pode começar com uma linha "---": seria lida como frontmatter.',
  not_a_folder_move: ({ from, to }) =>
    `"${from}" e "${to}" devem ser duas pastas, nenhuma dentro da outra, ou duas notas.`,
  tag_invalid: ({ tag }) => `"${tag}" não é uma tag: só letras, dígitos, "_", "-" e "/", e não apenas dígitos.`,
};
