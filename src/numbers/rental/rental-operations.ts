/** `number rented`, `export`, `show`, `available`, `rent`, `return`: the numbers that an account rents, or could. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { limitParams } from '#accounts/limits/limit-refusal.ts';
import type { LimitVerdict } from '#accounts/limits/limiter.ts';
import { must } from '#core/assert.ts';
import { fromInput, lineInput, prefixInput } from '#core/common-inputs.ts';
import { formatTable } from '#core/csv-text.ts';
import { orders } from '#core/id-paging.ts';
import { instantText } from '#core/instant-text.ts';
import { formatExact, type Millionths } from '#core/money.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import { TableAnswer, tableAnswer } from '#core/table-answer.ts';
import { numberInput, type StockPorts } from '../stock/stock-view.ts';
import type { VirtualNumberStore } from '../virtual-number-store.ts';
import type { VoicemailStore } from '../voicemail/voicemail.ts';
import { giveNumberBack, rentNow } from './rent-number.ts';
import {
  accountOfNumber,
  callModes,
  findOwnNumber,
  modeOf,
  offerView,
  type RentedNumber,
  type RentedPorts,
  rentedView,
  viewOffer,
  viewRented,
} from './rented-view.ts';

const pageMax = 1_000;
const labelMax = 100;

const filterShape = {
  /** What its digits hold, or its name, in any case. */
  search: lineInput(0, 100).optional(),
  mode: z.enum(callModes).optional(),
  /** Rented since then, and before. */
  from: fromInput.optional(),
  until: fromInput.optional(),
  order: z.enum(orders).default('newest'),
};
const filter = z.strictObject(filterShape);
type Filter = z.output<typeof filter>;

type AccountPorts = { readonly accounts: Pick<AccountStore, 'findAccount'> };

export const listRented = operation({
  name: 'number rented',
  does: 'reads',
  needs: 'read facts',
  input: filter.extend({
    after: numberInput.optional(),
    limit: z.int().min(1).max(pageMax).default(pageMax),
  }),
  output: z.object({
    currency: z.string(),
    numbers: z.array(rentedView),
    /** Of all that fit. */
    all: z.int(),
    /** Behind which the next page begins; null: there is none. */
    after: z.string().nullable(),
    /** The short number that it sends from; null: an administrator has granted none. */
    shortNumber: z.object({ number: z.string(), keyword: z.string() }).nullable(),
  }),
  async run(
    ports: RentedPorts & AccountPorts & { readonly numbers: ShortNumbers },
    { after, limit, ...asked },
    { accountId, role },
  ) {
    const fitting = await fittingNumbers(accountId, asked, ports);
    // The one behind which it begins is behind none where it is gone.
    const start = 1 + fitting.findIndex(({ phone }) => phone === after);
    const shown = fitting.slice(start, start + limit);
    const isAll = start + limit >= fitting.length;
    return {
      currency: await currencyOf(accountId, ports),
      numbers: await Promise.all(shown.map((number) => viewRented(number, role, ports))),
      all: fitting.length,
      after: isAll ? null : (shown.at(-1)?.phone ?? null),
      shortNumber: await findShortNumber(accountId, ports.numbers),
    };
  },
});

export const exportRented = operation({
  name: 'number export',
  does: 'reads',
  needs: 'read contents',
  fresh: true,
  input: filter,
  output: tableAnswer,
  async run(ports: RentedPorts, asked, { accountId, role }) {
    const fitting = await fittingNumbers(accountId, asked, ports);
    const views = await Promise.all(fitting.map((number) => viewRented(number, role, ports)));
    const rows = views.map((view) => columns.map((column) => String(view[column] ?? '')));
    return new TableAnswer(`numbers-${accountId}`, [formatTable([[...columns], ...rows])]);
  },
});

const columns = [
  'number',
  'label',
  'active',
  'why',
  'sms',
  'calls',
  'mode',
  'target',
  'monthly',
  'minute',
  'rentedAt',
  'paidUntil',
] as const;

export const showNumber = operation({
  name: 'number show',
  does: 'reads',
  needs: 'read facts',
  positional: ['number'],
  accountOf: accountOfNumber,
  input: z.strictObject({ number: numberInput }),
  output: z.object({
    currency: z.string(),
    number: rentedView,
    /** How long its greeting lasts; null where it has none of its own. */
    greetingSeconds: z.number().nullable(),
  }),
  refusals: ['number is unknown'],
  async run(
    ports: RentedPorts &
      AccountPorts & { readonly voicemails: Pick<VoicemailStore, 'findOwnGreeting'> },
    { number: digits },
    { accountId, role },
  ) {
    const found = await findOwnNumber(ports, digits, accountId);
    if (found instanceof Refusal) return found;
    const pcm = await ports.voicemails.findOwnGreeting({ accountId, numberId: found.id });
    return {
      currency: await currencyOf(accountId, ports),
      number: await viewRented(found, role, ports),
      greetingSeconds: pcm === undefined ? null : pcm.length / 2 / samplesASecond,
    };
  },
});

const samplesASecond = 8_000;

type Available = Pick<VirtualNumberStore, 'listVirtualNumbers'>;

export const listAvailable = operation({
  name: 'number available',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({
    prefix: prefixInput.optional(),
    after: numberInput.optional(),
    limit: z.int().min(1).max(pageMax).default(100),
  }),
  output: z.object({
    currency: z.string(),
    numbers: z.array(offerView),
    after: z.string().nullable(),
  }),
  async run(
    ports: AccountPorts & { readonly virtualNumbers: Available },
    { prefix: freeFrom = '', after: afterPhone = '', limit },
    { accountId, atMs: nowMs },
  ) {
    const wanted = { of: { freeFrom }, afterPhone, limit, nowMs };
    const found = await ports.virtualNumbers.listVirtualNumbers(wanted);
    return {
      currency: await currencyOf(accountId, ports),
      numbers: found.map(viewOffer),
      after: found.length < limit ? null : (found.at(-1)?.phone ?? null),
    };
  },
});

const changes = ['number rented', 'number show', 'number available', 'number list'];

type RentPorts = {
  readonly virtualNumbers: Pick<VirtualNumberStore, 'findVirtualNumber' | 'rent' | 'giveBack'>;
  /** Counts the rent of the first month to the limits of the account. */
  readonly takeRent: (accountId: number, price: Millionths) => LimitVerdict;
};

export const rent = operation({
  name: 'number rent',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes: [...changes, 'balance show', 'ledger list'],
  positional: ['number'],
  input: z.strictObject({ number: numberInput, label: lineInput(0, labelMax).default('') }),
  output: z.object({
    number: z.string(),
    monthly: z.string(),
    currency: z.string(),
    /** Null where it costs nothing. */
    paidUntil: z.iso.datetime().nullable(),
  }),
  refusals: ['number is not free', 'rent is not covered', 'limit is reached', 'too much is spent'],
  async run(ports: RentPorts & AccountPorts, { number, label }, caller) {
    const { accountId } = caller;
    const phone = number as PhoneNumber;
    const { virtualNumbers: numbers, takeRent } = ports;
    const take = (price: Millionths) => takeRent(accountId, price);
    const answer = await rentNow({ accountId, phone, label }, caller, { numbers, take });
    const currency = await currencyOf(accountId, ports);
    if (answer.kind === 'rented') {
      const { monthlyPrice, paidUntilMs } = answer;
      const paidUntil = paidUntilMs === null ? null : instantText(paidUntilMs);
      return {
        number: formatPhone(phone),
        monthly: formatExact(monthlyPrice),
        currency,
        paidUntil,
      };
    }
    if (answer.kind === 'limit is in the way') {
      const { refusal } = answer;
      return refuse(refusal.why, { params: limitParams(refusal, currency) });
    }
    if (answer.kind === 'credit is not enough') {
      const price = `${formatExact(answer.price)} ${currency}`;
      return refuse('rent is not covered', { params: { price } });
    }
    return refuse('number is not free', { field: 'number', params: { number } });
  },
});

export const giveBack = operation({
  name: 'number return',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes,
  positional: ['number'],
  accountOf: accountOfNumber,
  input: z.strictObject({ number: numberInput }),
  output: z.object({ returned: z.string() }),
  refusals: ['number is unknown'],
  async run({ virtualNumbers: numbers }: RentPorts, { number }, caller) {
    const found = await findOwnNumber({ virtualNumbers: numbers }, number, caller.accountId);
    if (found instanceof Refusal) return found;
    await giveNumberBack({ accountId: caller.accountId, phone: found.phone }, caller, { numbers });
    return { returned: formatPhone(found.phone) };
  },
});

/** In the order in which they were rented. */
async function fittingNumbers(
  accountId: number,
  { search = '', mode, from = 0, until = Number.POSITIVE_INFINITY, order }: Filter,
  { virtualNumbers }: RentedPorts,
): Promise<readonly RentedNumber[]> {
  const all = await allNumbers(accountId, virtualNumbers);
  const sought = search.trim().toLowerCase();
  const digits = sought.replaceAll(/\D/g, '');
  const named = all.filter(({ phone, label, rentedAtMs }) => {
    const at = rentedAtMs ?? 0;
    const isNamed = digits !== '' && /^[+\d\s().-]+$/.test(sought) && phone.includes(digits);
    return at >= from && at < until && (isNamed || label.toLowerCase().includes(sought));
  });
  const modes = mode && (await Promise.all(named.map(({ id }) => virtualNumbers.findRule(id))));
  return named
    .filter((_, at) => modes === undefined || modeOf(modes[at]?.rule) === mode)
    .toSorted((a, b) => {
      const later = (b.rentedAtMs ?? 0) - (a.rentedAtMs ?? 0);
      return order === 'oldest' ? -later : later;
    });
}

/** Few rent more than a page. */
async function allNumbers(accountId: number, virtualNumbers: Available) {
  const all: RentedNumber[] = [];
  for (let afterPhone = ''; ; ) {
    const query = { of: { accountId }, afterPhone, limit: pageMax, nowMs: 0 };
    const found = await virtualNumbers.listVirtualNumbers(query);
    all.push(...found.map((number) => ({ ...number, accountId })));
    if (found.length < pageMax) return all;
    afterPhone = found.at(-1)?.phone ?? '';
  }
}

type ShortNumbers = Pick<StockPorts['numbers'], 'listNumbers'> & {
  listShortNumberUses(): Promise<
    readonly { readonly numberId: number; readonly accountId: number; readonly keyword: string }[]
  >;
};

async function findShortNumber(accountId: number, numbers: ShortNumbers) {
  const use = (await numbers.listShortNumberUses()).find((one) => one.accountId === accountId);
  if (use === undefined) return null;
  const found = (await numbers.listNumbers()).find(({ id }) => id === use.numberId);
  return { number: must(found, 'short number of an account').digits, keyword: use.keyword };
}

async function currencyOf(accountId: number, { accounts }: AccountPorts): Promise<string> {
  return must(await accounts.findAccount(accountId), 'account of a caller').currency;
}
