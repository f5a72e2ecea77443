import { setIcon } from 'obsidian';
import { ChangeRow } from './change-row.ts';
import { dayOf, hourOf } from './time-words.ts';
import { matches, visitsOf, type Show, type Visit } from './visits.ts';
import type { Workbench } from './workbench.ts';

/** Rows that are drawn at once; the reader asks for more. */
const PAGE = 40;
/** As many changes as are looked through: far more than anybody reads, few enough to group in a moment. */
const MOST = 5_000;

export interface ChangesPanelOptions {
  readonly bench: Workbench;
  readonly openNote: (path: string) => void;
  /** Tells the user of an undo that failed. */
  readonly failed: (error: unknown) => void;
}

/** All that agents have changed, by visit, with a filter, page by page. What is open stays open when it is drawn anew. */
export class ChangesPanel {
  readonly #list: HTMLElement;
  readonly #options: ChangesPanelOptions;
  readonly #open = new Set<string>();
  #filter = '';
  #show: Show = 'all';
  #shown = PAGE;

  constructor(parent: HTMLElement, options: ChangesPanelOptions) {
    this.#options = options;
    this.#drawFilter(parent.createDiv({ cls: 'vault-mcp-filter' }));
    this.#list = parent.createDiv({ cls: 'vault-mcp-changes' });
    this.#list.addEventListener('keydown', (event) => this.#moveFocus(event));
    this.draw();
  }

  draw(): void {
    const { bench } = this.#options;
    const { words } = bench;
    const focused = focusedKey(this.#list);
    this.#list.empty();
    const all = bench.changes.past(MOST, 0);
    const found = new Set(
      all.filter((change) => matches(change, this.#filter, this.#show)).map(({ change }) => change),
    );
    if (found.size === 0) {
      const text = all.length === 0 ? words.activity.noChanges : words.activity.nothingFound;
      this.#list.createDiv({ cls: 'vault-mcp-empty', text });
      return;
    }
    let left = this.#shown;
    for (const visit of visitsOf(all)) {
      const shown = visit.changes.filter(({ change }) => found.has(change));
      if (shown.length === 0 || left <= 0) continue;
      this.#drawVisit({ ...visit, changes: shown.slice(0, left) });
      left -= shown.length;
    }
    if (found.size > this.#shown) this.#drawMore(found.size - this.#shown);
    focusOn(this.#list, focused);
  }

  #drawFilter(bar: HTMLElement): void {
    const { words } = this.#options.bench;
    const box = bar.createDiv({ cls: 'search-input-container' });
    const input = box.createEl('input', {
      type: 'search',
      placeholder: words.activity.filter,
      attr: { 'aria-label': words.activity.filter, enterkeyhint: 'search' },
    });
    input.addEventListener('input', () => {
      this.#filter = input.value.trim();
      this.#shown = PAGE;
      this.draw();
    });
    const choice = bar.createEl('select', { cls: 'dropdown', attr: { 'aria-label': words.activity.filter } });
    for (const show of ['all', 'standing', 'undone'] as const) {
      choice.createEl('option', { value: show, text: words.activity.show[show] });
    }
    choice.addEventListener('change', () => {
      this.#show = choice.value as Show;
      this.#shown = PAGE;
      this.draw();
    });
  }

  #drawVisit(visit: Visit): void {
    const { bench, failed } = this.#options;
    const { words } = bench;
    const section = this.#list.createEl('section', { cls: 'vault-mcp-visit' });
    const head = section.createDiv({ cls: 'vault-mcp-visit-head' });
    const newest = visit.changes[0]?.at ?? 0;
    const client = visit.client === '' ? words.common.unnamedAgent : visit.client;
    const title = head.createDiv({ cls: 'vault-mcp-visit-title' });
    title.createSpan({ cls: 'vault-mcp-agent-name', text: client });
    title.createSpan({
      cls: 'vault-mcp-since',
      text: `${dayOf(newest, bench.now(), words)}, ${hourOf(newest, words)}`,
    });
    if (visit.standing > 1) {
      const label = words.activity.undoVisitOf(client, visit.standing);
      const undo = head.createEl('button', {
        cls: 'vault-mcp-small',
        text: words.activity.undoVisit,
        attr: { 'aria-label': label },
      });
      undo.addEventListener('click', () => {
        undo.disabled = true;
        void bench.changes.undo({ visit: visit.session }).catch((error: unknown) => {
          undo.disabled = false;
          failed(error);
        });
      });
    }
    const rows = section.createEl('ul');
    for (const change of visit.changes) {
      new ChangeRow(rows, change, { ...this.#options, open: this.#open });
    }
  }

  #drawMore(hidden: number): void {
    const more = this.#list.createEl('button', {
      cls: 'vault-mcp-more',
      text: this.#options.bench.words.activity.more(Math.min(PAGE, hidden)),
    });
    setIcon(more.createSpan({ cls: 'vault-mcp-more-icon', prepend: true }), 'chevron-down');
    more.addEventListener('click', () => {
      this.#shown += PAGE;
      this.draw();
    });
  }

  /** Up and down go from change to change; Tab goes on to what is inside an open one. */
  #moveFocus(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const rows = Array.from(this.#list.querySelectorAll<HTMLElement>('.vault-mcp-change-head'));
    const at = rows.findIndex((row) => row === this.#list.doc.activeElement);
    const next = rows[at + step];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
  }
}

/** What has the focus, by a name that outlives its element. */
function focusedKey(list: HTMLElement): string | null {
  const { activeElement } = list.doc;
  if (activeElement === null || !list.contains(activeElement)) return null;
  return activeElement.getAttribute('data-focus');
}

function focusOn(list: HTMLElement, key: string | null): void {
  if (key === null) return;
  const elements = Array.from(list.querySelectorAll<HTMLElement>('[data-focus]'));
  elements.find((element) => element.getAttribute('data-focus') === key)?.focus();
}
