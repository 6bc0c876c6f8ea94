/** The stock of numbers: added, given to accounts, paused, taken back and removed. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Body, Reply } from '#api/dashboard/definition.ts';
import {
  type DashboardCall,
  give,
  type Handled,
  type Handler,
  handle,
} from '#api/dashboard/handler.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import { formatExact, parseMoney } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { isShortNumber, numberDigits } from '#model/short-number.ts';
import { quarantineMs } from '#numbers/rental/rent-number.ts';
import { stateOf, type VirtualNumber } from '#numbers/virtual-number.ts';
import type { Terms } from '#numbers/virtual-number-store.ts';
import type { OwnNumber } from '#sms/numbers/own-number.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');
/** Each is looked up by itself. */
const pageMax = 100;

export function numberHandlers(ports: ConsolePorts): readonly Handler[] {
  const { numbers, clock } = ports;
  return [
    handle(definitions.listNumbers, (call) => listNumbers(call, ports)),
    handle(definitions.addNumber, (call) => addNumber(call, ports)),
    handle(definitions.changeNumber, (call) => changeNumber(call, ports)),
    handle(definitions.releaseNumber, async (call) => {
      const found = await findNumber(call.params.id, ports);
      if (found === undefined || found.accountId === null) return nothingThere;
      const author = authorOf(call, clock);
      await release(found, found.accountId, { author, ...call.body }, ports);
      return give(undefined);
    }),
    handle(definitions.removeNumber, async (call) => {
      const isRemoved = await numbers.removeNumber(call.params.id, authorOf(call, clock));
      return isRemoved ? give(undefined) : nothingThere;
    }),
  ];
}

type List = Reply<typeof definitions.listNumbers>;

async function listNumbers(
  { query: { prefix = '', after = '' } }: DashboardCall<typeof definitions.listNumbers>,
  ports: ConsolePorts,
): Promise<Handled<List>> {
  const fitting = (await ports.numbers.listNumbers()).filter(({ digits }) =>
    digits.startsWith(prefix),
  );
  const behind = fitting.filter(({ digits }) => digits > after);
  const shown = behind.slice(0, pageMax);
  const uses = Map.groupBy(await ports.numbers.listShortNumberUses(), ({ numberId }) => numberId);
  const operators = await ports.operators.listOperators();
  const names = new Map(operators.map(({ id, name }) => [id, name]));
  return give({
    numbers: await Promise.all(
      shown.map(async (number) => {
        const { accountId, operatorId } = number;
        const users = (uses.get(number.id) ?? []).map((use) => use.accountId);
        return {
          ...(await showOne(number, users.length > 0, ports)),
          operator: operatorId === null ? null : (names.get(operatorId) ?? null),
          accounts: await nameAll(accountId === null ? users : [accountId], ports),
        };
      }),
    ),
    next: behind.length > pageMax ? must(shown.at(-1), 'last number').digits : null,
    count: fitting.length,
    currency: ports.currency,
  });
}

type Shown = Omit<List['numbers'][number], 'operator' | 'accounts'>;

async function showOne(
  number: OwnNumber,
  isShared: boolean,
  { virtualNumbers, clock }: ConsolePorts,
): Promise<Shown> {
  const { id, digits, kind, takesSms, takesCalls, createdAtMs } = number;
  const rented = await virtualNumbers.findVirtualNumber(digits as PhoneNumber);
  const plain = { id, digits, kind, takesSms, takesCalls, createdAtMs };
  if (rented === undefined) return { ...plain, ...noTerms, state: plainState(number, isShared) };
  return { ...plain, ...termsOf(rented), state: stateOf(rented, clock.nowMs()) };
}

const noTerms = {
  canForward: false,
  monthlyPrice: null,
  minutePrice: null,
  paidUntilMs: null,
  freeAfterMs: null,
} as const;

function plainState({ state, accountId }: OwnNumber, isShared: boolean): Shown['state'] {
  if (state === 'deactivated') return state;
  return accountId !== null || isShared ? 'rented' : 'free';
}

function termsOf({ canForward, monthlyPrice, minutePrice, ...rest }: VirtualNumber) {
  return {
    canForward,
    monthlyPrice: formatExact(monthlyPrice),
    minutePrice: formatExact(minutePrice),
    paidUntilMs: rest.paidUntilMs,
    freeAfterMs: rest.freeAfterMs,
  };
}

function nameAll(accountIds: readonly number[], { accounts }: ConsolePorts) {
  return Promise.all(
    accountIds.map(async (id) => ({ id, name: (await accounts.findAccount(id))?.name ?? '' })),
  );
}

async function addNumber(
  call: DashboardCall<typeof definitions.addNumber>,
  ports: ConsolePorts,
): Promise<Handled<Reply<typeof definitions.addNumber>>> {
  const { accountId, takesSms, takesCalls } = call.body;
  const digits = numberDigits(call.body.digits);
  if (!/^\d{3,15}$/.test(digits)) return wrong('digits', 'must be a number of 3 to 15 digits');
  const terms = readTerms(call.body);
  if (!terms.ok) return terms;
  if (accountId !== null && (await ports.accounts.findAccount(accountId)) === undefined) {
    return wrong('accountId', 'there is no such account');
  }
  const author = authorOf(call, ports.clock);
  const kind = isShortNumber(digits) ? 'short' : 'long';
  const made = await ports.numbers.createNumber(
    { digits, kind, accountId, operatorId: null, takesSms, takesCalls, createdAtMs: author.atMs },
    author,
  );
  if (made === undefined) return wrong('digits', 'is there already');
  if (kind === 'long') await ports.virtualNumbers.setTerms(made.id, terms.terms, author);
  return give({ id: made.id });
}

async function changeNumber(
  call: DashboardCall<typeof definitions.changeNumber>,
  ports: ConsolePorts,
): Promise<Handled<undefined>> {
  const { accountId, state, takesSms, takesCalls } = call.body;
  const found = await findNumber(call.params.id, ports);
  if (found === undefined) return nothingThere;
  const terms = readTerms(call.body);
  if (!terms.ok) return terms;
  if (accountId !== undefined) {
    const isTaken = found.accountId !== null && found.accountId !== accountId;
    if (isTaken) return wrong('accountId', 'the number must be taken from its account first');
    const account = await ports.accounts.findAccount(accountId);
    if (account === undefined) return wrong('accountId', 'there is no such account');
  }
  const author = authorOf(call, ports.clock);
  const isSaid = Object.values(terms.terms).some((value) => value !== undefined);
  if (isSaid && found.kind === 'long') {
    await ports.virtualNumbers.setTerms(found.id, terms.terms, author);
  }
  const newAccount = accountId === found.accountId ? undefined : accountId;
  const change = { accountId: newAccount, state, takesSms, takesCalls };
  await ports.numbers.changeNumber(found.id, change, author);
  return give(undefined);
}

/** An administrator may know that nobody will ring it any more. */
async function release(
  { id: numberId, kind }: OwnNumber,
  accountId: number,
  { author, isFreeAtOnce }: { readonly author: Author; readonly isFreeAtOnce: boolean },
  { numbers, virtualNumbers }: ConsolePorts,
): Promise<void> {
  if (kind === 'short') {
    await numbers.changeNumber(numberId, { accountId: null }, author);
    return;
  }
  const freeAfterMs = isFreeAtOnce ? author.atMs : author.atMs + quarantineMs;
  await virtualNumbers.giveBack({ numberId, accountId, freeAfterMs }, author);
}

async function findNumber(id: number, { numbers }: ConsolePorts): Promise<OwnNumber | undefined> {
  return (await numbers.listNumbers()).find((number) => number.id === id);
}

type Read = { readonly ok: true; readonly terms: Terms } | Refusal;

function readTerms({
  canForward,
  monthlyPrice,
  minutePrice,
}: Pick<
  Body<typeof definitions.changeNumber>,
  'canForward' | 'monthlyPrice' | 'minutePrice'
>): Read {
  const monthly = readPrice(monthlyPrice);
  if (monthly === false) return wrong('monthlyPrice', notAmount);
  const minute = readPrice(minutePrice);
  if (minute === false) return wrong('minutePrice', notAmount);
  return { ok: true, terms: { canForward, monthlyPrice: monthly, minutePrice: minute } };
}

const notAmount = 'must be an amount that is not negative';

/** False: it does not read. */
function readPrice(written: string | undefined) {
  if (written === undefined) return undefined;
  const amount = parseMoney(written.trim());
  return amount === undefined || amount < 0 ? false : amount;
}

function wrong(field: string, reason: string): Refusal {
  return refuse('field has a wrong value', { field, details: { reason } });
}
