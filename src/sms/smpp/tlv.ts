/** Optional parameters: the tags we speak of, and how their octets are read and made. */
import type { Message, Tlv } from './pdu.ts';

/** SMPP 3.4 §5.3.2, congestion_state from 5.0 §4.8.4.18. */
export const tag = {
  additionalStatusText: 0x001d,
  timeToLive: 0x0017,
  receiptedMessageId: 0x001e,
  userMessageReference: 0x0204,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarPart: 0x020f,
  interfaceVersion: 0x0210,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
  congestionState: 0x0428,
} as const;

export const noTlvs: readonly Tlv[] = Object.freeze([]);

function findTlv(tlvs: readonly Tlv[], wanted: number): Buffer | undefined {
  // Most PDUs have none: no iterator is made for them.
  for (let index = 0; index < tlvs.length; index++) {
    const tlv = tlvs[index];
    if (tlv?.tag === wanted) return tlv.value;
  }
  return undefined;
}

/** Some peers send an integer in another size than the standard's: 1 to 4 octets are understood. */
export function integerTlv(tlvs: readonly Tlv[], wanted: number): number | undefined {
  const value = findTlv(tlvs, wanted);
  if (value === undefined || value.length < 1 || value.length > 4) return undefined;
  return value.readUIntBE(0, value.length);
}

/** A C-octet string, with its NUL or without. */
export function textTlv(tlvs: readonly Tlv[], wanted: number): string | undefined {
  const value = findTlv(tlvs, wanted);
  if (value === undefined) return undefined;
  const end = value.indexOf(0);
  return value.toString('latin1', 0, end < 0 ? value.length : end);
}

export function makeIntegerTlv(which: number, value: number, bytes: 1 | 2 | 4): Tlv {
  const octets = Buffer.allocUnsafe(bytes);
  octets.writeUIntBE(value, 0, bytes);
  return { tag: which, value: octets };
}

export function makeTextTlv(which: number, text: string): Tlv {
  return { tag: which, value: Buffer.from(`${text}\0`, 'latin1') };
}

export function makeOctetsTlv(which: number, octets: Buffer): Tlv {
  return { tag: which, value: octets };
}

/** The text or data of a message, wherever it travels (SMPP 3.4 §5.3.2.32: one of the two is empty). */
export function userDataOf(message: Pick<Message, 'shortMessage' | 'tlvs'>): Buffer {
  if (message.shortMessage.length > 0) return message.shortMessage;
  return findTlv(message.tlvs, tag.messagePayload) ?? message.shortMessage;
}
