/** The parameters of one request, whatever way each of them came. Names do not mind their case. */
import type { Problem } from '#api/reply.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import { formatName, parametersMax, startOf, type Value, type Values } from './value.ts';

export class Parameters {
  readonly #values = new Map<string, Value>();
  /** As they were written; of two with one key the later. */
  #names: string[] = [];
  /** A bit for each of the keys: most that a command asks for are not here, and need no look-up. */
  #bits = 0;

  /** Answers what stands in the way: a parameter given twice with different values, or too many. */
  merge(values: Values): Problem | undefined {
    for (const name of Object.keys(values)) {
      const value = values[name];
      // null means absent.
      if (value === undefined || value === null) continue;
      const problem = this.#set(name, value);
      if (problem === undefined) continue;
      this.mergeFormat(values);
      return problem;
    }
    return undefined;
  }

  /** Of values that cannot be trusted, how their client wants to hear of it. */
  mergeFormat(values: Values): void {
    for (const [name, value] of Object.entries(values)) {
      if (name.toLowerCase() === formatName && value !== null) this.#set(name, value);
    }
  }

  /** These parameters with some changed; null takes one away. */
  with(values: Readonly<Record<string, Value | null>>): Parameters {
    const changed = new Parameters();
    for (const [key, value] of this.#values) changed.#values.set(key, value);
    changed.#names = [...this.#names];
    for (const [name, value] of Object.entries(values)) {
      if (value === null) changed.#values.delete(name.toLowerCase());
      else changed.#values.set(name.toLowerCase(), value);
    }
    changed.#note();
    return changed;
  }

  /** These parameters, and for those that are not here or empty the given ones. */
  over(values: Values): Parameters {
    const joined = new Parameters();
    for (const [name, value] of Object.entries(values)) {
      if (value !== null) joined.#values.set(name.toLowerCase(), value);
    }
    for (const [key, value] of this.#values) {
      if (value !== '' || !joined.#values.has(key)) joined.#values.set(key, value);
    }
    joined.#note();
    return joined;
  }

  /** `name` is one of ours. */
  get(name: string): Value | undefined {
    return (this.#bits & bitOf(name)) === 0 ? undefined : this.#values.get(keyOf(name));
  }

  /** All of them, under the names as they were written. */
  written(): Record<string, Value> {
    const names = new Map(this.#names.map((name) => [lowerCase(name), name]));
    const values: Record<string, Value> = {};
    for (const [key, value] of this.#values) values[names.get(key) ?? key] = value;
    return values;
  }

  /** The names, as they were written, of parameters whose keys are not among these. */
  namesBut(keys: ReadonlySet<string>): readonly string[] {
    return this.#names.filter((name) => !keys.has(lowerCase(name)));
  }

  #note(): void {
    for (const key of this.#values.keys()) this.#bits |= bitOf(key);
  }

  #set(name: string, value: Value): Problem | undefined {
    const key = lowerCase(name);
    this.#bits |= bitOf(key);
    const there = this.#values.get(key);
    if (there !== undefined) this.#names = this.#names.filter((each) => lowerCase(each) !== key);
    this.#names.push(name);
    if (there === undefined || there === '') {
      this.#values.set(key, value);
    } else if (key !== formatName && differs(there, value)) {
      return { word: 'parameter is given twice', field: startOf(name) };
    }
    return this.#values.size > parametersMax
      ? { word: 'too many parameters', details: { max: parametersMax } }
      : undefined;
  }
}

/** The same for one of our names and for its key: by its length and its first letter, whatever the case of that. */
function bitOf(name: string): number {
  return 1 << ((name.charCodeAt(0) | 0x20) + 7 * name.length);
}

/** Of our own names: a send looks for thirty, and a key made again has to be hashed again. */
const keys = new BoundedMap<string, string>(1_000);

function keyOf(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = name.toLowerCase();
  keys.set(name, key);
  return key;
}

/** The same for a name that a client wrote, which is not remembered. */
function lowerCase(name: string): string {
  return keys.get(name) ?? name.toLowerCase();
}

/** An empty value beside a real one says nothing; 1 and "1" say the same. */
function differs(there: Value, value: Value): boolean {
  if (value === '' || there === value) return false;
  return typeof there === 'object' || typeof value === 'object'
    ? JSON.stringify(there) !== JSON.stringify(value)
    : String(there) !== String(value);
}
