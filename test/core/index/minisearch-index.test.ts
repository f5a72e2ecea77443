import { MiniSearchIndex } from '../../../src/core/index/minisearch-index.ts';
import { passageIndexContract, plainWords } from '../../contracts/passage-index.ts';

passageIndexContract('the index on MiniSearch', () => new MiniSearchIndex({ readerFor: plainWords }));
