import { failures } from './failures-ru.ts';
import type { JsonKind, Messages } from './messages.ts';

/** A number with its noun: the forms for 1, for 2 to 4, and for 5 and more. */
function count(n: number, one: string, few: string, many: string): string {
  const tens = n % 100;
  const ones = n % 10;
  const form = ones === 1 && tens !== 11 ? one : ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? few : many;
  return `${n} ${form}`;
}

const notes = (n: number) => count(n, 'заметка', 'заметки', 'заметок');
const links = (n: number) => count(n, 'ссылка', 'ссылки', 'ссылок');
const files = (n: number) => count(n, 'файл', 'файла', 'файлов');
const broken = (n: number) => count(n, 'битая ссылка', 'битые ссылки', 'битых ссылок');
const orphans = (n: number) => count(n, 'заметка без связей', 'заметки без связей', 'заметок без связей');

const kinds: Readonly<Record<JsonKind, string>> = {
  text: 'текст',
  number: 'число',
  'whole number': 'целое число',
  'true or false': 'true или false',
  list: 'список',
  object: 'объект',
  nothing: 'ничего',
};

export const ru: Messages = {
  failures,
  internalError: (id) => `Внутренняя ошибка ${id}. Она записана в журнал; больше здесь ничего не известно.`,
  input: {
    missing: 'не задано',
    wrongType: (expected, received) => `ожидается ${kinds[expected]}, получено: ${kinds[received]}`,
    oneOf: (values) => `допустимо одно из ${values}`,
    atLeast: (least, what) => (what === 'number' ? `не меньше ${least}` : `длина не меньше ${least}`),
    atMost: (most, what) => (what === 'number' ? `не больше ${most}` : `длина не больше ${most}`),
    shape: (example) => `должно иметь вид ${example}`,
    notTogether: (other) => `нельзя вместе с ${other}`,
    needs: (other) => `нужно ещё и ${other}`,
    notAnObject: 'аргументы должны быть объектом',
    other: 'недопустимо',
  },
  common: {
    none: '(нет)',
    andMore: (n) => `и ещё ${n}`,
    nextPage: (cursor) => `Есть ещё: повторите вызов с cursor "${cursor}".`,
    cutToFit: 'Здесь обрезано, чтобы ответ был коротким.',
    indexing: (indexed, total) =>
      `Внимание: индекс ещё строится (заметок готово: ${indexed}${total === null ? '' : ` из ${total}`}); ответ может быть неполным.`,
    behind: (n) =>
      `Внимание: ещё не в индексе: ${count(n, 'изменённая заметка', 'изменённые заметки', 'изменённых заметок')}.`,
    comparing: (n) =>
      `Внимание: известное с прошлого запуска ещё сверяется с файлами${n === 0 ? '' : ` (осталось заметок: ${n})`}; изменённой за это время заметки может не хватать.`,
    skipped: (n) => `Предупреждение: пропущено или прочитано не до конца: ${files(n)}:`,
    skipReasons: {
      hard_link: 'имеет второе имя (жёсткая ссылка)',
      outside_link: 'ведёт за пределы хранилища',
      symlink: 'символическая ссылка',
      not_a_file: 'не обычный файл',
      unreadable: 'не читается',
      unlistable_folder: 'папку нельзя просмотреть',
      not_utf8: 'не текст UTF-8',
      too_large: 'слишком большой',
      not_downloaded: 'ещё не загружен',
      bad_name: 'имя, которым нельзя пользоваться',
      name_twin: 'отличается от другого имени только формой Юникода',
    },
    badFrontmatter: (words) => `frontmatter не разобран (${words})`,
  },
  search: {
    header: ({ shown, from, found, capped, query }) =>
      `${from === 0 && shown === found && !capped ? notes(found) : `Заметки ${from + 1}-${from + shown} из ${found}${capped ? '+' : ''}`} по запросу «${query}». Ссылайтесь как путь:строка. Строки с «> » — текст заметок, остальные — от сервера.`,
    score: (score, via) => `(score ${score}${via === null ? '' : `, по ссылке из ${via}`})`,
    nothing: (query) => `По запросу «${query}» ничего нет.`,
    similar: (words) => `Похожие слова в этом хранилище: ${words}.`,
  },
  note: {
    revision: 'Ревизия',
    frontmatter: 'Frontmatter',
    frontmatterCut: '(frontmatter обрезан; целиком — через lines)',
    frontmatterError: (words) => `(не разобран: ${words})`,
    links: 'Ссылки',
    brokenLinks: 'Битые ссылки',
    outline: 'Структура',
    text: (first, last, total) => `Текст, строки ${first}-${last} из ${total}:`,
    emptyText: '(текста нет)',
    slice: (offset, total) => `Отрывок с символа ${offset} из ${total}`,
    cutAt: (end, total, next) => `[обрезано на символе ${end} из ${total}; продолжение — offset: ${next}]`,
    image: (mimeType, bytes) => `Изображение, ${mimeType}, ${count(bytes, 'байт', 'байта', 'байт')}`,
    imageTooLarge: 'Оно слишком велико, чтобы показать его здесь.',
    listOf: (n) => `список, ${count(n, 'элемент', 'элемента', 'элементов')}`,
    objectOf: (n) => `объект, ${count(n, 'ключ', 'ключа', 'ключей')}`,
    moreItems: (n) => `…+${n}`,
  },
  list: {
    header: (total, first, last) =>
      first === 1 && last === total ? `${notes(total)}:` : `${notes(total)}, показаны ${first}-${last}:`,
    nothing: 'Подходящих заметок нет.',
    facts: (type, status, tags) => `тип: ${type}, статус: ${status}, теги: ${tags}`,
    modified: (day) => `изменена ${day}`,
    created: (day) => `создана ${day}`,
    size: (bytes) => `${bytes.toLocaleString('ru')} Б`,
    types: 'По типам',
    statuses: 'По статусам',
    topTags: 'По тегам',
  },
  backlinks: {
    header: (n, inFiles, path) => `На ${path} ведёт: ${links(n)}, файлов: ${inFiles}:`,
    nothing: (path) => `На ${path} ничто не ссылается.`,
    kinds: {
      link: 'ссылка',
      embed: 'вставка',
      property: 'свойство',
      canvas: 'холст',
      unresolved: 'не найдено',
      mention: 'упоминание',
    },
    property: (key) => `свойство ${key}`,
    unresolved: (n, name) => `Ссылок в никуда на имя «${name}»: ${n}:`,
    mentions: (n) => `Упоминаний без ссылки: ${n}:`,
    moreMentions: 'Упоминаний может быть больше; прочитаны только лучшие совпадения.',
  },
  graph: {
    summary: (n, l, o) => `${notes(n)}, ${links(l)}, ${orphans(o)}.`,
    mostLinked: (shown, total) => `Самые связанные, ${shown} из ${total}:`,
    around: (path, depth, reached) => `Вокруг ${path} в пределах ${depth} шаг.: ${notes(reached)}:`,
    path: (from, to, steps) => `От ${from} до ${to}, шагов: ${steps}:`,
    noPath: (from, to) => `Цепочки ссылок между ${from} и ${to} нет.`,
    searchEnded: 'Поиск цепочки прерван на пределе; возможна более длинная.',
    orphans: (n) => `${orphans(n)} (ни входящих, ни исходящих ссылок):`,
    broken: (n) => `${broken(n)}:`,
    truncated: 'Обрезано: сузьте через around, depth или folder.',
  },
  status: {
    vault: (name) => `Хранилище «${name}»`,
    host: (kind, version) =>
      kind === 'obsidian'
        ? `Обслуживает Obsidian, vault-mcp ${version}`
        : `Обслуживается из папки (без Obsidian), vault-mcp ${version}`,
    counts: (n, attachments, linked) =>
      `${notes(n)}, ${count(attachments, 'прочий файл', 'прочих файла', 'прочих файлов')}${linked === null ? '' : `, ${links(linked.links)}, ${broken(linked.broken)}, ${orphans(linked.orphans)}`}`,
    indexReady: 'Индекс: актуален',
    conventions: (preset) => `Соглашения: ${preset}`,
    roles: {
      index: 'указатель',
      raw: 'сырое',
      wiki: 'вики',
      projects: 'проекты',
      daily: 'ежедневные',
      templates: 'шаблоны',
      archive: 'архив',
    },
    folders: 'Папки',
    domains: 'Области',
    root: '(корень)',
    gitNone: { no_git: 'Git: не установлен', not_a_repository: 'Git: это хранилище — не репозиторий' },
    git: (branch, clean) => `Git: ${branch ?? 'без ветки'}, ${clean ? 'чисто' : 'есть незакоммиченное'}`,
    recent: 'Недавно изменены',
    skippedNone: 'Пропущенных файлов нет',
    conflictCopies: (n) =>
      `${count(n, 'конфликтующая копия', 'конфликтующие копии', 'конфликтующих копий')} службы синхронизации (ничего не объединяется: сравните с заметкой, сохраните нужное, удалите копию):`,
    warnings: {
      settings_unreadable: 'Настройки плагина не читаются; запись выключена.',
      app_settings_unreadable:
        'Настройки Obsidian (app.json, daily-notes.json или templates.json) не читаются; запись выключена.',
      vault_on_foreign_disk:
        'Хранилище на диске другой системы: изменения могут замечаться с задержкой, запись выключена. Запустите агента в той системе или откройте хранилище там в Obsidian.',
      watch_limit_reached: 'Больше папок система отслеживать не может; часть изменений замечается с задержкой.',
      open_in_app_without_plugin:
        'Это хранилище открыто в Obsidian без плагина Vault MCP: правки видны только после сохранения. Установите или включите плагин.',
    },
    badSetting: (place, problem) => `Настройка ${place || '(все)'} непригодна (${problem}); действует обычная.`,
    settingProblems: {
      not_a_record: 'это не группа настроек',
      not_a_list: 'это не список',
      not_text: 'это не текст',
      not_a_flag: 'ни true, ни false',
      not_a_number: 'это не число',
      out_of_range: 'слишком мало или слишком велико',
      unknown_choice: 'такого варианта нет',
      empty: 'пусто',
      not_a_name: 'это не имя',
      not_a_folder: 'это не папка хранилища',
      duplicate: 'названо дважды',
    },
    permissionsUnclear: 'Разрешение не читается, поэтому запись выключена, пока оно не исправлено.',
    warning: 'Предупреждение',
  },
  tags: {
    tags: (n) => `Тегов в ходу: ${n}:`,
    properties: (n) => `Свойств в ходу: ${n}:`,
  },
  approval: {
    title: (client, tool, subject) => `${client || 'Агент'} хочет изменить хранилище (${tool}): ${subject}`,
    tooMany: (notes) => `За минуту изменено заметок: ${notes}.`,
    cut: '[остальное не показано]',
    decision: 'Ваше решение',
    approve: 'Одобрить это изменение',
    always: (client) => `Одобрить и больше не спрашивать об этом для ${client}`,
    decline: 'Отклонить',
    reason: 'Почему нет (агент узнает)',
  },
  changes: {
    preview: 'Предпросмотр: ничего не записано.',
    nothing: 'Менять нечего: ничего не записано.',
    repeated: 'Этот вызов уже был выполнен; это его записанный ответ.',
    commit: 'Коммит',
    push: 'Push',
    yes: 'да',
    no: 'нет',
    pushed: { yes: 'да', no: 'нет', pending: 'ещё идёт' },
    warning: 'Внимание',
    diff: 'Изменения (покажите пользователю)',
    from: 'из',
    did: { created: 'создано', edited: 'изменено', moved: 'перемещено', trashed: 'в корзине' },
    undoWith: (change) => `Изменение ${change}; отменить: vault_undo.`,
    applyWith: (plan) => `Чтобы применить именно это, повторите вызов с expected_revision "${plan}" и без preview.`,
    warnings: {
      overlapped: () => 'одновременно шло другое изменение; сверьте оба диффа',
      git_failed: () => 'файлы записаны, но git не смог сделать коммит',
      git_ignored_path: (path) => `${path} исключён в git и в коммит не вошёл`,
      git_dirty_before: (path) => `в ${path} уже были незакоммиченные правки; они вошли в коммит`,
      git_busy: () => 'git занят (слияние, rebase или блокировка); коммит будет сделан позже',
      git_no_identity: () => 'git не знает, от чьего имени коммит; задайте user.name и user.email',
      git_hook_refused: () => 'хук репозитория отклонил коммит; файлы записаны',
      push_failed: () => 'push не удался; всё записано и закоммичено здесь',
      diff_too_large: (path) => `изменение ${path} слишком велико, чтобы его показать`,
      link_not_repaired: (place) => `ссылку не удалось сохранить: ${place}`,
      template_missing: (path) => `нет шаблона ${path}; заметка записана без него`,
      template_unusable: (path) => `в шаблоне ${path} есть то, что нельзя заполнить; он не использован`,
      target_failed: (path) => `${path} не удалось обновить`,
      title_taken: (path) => `имя файла, которое выходит из этого названия, занято: ${path}`,
      append_failed: (path) => `${path} не приняла запись; она помещена в другое место`,
      summary_unknown: (path) => `для ${path} нет краткого описания`,
      index_missing: (path) => `указателя ${path} нет; строка не добавлена`,
      property_not_filled: (key) => `свойство ${key} не удалось заполнить безопасно`,
      leaves_broken_links: (path) => `ссылки на ${path} остались и теперь никуда не ведут`,
      not_in_git: () => 'это хранилище не в репозитории git',
      undo_lacks_file: (path) => `${path} нет в корзине, доступной отмене; отмена его не вернёт`,
      links_by_app: () =>
        'файл переносит сам Obsidian: ссылки будут записаны так, как настроил пользователь, а не как здесь',
    },
    undone: (subject) => `Отменено: ${subject}`,
    revertWith: (subject) => `В git то же самое сделал бы revert коммита «${subject}».`,
    recentChanges: 'Последние изменения',
    recentChange: (change, tool, client, subject) => `${change} ${subject} (${tool}, ${client})`,
    states: {
      open: 'начато, ещё не закончено',
      partial: 'прервано сбоем',
      waiting: 'ждёт одобрения пользователя',
      declined: 'отклонено пользователем, не сделано',
      expired: 'ответа не было, не сделано',
    },
  },
  learn: {
    created: (path) => `Записано в НОВУЮ заметку: ${path}`,
    appended: (place) => `ДОБАВЛЕНО в существующую заметку: ${place}`,
    alreadyThere: (place) => `Это уже записано: ${place}`,
    reason: 'Причина',
    reasons: {
      forced: () => 'запрошена отдельная заметка',
      nothing_found: () => 'об этом нет ни одной заметки',
      best_elsewhere: ({ path }) => `ближайшая заметка, ${path}, лежит вне вики`,
      only_linked: ({ path }) => `ближайшая заметка, ${path}, близка только по ссылке`,
      not_distinct: ({ path, rival, ratio }) =>
        `${path} не выделяется рядом с ${rival} (оценка выше в ${ratio} раза): при сомнении — новая заметка`,
      unrelated: ({ path }) => `ближайшая заметка, ${path}, из другой области и без общих тегов`,
      other_subject: ({ path, shared, all }) =>
        `в ближайшей заметке, ${path}, есть лишь ${shared} из ${all} слов записи`,
      same_subject: ({ path, rival, ratio, tag }) =>
        `${path} о том же${rival === '' ? '' : `, оценка в ${ratio} раза выше следующей заметки, ${rival}`}${tag === '' ? '; заметка из этой области' : `; есть тег ${tag}`}`,
      same_title: ({ path, before }) => `у ${path} такое же название (${before})`,
      same_lesson: () => 'там стоят те же слова',
    },
    propagated: 'Отражено в',
    cut: 'Запись длинная: с хранилищем сравнено только её начало.',
  },
  move: {
    moved: 'Перемещено',
    deleted: 'В корзине',
    links: 'Ссылки исправлены в',
    lists: 'Карты содержания и указатель обновлены',
  },
  write: {
    created: 'Заметка создана',
    replaced: 'Заметка заменена',
    appended: 'Добавлено в заметку',
    unchanged: 'Заметка не изменилась',
    edited: 'Заметка изменена',
    tagRenamed: (from, to, notes) => `Тег #${from} переименован в #${to}, заметок: ${notes}`,
  },
};
