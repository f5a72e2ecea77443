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

/** BM25's saturation of repeated words: the customary 1.2; between 0.9 and 1.5 no judged set moves by 0.01. */
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
