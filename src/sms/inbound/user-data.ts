/**
 * What a deliver_sm carries: its text's octets without the header in front of them, which part of a
 * longer text they are, and the national tables they are written in. Nothing in it can make this throw.
 */
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { integerTlv, tag, userDataOf } from '#sms/smpp/tlv.ts';
import type { Shifts } from '#sms/text/gsm.ts';

/** One of the parts of a text, which share a reference. */
export type PartNumbering = {
  readonly reference: number;
  /** 2 to 255. */
  readonly total: number;
  /** 1 to `total`. */
  readonly number: number;
};

export type UserData = {
  readonly octets: Buffer;
  /** Taken off in front of them: packed septets start behind fill bits. */
  readonly headerOctets: number;
  /** Undefined for a text of its own. */
  readonly place: PartNumbering | undefined;
  readonly shifts: Shifts;
};

/** SMPP 3.4 §5.2.12: the data begins with a user data header. */
const headerBit = 0x40;

/** 3GPP TS 23.040 §9.2.3.24: information elements. */
const reference8 = 0x00;
const reference16 = 0x08;
const singleShift = 0x24;
const lockingShift = 0x25;

type Element = { readonly id: number; readonly octets: Buffer };

export function readUserData(pdu: DeliverSm): UserData {
  const data = userDataOf(pdu);
  const hasHeader = (pdu.esmClass & headerBit) !== 0 && data.length > 0;
  // A header that claims to be longer than the data is all there is.
  const headerOctets = hasHeader ? Math.min(1 + (data[0] ?? 0), data.length) : 0;
  const elements = hasHeader ? readElements(data.subarray(1, headerOctets)) : [];
  return {
    octets: data.subarray(headerOctets),
    headerOctets,
    place: placeInHeader(elements) ?? placeInTlvs(pdu),
    shifts: { single: tableOf(elements, singleShift), locking: tableOf(elements, lockingShift) },
  };
}

/** An element that does not fit into its header ends the reading. */
function readElements(header: Buffer): readonly Element[] {
  const elements: Element[] = [];
  for (let at = 0; at + 1 < header.length; ) {
    const end = at + 2 + (header[at + 1] ?? 0);
    if (end > header.length) break;
    elements.push({ id: header[at] ?? 0, octets: header.subarray(at + 2, end) });
    at = end;
  }
  return elements;
}

/** §9.2.3.24: of an element that comes twice the last one counts. */
function placeInHeader(elements: readonly Element[]): PartNumbering | undefined {
  const found = elements.findLast(
    ({ id, octets }) =>
      (id === reference8 && octets.length === 3) || (id === reference16 && octets.length === 4),
  );
  if (found === undefined) return undefined;
  const { octets } = found;
  const bytes = octets.length - 2;
  return sound({
    reference: octets.readUIntBE(0, bytes),
    total: octets[bytes] ?? 0,
    number: octets[bytes + 1] ?? 0,
  });
}

/** SMPP 3.4 §5.3.2.22 to .24. */
function placeInTlvs({ tlvs }: DeliverSm): PartNumbering | undefined {
  const reference = integerTlv(tlvs, tag.sarReference);
  const total = integerTlv(tlvs, tag.sarTotal);
  const number = integerTlv(tlvs, tag.sarPart);
  if (reference === undefined || total === undefined || number === undefined) return undefined;
  return sound({ reference, total, number });
}

/** §9.2.3.24.1: with part 0, or one past the total, the element is to be ignored. */
function sound(place: PartNumbering): PartNumbering | undefined {
  const { reference, total, number } = place;
  const isPart = total > 1 && total <= 255 && number >= 1 && number <= total;
  return isPart && reference <= 0xffff ? place : undefined;
}

function tableOf(elements: readonly Element[], id: number): number | undefined {
  return elements.findLast((element) => element.id === id && element.octets.length === 1)
    ?.octets[0];
}
