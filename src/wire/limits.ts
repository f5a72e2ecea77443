/** The figures of the link, for both ends. Times in milliseconds, sizes in bytes, unless a name says otherwise. */

const MIB = 1024 * 1024;

/** Offered and demanded at the websocket upgrade; names the framing and the handshake, which stay as they are. */
export const SUBPROTOCOL = 'vault-mcp.link.v1';
export const LINK_PATH = '/link';
/** The only address a host listens on. */
export const LINK_HOST = '127.0.0.1';

/**
 * Versions of what is said after the handshake, as a range: the newest common one is spoken. A release keeps the
 * version of the minor release before it in the range.
 */
export const LINK_VERSIONS: VersionRange = { oldest: 1, newest: 1 };

export interface VersionRange {
  readonly oldest: number;
  readonly newest: number;
}

/** One line of JSON-RPC. Below the 10 MiB at which SDK clients close their transport without a word. */
export const LINE_LIMIT = 8 * MIB;
/** One websocket message: a line and its header. */
export const UNIT_LIMIT = LINE_LIMIT + 512;

/** Before proof: all that a peer may send, the time it has, and how many such sockets a host bears at once. */
export const HANDSHAKE_LIMIT = 4096;
export const HANDSHAKE_MS = 2000;
export const UNPROVEN_SOCKETS = 8;
/** The welcome carries names of tools and comes after proof. */
export const WELCOME_LIMIT = 16 * 1024;

/** Each direction: units on their way and not yet acknowledged. */
export const WINDOW_UNITS = 1024;
export const WINDOW_BYTES = 16 * MIB;
/** Each direction: units held in all while the socket is up; a peer that lags further behind loses its session. */
export const BACKLOG_UNITS = 16 * WINDOW_UNITS;
export const BACKLOG_BYTES = 4 * WINDOW_BYTES;
/** Above it a sender should pause, and a receiver withholds acknowledgements. */
export const HIGH_WATER = 4 * MIB;
export const HIGH_WATER_UNITS = 256;

/** An acknowledgement travels with the next unit, or alone after this time, number or size, whatever comes first. */
export const ACK_AFTER_MS = 50;
export const ACK_AFTER_UNITS = 64;
export const ACK_AFTER_BYTES = MIB;

/** Sessions without a socket that a host remembers, and for how long; sessions with one that it bears. */
export const SESSION_KEPT_MS = 10 * 60_000;
export const SESSIONS_KEPT = 16;
export const SESSIONS_OPEN = 64;

/** Heartbeat of the shim: with calls in flight, and idle. */
export const HEARTBEAT_BUSY_MS = 5000;
export const HEARTBEAT_IDLE_MS = 15_000;
export const HEARTBEAT_MISSES = 2;
/** A heartbeat this many periods late means that the machine slept: the socket is probed with a short limit. */
export const SLEEP_PERIODS = 3;
export const PROBE_MS = 1000;
/** A host lets go of a socket that has been silent for this long: three idle heartbeats. */
export const SILENT_SHIM_MS = 3 * HEARTBEAT_IDLE_MS;

/** One dial, from reading the endpoint file to the welcome. A frozen host accepts and says nothing. */
export const DIAL_MS = 5000;
/** Pauses between dials, doubling; from the longest one on, the endpoint file is watched as well as polled. */
export const BACKOFF_FIRST_MS = 50;
export const BACKOFF_LONGEST_MS = 2000;
