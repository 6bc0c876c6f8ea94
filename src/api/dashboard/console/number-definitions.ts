/** The stock of numbers: whose each is, what it takes, and what it costs. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { instant, wholeText } from '../schemas.ts';

const root = '/api/console/numbers';
const needs = 'administrator';
const byId = z.object({ id: wholeText });
const amount = z.string().max(30).meta({ description: 'Exact, such as "0.049".' });

const number = z.object({
  id: z.int(),
  digits: z.string(),
  kind: z.enum(['long', 'short']),
  /** `quarantined`: given back lately, so that calls may still be meant for who had it. */
  state: z.enum(['free', 'rented', 'deactivated', 'quarantined']),
  /** Who has it, or sends from it. */
  accounts: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Null: any. */
  operator: z.string().nullable(),
  takesSms: z.boolean(),
  takesCalls: z.boolean(),
  /** The rest is of long ones alone. */
  canForward: z.boolean(),
  monthlyPrice: amount.nullable(),
  minutePrice: amount.nullable(),
  paidUntilMs: instant.nullable(),
  freeAfterMs: instant.nullable(),
  createdAtMs: instant,
});

export const listNumbers = define({
  method: 'GET',
  path: root,
  needs,
  summary: 'The stock of numbers by their digits: whose each is, what it takes, what it costs.',
  query: z.object({
    /** Digits that they begin with. */
    prefix: z
      .string()
      .regex(/^\d{0,15}$/, 'must be digits')
      .optional(),
    /** The digits of the last one that was read. */
    after: z
      .string()
      .regex(/^\d{1,15}$/, 'must be digits')
      .optional(),
  }),
  reply: z.object({
    numbers: z.array(number),
    next: z.string().nullable(),
    count: z.int(),
    currency: z.string(),
  }),
});

const uses = {
  takesSms: z.boolean(),
  takesCalls: z.boolean(),
  /** Whether calls to it may be forwarded or recorded. */
  canForward: z.boolean(),
  monthlyPrice: amount,
  minutePrice: amount,
};

export const addNumber = define({
  method: 'POST',
  path: root,
  needs,
  fresh: true,
  summary: 'Adds a number, so that what people send to it is told.',
  body: z.strictObject({
    digits: z.string().max(30),
    accountId: z.int().min(1).nullable(),
    ...uses,
  }),
  reply: z.object({ id: z.int() }),
});

export const changeNumber = define({
  method: 'PATCH',
  path: `${root}/{id}`,
  needs,
  fresh: true,
  summary: 'Changes what a number takes and costs, pauses it, or gives a free one to an account.',
  params: byId,
  body: z
    .strictObject({
      ...uses,
      state: z.enum(['active', 'deactivated']),
      accountId: z.int().min(1),
    })
    .partial(),
});

export const releaseNumber = define({
  method: 'POST',
  path: `${root}/{id}/release`,
  needs,
  fresh: true,
  summary:
    'Takes a number from its account, with all that it was told to do; nobody rents it for 30 days, or somebody may at once.',
  params: byId,
  body: z.strictObject({ isFreeAtOnce: z.boolean() }),
});

export const removeNumber = define({
  method: 'DELETE',
  path: `${root}/{id}`,
  needs,
  fresh: true,
  summary: 'Removes a number from the installation.',
  params: byId,
});
