/** Renting a number and giving it back. */

import type { LimitRefusal } from '#accounts/limits/limit-refusal.ts';
import type { LimitVerdict } from '#accounts/limits/limiter.ts';
import type { Author } from '#core/author.ts';
import {
  findFirstReply,
  type Idempotency,
  type ReplyPorts,
  replyRememberedMs,
} from '#core/idempotency.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { stateOf } from '../virtual-number.ts';
import type { VirtualNumberStore } from '../virtual-number-store.ts';
import { dayOfMonth, nextMonth } from './month.ts';

/** For so long calls to a number that was given back are meant for who had it before. */
export const quarantineMs = 30 * 24 * 3_600_000;

export type RentPorts = {
  readonly numbers: Pick<VirtualNumberStore, 'findVirtualNumber' | 'rent' | 'giveBack'>;
  /** Counts the rent of the first month to the limits of who rents. */
  readonly take: (price: Millionths) => LimitVerdict;
};

export type RentWish = {
  readonly accountId: number;
  readonly phone: PhoneNumber;
  readonly label: string;
  /** Undefined: who asks again has not rented it. */
  readonly idempotency?: Idempotency | undefined;
};

/** Null where it costs nothing. */
type Rented = { readonly monthlyPrice: Millionths; readonly paidUntilMs: number | null };

export type RentAnswer =
  | ({ readonly kind: 'rented' } & Rented)
  | { readonly kind: 'credit is not enough'; readonly price: Millionths }
  | { readonly kind: 'limit is in the way'; readonly refusal: LimitRefusal }
  | { readonly kind: 'number is unknown' | 'number is taken' }
  | { readonly kind: 'key was used for another request' };

/** The first month is paid at once. A client that repeats the request hears until when, though the number is taken by now. */
export async function rentNumber(
  wish: RentWish,
  author: Author,
  ports: RentPorts & ReplyPorts,
): Promise<RentAnswer> {
  const { accountId, idempotency } = wish;
  const answer = await rentNow(wish, author, ports);
  if (answer.kind === 'rented' || idempotency === undefined) return answer;
  const first = await findFirstReply(accountId, idempotency, ports);
  if (first === undefined) return answer;
  return first.kind === 'repeated'
    ? { kind: 'rented', ...(JSON.parse(first.reply) as Rented) }
    : { kind: first.kind };
}

/** Without regard to earlier requests. */
export async function rentNow(
  { accountId, phone, label, idempotency }: RentWish,
  author: Author,
  { numbers, take }: RentPorts,
): Promise<RentAnswer> {
  const number = await numbers.findVirtualNumber(phone);
  // Of numbers that are another's nobody is told more than that he cannot have them.
  if (number === undefined || stateOf(number, author.atMs) !== 'free')
    return { kind: 'number is unknown' };
  const taken = take(number.monthlyPrice);
  if (!taken.ok) return { kind: 'limit is in the way', refusal: taken.refusal };
  const { atMs } = author;
  const paidUntilMs = number.monthlyPrice > 0 ? nextMonth(atMs, dayOfMonth(atMs)) : null;
  const rented: Rented = { monthlyPrice: number.monthlyPrice, paidUntilMs };
  const once = idempotency && {
    ...idempotency,
    reply: JSON.stringify(rented),
    forgottenBeforeMs: atMs - replyRememberedMs,
  };
  const kind = await numbers.rent({ number, accountId, label, atMs, paidUntilMs, once }, author);
  if (kind === 'rented') return { kind, ...rented };
  taken.giveBack();
  return kind === 'number is taken' ? { kind } : { kind, price: number.monthlyPrice };
}

/** What was paid for the month is not given back. False: it is not the account's. */
export async function giveNumberBack(
  { accountId, phone }: Pick<RentWish, 'accountId' | 'phone'>,
  author: Author,
  { numbers }: Pick<RentPorts, 'numbers'>,
): Promise<boolean> {
  const number = await numbers.findVirtualNumber(phone);
  if (number?.accountId !== accountId) return false;
  const freeAfterMs = author.atMs + quarantineMs;
  return numbers.giveBack({ numberId: number.id, accountId, freeAfterMs }, author);
}
