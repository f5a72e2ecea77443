import type { LinkClock } from '../wire/clock.ts';

import type { Watch } from './deadlines.ts';
import type { Knowledge } from './knowledge.ts';
import type { CallSentences } from './sentences.ts';

/** What a session is lent by the process around it. */
export interface SessionPorts {
  readonly knowledge: Knowledge;
  readonly sentences: CallSentences;
  /** Random per process; no client's id starts with it. */
  readonly shimId: string;
  readonly clock: LinkClock;
  /** Writes one line to the client. */
  readonly out: (line: Uint8Array | string) => void;
  readonly log: (level: 'debug' | 'info' | 'warn', message: string) => void;
  /** A request waits for a host: find one, or answer with `refuseWaiting`. Called for each such request. */
  readonly want: () => void;
  /** A sentence on why there is no host at the moment, with a blank at its end; '' where nothing is known. */
  readonly whyNoHost: () => string;
  /** The client may be read again after `pressed` was true. */
  readonly onRelief: () => void;
  /** For hosts that can be ended when they do not answer. */
  readonly watch?: Watch;
}
