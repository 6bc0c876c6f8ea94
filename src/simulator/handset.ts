/** What a person writes on a simulated phone, as the operator delivers it. */
import { isShortNumber } from '#model/short-number.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { Address, DeliverSm } from '#sms/smpp/pdu.ts';
import { tag } from '#sms/smpp/tlv.ts';
import { cutIntoParts, headerBit } from './concatenation.ts';

export type HandsetMessage = {
  /** Digits. */
  readonly from: string;
  readonly to: string;
  /** The text's octets in hexadecimal, and the data_coding they are written in. */
  readonly octets: string;
  readonly dataCoding: number;
  readonly form: 'udh8' | 'udh16' | 'payload';
  /** Parts that get lost on the way, the last ones first. */
  readonly partsLost: number;
  /** Whether no part arrives where it was sent. */
  readonly shuffled: boolean;
};

/** 3GPP TS 23.040: octets of a message alone, and behind a header; GSM septets go one to an octet here. */
const rooms = {
  septets: { alone: 160, udh8: 153, udh16: 152 },
  octets: { alone: 140, udh8: 134, udh16: 132 },
} as const;

const defaultCoding = 0;

/** The deliveries in the order they are sent. */
export function writtenOn(message: HandsetMessage, reference: number): readonly DeliverSm[] {
  const octets = Buffer.from(message.octets, 'hex');
  const { form } = message;
  if (form === 'payload') {
    const tlvs = [{ tag: tag.messagePayload, value: octets }];
    return [delivery(message, Buffer.alloc(0), { tlvs })];
  }
  const room = rooms[message.dataCoding === defaultCoding ? 'septets' : 'octets'];
  if (octets.length <= room.alone) return [delivery(message, octets)];
  const bits = form === 'udh8' ? 8 : 16;
  const parts = cutIntoParts(octets, { reference, bits, partBytes: room[form] });
  const arriving = parts.slice(0, Math.max(0, parts.length - message.partsLost));
  const inOrder = message.shuffled ? [...arriving.slice(1), ...arriving.slice(0, 1)] : arriving;
  return inOrder.map((part) => delivery(message, part, { esmClass: headerBit }));
}

function delivery(
  { from, to, dataCoding }: HandsetMessage,
  shortMessage: Buffer,
  changes: Partial<DeliverSm> = {},
): DeliverSm {
  return {
    ...blankBody('deliver_sm'),
    source: addressOf(from),
    destination: addressOf(to),
    dataCoding,
    shortMessage,
    ...changes,
  };
}

function addressOf(digits: string): Address {
  const isShort = isShortNumber(digits);
  return { ton: isShort ? 3 : 1, npi: isShort ? 0 : 1, address: digits };
}
