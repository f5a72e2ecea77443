import { ButtonComponent, ExtraButtonComponent, Modal, Setting, type App } from 'obsidian';
import type { Question } from '../../core/change/approval.ts';
import { showDiff } from './diff-view.ts';
import type { QuestionBook } from './question-book.ts';
import { timeLeft } from './time-words.ts';
import type { Workbench } from './workbench.ts';

const TICK_MS = 1_000;
const FILES_SHOWN = 8;

/**
 * Shows the questions that wait for the user, one at a time, with the diff of each. Closing it decides nothing: a question
 * stays open until its time is up, and the status bar leads back here.
 */
export class ApprovalDialog extends Modal {
  readonly #bench: Workbench;
  readonly #book: QuestionBook;
  readonly #closed: () => void;
  #at: string | null = null;
  #ends: (() => void)[] = [];
  #countdown: HTMLElement | null = null;

  constructor(app: App, parts: { bench: Workbench; book: QuestionBook; onClosed: () => void }) {
    super(app);
    this.#bench = parts.bench;
    this.#book = parts.book;
    this.#closed = parts.onClosed;
    this.setTitle(parts.bench.words.approval.title);
    this.modalEl.addClass('vault-mcp-approval');
  }

  override onOpen(): void {
    this.#draw();
    const timer = window.setInterval(() => this.#tick(), TICK_MS);
    this.#ends = [this.#book.onChange(() => this.#bookChanged()), () => window.clearInterval(timer)];
  }

  override onClose(): void {
    for (const end of this.#ends.splice(0)) end();
    this.contentEl.empty();
    this.#closed();
  }

  /** What is being read is not drawn anew when another question comes: only when it has gone itself. */
  #bookChanged(): void {
    const open = this.#book.open();
    if (open.length === 0) this.close();
    else if (!open.some(({ id }) => id === this.#at)) this.#draw();
    else this.#drawPosition();
  }

  #draw(): void {
    const open = this.#book.open();
    const question = open.find(({ id }) => id === this.#at) ?? open[0];
    if (question === undefined) return this.close();
    this.#at = question.id;
    const { words } = this.#bench;
    const content = this.contentEl;
    content.empty();
    content.createDiv({ cls: 'vault-mcp-position' });
    this.#drawPosition();
    this.#drawSummary(content.createDiv({ cls: 'vault-mcp-question' }), question);
    const diff = content.createDiv({ cls: 'vault-mcp-approval-diff' });
    if (question.diff === '') drawFiles(diff, question, this.#bench);
    else showDiff(diff, question.diff, { words });
    this.#drawAnswer(content, question);
  }

  #drawPosition(): void {
    const bar = this.contentEl.querySelector<HTMLElement>('.vault-mcp-position');
    if (bar === null) return;
    bar.empty();
    const { words } = this.#bench;
    const open = this.#book.open();
    const at = open.findIndex(({ id }) => id === this.#at);
    bar.toggleClass('mod-alone', open.length < 2);
    if (open.length < 2) return;
    const go = (step: number) => () => {
      this.#at = open[at + step]?.id ?? this.#at;
      this.#draw();
    };
    const button = (icon: string, tooltip: string, step: number): void => {
      new ExtraButtonComponent(bar)
        .setIcon(icon)
        .setTooltip(tooltip)
        .setDisabled(open[at + step] === undefined)
        .onClick(go(step));
    };
    button('chevron-left', words.approval.previous, -1);
    bar.createSpan({ text: words.approval.position(at + 1, open.length) });
    button('chevron-right', words.approval.next, 1);
  }

  #drawSummary(box: HTMLElement, { change, subject, need }: Question): void {
    const { words } = this.#bench;
    const files = change.creates.length + change.edits.length + change.moves.length + change.trashes.length;
    box.createDiv({
      cls: 'vault-mcp-wants',
      text: words.approval.wants(nameOf(change.caller.client, this.#bench), files),
    });
    box.createDiv({ cls: 'vault-mcp-question-subject', text: subject });
    if (need.reason !== 'read_only') {
      box.createDiv({ cls: 'vault-mcp-facts', text: words.approval.reasons[need.reason] });
    }
  }

  #drawAnswer(content: HTMLElement, question: Question): void {
    const { words } = this.#bench;
    const client = nameOf(question.change.caller.client, this.#bench);
    let [reason, remember] = ['', false];
    const answers = content.createDiv({ cls: 'vault-mcp-answer' });
    if (question.need.rules.length > 0) {
      new Setting(answers).setName(words.approval.remember(client)).addToggle((toggle) => {
        toggle.setValue(false).onChange((value) => (remember = value));
      });
    }
    new Setting(answers)
      .setName(words.approval.why)
      .setDesc(words.approval.whyHint)
      .addText((text) => {
        text.inputEl.setAttr('aria-label', words.approval.why);
        text.inputEl.maxLength = 500;
        text.onChange((value) => (reason = value));
      });
    const bar = content.createDiv({ cls: 'modal-button-container' });
    this.#countdown = bar.createDiv({ cls: 'vault-mcp-countdown', attr: { 'data-ends': String(question.endsAt) } });
    this.#tick();
    new ButtonComponent(bar)
      .setButtonText(words.approval.decline)
      .setDestructive()
      .onClick(() => this.#answer(question, { approved: false, reason: reason.trim() }));
    const allow = new ButtonComponent(bar).setButtonText(words.approval.allow).setCta();
    allow.onClick(() => this.#answer(question, { approved: true, remember }));
    // Nothing is allowed by a key that was meant for what stood here before.
    this.modalEl.focus();
  }

  #answer(question: Question, answer: Parameters<QuestionBook['answer']>[1]): void {
    this.#book.answer(question.id, answer);
  }

  #tick(): void {
    const ends = Number(this.#countdown?.dataset['ends'] ?? 0);
    this.#countdown?.setText(this.#bench.words.approval.expiresIn(timeLeft(ends - this.#bench.now())));
  }
}

/** Where no text changes: attachments that move or go. */
function drawFiles(box: HTMLElement, { change }: Question, { words }: Workbench): void {
  const rows = [
    ...change.creates.map((path) => ({ did: 'created' as const, text: path })),
    ...change.edits.map((path) => ({ did: 'edited' as const, text: path })),
    ...change.moves.map(({ from, to }) => ({ did: 'moved' as const, text: `${from} → ${to}` })),
    ...change.trashes.map((path) => ({ did: 'trashed' as const, text: path })),
  ];
  for (const { did, text } of rows.slice(0, FILES_SHOWN)) {
    const row = box.createDiv({ cls: 'vault-mcp-diff-head' });
    row.createSpan({ cls: `vault-mcp-tag mod-${did}`, text: words.diff[did] });
    row.createSpan({ cls: 'vault-mcp-path', text });
  }
  if (rows.length > FILES_SHOWN) box.createDiv({ text: words.approval.moreFiles(rows.length - FILES_SHOWN) });
}

function nameOf(client: string, { words }: Workbench): string {
  return client === '' ? words.common.unnamedAgent : client;
}
