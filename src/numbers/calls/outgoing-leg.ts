/** What the leg that we make says: to whom, from whom, and which headers go along. */
import { isInternational } from '#core/phone-number.ts';
import { quote } from '../sip/fields.ts';
import type { HeaderField } from '../sip/headers.ts';
import type { SipRequest } from '../sip/message.ts';
import { escapeUser, writeHost } from '../sip/uri.ts';
import type { Trunk, TrunkSettings } from '../trunks/trunk.ts';
import type { CallerIdentity } from './caller-identity.ts';
import { diversionFields } from './diversions.ts';

export type LegWish = {
  readonly request: SipRequest;
  readonly caller: CallerIdentity;
  readonly trunk: Trunk;
  /** In digits. */
  readonly target: string;
  /** Numbers of ours on the way, in digits, the first called first. */
  readonly numbers: readonly string[];
  /** What stands behind the @ of our addresses towards that trunk. */
  readonly host: string;
};

export type Leg = {
  readonly uri: string;
  readonly from: string;
  readonly to: string;
  readonly headers: readonly HeaderField[];
};

/** Via, Contact, CSeq and Max-Forwards are the agent's; Record-Route is never carried over. */
export function outgoingLeg(wish: LegWish): Leg {
  const { trunk, target, request } = wish;
  const { settings } = trunk;
  const uri = `sip:${writtenNumber(target, settings.numberForm)}@${writeHost(settings.host)};user=phone`;
  const from = fromOf(wish);
  return {
    uri,
    from: from.text,
    to: `<${uri}>`,
    headers: [
      ...assertedFields(wish),
      ...diversionFields({ ...wish, how: settings.diversion }),
      // RFC 8224 §4: it signs From, and says nothing about another.
      ...(from.isCallers ? identityFields(request) : []),
    ],
  };
}

/** A number as that trunk takes it. */
export function writtenNumber(digits: string, form: TrunkSettings['numberForm']): string {
  // A national number, an extension or a name goes as it came: with a plus it would be somebody else's.
  if (!isInternational(digits)) return escapeUser(digits);
  return { plus: `+${digits}`, digits, zeros: `00${digits}` }[form];
}

/** RFC 3323 §4.1.1.3 for who hides; otherwise whose number the carrier wants to see. */
function fromOf({ caller, trunk, numbers, host }: LegWish) {
  const { from, numberForm, trustedIdentity } = trunk.settings;
  const did = numbers.at(-1) ?? '';
  if (from === 'did')
    return { text: `<sip:${writtenNumber(did, numberForm)}@${host}>`, isCallers: false };
  const isHidden = caller.number === '' || (caller.isPrivate && !trustedIdentity);
  if (caller.isPrivate || isHidden) {
    return { text: '"Anonymous" <sip:anonymous@anonymous.invalid>', isCallers: false };
  }
  const name = caller.name === '' ? '' : `${quote(inOctets(caller.name))} `;
  return {
    text: `${name}<sip:${writtenNumber(caller.number, numberForm)}@${host}>`,
    isCallers: true,
  };
}

/** Fields are written octet by octet, and texts in them are UTF-8 (RFC 3261 §7.3.1). */
function inOctets(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** RFC 3325 §9.1: a private caller's identity goes only to who is trusted with it, and marked so. */
function assertedFields({ caller, trunk, numbers, host }: LegWish): readonly HeaderField[] {
  const { pai, numberForm, trustedIdentity } = trunk.settings;
  const privacy: readonly HeaderField[] = caller.isPrivate ? [['privacy', 'id']] : [];
  if (pai === 'none') return privacy;
  const mayShow = caller.number !== '' && (!caller.isPrivate || trustedIdentity);
  const number = pai === 'did' ? (numbers.at(-1) ?? '') : mayShow ? caller.number : '';
  if (number === '') return privacy;
  return [
    ['p-asserted-identity', `<sip:${writtenNumber(number, numberForm)}@${host}>`],
    ...privacy,
  ];
}

function identityFields({ headers }: SipRequest): readonly HeaderField[] {
  return headers.all('identity').map((value): HeaderField => ['identity', value]);
}
