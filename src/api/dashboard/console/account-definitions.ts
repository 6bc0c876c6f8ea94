/** Accounts as who runs the installation sees them: made, credited, suspended, and what they may send. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { instant, page, wholeText } from '../schemas.ts';

const root = '/api/console/accounts';
const needs = 'administrator';
const byId = z.object({ id: wholeText });
const amount = z.string().meta({ description: 'Exact, in units of the account’s currency.' });
const plainAmount = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be an amount like 12.50');
const state = z.enum(['active', 'disabled', 'blocked']);
const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, 'must be one line');
const email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@]{1,64}@[^\s@]+$/, 'must be an e-mail address');

const account = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  state,
  currency: z.string(),
  homeCountry: z.string(),
  live: amount,
  test: amount,
  /** The account that it stands under. */
  parentId: z.int().nullable(),
  createdAtMs: instant,
  removedAtMs: instant.nullable(),
});

export const listAccounts = define({
  method: 'GET',
  path: root,
  needs,
  summary: 'All accounts with what is left to them, the oldest first.',
  query: z.object(page),
  reply: z.object({ accounts: z.array(account), after: z.int().nullable() }),
});

export const createAccount = define({
  method: 'POST',
  path: root,
  needs,
  fresh: true,
  summary: 'Makes an account and its first keys, which are shown this once.',
  body: z.strictObject({
    name,
    email,
    currency: z.string().max(3).optional(),
    country: z.string().max(2).optional(),
    balance: plainAmount.default('0'),
  }),
  reply: z.object({
    account,
    keys: z.array(z.object({ label: z.string(), clear: z.string() })),
  }),
});

const ledger = z.object({
  /** Balance is movements without costs. */
  adds: z.boolean(),
  balance: amount,
  movements: amount,
  costs: amount,
});

export const findAccount = define({
  method: 'GET',
  path: `${root}/{id}`,
  needs,
  summary: 'One account, and whether its money adds up.',
  params: byId,
  reply: z.object({ account, ledger: z.object({ live: ledger, test: ledger }) }),
});

export const changeAccount = define({
  method: 'PATCH',
  path: `${root}/{id}`,
  needs,
  fresh: true,
  summary: 'Changes whose an account is, or suspends it and lets it send again.',
  params: byId,
  body: z.strictObject({
    name: name.optional(),
    email: email.optional(),
    state: state.optional(),
  }),
  reply: z.object({ account }),
});

export const creditAccount = define({
  method: 'POST',
  path: `${root}/{id}/credit`,
  needs,
  fresh: true,
  summary: 'Adds money to an account; a negative amount corrects.',
  params: byId,
  body: z.strictObject({
    amount: z.string().regex(/^-?\d{1,9}(\.\d{1,6})?$/, 'must be an amount like 12.50 or -3'),
    purse: z.enum(['live', 'test']).default('live'),
  }),
  reply: z.object({ account }),
});

const policy = z.strictObject({
  /** Which limits it has by default. */
  trust: z.enum(['new', 'trusted']),
  /** Where it may send; `home`: its own country alone. */
  countries: z.union([z.enum(['home', 'all']), z.array(z.string().max(2)).min(1).max(250)]),
  /** Premium, shared-cost and satellite numbers. */
  costlyNumbers: z.boolean(),
  /** Whether marketing waits for the recipient’s day; `country`: where the account’s own has such a rule. */
  quietHours: z.enum(['on', 'off', 'country']),
  /** All that it sends is marketing. */
  marketing: z.boolean(),
  /** What is reported as not delivered is paid back. */
  refundUndelivered: z.boolean(),
});

export const showPolicy = define({
  method: 'GET',
  path: `${root}/{id}/policy`,
  needs,
  summary: 'Where and when an account may send.',
  params: byId,
  reply: z.object({ policy }),
});

export const setPolicy = define({
  method: 'PUT',
  path: `${root}/{id}/policy`,
  needs,
  fresh: true,
  summary: 'Says where and when an account may send.',
  params: byId,
  body: policy,
  reply: z.object({ policy }),
});

export const viewAccount = define({
  method: 'POST',
  path: `${root}/{id}/view`,
  needs,
  fresh: true,
  summary:
    'Shows an account for 30 minutes as its people see it, for reading alone; its audit has the reason.',
  params: byId,
  body: z.strictObject({ reason: z.string().trim().min(5).max(200) }),
  reply: z.object({ endsAtMs: instant }),
});

export const endView = define({
  method: 'DELETE',
  path: '/api/console/view',
  needs,
  summary: 'Ends the view of an account.',
});
