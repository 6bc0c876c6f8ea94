/** What a data_coding octet says of a text: SMPP 3.4 §5.2.19 below 0x10, 3GPP TS 23.038 §4 above. */

export type WireAlphabet =
  /** The operator's default alphabet: a setting. */
  | 'default'
  | 'ia5'
  | 'latin1'
  | 'cyrillic'
  | 'hebrew'
  | 'korean'
  | 'ucs2'
  /** Octets, or a text that nobody here can read. */
  | '8bit';

export type DataCoding = {
  readonly alphabet: WireAlphabet;
  readonly group: CodingGroup;
  /** 0 shows at once, 1 goes to the phone, 2 to its SIM card, 3 to a device behind it. */
  readonly messageClass: number | undefined;
  readonly compressed: boolean;
};

type CodingGroup =
  | 'plain'
  | 'general'
  | 'automatic deletion'
  | 'reserved'
  | 'message waiting, discard'
  | 'message waiting, store'
  | 'message class';

/** The alphabet that the octets can be read in. */
export function alphabetOf(dataCoding: number): WireAlphabet {
  const { alphabet, compressed } = readDataCoding(dataCoding);
  return compressed ? '8bit' : alphabet;
}

export function readDataCoding(dataCoding: number): DataCoding {
  const octet = dataCoding & 0xff;
  if (octet < 0x10) return uncompressed(smppAlphabets[octet] ?? 'default', 'plain');
  if (octet < 0x40) return general(octet, 'general');
  // TS 23.038 §4: 01xx is coded like 00xx.
  if (octet < 0x80) return general(octet, 'automatic deletion');
  switch (octet >> 4) {
    case 0xc:
      return uncompressed('default', 'message waiting, discard');
    case 0xd:
      return uncompressed('default', 'message waiting, store');
    case 0xe:
      return uncompressed('ucs2', 'message waiting, store');
    case 0xf:
      return uncompressed(octet & 0x04 ? '8bit' : 'default', 'message class', octet & 0x03);
    default:
      // "Any reserved codings shall be assumed to be the GSM 7 bit default alphabet."
      return uncompressed('default', 'reserved');
  }
}

/** SMPP 3.4 §5.2.19, in order from 0x00; what is missing is reserved. */
const smppAlphabets: readonly (WireAlphabet | undefined)[] = [
  'default',
  'ia5',
  '8bit',
  'latin1',
  '8bit',
  // JIS X 0208: which of its encodings is not said.
  '8bit',
  'cyrillic',
  'hebrew',
  'ucs2',
  // Pictograms, ISO-2022-JP music codes, reserved, reserved, extended Kanji.
  '8bit',
  '8bit',
  undefined,
  undefined,
  '8bit',
  'korean',
  undefined,
];

/** TS 23.038 §4, bits 00xx: 5 compressed, 4 a class follows, 3 and 2 the alphabet, 1 and 0 the class. */
function general(octet: number, group: CodingGroup): DataCoding {
  const alphabet = (['default', '8bit', 'ucs2', undefined] as const)[(octet >> 2) & 0x03];
  if (alphabet === undefined) return uncompressed('default', 'reserved');
  return {
    alphabet,
    group,
    messageClass: octet & 0x10 ? octet & 0x03 : undefined,
    compressed: (octet & 0x20) !== 0,
  };
}

function uncompressed(alphabet: WireAlphabet, group: CodingGroup, messageClass?: number) {
  return { alphabet, group, messageClass, compressed: false };
}
