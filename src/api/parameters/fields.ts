/**
 * Reads parameters as what a command wants them to be, kindly: numbers may be texts, texts numbers, yes
 * and no may be 1, "1" or true. Everything wrong is gathered, so that a client hears it all at once.
 */
import type { ErrorWord } from '#api/errors.ts';
import type { Problem, Refusal } from '#api/reply.ts';
import type { AskedReading } from '#mail/sending/asked-email.ts';
import type { Parameters } from './parameters.ts';
import { countCharacters, type Value } from './value.ts';

export class Fields {
  readonly #parameters: Parameters;
  readonly #missing: Problem[] = [];
  readonly #wrong: Problem[] = [];

  constructor(parameters: Parameters) {
    this.#parameters = parameters;
  }

  /** What was refused so far. The first gives the reply its code: what is missing goes before what is wrong. */
  get refusal(): Refusal | undefined {
    if (this.#missing.length === 0 && this.#wrong.length === 0) return undefined;
    const [first, ...rest] = [...this.#missing, ...this.#wrong];
    return first === undefined ? undefined : { ok: false, problems: [first, ...rest] };
  }

  refuse(word: ErrorWord, field: string, details?: Problem['details']): undefined {
    this.#wrong.push({ word, field, details });
  }

  /** What a rule of all doors has read, or what it refuses. */
  taken<Read>(read: AskedReading<Read>, field: string): Read | undefined {
    return read.ok ? read.value : this.refuse(read.why, field, { name: field, ...read.params });
  }

  miss(word: ErrorWord, field: string): undefined {
    this.#missing.push({ word, field });
  }

  /** An empty text is as good as none. */
  value(field: string): Value | undefined {
    const value = this.#parameters.get(field);
    return value === '' ? undefined : value;
  }

  /** Also where it is given as an empty text: a change then empties what stands there. */
  isGiven(field: string): boolean {
    return this.#parameters.get(field) !== undefined;
  }

  text(field: string): string | undefined {
    const value = this.value(field);
    if (value === undefined || typeof value === 'string') return value;
    return typeof value === 'number' ? String(value) : this.refuse('value is not text', field);
  }

  requiredText(field: string, missing: ErrorWord): string | undefined {
    if (this.value(field) === undefined) return this.miss(missing, field);
    return this.text(field);
  }

  /** A text of one line and so many characters. */
  label(field: string, charactersMax: number): string | undefined {
    const text = this.text(field)?.toWellFormed();
    if (text === undefined) return undefined;
    if (/\p{Cc}/u.test(text)) return this.refuse('value has a control character', field);
    if (countCharacters(text) <= charactersMax) return text;
    return this.refuse('value is too long', field, { max: charactersMax });
  }

  flag(field: string): boolean {
    const value = this.value(field);
    if (value === undefined) return false;
    const meant =
      typeof value === 'object' ? undefined : flags.get(String(value).trim().toLowerCase());
    if (meant === undefined) this.refuse('value is not a yes or no', field);
    return meant ?? false;
  }

  oneOf<Word extends string>(field: string, words: readonly Word[]): Word | undefined {
    const text = this.text(field);
    const known = words.find((word) => word === text);
    if (text === undefined || known !== undefined) return known;
    return this.refuse('value is not one of these', field, { words: words.join(', ') });
  }

  wholeNumber(field: string, min: number, max: number): number | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    const number = parseWholeNumber(value);
    if (number !== undefined && number >= min && number <= max) return number;
    return this.refuse('value is not a whole number', field, { min, max });
  }
}

const flags = new Map([
  ['0', false],
  ['1', true],
  ['false', false],
  ['true', true],
]);

/** A number, or a text of digits. */
export function parseWholeNumber(value: Value): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : undefined;
}
