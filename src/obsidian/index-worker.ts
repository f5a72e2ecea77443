import { serveIndex } from '../core/index/serve-index.ts';
import { portToParent, workerPacer } from './worker-scope.ts';

// The passage index as a web worker: the build puts its text into the plugin, which starts it from there.
serveIndex(portToParent, workerPacer);
