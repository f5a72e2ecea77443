/** Why a value cannot be used; a settings tab has a sentence for each. */
export type ProblemCode =
  | 'not_a_record'
  | 'not_a_list'
  | 'not_text'
  | 'not_a_flag'
  | 'not_a_number'
  | 'out_of_range'
  | 'unknown_choice'
  | 'empty'
  | 'not_a_name'
  | 'not_a_folder'
  | 'duplicate';

/** A value that is of no use, named by its place: `access.hidden`, `domains.2.name`; '' is the whole file. */
export interface SettingProblem {
  readonly path: string;
  readonly code: ProblemCode;
}

/** Takes values out of parsed JSON one by one, noting each that is not of the shape it should have. */
export class JsonFields {
  readonly problems: SettingProblem[];
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #name: string;

  constructor(data: unknown, name: string, problems: SettingProblem[] = []) {
    this.problems = problems;
    this.#name = name;
    this.#fields = isRecord(data) ? data : {};
    if (data !== undefined && data !== null && !isRecord(data)) problems.push({ path: name, code: 'not_a_record' });
  }

  at(key: string): JsonFields {
    return new JsonFields(this.#get(key), this.#nameOf(key), this.problems);
  }

  /** Whether the key holds anything. */
  has(key: string): boolean {
    const value = this.#get(key);
    return value !== undefined && value !== null;
  }

  text(key: string, fallback: string | null): string | null {
    const value = this.#get(key);
    if (value === undefined || value === null || value === '') return fallback;
    return typeof value === 'string' ? value : this.#refuse(key, 'not_text', fallback);
  }

  texts(key: string): readonly string[] {
    return this.list(key, (value) => {
      if (typeof value !== 'string') return 'not_text';
      return value.trim() === '' ? 'empty' : { taken: value };
    });
  }

  /** The usable items of a list; each of the others is a problem at its number (0-based). */
  list<T>(key: string, read: (value: unknown) => { readonly taken: T } | ProblemCode): readonly T[] {
    const value = this.#get(key);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) return this.#refuse(key, 'not_a_list', []);
    return value.flatMap((item: unknown, index) => {
      const result = read(item);
      if (typeof result === 'object') return [result.taken];
      return this.#refuse(`${key}.${String(index)}`, result, []);
    });
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.#get(key);
    if (value === undefined || value === null) return fallback;
    return typeof value === 'boolean' ? value : this.#refuse(key, 'not_a_flag', fallback);
  }

  /** A whole number from `least` to `most`. */
  whole(key: string, fallback: number, least: number, most: number = Number.MAX_SAFE_INTEGER): number {
    const value = this.#get(key);
    if (value === undefined || value === null) return fallback;
    if (typeof value !== 'number') return this.#refuse(key, 'not_a_number', fallback);
    const fits = Number.isSafeInteger(value) && value >= least && value <= most;
    return fits ? value : this.#refuse(key, 'out_of_range', fallback);
  }

  choice<const T extends string, F extends T | null>(key: string, choices: readonly T[], fallback: F): T | F {
    const value = this.#get(key);
    if (value === undefined || value === null) return fallback;
    return choices.find((choice) => choice === value) ?? this.#refuse(key, 'unknown_choice', fallback);
  }

  /** A multiplier of a score: 0 to 10. */
  factor(key: string): number | null {
    const value = this.#get(key);
    if (value === undefined || value === null) return null;
    return isFactor(value) ? value : this.#refuse(key, notAFactor(value), null);
  }

  factors(): Record<string, number> {
    const taken: [string, number][] = [];
    for (const [key, value] of Object.entries(this.#fields)) {
      if (isFactor(value)) taken.push([key, value]);
      else this.#refuse(key, notAFactor(value), null);
    }
    return Object.fromEntries(taken);
  }

  record<const K extends string, T>(
    keys: readonly K[],
    read: (value: unknown) => { readonly taken: T } | ProblemCode,
  ): Partial<Record<K, T>> {
    const taken: Partial<Record<K, T>> = {};
    for (const key of keys) {
      const value = this.#get(key);
      if (value === undefined) continue;
      const item = read(value);
      if (typeof item === 'object') taken[key] = item.taken;
      else this.#refuse(key, item, null);
    }
    return taken;
  }

  #get(key: string): unknown {
    return Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined;
  }

  #nameOf(key: string): string {
    return this.#name === '' ? key : `${this.#name}.${key}`;
  }

  #refuse<T>(key: string, code: ProblemCode, fallback: T): T {
    this.problems.push({ path: this.#nameOf(key), code });
    return fallback;
  }
}

/** Whether parsed JSON is an object with named fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFactor(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 10;
}

function notAFactor(value: unknown): ProblemCode {
  return typeof value === 'number' ? 'out_of_range' : 'not_a_number';
}
