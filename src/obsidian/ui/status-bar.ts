import { setIcon, setTooltip } from 'obsidian';
import type { QuestionBook } from './question-book.ts';
import { serviceLine } from './service-line.ts';
import type { Workbench } from './workbench.ts';

export interface StatusBarDoors {
  showActivity(): void;
  showQuestions(): void;
}

/**
 * The plugin's item in the status bar: whether the vault is served, how many agents are there, how far indexing is, and
 * whether something waits for the user. Returns what ends its watching.
 */
export function fillStatusBar(
  item: HTMLElement,
  bench: Workbench,
  questions: QuestionBook,
  doors: StatusBarDoors,
): () => void {
  item.addClass('vault-mcp-status', 'mod-clickable');
  item.setAttrs({ role: 'button', tabindex: '0' });
  const icon = item.createSpan({ cls: 'status-bar-item-icon' });
  const text = item.createSpan({ cls: 'vault-mcp-status-text' });
  const draw = (): void => drawStatus({ item, icon, text }, bench, questions.open().length);
  const act = (): void => (questions.open().length > 0 ? doors.showQuestions() : doors.showActivity());
  item.addEventListener('click', act);
  item.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') act();
  });
  draw();
  const ends = [bench.service.onChange(draw), bench.agents.onChange(draw), questions.onChange(draw)];
  return () => ends.forEach((end) => end());
}

interface StatusParts {
  readonly item: HTMLElement;
  readonly icon: HTMLElement;
  readonly text: HTMLElement;
}

function drawStatus({ item, icon, text }: StatusParts, bench: Workbench, waiting: number): void {
  const { words, agents } = bench;
  const line = serviceLine(bench);
  const count = agents.agents().length;
  const isServing = line.mood === 'on';
  const said =
    waiting > 0
      ? words.status.waiting(waiting)
      : isServing
        ? count === 0
          ? ''
          : words.common.agents(count)
        : line.text;
  icon.empty();
  setIcon(icon, waiting > 0 ? 'shield-question' : line.mood === 'off' ? 'bot-off' : 'bot');
  text.setText(said);
  item.toggleClass('mod-waiting', waiting > 0);
  item.toggleClass('mod-busy', line.mood === 'busy');
  item.toggleClass('mod-off', line.mood === 'off');
  const whole = `${line.text}, ${count === 0 ? words.status.noAgents : words.common.agents(count)}. ${words.status.open}`;
  item.setAttr('aria-label', whole);
  setTooltip(item, whole, { placement: 'top' });
}
