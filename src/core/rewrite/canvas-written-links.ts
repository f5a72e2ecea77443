import type { Edit } from '../change/change-set.ts';
import { bodyWrittenLinks } from './note-written-links.ts';
import type { WrittenLink } from './written-link.ts';

/**
 * The links of a canvas (JSON Canvas 1.0) where they stand in its JSON: its file cards, the pictures behind its groups,
 * and the links in the Markdown of its text cards. Text that is no such JSON has none. Linear in the text.
 */
export function canvasWrittenLinks(text: string): readonly WrittenLink[] {
  return cardsOf(text).flatMap((card): readonly WrittenLink[] => {
    const type = valueOf(text, card.get('type'));
    const file = card.get(type === 'group' ? 'background' : 'file');
    if ((type === 'file' || type === 'group') && file !== undefined) return fileCard(text, file);
    const markdown = card.get('text');
    return type === 'text' && markdown !== undefined ? textCard(text, markdown) : [];
  });
}

/** Where a string stands in the JSON, its quotes included. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function fileCard(text: string, span: Span): readonly WrittenLink[] {
  const path = valueOf(text, span);
  if (path === null || path === '') return [];
  return [
    {
      path,
      from: span.from,
      raw: path,
      exact: true,
      shown: null,
      write: (to) => [{ from: span.from + 1, to: span.to - 1, text: JSON.stringify(to).slice(1, -1) }],
    },
  ];
}

function textCard(text: string, span: Span): readonly WrittenLink[] {
  const markdown = valueOf(text, span);
  if (markdown?.includes('[') !== true) return [];
  const place = placesIn(text, span);
  return bodyWrittenLinks(markdown).map((link) => ({
    ...link,
    from: place(link.from),
    write: (path, shown) =>
      link.write(path, shown)?.map((edit: Edit) => ({
        from: place(edit.from),
        to: place(edit.to),
        text: JSON.stringify(edit.text).slice(1, -1),
      })) ?? null,
  }));
}

/** From an offset in a string's value to the offset in the JSON. */
function placesIn(text: string, { from, to }: Span): (offset: number) => number {
  if (!text.slice(from, to).includes('\\')) return (offset) => from + 1 + offset;
  const places: number[] = [];
  for (let at = from + 1; at < to; at += text.charAt(at) !== '\\' ? 1 : text.charAt(at + 1) === 'u' ? 6 : 2) {
    places.push(at);
  }
  return (offset) => places[offset] ?? to - 1;
}

function valueOf(text: string, span: Span | undefined): string | null {
  const value: unknown = span === undefined ? null : JSON.parse(text.slice(span.from, span.to));
  return typeof value === 'string' ? value : null;
}

/** Of each object in the list `nodes`: where its string values stand, by their keys. */
function cardsOf(text: string): readonly ReadonlyMap<string, Span>[] {
  try {
    JSON.parse(text);
  } catch {
    return [];
  }
  return new CardReader(text).read();
}

/** Walks JSON that is known to be valid. */
class CardReader {
  readonly #text: string;
  /** Open objects and lists: the key under which each stands; `list` ones count their items no further. */
  readonly #open: { readonly list: boolean; key: string | null }[] = [];
  #cards: Map<string, Span>[] = [];
  #card = new Map<string, Span>();
  #awaitsKey = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly ReadonlyMap<string, Span>[] {
    const text = this.#text;
    for (let at = 0; at < text.length; at++) {
      const character = text.charAt(at);
      if (character === '"') at = this.#string(at);
      else if (character === '{' || character === '[') this.#enter(character === '[');
      else if (character === '}' || character === ']') this.#leave();
      else if (character === ',') this.#awaitsKey = this.#open.at(-1)?.list === false;
    }
    return this.#cards;
  }

  #enter(list: boolean): void {
    this.#open.push({ list, key: null });
    this.#awaitsKey = !list;
    if (this.#isCard()) {
      this.#card = new Map<string, Span>();
      this.#cards.push(this.#card);
    }
  }

  #leave(): void {
    this.#open.pop();
    this.#awaitsKey = false;
  }

  /** Reads the string at `at`; the offset of its closing quote. */
  #string(at: number): number {
    const text = this.#text;
    let end = at + 1;
    while (end < text.length && text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1;
    const holder = this.#open.at(-1);
    if (this.#awaitsKey && holder !== undefined) {
      holder.key = valueOf(text, { from: at, to: end + 1 });
      this.#awaitsKey = false;
      // Of a key that is written twice the last one counts.
      if (this.#open.length === 1 && holder.key === 'nodes') this.#cards = [];
    } else if (this.#isCard() && holder?.key != null) {
      this.#card.set(holder.key, { from: at, to: end + 1 });
    }
    return end;
  }

  /** Whether the innermost open object is an item of the top level's `nodes`. */
  #isCard(): boolean {
    const [top, nodes, card] = this.#open;
    return this.#open.length === 3 && top?.key === 'nodes' && nodes?.list === true && card?.list === false;
  }
}
