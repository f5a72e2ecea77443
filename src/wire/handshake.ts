/** What a host tells a shim of itself once both have proved that they know the token. */
export interface HostFacts {
  readonly kind: 'obsidian' | 'headless';
  readonly version: string;
  readonly pid: number;
  /** The vault's name as the user knows it. */
  readonly vault: string;
  /** Tools that declare themselves read-only: calls of them are of class `safe`. */
  readonly readOnlyTools: readonly string[];
  /** Changes when the list of tools does. */
  readonly toolsHash: string;
}
