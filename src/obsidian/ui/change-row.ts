import { setIcon, setTooltip } from 'obsidian';
import type { PastChange } from '../../core/change/desk.ts';
import { showDiff } from './diff-view.ts';
import { hourOf } from './time-words.ts';
import { stands } from './visits.ts';
import type { Workbench } from './workbench.ts';

export interface ChangeRowOptions {
  readonly bench: Workbench;
  readonly openNote: (path: string) => void;
  readonly failed: (error: unknown) => void;
  /** Ids of the changes that are open: kept by the list, since rows are drawn anew. */
  readonly open: Set<string>;
}

/** One change: what, when, which files; opened, its diff and the button that takes it back. */
export class ChangeRow {
  readonly #item: HTMLElement;
  readonly #change: PastChange;
  readonly #options: ChangeRowOptions;
  #body: HTMLElement | null = null;

  constructor(rows: HTMLElement, change: PastChange, options: ChangeRowOptions) {
    this.#change = change;
    this.#options = options;
    const isUndone = change.undoneBy !== null;
    this.#item = rows.createEl('li', { cls: `vault-mcp-change${isUndone ? ' mod-undone' : ''}` });
    this.#drawHead();
    if (options.open.has(change.change)) this.#openBody();
  }

  #drawHead(): void {
    const { subject, at, paths, state, committed, undoneBy, change, tool } = this.#change;
    const { words } = this.#options.bench;
    const head = this.#item.createEl('button', {
      cls: 'vault-mcp-change-head',
      attr: { 'aria-expanded': String(this.#options.open.has(change)), 'data-focus': `row ${change}` },
    });
    setIcon(head.createSpan({ cls: 'vault-mcp-chevron' }), 'chevron-right');
    setIcon(head.createSpan({ cls: 'vault-mcp-change-icon' }), ICONS[tool] ?? 'pencil');
    const text = head.createSpan({ cls: 'vault-mcp-change-text' });
    text.createSpan({ cls: 'vault-mcp-subject', text: subject });
    const facts = text.createSpan({ cls: 'vault-mcp-facts' });
    facts.createSpan({ text: hourOf(at, words) });
    facts.createSpan({ text: paths.length === 1 ? (paths[0] ?? '') : words.common.files(paths.length) });
    if (undoneBy !== null) facts.createSpan({ cls: 'vault-mcp-tag', text: words.activity.undone });
    else if (state === 'partial') facts.createSpan({ cls: 'vault-mcp-tag mod-trashed', text: words.activity.halfDone });
    else if (committed) {
      const mark = facts.createSpan({ cls: 'vault-mcp-committed' });
      setIcon(mark, 'git-commit-horizontal');
      setTooltip(mark, words.activity.committed);
    }
    head.addEventListener('click', () => this.#toggle(head));
    this.#drawUndo();
  }

  /** A change that was taken back can be brought back by undoing what undid it. */
  #drawUndo(): void {
    const { subject, undoneBy, change } = this.#change;
    const target = undoneBy ?? (stands(this.#change) ? change : null);
    if (target === null) return;
    const { words, changes } = this.#options.bench;
    const text = undoneBy === null ? words.activity.undo : words.activity.redo;
    const button = this.#item.createEl('button', {
      cls: 'vault-mcp-small vault-mcp-undo',
      attr: {
        'aria-label': undoneBy === null ? words.activity.undoNamed(subject) : text,
        'data-focus': `undo ${change}`,
      },
    });
    setIcon(button.createSpan({ cls: 'vault-mcp-button-icon' }), undoneBy === null ? 'undo-2' : 'redo-2');
    button.createSpan({ text });
    button.addEventListener('click', () => {
      button.disabled = true;
      void changes.undo({ change: target }).catch((error: unknown) => {
        button.disabled = false;
        this.#options.failed(error);
      });
    });
  }

  #toggle(head: HTMLElement): void {
    const { open } = this.#options;
    const { change } = this.#change;
    if (this.#body === null) {
      open.add(change);
      this.#openBody();
    } else {
      open.delete(change);
      this.#body.remove();
      this.#body = null;
    }
    head.setAttribute('aria-expanded', String(open.has(change)));
  }

  #openBody(): void {
    const { bench, openNote } = this.#options;
    const body = this.#item.createDiv({
      cls: 'vault-mcp-change-body',
      attr: { 'aria-label': bench.words.activity.diff },
    });
    this.#body = body;
    void bench.changes.diffOf(this.#change.change).then((diff) => {
      if (diff === null) body.createDiv({ cls: 'vault-mcp-facts', text: bench.words.activity.noDiff });
      else showDiff(body, diff, { words: bench.words, open: openNote });
    });
  }
}

const ICONS: Readonly<Record<string, string>> = {
  vault_learn: 'lightbulb',
  vault_write_note: 'file-plus',
  vault_edit_note: 'pencil',
  vault_move: 'folder-input',
  vault_delete: 'trash-2',
  vault_undo: 'undo-2',
  vault_rename_tag: 'tags',
};
