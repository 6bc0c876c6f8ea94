/** The stock of numbers as people name and see it: whose each is, what it takes, and what it costs. */

import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import type { Author } from '#core/author.ts';
import { textOf } from '#core/input-form.ts';
import { instantText } from '#core/instant-text.ts';
import { formatExact } from '#core/money.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { OwnNumber } from '#model/own-number.ts';
import { readOwnDigits } from '#model/short-number.ts';
import { stateOf } from '#numbers/virtual-number.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import { stockForms } from './words.ts';

type NumberUse = { readonly numberId: number; readonly accountId: number };

export type StockPorts = {
  readonly numbers: {
    listNumbers(): Promise<readonly OwnNumber[]>;
    listShortNumberUses(): Promise<readonly NumberUse[]>;
    createNumber(
      number: Omit<OwnNumber, 'id' | 'state'>,
      author: Author,
    ): Promise<OwnNumber | undefined>;
    changeNumber(
      numberId: number,
      change: {
        readonly accountId?: number | null | undefined;
        readonly operatorId?: number | undefined;
        readonly state?: OwnNumber['state'] | undefined;
        readonly takesSms?: boolean | undefined;
        readonly takesCalls?: boolean | undefined;
      },
      author: Author,
    ): Promise<OwnNumber | undefined>;
    removeNumber(numberId: number, author: Author): Promise<boolean>;
  };
  readonly operators: {
    listOperators(): Promise<readonly { readonly id: number; readonly name: string }[]>;
  };
  readonly virtualNumbers: Pick<VirtualNumberStore, 'findVirtualNumber' | 'setTerms' | 'giveBack'>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly clock: { nowMs(): number };
  readonly currency: string;
};

/** Its digits, however they are written. */
export const numberInput = textOf({ read: readOwnDigits }, stockForms.number);

const instant = z.iso.datetime();

export const numberView = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.enum(['long', 'short']),
  state: z.enum(['active', 'deactivated']),
  /** `quarantined`: given back lately, so that calls may still be meant for who had it. */
  standing: z.enum(['free', 'rented', 'deactivated', 'quarantined']),
  sms: z.boolean(),
  calls: z.boolean(),
  /** Null: any. */
  operator: z.string().nullable(),
  /** Who has it, or sends from it. */
  accounts: z.array(z.int()),
  holders: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Of long ones alone: whether calls to it may be forwarded or recorded. */
  forward: z.boolean(),
  monthly: z.string().nullable(),
  minute: z.string().nullable(),
  paidUntil: instant.nullable(),
  freeAfter: instant.nullable(),
  createdAt: instant,
});

type NumberView = z.input<typeof numberView>;

export type Stock = {
  readonly uses: ReadonlyMap<number, readonly NumberUse[]>;
  readonly operators: ReadonlyMap<number, string>;
};

export async function readStock({ numbers, operators }: StockPorts): Promise<Stock> {
  const uses = Map.groupBy(await numbers.listShortNumberUses(), ({ numberId }) => numberId);
  const listed = await operators.listOperators();
  return { uses, operators: new Map(listed.map(({ id, name }) => [id, name])) };
}

/** Whose alone it is, or who sends from it. */
export function accountsOf({ id, accountId }: OwnNumber, { uses }: Stock): number[] {
  return accountId === null ? (uses.get(id) ?? []).map((use) => use.accountId) : [accountId];
}

export async function viewNumber(
  number: OwnNumber,
  stock: Stock,
  ports: StockPorts,
): Promise<NumberView> {
  const { id, digits, kind, state, operatorId } = number;
  const accounts = accountsOf(number, stock);
  const holders = accounts.map(async (account) => ({
    id: account,
    name: (await ports.accounts.findAccount(account))?.name ?? '',
  }));
  return {
    id,
    number: digits,
    kind,
    state,
    sms: number.takesSms,
    calls: number.takesCalls,
    operator: operatorId === null ? null : (stock.operators.get(operatorId) ?? null),
    accounts,
    holders: await Promise.all(holders),
    ...(await viewRental(number, accounts.length > 0, ports)),
    createdAt: instantText(number.createdAtMs),
  };
}

type Rental = 'standing' | 'forward' | 'monthly' | 'minute' | 'paidUntil' | 'freeAfter';

async function viewRental(
  { digits, state }: OwnNumber,
  isUsed: boolean,
  { virtualNumbers, clock }: StockPorts,
): Promise<Pick<NumberView, Rental>> {
  const rented = await virtualNumbers.findVirtualNumber(digits as PhoneNumber);
  if (rented === undefined) {
    const standing = state === 'deactivated' ? state : isUsed ? 'rented' : 'free';
    return { ...noTerms, standing };
  }
  const { paidUntilMs, freeAfterMs } = rented;
  return {
    standing: stateOf(rented, clock.nowMs()),
    forward: rented.canForward,
    monthly: formatExact(rented.monthlyPrice),
    minute: formatExact(rented.minutePrice),
    paidUntil: paidUntilMs === null ? null : instantText(paidUntilMs),
    freeAfter: freeAfterMs === null ? null : instantText(freeAfterMs),
  };
}

const noTerms = {
  forward: false,
  monthly: null,
  minute: null,
  paidUntil: null,
  freeAfter: null,
} as const;

export async function findNumber(
  { numbers }: StockPorts,
  digits: string,
): Promise<OwnNumber | Refusal<'number is not there'>> {
  const found = (await numbers.listNumbers()).find((each) => each.digits === digits);
  return found ?? noNumber(digits);
}

export function noNumber(number: string): Refusal<'number is not there'> {
  return refuse('number is not there', { field: 'number', params: { number } });
}
