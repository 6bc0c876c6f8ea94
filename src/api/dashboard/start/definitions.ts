/** The first minutes: the key to try with, the simulated phones, and what is missing before going live. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { account, instant } from '../schemas.ts';

const inAccount = z.object({ account });
const place = '/api/accounts/{account}';

export const goLiveSteps = [
  'public address',
  'operator',
  'price at home',
  'sender',
  'mail domain',
  'endpoint',
  'live key',
] as const;

export const findStart = define({
  method: 'GET',
  path: `${place}/start`,
  needs: 'read facts',
  summary:
    'What the first minutes need: a test key, numbers to reply to, and what is missing before going live.',
  params: inAccount,
  reply: z.object({
    /** Of the demo account alone, and not for every role. */
    testKey: z.string().nullable(),
    hasSimulator: z.boolean(),
    /** The account's own numbers and the shared short ones, in digits: what phones can write to. */
    numbers: z.array(z.string()),
    goLive: z.array(z.object({ step: z.enum(goLiveSteps), isDone: z.boolean() })),
  }),
});

export const listSimulatedNumbers = define({
  method: 'GET',
  path: `${place}/simulated-numbers`,
  needs: 'read facts',
  summary: 'The numbers of the built-in operator that always do the same, for tests to count on.',
  params: inAccount,
  reply: z.object({ numbers: z.array(z.object({ number: z.string(), description: z.string() })) }),
});

export const writeOnPhone = define({
  method: 'POST',
  path: `${place}/phones/{phone}/texts`,
  needs: 'send',
  summary: 'Has a phone of the built-in operator write to a number; it arrives like any reply.',
  params: inAccount.extend({ phone: z.string().regex(/^\d{8,15}$/) }),
  body: z.object({
    /** A number of the account, or a shared short number, in digits. */
    to: z.string().regex(/^\d{3,15}$/),
    text: z.string().min(1).max(5_000),
  }),
  reply: z.object({ writtenAt: instant }),
});

const faults = [
  'none',
  'down',
  'throttling',
  'slow',
  'wrong-ids',
  'duplicates',
  'late-receipts',
] as const;

export const failOperator = define({
  method: 'POST',
  path: '/api/console/simulator/fault',
  needs: 'administrator',
  summary: 'Begins a fault of the built-in operator, which ends by itself.',
  body: z.object({ fault: z.enum(faults), forS: z.int().min(1).max(3_600).default(60) }),
  reply: z.object({ untilMs: instant }),
});

export const moveSimulatorClock = define({
  method: 'POST',
  path: '/api/console/simulator/clock',
  needs: 'administrator',
  summary: 'Moves the clock of the built-in operator: receipts due by then come now.',
  body: z.object({
    byS: z
      .int()
      .min(1)
      .max(7 * 86_400),
  }),
  reply: z.object({ movedS: z.int() }),
});
