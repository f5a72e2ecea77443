import { serveIndex } from '../../../src/core/index/serve-index.ts';
import { portToParent, workerPacer } from '../../../src/obsidian/worker-scope.ts';
import { plainWords } from '../../contracts/plain-words.ts';

// The plugin's worker, but for how it reads text.
serveIndex(portToParent, workerPacer, { readerFor: plainWords });
