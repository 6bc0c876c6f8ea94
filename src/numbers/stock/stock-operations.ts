/** `number list`, `add`, `set`, `release`: the numbers that people write to and that messages are sent from. */

import { z } from 'zod';
import type { Author } from '#core/author.ts';
import { costInput, idInput, nameInput } from '#core/common-inputs.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import type { OwnNumber } from '#model/own-number.ts';
import { isShortNumber } from '#model/short-number.ts';
import { quarantineMs } from '#numbers/rental/rent-number.ts';
import type { Terms } from '#numbers/virtual-number-store.ts';
import {
  accountsOf,
  findNumber,
  noNumber,
  numberInput,
  numberView,
  readStock,
  type StockPorts,
  viewNumber,
} from './stock-view.ts';

const changes = ['number list'];
/** Each is looked up by itself. */
const pageMax = 1_000;

export const listNumbers = operation({
  name: 'number list',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({
    prefix: z
      .string()
      .regex(/^\d{0,15}$/)
      .optional(),
    account: idInput.optional(),
    after: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
    limit: z.int().min(1).max(pageMax).default(pageMax),
  }),
  output: z.object({
    numbers: z.array(numberView),
    /** Of the whole stock, as far as it fits. */
    all: z.int(),
    /** Behind which the next page begins. */
    after: z.string().nullable(),
    currency: z.string(),
  }),
  async run(ports: StockPorts, { prefix = '', account, after = '', limit }) {
    const stock = await readStock(ports);
    const fitting = (await ports.numbers.listNumbers()).filter(
      (number) =>
        number.digits.startsWith(prefix) &&
        (account === undefined || accountsOf(number, stock).includes(account)),
    );
    const behind = fitting.filter(({ digits }) => digits > after);
    const shown = behind.slice(0, limit);
    return {
      numbers: await Promise.all(shown.map((number) => viewNumber(number, stock, ports))),
      all: fitting.length,
      after: behind.length > limit ? (shown.at(-1)?.digits ?? null) : null,
      currency: ports.currency,
    };
  },
});

const wishShape = {
  account: idInput.optional(),
  operator: nameInput.optional(),
  sms: z.boolean().optional(),
  calls: z.boolean().optional(),
  forward: z.boolean().optional(),
  monthly: costInput.optional(),
  minute: costInput.optional(),
};
const shown = z.object({ number: numberView });

export const addNumber = operation({
  name: 'number add',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['number'],
  input: z.strictObject({ number: numberInput, ...wishShape, short: z.boolean().default(false) }),
  output: shown,
  refusals: [
    'account is not there',
    'operator is unknown',
    'number is there',
    'number is not there',
  ],
  async run(ports: StockPorts, { number: digits, short, ...wish }, author) {
    const owners = await readOwners(wish, ports);
    if (owners instanceof Refusal) return owners;
    const made = await ports.numbers.createNumber(
      {
        digits,
        kind: short || isShortNumber(digits) ? 'short' : 'long',
        accountId: wish.account ?? null,
        operatorId: owners.operatorId ?? null,
        takesSms: wish.sms ?? true,
        takesCalls: wish.calls ?? false,
        createdAtMs: author.atMs,
      },
      author,
    );
    if (made === undefined) {
      return refuse('number is there', { field: 'number', params: { number: digits } });
    }
    await saveTerms(made, wish, ports, author);
    return show(digits, ports);
  },
});

export const setNumber = operation({
  name: 'number set',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['number'],
  input: z.strictObject({
    number: numberInput,
    ...wishShape,
    state: z.enum(['active', 'deactivated']).optional(),
  }),
  output: shown,
  refusals: [
    'number would not change',
    'account is not there',
    'operator is unknown',
    'number is not there',
    'number is taken',
  ],
  async run(ports: StockPorts, { number: digits, ...wish }, author) {
    if (Object.values(wish).every((value) => value === undefined)) {
      return refuse('number would not change');
    }
    const owners = await readOwners(wish, ports);
    if (owners instanceof Refusal) return owners;
    const found = await findNumber(ports, digits);
    if (found instanceof Refusal) return found;
    const { account, state, sms: takesSms, calls: takesCalls } = wish;
    const { accountId: holder } = found;
    if (account !== undefined && holder !== null && holder !== account) {
      const params = { number: digits, account: holder };
      return refuse('number is taken', { field: 'account', params });
    }
    await saveTerms(found, wish, ports, author);
    const accountId = account === holder ? undefined : account;
    const change = { accountId, operatorId: owners.operatorId, state, takesSms, takesCalls };
    const changed = await ports.numbers.changeNumber(found.id, change, author);
    return changed === undefined ? noNumber(digits) : show(digits, ports);
  },
});

export const releaseNumber = operation({
  name: 'number release',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['number'],
  input: z.strictObject({
    number: numberInput,
    /** Calls may be meant for who had it. */
    quarantine: z.boolean().default(false),
    remove: z.boolean().default(false),
  }),
  output: z.object({ number: numberView.optional(), removed: z.string().optional() }),
  refusals: ['number is not there', 'number has no account'],
  async run(ports: StockPorts, { number: digits, quarantine, remove }, author) {
    const found = await findNumber(ports, digits);
    if (found instanceof Refusal) return found;
    if (remove) {
      const isRemoved = await ports.numbers.removeNumber(found.id, author);
      return isRemoved ? { removed: digits } : noNumber(digits);
    }
    const { id: numberId, kind, accountId } = found;
    if (accountId === null) return refuse('number has no account', { params: { number: digits } });
    if (kind === 'short') await ports.numbers.changeNumber(numberId, { accountId: null }, author);
    else {
      const freeAfterMs = author.atMs + (quarantine ? quarantineMs : 0);
      await ports.virtualNumbers.giveBack({ numberId, accountId, freeAfterMs }, author);
    }
    return show(digits, ports);
  },
});

type Owners = { readonly account?: number | undefined; readonly operator?: string | undefined };

async function readOwners(
  { account, operator: name }: Owners,
  { accounts, operators }: StockPorts,
): Promise<
  | { readonly operatorId: number | undefined }
  | Refusal<'account is not there' | 'operator is unknown'>
> {
  if (account !== undefined && (await accounts.findAccount(account)) === undefined) {
    return refuse('account is not there', { field: 'account', params: { account } });
  }
  if (name === undefined) return { operatorId: undefined };
  const found = (await operators.listOperators()).find((operator) => operator.name === name);
  return found === undefined
    ? refuse('operator is unknown', { field: 'operator', params: { operator: name } })
    : { operatorId: found.id };
}

type Priced = Pick<Terms, 'monthlyPrice'>['monthlyPrice'];
type TermsWish = {
  readonly forward?: boolean | undefined;
  readonly monthly?: Priced;
  readonly minute?: Priced;
};

/** Short numbers are not rented. */
async function saveTerms(
  { id, kind }: OwnNumber,
  { forward, monthly, minute }: TermsWish,
  { virtualNumbers }: StockPorts,
  author: Author,
): Promise<void> {
  const terms = { canForward: forward, monthlyPrice: monthly, minutePrice: minute };
  if (kind === 'short' || Object.values(terms).every((value) => value === undefined)) return;
  await virtualNumbers.setTerms(id, terms, author);
}

async function show(digits: string, ports: StockPorts) {
  const found = await findNumber(ports, digits);
  if (found instanceof Refusal) return found;
  return { number: await viewNumber(found, await readStock(ports), ports) };
}
