import { LinkError } from './link-contract.ts';

/** The one question to a host whether it hands its vault over, and how it ended. */
export class HandOver {
  #asked: { resolve: () => void; reject: (error: LinkError) => void } | null = null;

  /** Resolves when the host has let go; rejects when it refuses, breaks off, or is asked anew. */
  ask(say: () => void): Promise<void> {
    this.end(new LinkError('refused', 'asked again'));
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      say();
    });
  }

  /** The host has let go (null), or will not. Does nothing where nobody has asked. */
  end(error: LinkError | null): void {
    const asked = this.#asked;
    this.#asked = null;
    if (error === null) asked?.resolve();
    else asked?.reject(error);
  }
}
