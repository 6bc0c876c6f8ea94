/** Reads the octets of a received text. Nothing a phone or an operator sends makes it throw. */
import { unreachable } from '#core/assert.ts';
import type { WireAlphabet } from './data-coding.ts';
import { decodeGsm, type Shifts } from './gsm.ts';
import { fillBitsBehind, unpackSeptets } from './gsm-packing.ts';

/** How an operator carries its default alphabet: a septet an octet, packed, or as octets of another one. */
export type DefaultAlphabet = 'gsm7' | 'gsm7Packed' | 'latin1' | 'ascii';

export type ReceivedText = {
  readonly alphabet: WireAlphabet;
  readonly defaultAlphabet: DefaultAlphabet;
  /** What the operator means by data_coding 1. */
  readonly ia5: 'ascii' | 'gsm7';
  /** Octets of the header in front of the text, taken off already: packed septets start behind fill bits. */
  readonly headerOctets?: number | undefined;
  readonly shifts?: Shifts | undefined;
};

const readers = {
  cyrillic: new TextDecoder('iso-8859-5'),
  hebrew: new TextDecoder('iso-8859-8'),
  korean: new TextDecoder('euc-kr'),
  // A lone surrogate, which no JSON could carry, becomes U+FFFD.
  ucs2: new TextDecoder('utf-16be'),
};

/** Undefined for octets that are no text. */
export function decodeText(octets: Buffer, received: ReceivedText): string | undefined {
  switch (received.alphabet) {
    case 'default':
      return decodeDefault(octets, received);
    case 'ia5':
      return received.ia5 === 'gsm7'
        ? decodeGsm(octets, received.shifts)
        : octets.toString('latin1');
    case 'latin1':
      return octets.toString('latin1');
    case 'ucs2':
      // Half a unit at the end is dropped.
      return readers.ucs2.decode(octets.subarray(0, octets.length & ~1));
    case '8bit':
      return undefined;
    case 'cyrillic':
    case 'hebrew':
    case 'korean':
      return readers[received.alphabet].decode(octets);
    default:
      return unreachable(received.alphabet);
  }
}

function decodeDefault(
  octets: Buffer,
  { defaultAlphabet, headerOctets = 0, shifts }: ReceivedText,
): string {
  switch (defaultAlphabet) {
    case 'gsm7':
      return decodeGsm(octets, shifts);
    case 'gsm7Packed':
      return decodeGsm(unpackSeptets(octets, fillBitsBehind(headerOctets)), shifts);
    case 'latin1':
    case 'ascii':
      // ASCII with the high bit set is no ASCII: Latin-1 is the likeliest reading.
      return octets.toString('latin1');
    default:
      return unreachable(defaultAlphabet);
  }
}
