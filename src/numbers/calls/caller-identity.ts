/** Who calls: the number, the name, and whether it may be shown. */
import { isUtf8 } from 'node:buffer';
import { parsePhoneNumber } from '#core/phone-number.ts';
import { type NameAddress, parseNameAddress, splitLists } from '../sip/fields.ts';
import type { SipRequest } from '../sip/message.ts';
import type { TrunkSettings } from '../trunks/trunk.ts';
import { numberIn } from './dialled-number.ts';

export type CallerIdentity = {
  /** Digits of E.164, what else the user part holds, or empty where the caller hides and nobody vouches. */
  readonly number: string;
  /** Without control characters. */
  readonly name: string;
  /** RFC 3323: the called party must not see it. */
  readonly isPrivate: boolean;
};

type Rules = Pick<TrunkSettings, 'trustedIdentity' | 'homeCountry'>;

const longestName = /^.{0,80}/su;

/** RFC 3325 §9: P-Asserted-Identity counts from whom it is believed, and Privacy is obeyed from all. */
export function callerIdentity(request: SipRequest, rules: Rules): CallerIdentity {
  const from = parseNameAddress(request.headers.get('from') ?? '');
  const asserted = rules.trustedIdentity ? assertedIn(request) : undefined;
  const isPrivate = asksForPrivacy(request) || isAnonymous(from);
  const shown = asserted ?? (isAnonymous(from) ? undefined : from);
  return {
    number: shown === undefined ? '' : digitsOf(shown, rules.homeCountry),
    name: cleanName(textOf(shown?.display ?? '')),
    isPrivate,
  };
}

function assertedIn(request: SipRequest): NameAddress | undefined {
  const [first] = splitLists(request.headers.all('p-asserted-identity')) ?? [];
  return first === undefined ? undefined : parseNameAddress(first);
}

/** RFC 3323 §4.2: `none` asks for nothing. */
function asksForPrivacy(request: SipRequest): boolean {
  const words = request.headers
    .all('privacy')
    .flatMap((value) => value.toLowerCase().split(/[;,]/));
  return words.some((word) => ['id', 'user', 'header'].includes(word.trim()));
}

/** RFC 3323 §4.1.1.3: anonymous@anonymous.invalid. */
function isAnonymous(from: NameAddress | undefined): boolean {
  if (from === undefined || from.uri.scheme === 'other') return true;
  if (from.uri.scheme === 'tel') return false;
  return from.uri.host === 'anonymous.invalid' || from.uri.user?.toLowerCase() === 'anonymous';
}

function digitsOf({ uri }: NameAddress, homeCountry: string): string {
  const written = numberIn(uri);
  if (written === undefined) return '';
  const international = /^\+?\d{8,15}$/.test(written) && !written.startsWith('0');
  const phone = parsePhoneNumber(
    international && homeCountry === '' ? `+${written.replace('+', '')}` : written,
    homeCountry,
  );
  // A name of an exchange, an extension: shown as it came, within bounds.
  return phone ?? cleanName(written).slice(0, 40);
}

/** Fields are read octet by octet, and texts in them are UTF-8 (RFC 3261 §7.3.1); old switches write Latin-1. */
function textOf(octets: string): string {
  const bytes = Buffer.from(octets, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : octets;
}

function cleanName(text: string): string {
  const clean = text.replace(/\p{Cc}/gu, ' ').trim();
  // Whole characters: half of one is none.
  return longestName.exec(clean)?.[0] ?? '';
}
