/** One connection to a client, in whole lines of JSON-RPC without their line ends. */
export interface LineTransport {
  /** Resolves, where it returns a promise, when more may be sent. */
  send(line: string): void | Promise<void>;
  onLine(listener: (line: string) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}
