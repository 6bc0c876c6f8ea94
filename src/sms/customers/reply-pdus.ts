/** What a phone sent to one of the account's numbers, as the deliver_sm that its software reads. */
import type { ReplyFact } from '#model/reply-fact.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { Address, DeliverSm } from '#sms/smpp/pdu.ts';
import type { Form } from '#sms/text/form.ts';
import { septetsOf } from '#sms/text/gsm.ts';
import { splitIntoParts, unitsOf } from '#sms/text/segments.ts';
import { encodePart } from '#sms/text/user-data.ts';
import type { SmppUserSettings } from './smpp-user.ts';

/** SMPP 3.4 §5.2.12: the user data begins with a header; §5.2.19: UCS-2. */
const headerBit = 0x40;
const ucs2Coding = 0x08;

const blank = blankBody('deliver_sm');

/** One for each part; parts of a long text share the reference, of which the low octet counts. */
export function replyPdus(
  { text, phone, number, to }: ReplyFact,
  { defaultAlphabet }: Pick<SmppUserSettings, 'defaultAlphabet'>,
  reference: number,
): readonly DeliverSm[] {
  const form = formOf(text, defaultAlphabet);
  const source = /^\d+$/.test(phone) ? international(phone) : { ton: 5, npi: 0, address: phone };
  const destination = to === 'short' ? { ton: 3, npi: 0, address: number } : international(number);
  const pduOf = (part: number): DeliverSm => {
    const { octets, hasHeader } = encodePart(text, form, { part, reference });
    return {
      ...blank,
      source,
      destination,
      esmClass: hasHeader ? headerBit : 0,
      dataCoding: form.code === 'ucs2' ? ucs2Coding : 0,
      shortMessage: octets,
    };
  };
  return Array.from({ length: splitIntoParts(text, form).length }, (_, index) => pduOf(index + 1));
}

/** What the user means by data_coding 0, where the text fits it and GSM too; UCS-2 otherwise. */
function formOf(text: string, code: SmppUserSettings['defaultAlphabet']): Form {
  const coded: Form = { code, long: 'udh8', locking: 0, single: 0 };
  const fits = code === 'latin1' ? !/[^\0-\xff]/.test(text) : septetsOf(text) !== undefined;
  return fits && unitsOf(text, coded) !== undefined ? coded : { ...coded, code: 'ucs2' };
}

function international(digits: string): Address {
  return { ton: 1, npi: 1, address: digits };
}
