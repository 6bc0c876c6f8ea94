/** Which number was dialled: carriers write it in many ways, and not all in the Request-URI. */
import { type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { parseNameAddress } from '../sip/fields.ts';
import type { SipRequest } from '../sip/message.ts';
import { parseUri, type Uri, unescapeUser } from '../sip/uri.ts';
import type { TrunkSettings } from '../trunks/trunk.ts';

type Rules = Pick<TrunkSettings, 'numberFrom' | 'stripPrefix' | 'addPrefix' | 'homeCountry'>;

/** In digits of E.164; undefined where there is none to be read. */
export function dialledNumber(request: SipRequest, rules: Rules): PhoneNumber | undefined {
  const uri = uriFrom(request, rules.numberFrom);
  const written = uri && numberIn(uri);
  return written === undefined ? undefined : toPhone(written, rules);
}

function uriFrom(request: SipRequest, place: Rules['numberFrom']): Uri | undefined {
  if (place === 'ruri') return parseUri(request.uri);
  const name = place.startsWith('header:') ? place.slice('header:'.length) : place;
  const value = request.headers.get(name);
  if (value === undefined) return undefined;
  // A header of the carrier's own may hold the bare number.
  return parseNameAddress(value)?.uri ?? parseUri(`tel:${value.trim()}`);
}

/** RFC 3966 §5.1.1 and RFC 4694: parameters behind the number are not part of it, `;rn=` is the network's. */
export function numberIn(uri: Uri): string | undefined {
  if (uri.scheme === 'other') return undefined;
  const text = uri.scheme === 'tel' ? uri.number : unescapeUser(uri.user ?? '');
  const [number = ''] = text.split(';');
  return number === '' ? undefined : number;
}

/** Of an address that carries an international number. */
export function phoneIn(uri: Uri): PhoneNumber | undefined {
  const written = numberIn(uri);
  return written === undefined
    ? undefined
    : toPhone(written, { stripPrefix: '', addPrefix: '', homeCountry: '' });
}

function toPhone(written: string, rules: Omit<Rules, 'numberFrom'>): PhoneNumber | undefined {
  const { stripPrefix, addPrefix, homeCountry } = rules;
  const bare = written.replace(/[\s().-]/g, '');
  const stripped = bare.startsWith(stripPrefix) ? bare.slice(stripPrefix.length) : bare;
  const full = `${addPrefix}${stripped}`;
  if (homeCountry !== '') return parsePhoneNumber(full, homeCountry);
  // Without a country nothing is national: digits are taken as international ones.
  const digits = full.replace(/^(?:\+|00)/, '');
  return /^\d+$/.test(digits) ? parsePhoneNumber(`+${digits}`, '') : undefined;
}
