/**
 * How many tries a password costs somebody who guesses in the order of what people choose: it is taken
 * apart into words, names, years, dates, walks along the keys, counting and repeats, each as dear as the
 * tries that it needs, in the cheapest way there is.
 */
import { commonPasswords } from './common-passwords.ts';

/** In powers of ten. */
const cost = {
  /** One that everybody could know of this person or place. */
  known: 1,
  common: 3,
  /** `p4$$w0rd` is `password` to everybody who guesses. */
  disguise: 0.5,
  walk: 2.3,
  run: 2,
  year: 2,
  date: 4,
  again: 1,
  digit: 1,
  letter: 1.5,
  /** Beyond ASCII. */
  sign: 2,
} as const;

const wordMax = 30;
const unitMax = 16;
/** What is hard to guess so far stays hard, whatever follows; and nobody's long text holds the server up. */
const lookedAtMax = 64;

/** As a power of ten, of a text in lower case; `known` are words that others know. */
export function countGuesses(password: string, known: ReadonlySet<string>): number {
  return guessesOf(Array.from(password).slice(0, lookedAtMax), known, new Map());
}

type Piece = { readonly length: number; readonly cost: number };

function guessesOf(
  signs: readonly string[],
  known: ReadonlySet<string>,
  seen: Map<string, number>,
): number {
  const whole = signs.join('');
  const counted = seen.get(whole);
  if (counted !== undefined) return counted;
  const best = [0];
  for (let at = 0; at < signs.length; at += 1) {
    const soFar = best[at] ?? 0;
    const rest = signs.slice(at);
    for (const piece of [...piecesOf(rest, known), ...repeatsOf(rest, known, seen)]) {
      const end = at + piece.length;
      best[end] = Math.min(best[end] ?? Number.POSITIVE_INFINITY, soFar + piece.cost);
    }
  }
  const guesses = best[signs.length] ?? 0;
  seen.set(whole, guesses);
  return guesses;
}

/** What the text may begin with. */
function piecesOf(signs: readonly string[], known: ReadonlySet<string>): readonly Piece[] {
  return [
    { length: 1, cost: costOfSign(signs[0] ?? '') },
    ...wordsOf(signs, known),
    ...stretch(lengthOfRun(signs), cost.run),
    ...stretch(lengthOfWalk(signs), cost.walk),
    ...numbersOf(signs),
  ];
}

function costOfSign(sign: string): number {
  if (/\d/.test(sign)) return cost.digit;
  return sign <= '~' ? cost.letter : cost.sign;
}

function* wordsOf(signs: readonly string[], known: ReadonlySet<string>): Iterable<Piece> {
  const beginning = signs.slice(0, wordMax);
  const texts = [beginning, ...undisguise(beginning)];
  for (const [at, text] of texts.entries()) {
    const more = at === 0 ? 0 : cost.disguise;
    for (let length = 3; length <= text.length; length += 1) {
      const word = text.slice(0, length).join('');
      if (known.has(word)) yield { length, cost: cost.known + more };
      else if (commonPasswords().has(word)) yield { length, cost: cost.common + more };
    }
  }
}

const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** A `1` or `!` may be an `i` or an `l`. */
function undisguise(signs: readonly string[]): readonly (readonly string[])[] {
  if (!signs.some((sign) => /[\d@$!|]/.test(sign))) return [];
  return ['i', 'l'].map((stroke) =>
    signs.map((sign) => (/[1!|]/.test(sign) ? stroke : (disguises[sign] ?? sign))),
  );
}

/** One that is long enough to count, and all shorter ones: what follows may be dearer to begin later. */
function stretch(length: number, price: number): readonly Piece[] {
  return length < 3 ? [] : [{ length, cost: price }];
}

/** `abcd`, `4321`, `2468`: each sign as far from the one before it, and the same again at step 0. */
function lengthOfRun(signs: readonly string[]): number {
  const codes = signs.map((sign) => sign.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  if (Math.abs(step) > 2) return 0;
  const end = codes.findIndex((code, at) => at > 0 && code - (codes[at - 1] ?? 0) !== step);
  return end === -1 ? signs.length : end;
}

/** Rows of keys, each a little to the right of the one above it. */
const keyboards = [
  ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
  ['1234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn,;:!'],
  ['1234567890', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm,.-'],
].map(
  (rows) =>
    new Map(rows.flatMap((row, y) => Array.from(row).map((key, x) => [key, { x, y }] as const))),
);

/** From key to neighbour. */
function lengthOfWalk(signs: readonly string[]): number {
  return Math.max(...keyboards.map((keys) => lengthOn(keys, signs)));
}

type Keys = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

function lengthOn(keys: Keys, signs: readonly string[]): number {
  const end = signs.findIndex((sign, at) => at > 0 && !areNeighbours(keys, signs[at - 1], sign));
  return end === -1 ? signs.length : end;
}

function areNeighbours(keys: Keys, one = '', other = ''): boolean {
  const [a, b] = [keys.get(one), keys.get(other)];
  if (a === undefined || b === undefined || one === other) return false;
  return Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1;
}

function numbersOf(signs: readonly string[]): readonly Piece[] {
  const text = signs.slice(0, 10).join('');
  const year = /^(?:19\d|20[0-4])\d/.test(text) ? [{ length: 4, cost: cost.year }] : [];
  const date = dateForm.exec(text)?.[0];
  return date === undefined ? year : [...year, { length: date.length, cost: cost.date }];
}

/** Day, month and year, in the orders that people write. */
const dateForm =
  /^(?:(?:0?[1-9]|[12]\d|3[01])([-./ ]?)(?:0?[1-9]|1[0-2])\1(?:19|20)?\d\d|(?:19|20)\d\d([-./ ]?)(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01]))/;

/** The same again, twice or more often. */
function* repeatsOf(
  signs: readonly string[],
  known: ReadonlySet<string>,
  seen: Map<string, number>,
): Iterable<Piece> {
  for (let unit = 1; unit <= Math.min(unitMax, signs.length >> 1); unit += 1) {
    const end = signs.findIndex((sign, at) => at >= unit && sign !== signs[at - unit]);
    const length = (end === -1 ? signs.length : end) - ((end === -1 ? signs.length : end) % unit);
    if (length < unit * 2 || length < 3) continue;
    yield { length, cost: guessesOf(signs.slice(0, unit), known, seen) + cost.again };
  }
}
