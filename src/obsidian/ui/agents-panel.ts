import { setIcon, setTooltip } from 'obsidian';
import type { AgentNow, CallAnswered, CallNow } from '../../serve/activity.ts';
import { lengthOfTime } from './time-words.ts';
import type { Workbench } from './workbench.ts';

const LATEST = 6;

/** Who is connected, what each is doing at this moment and for how long. Drawn whole: it is short. */
export function drawAgents(parent: HTMLElement, bench: Workbench, connect: () => void): void {
  const { words, agents } = bench;
  const isOpen = parent.querySelector('details')?.open === true;
  parent.empty();
  const here = agents.agents();
  if (here.length === 0) {
    drawNobody(parent, bench, connect);
  } else {
    const list = parent.createEl('ul', { cls: 'vault-mcp-agents' });
    const calls = agents.calls();
    for (const agent of here) drawAgent(list, agent, calls, bench);
  }
  const latest = agents.answers().slice(0, LATEST);
  if (latest.length === 0) return;
  const details = parent.createEl('details', { cls: 'vault-mcp-latest' });
  details.open = isOpen;
  details.createEl('summary', { text: words.activity.latestCalls });
  const rows = details.createEl('ul');
  for (const call of latest) drawAnswer(rows, call, bench);
}

/** Brings the lengths of time up to date without drawing anything anew: what is being clicked stays where it is. */
export function refreshTimes(parent: HTMLElement, bench: Workbench): void {
  for (const element of Array.from(parent.querySelectorAll<HTMLElement>('[data-since]'))) {
    const said = sinceWords(Number(element.dataset['since']), element.dataset['says'] === 'running', bench);
    if (element.textContent !== said) element.setText(said);
  }
}

function sinceWords(since: number, isRunning: boolean, bench: Workbench): string {
  const { activity } = bench.words;
  const time = lengthOfTime(bench.now() - since, bench.words);
  return isRunning ? activity.running(time) : activity.connectedFor(time);
}

function drawNobody(parent: HTMLElement, { words }: Workbench, connect: () => void): void {
  const empty = parent.createDiv({ cls: 'vault-mcp-empty' });
  setIcon(empty.createDiv({ cls: 'vault-mcp-empty-icon' }), 'plug');
  empty.createDiv({ text: words.activity.noAgents });
  const button = empty.createEl('button', { text: words.activity.connectOne });
  button.addEventListener('click', connect);
}

function drawAgent(list: HTMLElement, agent: AgentNow, calls: readonly CallNow[], bench: Workbench): void {
  const { words, agents } = bench;
  const item = list.createEl('li', { cls: 'vault-mcp-agent' });
  const head = item.createDiv({ cls: 'vault-mcp-agent-head' });
  head.createSpan({ cls: `vault-mcp-dot ${agent.reachable ? 'mod-on' : 'mod-asleep'}` });
  const name = agent.client === '' ? words.common.unnamedAgent : agent.client;
  head.createSpan({ cls: 'vault-mcp-agent-name', text: name });
  const facts = item.createDiv({ cls: 'vault-mcp-facts' });
  drawSince(facts, agent.since, 'connected', bench);
  if (agent.answered > 0) facts.createSpan({ text: words.activity.answered(agent.answered) });
  if (!agent.reachable) facts.createSpan({ text: words.activity.asleep });
  if (agents.trusted().includes(agent.client)) drawTrust(item, agent.client, bench);
  for (const call of calls) {
    if (call.session !== agent.session) continue;
    const row = item.createDiv({ cls: 'vault-mcp-call' });
    row.createSpan({ cls: 'vault-mcp-spinner', attr: { 'aria-hidden': 'true' } });
    row.createSpan({ cls: 'vault-mcp-tool', text: call.tool });
    row.createSpan({ cls: 'vault-mcp-about', text: call.about });
    drawSince(row, call.startedAt, 'running', bench);
  }
}

function drawSince(parent: HTMLElement, since: number, says: 'connected' | 'running', bench: Workbench): void {
  const text = sinceWords(since, says === 'running', bench);
  parent.createSpan({ cls: 'vault-mcp-since', text, attr: { 'data-since': String(since), 'data-says': says } });
}

function drawTrust(item: HTMLElement, client: string, { words, agents }: Workbench): void {
  const row = item.createDiv({ cls: 'vault-mcp-trust' });
  row.createSpan({ text: words.activity.trusted });
  const button = row.createEl('button', { cls: 'vault-mcp-small', text: words.activity.askAgain });
  button.addEventListener('click', () => void agents.askAgain(client));
}

function drawAnswer(rows: HTMLElement, call: CallAnswered, { words }: Workbench): void {
  const row = rows.createEl('li', { cls: 'vault-mcp-call' });
  const mark = row.createSpan({ cls: `vault-mcp-mark ${call.refused ? 'mod-refused' : 'mod-done'}` });
  setIcon(mark, call.refused ? 'x' : 'check');
  if (call.refused) setTooltip(mark, words.activity.refused);
  row.createSpan({ cls: 'vault-mcp-tool', text: call.tool });
  row.createSpan({ cls: 'vault-mcp-about', text: call.about });
  row.createSpan({ cls: 'vault-mcp-since', text: words.activity.tookMs(Math.round(call.took)) });
}
