/** The first minutes: the key to try with, the simulated phones, and what is missing before going live. */
import { z } from 'zod';
import { testTimeMsMax } from '#sms/waiting/test-time.ts';
import { define } from '../definition.ts';
import { account, instant } from '../schemas.ts';

const inAccount = z.object({ account });
const place = '/api/accounts/{account}';

export const goLiveSteps = [
  'second factor',
  'public address',
  'operator',
  'price at home',
  'sender',
  'mail domain',
  'quiet hours',
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
    /** Whether this process has phones that call. */
    hasPhones: z.boolean(),
    /** Whether anything live has been sent. */
    hasGoneLive: z.boolean(),
    /** The account's own numbers and the shared short ones, in digits: what phones can write to. */
    numbers: z.array(z.string()),
    goLive: z.array(z.object({ step: z.enum(goLiveSteps), isDone: z.boolean() })),
  }),
});

export const findToday = define({
  method: 'GET',
  path: `${place}/today`,
  needs: 'read facts',
  summary:
    'How an account does today: what was sent and arrived, endpoints that fail, and how long the balance lasts.',
  params: inAccount,
  reply: z.object({
    since: instant,
    /** Live. */
    smsParts: z.int(),
    emails: z.int(),
    /** Of today's live recipients: those whose end is known, and those that were reached. */
    ended: z.int(),
    delivered: z.int(),
    failingEndpoints: z.int(),
    /** At all of the account's endpoints, counted up to 10,000 at each. */
    pendingDeliveries: z.int(),
    /** At the pace of the last seven days; null where nothing was spent, or the role does not read the balance. */
    daysLeft: z.int().nullable(),
  }),
});

const simulatedNumber = z.object({ number: z.string(), description: z.string() });

export const listSimulatedNumbers = define({
  method: 'GET',
  path: `${place}/simulated-numbers`,
  needs: 'read facts',
  summary:
    'Numbers of the built-in operator and of the built-in phones that always do the same, for tests to count on.',
  params: inAccount,
  reply: z.object({
    /** To which messages are sent. */
    numbers: z.array(simulatedNumber),
    /** To which calls are led. */
    phones: z.array(simulatedNumber),
  }),
});

/** Those that people switch; all others of the operator do as their number says. */
export const subscribers = [
  '33639980001',
  '33639980002',
  '33639980003',
  '33639980004',
  '33639980005',
  '33639980006',
  '33639980007',
  '33639980008',
] as const;

const phoneSwitch = z.object({
  phone: z.enum(subscribers),
  state: z.enum(['on', 'off', 'out of coverage', 'memory full', 'unknown', 'slow', 'throttled']),
  reports: z.enum(['usual', 'early', 'late', 'twice', 'never']),
});

export const listPhones = define({
  method: 'GET',
  path: `${place}/phones`,
  needs: 'read facts',
  summary: 'The subscribers of the built-in operator, and how each is switched.',
  params: inAccount,
  reply: z.object({
    /** Null: nothing is switched. */
    phones: z.array(phoneSwitch.extend({ until: instant.nullable() })),
  }),
});

export const switchPhone = define({
  method: 'PUT',
  path: `${place}/phones`,
  needs: 'send',
  summary: 'Switches a subscriber of the built-in operator for an hour, for all who send to it.',
  params: inAccount,
  body: phoneSwitch,
  reply: z.object({ until: instant.nullable() }),
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

export const moveTestTime = define({
  method: 'POST',
  path: `${place}/test-time`,
  needs: 'send',
  summary:
    'Moves time on for test messages that wait: schedules, tries and validity come that much sooner. Live ones stay.',
  params: inAccount,
  body: z.object({
    byS: z
      .int()
      .min(1)
      .max(testTimeMsMax / 1_000),
  }),
  reply: z.object({
    /** Parts whose time was moved. */
    parts: z.int(),
    /** More of them wait, and stayed as they were. */
    isCut: z.boolean(),
  }),
});
