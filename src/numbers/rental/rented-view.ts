/** A number as the account that rents it sees it: what it can do and costs, and what calls to it do. */
import { z } from 'zod';
import { instantText } from '#core/instant-text.ts';
import { maskAddress } from '#core/log.ts';
import { mayRead, showPhone } from '#core/masked.ts';
import { formatExact } from '#core/money.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import type { Role } from '#core/permissions.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import { type ForwardRule, usualOptions } from '../forwarding/forward-rule.ts';
import type { VirtualNumber } from '../virtual-number.ts';
import type { VirtualNumberStore } from '../virtual-number-store.ts';

export type RentedPorts = {
  readonly virtualNumbers: Pick<
    VirtualNumberStore,
    'findVirtualNumber' | 'listVirtualNumbers' | 'findRule' | 'findOptions'
  >;
};

export const callModes = ['off', 'phone', 'voicemail'] as const;

/** What can be had, rented or not. */
export const offerView = z.object({
  number: z.string(),
  sms: z.boolean(),
  calls: z.boolean(),
  /** Whether calls to it may be forwarded or recorded. */
  forward: z.boolean(),
  monthly: z.string(),
  /** Of a call that ends here. */
  minute: z.string(),
});

const instant = z.iso.datetime().nullable();

export const rentedView = offerView.extend({
  account: z.int(),
  label: z.string(),
  active: z.boolean(),
  /** Why it is not active. */
  why: z.string(),
  rentedAt: instant,
  paidUntil: instant,
  /** What a call to it does, and where it goes: a phone with its plus, or a mail address. */
  mode: z.enum(callModes),
  target: z.string(),
  /** How long the target rings. */
  seconds: z.int(),
  unanswered: z.enum(['refuse', 'voicemail']),
  /** Who gets the voicemail of such a call. */
  fallback: z.string(),
  /** Who is told of calls that nobody took; empty: nobody. */
  missed: z.string(),
  /** What a mobile gets by SMS whose call nobody took; empty: nothing. */
  text: z.string(),
  language: z.enum(['en', 'fr']),
});

export function viewOffer(number: VirtualNumber): z.input<typeof offerView> {
  return {
    number: formatPhone(number.phone),
    sms: number.takesSms,
    calls: number.takesCalls,
    forward: number.canForward,
    monthly: formatExact(number.monthlyPrice),
    minute: formatExact(number.minutePrice),
  };
}

export async function viewRented(
  number: RentedNumber,
  role: Role,
  { virtualNumbers }: RentedPorts,
): Promise<z.input<typeof rentedView>> {
  const { label, active, deactivatedWhy: why, rentedAtMs, paidUntilMs } = number;
  const rule = (await virtualNumbers.findRule(number.id))?.rule;
  const options = (await virtualNumbers.findOptions(number.id)) ?? usualOptions;
  return {
    ...viewOffer(number),
    account: number.accountId,
    label,
    active,
    why,
    rentedAt: rentedAtMs === null ? null : instantText(rentedAtMs),
    paidUntil: paidUntilMs === null ? null : instantText(paidUntilMs),
    mode: modeOf(rule),
    target: targetOf(rule, role),
    seconds: options.ringMs / 1_000,
    unanswered: options.unanswered,
    fallback: showAddress(options.fallbackEmail, role),
    missed: showAddress(options.missedCallEmail, role),
    text: options.missedCallText,
    language: options.language,
  };
}

export function modeOf(rule: ForwardRule | undefined): (typeof callModes)[number] {
  if (rule === undefined) return 'off';
  return rule.kind === 'forward' ? 'phone' : 'voicemail';
}

function targetOf(rule: ForwardRule | undefined, role: Role): string {
  if (rule === undefined) return '';
  return rule.kind === 'forward' ? showPhone(rule.target, role) : showAddress(rule.target, role);
}

function showAddress(address: string, role: Role): string {
  return mayRead(role) || address === '' ? address : maskAddress(address);
}

/** A long number that is somebody's. */
export type RentedNumber = VirtualNumber & { readonly accountId: number };

/** Undefined where the number is nobody's, or none of ours. */
async function findRented(
  { virtualNumbers }: { readonly virtualNumbers: Pick<VirtualNumberStore, 'findVirtualNumber'> },
  digits: string,
): Promise<RentedNumber | undefined> {
  const found = await virtualNumbers.findVirtualNumber(digits as PhoneNumber);
  const accountId = found?.accountId ?? null;
  return found === undefined || accountId === null ? undefined : { ...found, accountId };
}

type FindPorts = { readonly virtualNumbers: Pick<VirtualNumberStore, 'findVirtualNumber'> };
type Named = { readonly number: string };

/** Whose the number is, so that a command need not say it. */
export async function accountOfNumber(ports: FindPorts, { number }: Named) {
  return (await findRented(ports, number))?.accountId ?? notRented(number);
}

/** One of another account is as unknown as none. */
export async function findOwnNumber(
  ports: FindPorts,
  number: string,
  accountId: number,
): Promise<RentedNumber | Refusal<'number is unknown'>> {
  const found = await findRented(ports, number);
  return found?.accountId === accountId ? found : notRented(number);
}

function notRented(number: string): Refusal<'number is unknown'> {
  return refuse('number is unknown', { field: 'number', params: { number } });
}
