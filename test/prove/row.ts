/** One promise of the product, and how it is put to the proof. */
export interface Row {
  /** Short, for `--only`. */
  readonly name: string;
  /** What is promised, as a sentence. */
  readonly promise: string;
  run(proof: Proof): Promise<void>;
}

/** What a run is made with. Every random choice comes from the seed, so that a failure can be had again. */
export interface Settings {
  readonly seed: number;
  /** Smaller and fewer: for a look on every change. */
  readonly quick: boolean;
  /** A vault of the user's to be tried beside the examples; only a copy of it is touched. */
  readonly vault: string | null;
}

/** Where a row writes down what it tried and what went wrong. */
export class Proof {
  readonly settings: Settings;
  /** An empty folder of the row's own, removed afterwards. */
  readonly folder: string;
  tried = 0;
  readonly failures: string[] = [];
  readonly notes: string[] = [];

  constructor(settings: Settings, folder: string) {
    this.settings = settings;
    this.folder = folder;
  }

  /** Counts a trial; one that fails is written down with what was tried. */
  check(holds: boolean, what: string | (() => string)): void {
    this.tried++;
    if (!holds) this.failures.push(typeof what === 'string' ? what : what());
  }

  /** Something to know beside the verdict: a figure, a trial that could not be made here. */
  note(text: string): void {
    this.notes.push(text);
  }

  /** One of two numbers, by how much time there is. */
  size(whole: number, quick: number): number {
    return this.settings.quick ? quick : whole;
  }
}
