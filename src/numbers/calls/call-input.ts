/** Which calls or voicemails of an account a list, a count or a table is about. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { fromInput, idInput, lineInput } from '#core/common-inputs.ts';
import { orders } from '#core/id-paging.ts';
import { mayRead } from '#core/masked.ts';
import type { InAccount } from '#core/operation.ts';
import { type PhoneNumber, phoneBeginning } from '#core/phone-number.ts';
import { numberInput } from '../stock/stock-view.ts';
import { type CallFilter, callOutcomes } from './call-record.ts';

export const callerFilter = {
  /** Of the account, by which they went. */
  number: numberInput.optional(),
  /** A phone in any form, or how it begins. */
  caller: lineInput(0, 40).optional(),
  from: fromInput.optional(),
  /** Exclusive. */
  until: fromInput.optional(),
};

export const callFilter = { ...callerFilter, outcome: z.enum(callOutcomes).optional() };

const order = z.enum(orders).default('newest');

/** Of lists that go by id, which is the order of time as well. */
export const pageInput = {
  order,
  /** The last one of the page before. */
  after: idInput.optional(),
  limit: z.int().min(1).max(1_000).default(50),
};

/** Of a table, which has no pages. */
export const tableOrder = { order };

type Ports = { readonly accounts: Pick<AccountStore, 'findAccount'> };
type Asked = Omit<z.output<z.ZodObject<typeof callerFilter>>, 'number'>;

/** No caller begins so. */
const nobody = '\n';

/** Digit by digit a caller could be found out by a role that may not read it: such a role finds none. */
export async function readCaller(
  { accounts }: Ports,
  { caller = '', from: fromMs, until: untilMs }: Asked,
  { accountId, role }: InAccount,
) {
  const { homeCountry } = must(await accounts.findAccount(accountId), 'account of a caller');
  const begins = mayRead(role) ? (phoneBeginning(caller, homeCountry) ?? caller) : nobody;
  return { fromMs, untilMs, callerBegins: caller.trim() === '' ? undefined : begins };
}

export async function readCallFilter(
  ports: Ports,
  { number, outcome, ...asked }: z.output<z.ZodObject<typeof callFilter>>,
  caller: InAccount,
): Promise<CallFilter> {
  const { accountId } = caller;
  const called = number as PhoneNumber | undefined;
  return { accountId, outcome, number: called, ...(await readCaller(ports, asked, caller)) };
}
