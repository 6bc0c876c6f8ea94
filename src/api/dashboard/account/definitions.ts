/** What an account has: keys, money, URLs, accounts under it, and who changed what. */

import { z } from 'zod';
import { auditFilter, auditPage, auditTotal } from '#api/dashboard/audit/schemas.ts';
import { define } from '#api/dashboard/definition.ts';
import { account, instant, next, order, page } from '#api/dashboard/schemas.ts';

const root = '/api/accounts/{account}';
const ofAccount = z.object({ account });

const mode = z.enum(['live', 'test']);
/** In units of the currency, exactly. */
const amount = z.string().meta({ description: 'A decimal number of the account’s currency.' });
const sentAmount = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be an amount like 12.50');

const balance = z.object({
  currency: z.string(),
  live: amount,
  test: amount,
  alertLevel: amount.nullable(),
});

export const findBalance = define({
  method: 'GET',
  path: `${root}/balance`,
  needs: 'read balance',
  summary: 'What is left, of live and of test money.',
  params: ofAccount,
  reply: balance,
});

export const setAlertLevel = define({
  method: 'PATCH',
  path: `${root}/balance`,
  needs: 'manage balance',
  summary: 'Says below which balance the account’s address is mailed, once until it is back.',
  params: ofAccount,
  body: z.object({ alertLevel: sentAmount.nullable().meta({ description: 'Null: never.' }) }),
  reply: balance,
});

export const refillTest = define({
  method: 'POST',
  path: `${root}/balance/test`,
  needs: 'send',
  summary: 'Brings the test money back to 100.',
  params: ofAccount,
  reply: balance,
});

const ledgerLine = z.object({
  /** Where it stands: the cursor of what is below it. */
  id: z.string(),
  atMs: instant.meta({ description: 'Of messages: when their hour ended.' }),
  kind: z.enum([
    'sms',
    'email',
    'top-up',
    'correction',
    'refund',
    'transfer',
    'email refund',
    'rent',
    'call',
  ]),
  amount,
  balance: amount.meta({ description: 'What was left behind it, exactly.' }),
  actor: z.string(),
  subject: z.string().nullable(),
  count: z.int().nullable().meta({
    description: 'Of an hour: parts of its SMS, its mails, or how many of either were given back.',
  }),
});

const purse = mode.default('live');

export const listLedger = define({
  method: 'GET',
  path: `${root}/ledger`,
  needs: 'read balance',
  summary: 'What moved money, messages by the hour, with what was left behind it; newest first.',
  params: ofAccount,
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,15}-\d{1,16}$/, 'is not the id of a line')
      .optional()
      .meta({ description: 'The id of the last line that was read.' }),
    limit: page.limit,
    purse,
  }),
  reply: z.object({ currency: z.string(), lines: z.array(ledgerLine), next }),
});

export const exportLedger = define({
  method: 'GET',
  path: `${root}/ledger.csv`,
  needs: 'read balance',
  fresh: true,
  summary: 'The newest 50,000 lines of the ledger as CSV.',
  params: ofAccount,
  query: z.object({ purse }),
});

export const listSpending = define({
  method: 'GET',
  path: `${root}/spending`,
  needs: 'read balance',
  summary: 'What SMS have cost by the hour, without what was given back.',
  params: ofAccount,
  query: z.object({ purse, days: z.coerce.number().int().min(1).max(92).default(31) }),
  reply: z.object({
    currency: z.string(),
    hours: z.array(z.object({ startsAtMs: instant, cost: amount, parts: z.int() })),
  }),
});

const country = z.string().nullable().meta({ description: 'ISO 3166 code; null: of no country.' });

const price = z.object({
  prefix: z.string(),
  country,
  network: z.string().nullable().meta({ description: 'MCC and MNC, where they are known.' }),
  price: amount.nullable().meta({ description: 'Null: none before the announced one.' }),
  isOwn: z.boolean().meta({ description: 'The account has it for itself.' }),
  fromMs: instant.nullable(),
  next: z.object({ price: amount, fromMs: instant }).nullable(),
});

export const listPrices = define({
  method: 'GET',
  path: `${root}/prices`,
  needs: 'read balance',
  summary: 'Prices in force, and the next one where it is announced.',
  params: ofAccount,
  reply: z.object({
    currency: z.string(),
    sms: z.array(price).meta({ description: 'Of a part, by the prefix of the number.' }),
    email: price.omit({ prefix: true, country: true, network: true }).nullable(),
    calls: z.array(
      z.object({
        prefix: z.string(),
        country,
        perMinute: amount,
        firstS: z.int(),
        nextS: z.int(),
        isOwn: z.boolean(),
      }),
    ),
  }),
});

export const exportPrices = define({
  method: 'GET',
  path: `${root}/prices.csv`,
  needs: 'read balance',
  summary: 'Prices in force and announced, as CSV.',
  params: ofAccount,
});

export const listAudit = define({
  method: 'GET',
  path: `${root}/audit`,
  needs: 'manage people',
  summary: 'Who changed what, newest first unless `order` says otherwise.',
  params: ofAccount,
  query: z.object({ ...page, ...auditFilter, order }),
  reply: auditPage,
});

export const totalAudit = define({
  method: 'GET',
  path: `${root}/audit/total`,
  needs: 'manage people',
  summary: 'How many changes fit, among the newest 10,000.',
  params: ofAccount,
  query: z.object(auditFilter),
  reply: auditTotal,
});

export const exportAudit = define({
  method: 'GET',
  path: `${root}/audit.csv`,
  needs: 'manage people',
  fresh: true,
  summary: 'Changes that fit as CSV, a line for each.',
  params: ofAccount,
  query: z.object({ ...auditFilter, order }),
});
