import { CompactIndex } from '../../../src/core/index/compact-index.ts';
import { lastingIndexContract } from '../../contracts/lasting-index.ts';
import { passageIndexContract, plainWords } from '../../contracts/passage-index.ts';
import { quickClock } from './quick-clock.ts';

passageIndexContract('the compact index', () => new CompactIndex(quickClock(), { readerFor: plainWords }));

passageIndexContract('the compact index, sealed after every other note,', () => {
  return new CompactIndex(quickClock(), { readerFor: plainWords, bounds: { passages: 2, postings: 1_000 } });
});

lastingIndexContract('the compact index', () => new CompactIndex(quickClock(), { readerFor: plainWords }));

lastingIndexContract('the compact index, sealed after every other note,', () => {
  return new CompactIndex(quickClock(), { readerFor: plainWords, bounds: { passages: 2, postings: 1_000 } });
});
