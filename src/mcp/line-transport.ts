export interface LineMeta {
  /** Recognises the same call when it comes again. */
  readonly key: string | null;
  /** Milliseconds since 1970 after which a change must not start. */
  readonly expiresAt: number | null;
}

/** One connection to a client, in whole lines of JSON-RPC without their line ends. */
export interface LineTransport {
  /** Resolves, where it returns a promise, when more may be sent. */
  send(line: string): void | Promise<void>;
  /** What the pipe knows of the call on a line; absent where there is no pipe. */
  onLine(listener: (line: string, meta?: LineMeta) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}
