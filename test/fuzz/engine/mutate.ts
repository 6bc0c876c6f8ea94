/**
 * Makes an input of one that exists: bits flipped, octets put in and taken out, words and lines moved, numbers
 * and length fields made false, and pieces of other inputs and of the decoder's own words put in.
 */
import type { Random } from './random.ts';

/** What stands around limits: of octets, of 16 and 32 bits, signed and not. */
const edges = [0, 1, 7, 8, 15, 16, 127, 128, 255, 256, 1_000, 4_096, 32_767, 32_768, 65_535];
const wideEdges = [...edges, 65_536, 81_920, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];
const numbers = [
  '0',
  '-1',
  '00',
  '1e9',
  '0x10',
  '65536',
  '2147483648',
  '4294967295',
  '9007199254740993',
  '18446744073709551616',
  '99999999999999999999999',
  '1.5',
  '٣',
  'NaN',
].map((text) => Buffer.from(text));

const stepsMax = 5;
const repeatsMax = 8_000;

/** A step answers what it made; the same octets where it found nothing to change. */
type Step = (octets: Buffer) => Buffer;

export type Material = {
  readonly random: Random;
  /** Inputs to take pieces of; it may grow. */
  readonly corpus: readonly Buffer[];
  readonly words: readonly Buffer[];
  readonly bytesMax: number;
};

export class Mutator {
  readonly #material: Material;
  readonly #random: Random;
  readonly #steps: readonly Step[];

  constructor(material: Material) {
    this.#material = material;
    this.#random = material.random;
    this.#steps = [
      (octets) => this.#change(octets, (octet) => octet ^ (1 << this.#random.below(8))),
      (octets) => this.#change(octets, () => this.#random.below(256)),
      (octets) => this.#insert(octets, this.#noise()),
      (octets) => this.#remove(octets),
      (octets) => this.#insert(octets, this.#cut(octets)),
      (octets) => this.#insert(octets, this.#cut(this.#random.pick(this.#material.corpus))),
      (octets) => this.#cross(octets, this.#random.pick(this.#material.corpus)),
      (octets) => this.#insert(octets, this.#random.pick(this.#material.words)),
      (octets) => this.#replaceRun(octets, isWord, this.#random.pick(this.#material.words)),
      (octets) => this.#replaceRun(octets, isDigit, this.#random.pick(numbers)),
      (octets) => this.#insertLine(octets),
      (octets) => this.#setField(octets),
      (octets) => this.#repeat(octets),
      (octets) => octets.subarray(0, this.#random.below(octets.length + 1)),
    ];
  }

  next(): Buffer {
    const { bytesMax } = this.#material;
    let octets = this.#pickShort();
    for (let left = this.#random.below(stepsMax); left >= 0; left--) {
      octets = this.#random.pick(this.#steps)?.(octets) ?? octets;
    }
    // A copy: decoders may write into what they are given, and keep pieces of it.
    return Buffer.from(octets.subarray(0, bytesMax));
  }

  /** The shorter of two: short inputs run sooner, and more of their octets mean something. */
  #pickShort(): Buffer {
    const { corpus } = this.#material;
    const one = this.#random.pick(corpus) ?? Buffer.alloc(0);
    const other = this.#random.pick(corpus) ?? one;
    return other.length < one.length ? other : one;
  }

  #change(octets: Buffer, change: (octet: number) => number): Buffer {
    const changed = Buffer.from(octets);
    const at = this.#random.below(Math.max(octets.length, 1));
    if (octets.length > 0) changed[at] = change(changed[at] ?? 0);
    return changed;
  }

  #insert(octets: Buffer, put: Buffer | undefined): Buffer {
    const at = this.#random.below(octets.length + 1);
    return splice(octets, { at, skip: 0, put });
  }

  #remove(octets: Buffer): Buffer {
    const at = this.#random.below(octets.length + 1);
    return splice(octets, { at, skip: this.#size(octets.length - at), put: undefined });
  }

  #cross(octets: Buffer, other: Buffer | undefined): Buffer {
    const head = octets.subarray(0, this.#random.below(octets.length + 1));
    return Buffer.concat([head, other?.subarray(this.#random.below(other.length + 1)) ?? head]);
  }

  /** A run of letters, or of digits, becomes another. */
  #replaceRun(octets: Buffer, belongs: (octet: number) => boolean, put?: Buffer): Buffer {
    let at = this.#random.below(Math.max(octets.length, 1));
    while (at < octets.length && !belongs(octets[at] ?? 0)) at++;
    let end = at;
    while (at > 0 && belongs(octets[at - 1] ?? 0)) at--;
    while (end < octets.length && belongs(octets[end] ?? 0)) end++;
    return splice(octets, { at, skip: end - at, put });
  }

  /** A line of this input or of another is put in behind a line break, once more or instead of one. */
  #insertLine(octets: Buffer): Buffer {
    const from = this.#random.below(2) === 0 ? octets : this.#random.pick(this.#material.corpus);
    const at = octets.indexOf(lineFeed, this.#random.below(octets.length + 1)) + 1;
    const end = octets.indexOf(lineFeed, at) + 1;
    const skip = this.#random.below(2) === 0 && end > at ? end - at : 0;
    return splice(octets, { at, skip, put: lineOf(from, this.#random) });
  }

  /** 1, 2 or 4 octets as a number, in either order: an edge, or what would be true of what follows. */
  #setField(octets: Buffer): Buffer {
    const bytes = this.#random.pick([1, 2, 4, 4]) ?? 1;
    if (octets.length < bytes) return octets;
    const changed = Buffer.from(octets);
    const at = this.#random.below(octets.length - bytes + 1);
    const true1 = octets.length - at - this.#random.below(2) * bytes;
    const edge = this.#random.pick(bytes === 4 ? wideEdges : edges) ?? 0;
    const value = (this.#random.below(3) === 0 ? true1 : edge) % 256 ** bytes;
    if (this.#random.below(2) === 0) changed.writeUIntBE(value, at, bytes);
    else changed.writeUIntLE(value, at, bytes);
    return changed;
  }

  /** Thousands of one octet, or of a short piece, are what recursion and backtracking stumble over. */
  #repeat(octets: Buffer): Buffer {
    const at = this.#place(octets);
    const piece = octets.subarray(at, at + 1 + this.#random.below(this.#random.below(8) + 1));
    const put = piece.length === 0 ? Buffer.of(this.#random.below(256)) : piece;
    const most = this.#random.below(10) === 0 ? repeatsMax : 40;
    const count = Math.ceil(this.#random.below(most) / put.length);
    return splice(octets, { at, skip: 0, put: Buffer.alloc(count * put.length, put) });
  }

  /** Anywhere, or where something begins or ends: an end of the input, a line break. */
  #place(octets: Buffer): number {
    const at = this.#random.below(octets.length + 1);
    if (this.#random.below(2) === 0) return at;
    const edge = this.#random.pick([1, octets.length - 1, octets.indexOf(lineFeed, at)]) ?? at;
    return Math.min(Math.max(edge, 0), octets.length);
  }

  #noise(): Buffer {
    return Buffer.from(
      Array.from({ length: 1 + this.#random.below(6) }, () => this.#random.below(256)),
    );
  }

  #cut(octets: Buffer = Buffer.alloc(0)): Buffer {
    const at = this.#random.below(octets.length + 1);
    return octets.subarray(at, at + this.#size(octets.length - at));
  }

  /** Mostly small, at times all that there is. */
  #size(most: number): number {
    return this.#random.below(4) === 0 ? this.#random.below(most + 1) : 1 + this.#random.below(8);
  }
}

const lineFeed = 10;

type Change = { readonly at: number; readonly skip: number; readonly put: Buffer | undefined };

function splice(octets: Buffer, { at, skip, put }: Change): Buffer {
  if (put === undefined) return Buffer.concat([octets.subarray(0, at), octets.subarray(at + skip)]);
  return Buffer.concat([octets.subarray(0, at), put, octets.subarray(at + skip)]);
}

function lineOf(octets: Buffer | undefined, random: Random): Buffer | undefined {
  if (octets === undefined) return undefined;
  const start = octets.indexOf(lineFeed, random.below(octets.length + 1)) + 1;
  const end = octets.indexOf(lineFeed, start) + 1;
  return octets.subarray(start, end === 0 ? octets.length : end);
}

function isDigit(octet: number): boolean {
  return octet >= 0x30 && octet <= 0x39;
}

function isWord(octet: number): boolean {
  return isDigit(octet) || octet === 0x2d || ((octet | 0x20) - 0x61) >>> 0 < 26;
}
