import { BlockContainers } from './block-containers.ts';
import { htmlBlock } from './html-block.ts';
import {
  atxHeading,
  BACKTICK,
  closesFence,
  COLON,
  DASH,
  delimiterColumns,
  DOLLAR,
  EQUALS,
  fenceLength,
  HASH,
  headerColumns,
  LESS,
  OPEN_BRACKET,
  PERCENT,
  PIPE,
  setextLevel,
  STAR,
  TILDE,
  UNDERSCORE,
} from './line-starts.ts';
import { referenceDefinition } from './link-text.ts';
import type { Leaf } from './open-leaf.ts';

/** Opens and continues the blocks that hold no others. */
export class BlockLeaves extends BlockContainers {
  protected noMathFrom = Infinity;

  /** Code, HTML, mathematics and comments keep their lines to themselves; true where this line was one of them. */
  protected continueLiteral(leaf: Leaf): boolean {
    const { at } = this;
    switch (leaf.kind) {
      case 'fence':
        if (!at.blank) this.touch();
        if (at.indent < 4 && !at.blank && closesFence(this.text, at.next, at.end, leaf.mark, leaf.length))
          this.closeLeaf();
        return true;
      case 'indented':
        if (at.blank || at.indent >= 4) {
          if (!at.blank) this.touch();
          return true;
        }
        this.closeLeaf();
        return false;
      case 'html':
        return this.continueHtml(leaf);
      case 'math':
      case 'comment':
        if (!at.blank) {
          leaf.addLine(at);
          this.touch();
        }
        if (this.lineIncludes(leaf.kind === 'math' ? '$$' : '%%', at.next)) this.closeLeaf();
        return true;
      default:
        return false;
    }
  }

  protected continueHtml(leaf: Leaf): boolean {
    const { at } = this;
    if (at.blank) {
      if (leaf.until === null) this.closeLeaf();
      return leaf.until !== null;
    }
    this.touch();
    if (leaf.until?.test(this.text.slice(at.next, at.end)) === true) this.closeLeaf();
    return true;
  }

  /** A table's delimiter row or a setext underline turns the paragraph above it into something else. */
  protected continueParagraph(leaf: Leaf, code: number): boolean {
    if (leaf.kind !== 'paragraph' || leaf.lines !== 1) return false;
    const { at, text } = this;
    if (code === DASH || code === PIPE || code === COLON) {
      const columns = delimiterColumns(text, at.next, at.end);
      if (columns > 0 && columns === headerColumns(text, leaf.from, leaf.to)) {
        this.writer.row(leaf);
        leaf.kind = 'table';
        this.touch();
        return true;
      }
    }
    if (code !== DASH && code !== EQUALS) return false;
    const level = setextLevel(text, at.next, at.end);
    if (level === 0) return false;
    this.touch();
    leaf.kind = 'heading';
    leaf.level = level;
    this.closeLeaf();
    return true;
  }

  protected openLeafAt(level: number, code: number, inParagraph: boolean): boolean {
    const { at, text } = this;
    switch (code) {
      case HASH:
        return this.openHeading(level);
      case BACKTICK:
      case TILDE: {
        const length = fenceLength(text, at.next, at.end);
        if (length === 0) return false;
        this.openLeaf(level, 'fence');
        if (this.leaf !== null) {
          this.leaf.mark = code;
          this.leaf.length = length;
        }
        return true;
      }
      case STAR:
      case DASH:
      case UNDERSCORE:
        return this.isBreak(code) && this.wholeLine(level, 'thematicBreak');
      case LESS:
        return this.openHtml(level, inParagraph);
      case DOLLAR:
        return this.openMath(level);
      case PERCENT:
        return this.openComment(level, inParagraph);
      case OPEN_BRACKET:
        return !inParagraph && this.openDefinition(level);
      default:
        return false;
    }
  }

  protected openHeading(level: number): boolean {
    const heading = atxHeading(this.text, this.at.next, this.at.end);
    if (heading === null) return false;
    this.openLeaf(level, 'heading');
    if (this.leaf !== null) {
      this.leaf.level = heading.level;
      this.leaf.from = heading.from;
      this.leaf.to = heading.to;
    }
    this.closeLeaf();
    return true;
  }

  protected openHtml(level: number, inParagraph: boolean): boolean {
    const { at } = this;
    const html = htmlBlock(this.text, at.next, at.end, inParagraph);
    if (html === null) return false;
    this.openLeaf(level, 'html');
    if (this.leaf !== null) this.leaf.until = html.until;
    if (html.until?.test(this.text.slice(at.next, at.end)) === true) this.closeLeaf();
    return true;
  }

  /** `$$` opens mathematics if it is closed on a later line; a lone `$$` in prose hides nothing. */
  protected openMath(level: number): boolean {
    const { at, text } = this;
    if (text.charCodeAt(at.next + 1) !== DOLLAR || this.lineIncludes('$$', at.next + 2)) return false;
    if (at.end >= this.noMathFrom) return false;
    if (text.indexOf('$$', at.end) < 0) {
      this.noMathFrom = at.end;
      return false;
    }
    this.openLeaf(level, 'math');
    return true;
  }

  /** `%%` opens a comment up to the next `%%`, or to the end of what holds it. */
  protected openComment(level: number, inParagraph: boolean): boolean {
    const { at, text } = this;
    if (text.charCodeAt(at.next + 1) !== PERCENT) return false;
    if (!this.lineIncludes('%%', at.next + 2)) {
      this.openLeaf(level, 'comment');
      return true;
    }
    const rest = text.slice(at.next + 2, at.end).trimEnd();
    return !inParagraph && rest.indexOf('%%') === rest.length - 2 && this.wholeLine(level, 'comment');
  }

  protected openDefinition(level: number): boolean {
    const { at } = this;
    const definition = referenceDefinition(this.text, at.next, at.end);
    if (definition === null) return false;
    const start = this.sink.loc(at.line, at.blockStart);
    this.wholeLine(level, 'definition');
    this.sink.referenceLinks.push({ position: { start, end: this.sink.loc(at.line, at.end) }, ...definition });
    return true;
  }
}
