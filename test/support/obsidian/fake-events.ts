import type * as obsidian from 'obsidian';

type Callback = (...data: never[]) => unknown;

interface Ref extends obsidian.EventRef {
  readonly name: string;
  readonly callback: Callback;
  readonly of: Events;
}

/** The app's way of telling: listeners are called in order, at once, and one that fails hinders no other. */
export class Events {
  readonly #refs = new Set<Ref>();

  on(name: string, callback: Callback): obsidian.EventRef {
    const ref: Ref = { name, callback, of: this };
    this.#refs.add(ref);
    return ref;
  }

  off(name: string, callback: Callback): void {
    for (const ref of this.#refs) if (ref.name === name && ref.callback === callback) this.#refs.delete(ref);
  }

  offref(ref: obsidian.EventRef): void {
    this.#refs.delete(ref as Ref);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const ref of [...this.#refs]) if (ref.name === name) this.tryTrigger(ref, data);
  }

  tryTrigger(ref: obsidian.EventRef, data: unknown[]): void {
    try {
      (ref as Ref).callback(...(data as never[]));
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  /** Listeners that are registered at this moment. */
  get count(): number {
    return this.#refs.size;
  }
}

/** Ends a listening, whichever part of the app it is with. */
export function endListening(ref: obsidian.EventRef): void {
  (ref as Ref).of.offref(ref);
}
