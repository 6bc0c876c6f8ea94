/** How much an account has sent and what it cost, by the hour or the day. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { amount, inAccount, instant, mode, wholeText } from '../schemas.ts';

const span = {
  mode,
  by: z.enum(['hour', 'day']),
  from: wholeText,
  /** Exclusive; 400 days behind `from` at the most. */
  until: wholeText,
};

export const accountStatistics = define({
  method: 'GET',
  path: '/api/accounts/{account}/statistics',
  needs: 'read facts',
  summary:
    'Parts of SMS, or mails, and their cost, less what was given back, by hour or day of the account.',
  params: inAccount,
  query: z.object({ ...span, product: z.enum(['sms', 'email']) }),
  reply: z.object({
    currency: z.string(),
    /** Of the account's days: some have 23 hours, some 25. */
    zone: z.string(),
    parts: z.int(),
    cost: amount,
    /** Each begins where the one before ends; those in which nothing was sent too. */
    steps: z.array(z.object({ from: instant, parts: z.int(), cost: amount })),
  }),
});

const figures = {
  messages: z.int(),
  delivered: z.int(),
  notDelivered: z.int(),
  underWay: z.int(),
  parts: z.int(),
  cost: amount,
  /** From accept to delivery, for half of what was delivered, and for 95 of 100; null: nothing was. */
  halfWithinMs: z.int().nullable(),
  mostWithinMs: z.int().nullable(),
};

export const messageFigures = define({
  method: 'GET',
  path: '/api/accounts/{account}/statistics/messages',
  needs: 'read facts',
  summary:
    'How messages went: by hour or day in which they were accepted, by country, by operator, and why some did not arrive. Counted half a minute behind.',
  params: inAccount,
  query: z.object(span),
  reply: z.object({
    currency: z.string(),
    zone: z.string(),
    total: z.object(figures),
    steps: z.array(z.object({ from: instant, ...figures })),
    /** ISO 3166; empty where no plan knows one. Those with the most messages first. */
    countries: z.array(z.object({ country: z.string(), ...figures })),
    operators: z.array(z.object({ operator: z.string(), ...figures })),
    errors: z.array(z.object({ reason: z.string(), messages: z.int() })),
  }),
});

export const exportMessageFigures = define({
  method: 'GET',
  path: '/api/accounts/{account}/statistics/messages.csv',
  needs: 'read facts',
  summary: 'One table of how messages went, as a CSV file.',
  params: inAccount,
  query: z.object({ ...span, table: z.enum(['steps', 'countries', 'operators', 'errors']) }),
});

const mailFigureCounts = {
  mails: z.int(),
  /** Taken by the recipient's server, those that somebody called spam later among them. */
  delivered: z.int(),
  /** Live, and yet gone no further than the catcher on this machine: they cost nothing. */
  caught: z.int(),
  underWay: z.int(),
  /** Under way too: a server has put them off. */
  deferred: z.int(),
  /** Refused because the mailbox or its domain is not there. */
  bouncedHard: z.int(),
  /** Refused for any other reason, perhaps after it was taken. */
  bouncedSoft: z.int(),
  /** Given up, most of them because their time was over. */
  failed: z.int(),
  suppressed: z.int(),
  cancelled: z.int(),
  complained: z.int(),
  cost: amount,
  /** From accept to the server's 250, for half of what was sent, and for 95 of 100; null: nothing was. */
  halfWithinMs: z.int().nullable(),
  mostWithinMs: z.int().nullable(),
};

export const mailFigures = define({
  method: 'GET',
  path: '/api/accounts/{account}/statistics/mails',
  needs: 'read facts',
  summary:
    'How mails went: by hour or day in which their emails were accepted, by provider of mailboxes, and why some did not arrive. Counted some seconds behind.',
  params: inAccount,
  query: z.object(span),
  reply: z.object({
    currency: z.string(),
    zone: z.string(),
    total: z.object(mailFigureCounts),
    steps: z.array(z.object({ from: instant, ...mailFigureCounts })),
    /** Their domains; empty: all others. Those with the most mails first. */
    providers: z.array(z.object({ provider: z.string(), ...mailFigureCounts })),
    errors: z.array(
      z.object({
        /** A class such as `mailbox-unknown`. */
        reason: z.string(),
        /** `550 5.1.1`, as the server answered last; empty where none did. */
        code: z.string(),
        mails: z.int(),
      }),
    ),
  }),
});

export const exportMailFigures = define({
  method: 'GET',
  path: '/api/accounts/{account}/statistics/mails.csv',
  needs: 'read facts',
  summary: 'One table of how mails went, as a CSV file.',
  params: inAccount,
  query: z.object({ ...span, table: z.enum(['steps', 'providers', 'errors']) }),
});
