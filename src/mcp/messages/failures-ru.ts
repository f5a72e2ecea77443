import type { PropertyRule } from '../../core/errors.ts';
import type { Messages, PathRuleMessages } from './messages.ts';
import { places, times } from './occurrences.ts';

/** A number with its noun: the forms for 1, for 2 to 4, and for 5 and more. */
function count(n: number, one: string, few: string, many: string): string {
  const tens = n % 100;
  const ones = n % 10;
  const form = ones === 1 && tens !== 11 ? one : ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? few : many;
  return `${n} ${form}`;
}

const characters = (n: number) => count(n, 'символ', 'символа', 'символов');
const list = (items: readonly string[]) => items.map((item) => `«${item}»`).join(', ');

const pathRules: PathRuleMessages = {
  empty: 'он пуст',
  control_character: 'в нём невидимый или управляющий символ',
  absolute: 'он должен быть относительным, от корня хранилища',
  outside_vault: 'он ведёт за пределы хранилища',
  hidden_folder: 'скрытые папки закрыты',
  forbidden_folder: 'эта папка закрыта',
  not_a_note: 'заметка оканчивается на «.md»',
  reserved_name: 'это имя занято в некоторых системах',
  trailing_dot_or_space: 'имя не может кончаться точкой или пробелом',
  link_breaking_character: 'в нём символ, ломающий ссылки (# ^ [ ] |)',
  forbidden_character: 'в нём символ, который не принимают некоторые диски (: " < >)',
  wildcard: 'шаблоны — не имена',
  too_long: 'он слишком длинный',
};

const propertyRules: Readonly<Record<PropertyRule, string>> = {
  bad_key: 'это не имя свойства',
  not_scalar: 'оно принимает один текст, одно число или логическое значение',
  not_a_list: 'в нём не список и не одно значение',
  too_many: 'в нём больше 64 элементов',
  too_long: 'имя или элемент слишком длинные',
  too_deep: 'вложенность слишком велика, или YAML такого не вмещает',
  unreadable_list: 'в скобках не простой список значений; возьмите элементы в кавычки',
};

export const failures: Messages['failures'] = {
  invalid_input: ({ problems }) => `Неверные аргументы: ${problems}.`,
  invalid_path: ({ path, rule }) => `«${path}» — негодный путь: ${pathRules[rule]}.`,
  note_not_found: ({ path, closest }) =>
    `Заметки «${path}» нет.${closest.length > 0 ? ` Похожие: ${list(closest)}.` : ''} vault_search ищет заметки по содержанию, vault_list — по папке.`,
  ambiguous_name: ({ name, candidates }) =>
    `«${name}» может значить ${list(candidates)}. Укажите путь от корня хранилища.`,
  heading_not_found: ({ path, heading, outline }) =>
    `В «${path}» нет заголовка «${heading}». ${outline.length > 0 ? `Её заголовки: ${list(outline)}.` : 'Заголовков в ней нет.'}`,
  lines_out_of_range: ({ path, asked, total }) =>
    `В «${path}» нет строк ${asked}: всего ${count(total, 'строка', 'строки', 'строк')}. Строки считаются с 1, например "10-20".`,
  offset_out_of_range: ({ path, offset, total }) =>
    `Смещение ${offset} за концом «${path}»: в тексте ${characters(total)}.`,
  bad_cursor: ({ cursor }) => `Курсор «${cursor}» не от этого запроса. Повторите вызов без курсора.`,
  empty_query: ({ query }) => `В запросе «${query}» нет слов для поиска. Дайте хотя бы одно слово.`,
  unreadable: ({ path, reason }) => `«${path}» не читается как текст: ${reason}.`,
  not_supported_file: ({ path }) => `«${path}» — не заметка и не изображение, которое можно показать.`,
  is_a_folder: ({ path }) => `«${path}» — папка. Её заметки показывает vault_list; назовите одну из них.`,
  vault_unavailable: ({ reason }) => `Хранилище недоступно: ${reason}. Повторите чуть позже.`,
  cancelled: () => 'Вызов отменён.',
  already_exists: ({ path }) => `«${path}» уже есть. Выберите другой путь или правьте ту заметку.`,
  revision_conflict: ({ path, expected, current }) =>
    current === null
      ? `«${path}» исчезла: ожидалась ревизия ${expected}. Ничего не записано.`
      : `«${path}» изменилась: её ревизия ${current}, а не ${expected}. Ничего не записано; прочтите снова и повторите.`,
  preview_stale: ({ expected, current }) =>
    `План изменился после предпросмотра: теперь ${current}, а не ${expected}. Ничего не записано; запросите предпросмотр снова.`,
  needs_revision: ({ path, current }) =>
    `«${path}» уже есть. Чтобы заменить, укажите expected_revision (сейчас ${current}) или overwrite: true.`,
  not_applied: ({ reason, detail }) =>
    `Изменение не сделано: ${{ expired: 'оно ждало слишком долго', host_changed: 'хранилище тем временем перешло к другому серверу', failed: 'запись не удалась' }[reason]}${detail === '' ? '' : ` (${detail})`}. Повторить безопасно.`,
  still_running: ({ change, paths }) =>
    `Obsidian ещё не переместил ${list(paths)}, но может это сделать (возможно, открыт диалог). Изменение ${change} продолжится после этого. Не повторяйте вызов; vault_status скажет, чем кончилось.`,
  half_done: ({ change, paths }) =>
    `Изменение ${change} сделано не до конца: эти файлы изменил кто-то ещё: ${list(paths)}. Прочтите их, прежде чем продолжать; vault_status покажет изменение.`,
  read_only: ({ path }) => `«${path}» можно читать, но не менять: так решено в настройках.`,
  foreign_disk: () =>
    'Хранилище лежит на диске Windows, видимом из WSL: безопасно писать туда нельзя. Ничего не записано. Запустите агента в Windows или откройте хранилище там в Obsidian с плагином Vault MCP.',
  approval_unavailable: ({ reason, limit }) =>
    `Это должен одобрить пользователь${{ asks_first: '', too_many_changes: ` (изменений больше ${limit})` }[reason]}, а спросить его при закрытом Obsidian нельзя. Откройте хранилище в Obsidian и повторите.`,
  approval_expired: ({ change, seconds }) =>
    `Пользователя просили одобрить ${change}, но за ${seconds} с ответа не было. Ничего не записано; спросите пользователя, прежде чем повторять.`,
  approval_declined: ({ reason }) =>
    `Пользователь отклонил изменение${reason === '' ? '' : `: ${reason}`}. Ничего не записано.`,
  change_not_found: ({ change, recent }) =>
    `Изменения «${change}» нет.${recent.length > 0 ? ` Последние: ${list(recent)}.` : ''}`,
  nothing_to_undo: ({ recent }) =>
    `У этого соединения нечего отменять.${recent.length > 0 ? ` Последние изменения вообще: ${list(recent)}.` : ''}`,
  undo_conflict: ({ change, paths, recent }) =>
    `Изменение ${change} нельзя отменить: написанное им с тех пор изменено в ${list(paths)}.${recent.length > 0 ? ` Последние изменения: ${list(recent)}.` : ''}`,
  history_gone: ({ change }) => `Нужное для отмены ${change} больше не хранится.`,
  text_not_found: ({ path, nearest, differsAt }) =>
    `Этого текста в «${path}» нет.${nearest === null ? '' : ` Ближе всего: ${nearest}.`}${differsAt === null ? '' : ` Расходится на: ${differsAt}.`} Прочтите заметку и скопируйте текст точно.`,
  text_not_unique: ({ path, count: found, lines }) =>
    `Этот текст есть в «${path}» несколько раз: ${times(found)} (строки ${places(found, lines)}). Дайте больше текста вокруг.`,
  heading_ambiguous: ({ path, heading, candidates }) =>
    `В «${path}» не один заголовок «${heading}»: ${list(candidates)}. Укажите его с вышестоящим: "Глава > Раздел", или его строки.`,
  block_not_found: ({ path, block, known }) =>
    `В «${path}» нет блока «${block}».${known.length > 0 ? ` Её блоки: ${list(known)}.` : ''}`,
  property_not_found: ({ path, property }) => `В «${path}» нет свойства «${property}».`,
  frontmatter_invalid: ({ path, problem }) => `Frontmatter «${path}» стал бы негодным: ${problem}. Ничего не записано.`,
  property_invalid: ({ property, rule }) => `Свойство «${property}» записать нельзя: ${propertyRules[rule]}.`,
  lines_need_revision: ({ path, current }) =>
    `Строки сдвигаются: вместе с lines нужен expected_revision. Сейчас «${path}» в ревизии ${current}; если читали другую, прочтите строки снова.`,
  unclosed_block: ({ path, where, line }) =>
    where === 'content'
      ? `Текст открывает в своей строке ${line} блок кода или комментарий и не закрывает; продолжение «${path}» пропало бы в нём.`
      : `Блок кода или комментарий, открытый в строке ${line} заметки «${path}», нигде не закрыт; текст пропал бы в нём. Сначала закройте его.`,
  structural_note: ({ path, type }) =>
    `На «${path}» держится хранилище (${type}): vault_delete такое не удаляет. vault_move переносит в другое место; удалить может сам пользователь.`,
  has_backlinks: ({ path, from }) =>
    `На «${path}» ссылаются: ${list(from)}. Повторите с confirm: true, чтобы оставить эти ссылки битыми.`,
  domain_unknown: ({ domain, known }) =>
    `Области «${domain}» нет. ${known.length > 0 ? `Известные: ${list(known)}. ` : ''}Чтобы создать её, повторите с confirm_new_domain: true.`,
  domain_invalid: ({ rule }) => `Такая область не годится: ${rule}.`,
  title_unusable: ({ title }) => `Из заголовка «${title}» не выходит имя файла. Нужна хотя бы буква или цифра.`,
  insight_invalid: ({ rule }) =>
    rule === 'empty' ? 'Текст пуст.' : 'Текст не может начинаться строкой "---": она читалась бы как frontmatter.',
  not_a_folder_move: ({ from, to }) =>
    `«${from}» и «${to}» должны быть двумя папками, не вложенными одна в другую, или двумя заметками.`,
  tag_invalid: ({ tag }) => `«${tag}» — не тег: только буквы, цифры, "_", "-" и "/", и не одни цифры.`,
};
