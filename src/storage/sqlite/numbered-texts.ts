/**
 * Statements that cross to the writer thread again and again: the writer numbers a text when it first comes, and from
 * then on its number crosses. The texts of a call's writes are 4 KB, and each of their quotes is escaped in JSON.
 */
import { must } from '#core/assert.ts';

/** As it crosses: the text, or the number that the writer has given it. */
export type SentText = string | number;

/** A text that the writer remembers no more. */
const unnumbered = -1;
/** As many as are prepared; lists of any length make texts without end, which are sent in full. */
const numberedMax = 500;

/** The writer's side. */
export class NumberedTexts {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  textOf(sent: SentText): string {
    return typeof sent === 'string' ? sent : must(this.#texts[sent], 'text of a number');
  }

  /** For the sender; undefined where nothing is new to it. */
  numbersOf(texts: readonly SentText[]): readonly number[] | undefined {
    if (texts.every((sent) => typeof sent === 'number')) return undefined;
    return texts.map((sent) => (typeof sent === 'number' ? sent : this.#numberOf(sent)));
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length >= numberedMax) return unnumbered;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}

/** The side of one that writes. */
export class KnownNumbers {
  readonly #numbers = new Map<string, number>();

  sent(text: string): SentText {
    return this.#numbers.get(text) ?? text;
  }

  /** Only once the writer has answered: a batch that failed may not have come that far. */
  learn(texts: readonly SentText[], numbers: readonly number[] = []): void {
    for (const [place, number] of numbers.entries()) {
      const text = texts[place];
      if (typeof text === 'string' && number !== unnumbered) this.#numbers.set(text, number);
    }
  }
}
