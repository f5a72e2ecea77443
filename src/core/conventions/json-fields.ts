/** Takes values out of parsed JSON one by one, noting each that is not of the shape it should have. */
export class JsonFields {
  readonly problems: string[];
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #name: string;

  constructor(data: unknown, name: string, problems: string[] = []) {
    this.problems = problems;
    this.#name = name;
    const isRecord = typeof data === 'object' && data !== null && !Array.isArray(data);
    this.#fields = isRecord ? (data as Readonly<Record<string, unknown>>) : {};
    if (data !== undefined && data !== null && !isRecord) problems.push(name);
  }

  at(key: string): JsonFields {
    return new JsonFields(this.#get(key), this.#nameOf(key), this.problems);
  }

  text(key: string, fallback: string | null): string | null {
    const value = this.#get(key);
    if (value === undefined || value === null || value === '') return fallback;
    return typeof value === 'string' ? value : this.#refuse(key, fallback);
  }

  texts(key: string, fallback: readonly string[]): readonly string[] {
    const value = this.#get(key);
    if (value === undefined || value === null) return fallback;
    if (!Array.isArray(value)) return this.#refuse(key, fallback);
    const texts = value.filter((item): item is string => typeof item === 'string' && item.trim() !== '');
    if (texts.length < value.length) this.problems.push(this.#nameOf(key));
    return texts;
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.#get(key);
    if (value === undefined || value === null) return fallback;
    return typeof value === 'boolean' ? value : this.#refuse(key, fallback);
  }

  /** A whole number of bytes, at least one kibibyte. */
  size(key: string, fallback: number): number {
    const value = this.#get(key);
    if (value === undefined || value === null) return fallback;
    return Number.isSafeInteger(value) && Number(value) >= 1024 ? Number(value) : this.#refuse(key, fallback);
  }

  choice<const T extends string>(key: string, choices: readonly T[], fallback: T | null): T | null {
    const value = this.#get(key);
    if (value === undefined || value === null) return fallback;
    return choices.find((choice) => choice === value) ?? this.#refuse(key, fallback);
  }

  /** A multiplier of a score: 0 to 10. */
  factor(key: string): number | null {
    const value = this.#get(key);
    if (value === undefined || value === null) return null;
    return isFactor(value) ? value : this.#refuse(key, null);
  }

  factors(): Record<string, number> {
    const taken: [string, number][] = [];
    for (const [key, value] of Object.entries(this.#fields)) {
      if (isFactor(value)) taken.push([key, value]);
      else this.problems.push(this.#nameOf(key));
    }
    return Object.fromEntries(taken);
  }

  record<const K extends string, T>(
    keys: readonly K[],
    read: (value: unknown) => T | undefined,
  ): Partial<Record<K, T>> {
    const taken: Partial<Record<K, T>> = {};
    for (const key of keys) {
      const value = this.#get(key);
      if (value === undefined) continue;
      const item = read(value);
      if (item === undefined) this.problems.push(this.#nameOf(key));
      else taken[key] = item;
    }
    return taken;
  }

  #get(key: string): unknown {
    return Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined;
  }

  #nameOf(key: string): string {
    return this.#name === '' ? key : `${this.#name}.${key}`;
  }

  #refuse<T>(key: string, fallback: T): T {
    this.problems.push(this.#nameOf(key));
    return fallback;
  }
}

function isFactor(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 10;
}
