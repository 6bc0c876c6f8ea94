/** Parts of a long message: which part a submit is, and the parts of a long reply. */
import type { Message } from '#sms/smpp/pdu.ts';
import { integerTlv, tag } from '#sms/smpp/tlv.ts';

/** SMPP 3.4 §5.2.12: the data begins with a user data header. */
export const headerBit = 0x40;

/** 3GPP TS 23.040 §9.2.3.24.1 and .8: concatenation with an 8-bit and a 16-bit reference. */
const reference8 = 0x00;
const reference16 = 0x08;

/** The number of the part, from 1; a message that is not cut is its own first part. */
export function partNumber(message: Message): number {
  const inHeader =
    (message.esmClass & headerBit) === 0 ? undefined : fromHeader(message.shortMessage);
  return inHeader ?? integerTlv(message.tlvs, tag.sarPart) ?? 1;
}

function fromHeader(octets: Buffer): number | undefined {
  const headerEnd = Math.min(octets.length, 1 + (octets[0] ?? 0));
  for (let at = 1; at + 1 < headerEnd; at += 2 + (octets[at + 1] ?? 0)) {
    if (octets[at] === reference8) return octets[at + 4];
    if (octets[at] === reference16) return octets[at + 5];
  }
  return undefined;
}

/** Every part of the octets, each behind the header that says which it is. */
export function cutIntoParts(
  octets: Buffer,
  options: { readonly reference: number; readonly bits: 8 | 16; readonly partBytes: number },
): Buffer[] {
  const { reference, bits, partBytes } = options;
  const total = Math.ceil(octets.length / partBytes);
  const number =
    bits === 8
      ? [5, reference8, 3, reference & 0xff]
      : [6, reference16, 4, (reference >> 8) & 0xff, reference & 0xff];
  return Array.from({ length: total }, (_, index) => {
    const piece = octets.subarray(index * partBytes, (index + 1) * partBytes);
    return Buffer.concat([Buffer.from([...number, total, index + 1]), piece]);
  });
}
