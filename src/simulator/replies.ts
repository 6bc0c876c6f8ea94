/** What the simulated phones send back. */
import { unreachable } from '#core/assert.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm, SubmitSm } from '#sms/smpp/pdu.ts';
import { tag } from '#sms/smpp/tlv.ts';
import type { ReplyPlan } from './behaviour.ts';
import { cutIntoParts, headerBit, partNumber } from './concatenation.ts';

/** Letters cannot be replied to: a phone has no number to send to (3GPP TS 23.040 §9.1.2.5). */
const alphanumericTon = 5;

const ucs2 = 8;

const sentence = 'Ceci est une longue reponse, ecrite sur un telephone simule. ';
/** In the GSM alphabet these letters are what they are in ASCII, one septet to an octet. */
const longText = Buffer.from(sentence.repeat(7));
const gsmPartBytes = { 8: 153, 16: 152 } as const;

const blank = blankBody('deliver_sm');

/** The deliveries of a reply, in the order they are sent; none to a sender that has no number. */
export function repliesTo(
  submit: SubmitSm,
  plan: ReplyPlan,
  facts: { readonly id: string; readonly reference: number },
): readonly DeliverSm[] {
  if (submit.source.ton === alphanumericTon || submit.source.address === '') return [];
  const reply = (shortMessage: Buffer, change: Partial<DeliverSm> = {}): DeliverSm => ({
    ...blank,
    source: submit.destination,
    destination: submit.source,
    shortMessage,
    ...change,
  });
  if (plan === 'echo') {
    const { shortMessage, dataCoding, tlvs } = submit;
    return [reply(shortMessage, { dataCoding, tlvs, esmClass: submit.esmClass & headerBit })];
  }
  // One reply to a message, not one to each of its parts.
  if (partNumber(submit) !== 1) return [];
  const parts = (bits: 8 | 16): DeliverSm[] =>
    cutIntoParts(longText, { reference: facts.reference, bits, partBytes: gsmPartBytes[bits] }).map(
      (part) => reply(part, { esmClass: headerBit }),
    );
  switch (plan) {
    case 'Oui':
    case 'STOP':
      return [reply(Buffer.from(plan))];
    case 'emoji':
      return [reply(Buffer.from('Merci 🙏😀', 'utf16le').swap16(), { dataCoding: ucs2 })];
    case 'long':
      return parts(8);
    case 'long, shuffled':
      return rotate(parts(8));
    case 'long, one part missing':
      return parts(8).filter((_, index) => index !== 1);
    case 'long, 16-bit reference':
      return parts(16);
    case 'message_payload':
      return [reply(Buffer.alloc(0), { tlvs: [{ tag: tag.messagePayload, value: longText }] })];
    case 'like a receipt':
      return [reply(Buffer.from(`id:${facts.id} sub:001 dlvrd:000 stat:UNDELIV err:001 text:`))];
    default:
      return unreachable(plan);
  }
}

/** The last two in front of the first: no part is where it was. */
function rotate<Item>(items: readonly Item[]): Item[] {
  return [...items.slice(1), ...items.slice(0, 1)];
}
