import { ItemView, Notice, setIcon, setTooltip, type WorkspaceLeaf } from 'obsidian';
import { drawAgents, refreshTimes } from './agents-panel.ts';
import { ChangesPanel } from './changes-panel.ts';
import { sentenceFor } from './failure-words.ts';
import { serviceLine } from './service-line.ts';
import type { Workbench } from './workbench.ts';

export const ACTIVITY_VIEW = 'vault-mcp-activity';

const TICK_MS = 1_000;

/** What the view asks of the plugin besides its bench. */
export interface ActivityDoors {
  openNote(path: string): void;
  openSettings(): void;
}

/** The right sidebar's view: who is connected, what is being done, what was changed and how to take it back. */
export class ActivityView extends ItemView {
  readonly #bench: Workbench;
  readonly #doors: ActivityDoors;

  constructor(leaf: WorkspaceLeaf, bench: Workbench, doors: ActivityDoors) {
    super(leaf);
    this.#bench = bench;
    this.#doors = doors;
    this.navigation = false;
  }

  override getViewType(): string {
    return ACTIVITY_VIEW;
  }

  override getDisplayText(): string {
    return this.#bench.words.activity.title;
  }

  override getIcon(): string {
    return 'bot';
  }

  override onOpen(): Promise<void> {
    const { words, service, agents, changes } = this.#bench;
    const root = this.contentEl;
    root.empty();
    root.addClass('vault-mcp-activity');
    const state = this.#drawState(root.createDiv({ cls: 'vault-mcp-state' }));
    heading(root, words.activity.agents);
    const people = root.createDiv({ cls: 'vault-mcp-people' });
    const drawPeople = (): void => drawAgents(people, this.#bench, () => this.#doors.openSettings());
    drawPeople();
    heading(root, words.activity.changes);
    const panel = new ChangesPanel(root, {
      bench: this.#bench,
      openNote: (path) => this.#doors.openNote(path),
      failed: (error) => void new Notice(sentenceFor(error, words)),
    });
    this.register(service.onChange(state));
    this.register(agents.onChange(drawPeople));
    this.register(
      changes.onChange(() => {
        panel.draw();
        // With a change that was allowed for good, its agent is trusted from then on.
        drawPeople();
      }),
    );
    const refresh = (): void => refreshTimes(root, this.#bench);
    this.registerInterval(window.setInterval(refresh, TICK_MS));
    return Promise.resolve();
  }

  #drawState(bar: HTMLElement): () => void {
    const { words } = this.#bench;
    const dot = bar.createSpan({ cls: 'vault-mcp-dot' });
    const text = bar.createSpan({ cls: 'vault-mcp-state-text', attr: { role: 'status' } });
    const gear = bar.createEl('button', { cls: 'clickable-icon', attr: { 'aria-label': words.activity.openSettings } });
    setIcon(gear, 'settings');
    setTooltip(gear, words.activity.openSettings);
    gear.addEventListener('click', () => this.#doors.openSettings());
    const draw = (): void => {
      const line = serviceLine(this.#bench);
      dot.className = `vault-mcp-dot mod-${line.mood}`;
      text.setText(line.text);
    };
    draw();
    return draw;
  }
}

function heading(root: HTMLElement, text: string): void {
  root.createDiv({ cls: 'vault-mcp-heading', text, attr: { role: 'heading', 'aria-level': '3' } });
}
