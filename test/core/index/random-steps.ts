import { CompactIndex } from '../../../src/core/index/compact-index.ts';
import type { IndexedNote, PassageIndex, PassageQuery } from '../../../src/core/index/passage-index.ts';
import { listedPath, type VaultPath } from '../../../src/core/path.ts';
import type { Clock } from '../../../src/core/ports.ts';

/** What differed between an index that went through random steps and one built afresh; null: nothing did. */
export type Difference = { readonly step: number; readonly of: string } | null;

export interface RandomSteps {
  readonly seed: number;
  readonly steps: number;
  /** Steps between two comparisons with an index built afresh. */
  readonly checkEvery: number;
  readonly clock: Clock;
  /** The index that goes through the steps; absent: one in this thread that seals and merges all the time. */
  readonly index?: PassageIndex;
  /** Told after each comparison what the index holds. */
  readonly onCheck?: (step: number, size: { readonly notes: number; readonly bytes: number }) => void;
}

/** Notes that may be there at once. */
const NAMES = 400;
/** Small parts, so that sealing and merging go on all the time. */
const BOUNDS = { passages: 400, postings: 8_000 };

/**
 * Adds, replaces, removes and searches notes at random (the same for the same seed), now and then compacts, and compares
 * with an index built afresh: rankings to the last bit, words known, near words, languages, sizes.
 */
export async function randomSteps(of: RandomSteps): Promise<Difference> {
  const { seed, steps, checkEvery, clock, onCheck } = of;
  const random = randomFrom(seed);
  const index = of.index ?? new CompactIndex(clock, { bounds: BOUNDS });
  const vault = new Map<VaultPath, IndexedNote>();
  for (let step = 1; step <= steps; step++) {
    const path = listedPath(`folder ${random(7)}/note ${random(NAMES)}.md`);
    const kind = random(1_000);
    if (kind < 550) {
      const note = randomNote(path, random);
      vault.set(path, note);
      await index.put([note]);
    } else if (kind < 798) {
      vault.delete(path);
      await index.remove([path]);
    } else if (kind < 800) {
      await index.compact();
    } else {
      await index.search(randomQuery(random));
    }
    if (step % checkEvery !== 0) continue;
    const found = await difference(index, vault, random, clock);
    if (found !== null) return { step, of: found };
    onCheck?.(step, await index.size());
  }
  return null;
}

type Random = (below: number) => number;

async function difference(
  index: PassageIndex,
  vault: ReadonlyMap<VaultPath, IndexedNote>,
  random: Random,
  clock: Clock,
): Promise<string | null> {
  const fresh = new CompactIndex(clock);
  await fresh.put([...vault.values()]);
  const queries = Array.from({ length: 12 }, () => randomQuery(random));
  const words = Array.from({ length: 8 }, () => randomWord(random));
  const views: Record<string, (of: PassageIndex) => Promise<unknown>> = {
    ranking: (of) => Promise.all(queries.map((query) => of.search(query))),
    'words known': (of) => of.known(words.flatMap((word) => [word, `${word}q`])),
    'near words': (of) => Promise.all(words.map((word) => of.near(word.slice(0, -1), 5))),
    languages: (of) => of.languages(),
    sizes: async (of) => {
      const { notes, passages } = await of.size();
      return { notes, passages };
    },
  };
  for (const [name, view] of Object.entries(views))
    if (JSON.stringify(await view(index)) !== JSON.stringify(await view(fresh))) return name;
  return null;
}

function randomNote(path: VaultPath, random: Random): IndexedNote {
  const text = (most: number): string => Array.from({ length: random(most) }, () => randomWord(random)).join(' ');
  const passages = Array.from({ length: random(6) }, (_, at) => ({
    firstLine: 1 + at * 4,
    lastLine: 4 + at * 4,
    headings: random(2) === 0 ? [text(4)] : [],
    prose: text(40),
    code: random(5) === 0 ? text(10) : '',
  }));
  const tags = Array.from({ length: random(3) }, () => randomWord(random));
  return { path, names: [text(4)], tags, passages };
}

function randomQuery(random: Random): PassageQuery {
  const terms = Array.from({ length: 1 + random(4) }, (_, at) => {
    return { term: randomWord(random).toLowerCase(), weight: random(3) === 0 ? 0.8 : 1, word: at };
  });
  return { terms, limit: 1 + random(30), without: random(6) === 0 ? [randomWord(random)] : [] };
}

const PLAIN = ['the', 'of', 'and', 'with', 'não', 'uma', 'para', 'der', 'und', 'getUserName', 'snake_case', 'node.js'];
const SCRIPTS = ['заметка', '漢字', '東京タワー', '고양이', 'ไทย', '📅'];

/** A few words most of the time, thousands of rare ones else. */
function randomWord(random: Random): string {
  const kind = random(10);
  if (kind < 2) return PLAIN[random(PLAIN.length)] ?? 'the';
  if (kind < 3) return SCRIPTS[random(SCRIPTS.length)] ?? '漢字';
  const number = kind < 7 ? random(60) : random(6_000);
  return `w${String.fromCharCode(97 + (number % 26))}${number.toString(36)}s`;
}

/** Whole numbers from 0, the same for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
