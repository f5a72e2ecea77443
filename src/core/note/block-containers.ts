import { BlockState } from './block-state.ts';
import { DASH, DOT, footnoteLabel, GREATER, isDigit, listMarker, OPEN_BRACKET, PLUS, STAR } from './line-starts.ts';

/** Opens block quotes, callouts, footnotes and list items. */
export class BlockContainers extends BlockState {
  /** The depth after opening a quote, an item or a footnote here; -1 where none begins. */
  protected openContainer(level: number, code: number, interrupts: boolean): number {
    if (code === GREATER) return this.openQuote(level);
    if (code === OPEN_BRACKET) return this.openFootnote(level);
    if (code !== DASH && code !== PLUS && code !== STAR && !isDigit(code)) return -1;
    if (!isDigit(code) && code !== PLUS && this.isBreak(code)) return -1;
    return this.openItem(level, interrupts);
  }

  protected openQuote(level: number): number {
    const { at } = this;
    const depth = this.closeTo(level, false);
    const offset = at.blockStart;
    this.takeQuoteMark();
    const callout = CALLOUT.test(this.text.slice(at.next, Math.min(at.end, at.next + 100)));
    this.pushFrame({ kind: 'quote', line: at.line, offset, width: 0, marker: 0, callout });
    return depth + 1;
  }

  protected openFootnote(level: number): number {
    const { at } = this;
    const label = footnoteLabel(this.text, at.next, at.end);
    if (label === null) return -1;
    const depth = this.closeTo(level, false);
    this.pushFrame({ kind: 'note', line: at.line, offset: at.blockStart, width: 4, marker: 0, label: label.id });
    at.take(label.next - at.next);
    return depth + 1;
  }

  protected openItem(level: number, interrupts: boolean): number {
    const { at, text } = this;
    const marker = listMarker(text, at.next, at.end);
    if (marker === null) return -1;
    const empty = at.next + marker.length >= at.end;
    if (interrupts && (empty || marker.number > 1 || marker.number === 0)) return -1;
    const list = this.stack.at(level - 1);
    const continues = list?.kind === 'list' && list.marker === marker.kind;
    const previous = this.stack.at(level);
    if (continues && previous !== undefined && this.blankLine >= 0) {
      previous.end ??= this.sink.loc(this.blankLine, this.blankOffset);
    }
    const depth = this.closeTo(level, continues);
    const holder = this.stack.top;
    const offset = at.blockStart;
    // An item's record stops where the first list inside it begins.
    if (!continues && holder?.kind === 'item') holder.end ??= this.writer.lastLoc();
    if (!continues) this.pushFrame({ kind: 'list', line: at.line, offset, width: 0, marker: marker.kind });
    const before = at.indent;
    at.take(marker.length);
    const gap = at.indent;
    const padding = at.blank || gap > 4 ? 1 : gap;
    at.advance(padding);
    const task = this.takeTask();
    const bare = at.blank && task === undefined;
    const width = before + marker.length + padding;
    // The app lets what is inside `1. ` to `9. ` stand one column further in, where that makes the indent even.
    const spare = marker.kind === DOT && marker.number < 10 && width % 2 === 1;
    this.pushFrame({
      kind: 'item',
      line: at.line,
      offset,
      width,
      spare,
      marker: 0,
      bare,
      task,
    });
    return continues ? depth + 1 : depth + 2;
  }

  /** The `[x] ` behind a list marker; what follows it is read as the beginning of the item's own blocks. */
  protected takeTask(): string | undefined {
    const { at, text } = this;
    if (text.charCodeAt(at.pos) !== OPEN_BRACKET || at.pos >= at.end) return undefined;
    const task = TASK.exec(text.slice(at.pos, Math.min(at.end, at.pos + 5)));
    if (task?.[1] === undefined) return undefined;
    at.take(2 + task[1].length);
    at.skip();
    return task[1];
  }
}

const CALLOUT = /^\[![^\]]+\]/;
const TASK = /^\[([^\]\r\n])\](?=[ \t])/u;
