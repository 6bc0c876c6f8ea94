/** What a sendsms request carries: a text in whatever character set, or octets with a header, a class or a waiting mark. */
import type { OctetFields } from '#api/adapters/octet-form.ts';
import { contentOfText, type HttpContent } from '#sms/customers/http-submit.ts';
import { septetsOf, writeGsm } from '#sms/text/gsm.ts';

export type ContentCoding = {
  readonly mclass: number | undefined;
  readonly mwi: number | undefined;
  readonly coding: number | undefined;
  readonly altDcs: number | undefined;
};

/** The values of `coding`. */
const [sevenBit, eightBit, ucs2] = [0, 1, 2];
/** 3GPP TS 23.040 §9.2.3.24: what one short message holds. */
const octetsMax = 140;
const nothing = Buffer.alloc(0);

/** Or the sentence that says why not. */
export function readContent(fields: OctetFields, coding: ContentCoding): HttpContent | string {
  const udh = fields.get('udh') ?? nothing;
  if (udh.length > 0 && udh.length !== (udh[0] ?? 0) + 1) return 'UDH field misformed, rejected';
  if (udh.length > octetsMax) return 'UDH field is too long, rejected';
  const written = fields.get('text') ?? nothing;
  const code = coding.coding ?? (udh.length > 0 ? eightBit : sevenBit);
  if (code === eightBit) {
    return { octets: Buffer.concat([udh, written]), ...formOf(coding, eightBit, udh) };
  }
  const charset =
    fields.get('charset')?.toString('latin1') ?? (code === ucs2 ? 'utf-16be' : 'utf-8');
  const text = decode(written, charset);
  if (text === undefined) return 'Charset or body misformed, rejected';
  if (text === '' && udh.length === 0) return 'Empty text not allowed, rejected';
  return udh.length === 0 && coding.mclass === undefined && coding.mwi === undefined
    ? contentOfText(text)
    : carriedText(text, { coding, code, udh });
}

/** A text that is more than a text goes as its octets: what GSM has no letter for needs UCS-2. */
function carriedText(text: string, { coding, code, udh }: TextForm): HttpContent {
  const septets = code === ucs2 ? undefined : septetsOf(text);
  if (septets === undefined) {
    const octets = Buffer.from(text, 'utf16le').swap16();
    return { octets: Buffer.concat([udh, octets]), ...formOf(coding, ucs2, udh) };
  }
  const octets = Buffer.alloc(septets);
  writeGsm(text, octets, 0);
  return { octets: Buffer.concat([udh, octets]), ...formOf(coding, sevenBit, udh) };
}

type TextForm = { readonly coding: ContentCoding; readonly code: number; readonly udh: Buffer };

function formOf(coding: ContentCoding, code: number, udh: Buffer) {
  return { dataCoding: dataCodingOf(coding, code), hasHeader: udh.length > 0 };
}

/** 3GPP TS 23.038 §4. */
function dataCodingOf({ mclass, mwi, altDcs }: ContentCoding, code: number): number {
  if (mwi !== undefined) {
    const isActive = mwi < 4 ? 0x08 : 0;
    return (code === ucs2 ? 0xe0 : 0xd0) | isActive | (mwi & 0x03);
  }
  if (mclass === undefined) return code << 2;
  // Its group for classes has a bit for octets, and no word for UCS-2.
  if (altDcs === 1 && code !== ucs2) return 0xf0 | (code << 2) | mclass;
  return 0x10 | (code << 2) | mclass;
}

function decode(octets: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(labelOf(charset), { fatal: true }).decode(octets);
  } catch {
    // A character set that nobody knows, or octets that are none of it.
    return undefined;
  }
}

/** Names that programs use and the list of the web has not. */
function labelOf(charset: string): string {
  const label = charset.trim().toLowerCase();
  return ['ucs-2', 'ucs-2be', 'ucs2', 'iso-10646-ucs-2', 'utf-16'].includes(label)
    ? 'utf-16be'
    : label;
}
