/** Eight septets in seven octets (3GPP TS 23.038 §6.1.2.1), as the radio and some operators carry them. */

/** Packs one septet an octet. Fill bits come first, to bring text behind a header to a septet boundary. */
export function packSeptets(septets: Buffer, fillBits = 0): Buffer {
  const packed = Buffer.alloc(Math.ceil((septets.length * 7 + fillBits) / 8));
  for (const [index, septet] of septets.entries()) {
    const bit = fillBits + index * 7;
    const at = bit >> 3;
    const shifted = (septet & 0x7f) << (bit & 7);
    packed[at] = (packed[at] ?? 0) | (shifted & 0xff);
    if (shifted > 0xff) packed[at + 1] = shifted >> 8;
  }
  return packed;
}

/**
 * The octets hold `count` septets at most. Without a count a last septet of eight that is 0 is taken
 * for filling: seven septets and eight that end in @ are the same seven octets.
 */
export function unpackSeptets(packed: Buffer, fillBits = 0, count?: number): Buffer {
  const held = Math.max(0, Math.floor((packed.length * 8 - fillBits) / 7));
  const septets = Buffer.alloc(Math.min(count ?? held, held));
  for (let index = 0; index < septets.length; index += 1) {
    const bit = fillBits + index * 7;
    const at = bit >> 3;
    const pair = (packed[at] ?? 0) | ((packed[at + 1] ?? 0) << 8);
    septets[index] = (pair >> (bit & 7)) & 0x7f;
  }
  const endsFull = (held * 7 + fillBits) % 8 === 0 && septets.at(-1) === 0;
  return count === undefined && endsFull ? septets.subarray(0, -1) : septets;
}

/** TS 23.040 §9.2.3.24: how many bits follow a header before the first septet. */
export function fillBitsBehind(headerOctets: number): number {
  return (7 - ((headerOctets * 8) % 7)) % 7;
}
