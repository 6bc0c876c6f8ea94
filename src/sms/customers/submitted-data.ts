/**
 * The user data of a submit: a text, which is cut and written again for each operator, or octets that
 * travel as they came, because they are no text or the customer has cut or marked them itself.
 */
import { readUserData } from '#sms/inbound/user-data.ts';
import type { SubmitSm } from '#sms/smpp/pdu.ts';
import { status } from '#sms/smpp/status.ts';
import { userDataOf } from '#sms/smpp/tlv.ts';
import type { Carried } from '#sms/submission.ts';
import { readDataCoding } from '#sms/text/data-coding.ts';
import { decodeText } from '#sms/text/text-decoding.ts';
import type { SmppUserSettings } from './smpp-user.ts';

export type SubmittedData =
  | {
      readonly ok: true;
      /** Of octets that are no text: empty. */
      readonly text: string;
      /** Null: the text says all. */
      readonly carried: Carried | null;
    }
  | { readonly ok: false; readonly status: number };

/** SMPP 3.4 §5.2.12: the data begins with a header. */
const headerBit = 0x40;
/** 3GPP TS 23.040 §9.2.3.24: what one short message holds, its header included. */
const partOctetsMax = 140;
const latin1Coding = 0x03;

export function readSubmittedData(
  pdu: SubmitSm,
  { defaultAlphabet }: Pick<SmppUserSettings, 'defaultAlphabet'>,
): SubmittedData {
  const data = userDataOf(pdu);
  const hasHeader = (pdu.esmClass & headerBit) !== 0;
  // A header that claims more than there is would be cut anywhere on the way.
  if (hasHeader && 1 + (data[0] ?? 0) > data.length) return refused;
  const { octets, headerOctets, place, shifts } = readUserData(pdu);
  const { alphabet, group, compressed } = readDataCoding(pdu.dataCoding);
  const readAs = compressed ? '8bit' : alphabet;
  const text = decodeText(octets, {
    alphabet: readAs,
    defaultAlphabet,
    ia5: 'ascii',
    headerOctets,
    shifts,
  });
  // A class or a waiting mark is more than a text; so is any header.
  if (text !== undefined && group === 'plain' && !hasHeader && place === undefined) {
    return { ok: true, text, carried: null };
  }
  const inTlvs = hasHeader || place === undefined ? noHeader : headerOf(place);
  const whole = Buffer.concat([inTlvs, data]);
  const headed = headerOctets + inTlvs.length;
  if (weight(whole, headed, readAs === 'default') > partOctetsMax) return refused;
  const isLatin = readAs === 'default' && defaultAlphabet === 'latin1';
  return {
    ok: true,
    text: text ?? '',
    carried: {
      octets: whole.toString('base64'),
      dataCoding: isLatin && group === 'plain' ? latin1Coding : pdu.dataCoding,
      hasHeader: headed > 0,
      protocolId: pdu.protocolId,
    },
  };
}

const refused = { ok: false, status: status.invalidMessageLength } as const;

const noHeader = Buffer.alloc(0);

/** SAR parameters as a header (TS 23.040 §9.2.3.24.1), which every operator knows; its reference is one octet. */
function headerOf({
  reference,
  total,
  number,
}: NonNullable<ReturnType<typeof readUserData>['place']>): Buffer {
  return Buffer.from([0x05, 0x00, 0x03, reference & 0xff, total, number]);
}

/** Octets on the radio: those of the default alphabet are septets there, an octet each here. */
function weight(whole: Buffer, headerOctets: number, areSeptets: boolean): number {
  const rest = whole.length - headerOctets;
  return headerOctets + (areSeptets ? Math.ceil((rest * 7) / 8) : rest);
}
