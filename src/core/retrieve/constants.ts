/**
 * Every number that the ranking depends on, with its reason. "Judged" means the judged question sets that
 * `npm run bench:quality` reads; a change here is re-judged by that command.
 */

/**
 * How much an occurrence counts by where it stands, in steps of `1 / WEIGHT_STEPS`: heading 3, tags 2, prose 1,
 * code 0.5. Whole numbers, so that an index can hold a weighted frequency in one byte without rounding.
 */
export const FIELD_WEIGHTS = { heading: 6, tags: 4, prose: 2, code: 1 } as const;

/** Steps of one plain occurrence. */
export const WEIGHT_STEPS = 2;

/** BM25's saturation of repeated words: the customary 1.2; with 0.9 or 1.5 the mean nDCG@10 over all sets moves by 0.003 at most. */
export const SATURATION = 1.2;

/** BM25's correction for length. Passages are alike in length, so they need less of it than whole notes. */
export const LENGTH_CORRECTION = { passage: 0.6, note: 0.75 } as const;

/**
 * What the best, second and third passage of a note add to its score. The best alone loses to ranking whole notes
 * (0.72 to 0.75 against 0.75 to 0.81 nDCG@10 on two documentation vaults); a decay of one half gains 0.04.
 */
export const PASSAGE_SHARES = [1, 0.5, 0.25] as const;

/** Weight of the whole note's own BM25 beside its passages: gains a further 0.02 nDCG@10. */
export const NOTE_SHARE = 1;

/** What a linked note gets of the score of the note that links to it. Judged: 0.2 gains 0.02 on a vault and 0.04 on two-note questions. */
export const HOP_DAMPING = 0.2;
/** The same where two notes are asked for: recall@10 of two-note questions grows from 0.75 to 0.90, hit@1 falls from 0.98 to 0.88. */
export const FOLLOW_LINKS_DAMPING = 0.5;
/** How many of the best notes pass on their score: five or twenty are within 0.001 on the questions it was chosen with. */
export const HOP_SEEDS = 10;

/**
 * A word that the vault lacks stands for its neighbours in the vocabulary: one edit away counts 0.8, a longer word that it
 * begins 0.6. With one typo in each question this brings nDCG@10 from 0.75 back to 0.84; on words that the vault has, it
 * would gain nothing and cost thirty times the time.
 */
export const EDIT_WEIGHT = 0.8;
export const PREFIX_WEIGHT = 0.6;
/** Neighbours of each kind that are taken. */
export const MOST_NEAR = 4;
/** UTF-16 units of a word below which it is not guessed at: too much of a vocabulary begins with two letters. */
export const SHORTEST_GUESSED = 3;

/**
 * The word forms of a language are tried where this share of the vault's notes is read in it. Trying all of them cost 0.03
 * nDCG@10 on the English command pages, and 0.001 on average: a stem of one language is a word of another.
 */
export const SPOKEN_SHARE = 0.1;

/** Notes ranked for one question: enough for any page, and a bound for what a question may cost. */
export const CANDIDATES = 200;
/** Notes read at a time while quoted phrases are looked for, or hits are made ready. */
export const READ_AT_ONCE = 8;

/** Milliseconds that a question waits for notes that have just changed; then it says how many are behind. */
export const FRESHNESS_WAIT_MS = 100;

/** Further passages of a note that are named beside the one shown: with three, the answering section is there for 0.8 to 0.9 of questions. */
export const FURTHER_PASSAGES = 2;

/** Known words offered where a question has none. */
export const MOST_SUGGESTIONS = 5;
