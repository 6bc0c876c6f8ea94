/** What the home page of an account shows: the first minutes, what is missing before going live, and today. */
import { z } from 'zod';
import { operation } from '#core/operation.ts';
import { mayDo } from '#core/permissions.ts';

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

export type GoLiveStep = { readonly step: (typeof goLiveSteps)[number]; readonly isDone: boolean };

export type Today = {
  readonly sinceMs: number;
  /** Live. */
  readonly smsParts: number;
  readonly emails: number;
  /** Of today's live recipients: those whose end is known, and those that were reached. */
  readonly ended: number;
  readonly delivered: number;
  readonly failingEndpoints: number;
  /** At its endpoints. */
  readonly pendingDeliveries: number;
  /** One of them has as many as are counted, or more. */
  readonly hasMorePending: boolean;
  /** Of balance, at the pace of the last week; undefined where nothing was spent. */
  readonly daysLeft: number | undefined;
};

export type HomePorts = {
  readonly home: {
    /** Whether this process has phones that call. */
    readonly hasPhones: boolean;
    /** Undefined: the key that is shown at each start is another account's. */
    readonly testKeyOf: (accountId: number) => Promise<string | undefined>;
    /** Whether anything live has been sent. */
    readonly hasGoneLive: (accountId: number) => Promise<boolean>;
    readonly today: (accountId: number) => Promise<Today>;
    readonly goLive: (accountId: number) => Promise<readonly GoLiveStep[]>;
  };
};

type StartPorts = HomePorts & {
  readonly hasSimulator: boolean;
  /** Digits of numbers that take replies for the account. */
  readonly handsets: { numbersOf(accountId: number): Promise<readonly string[]> };
};

export const showStart = operation({
  name: 'home start',
  does: 'reads',
  needs: 'read facts',
  output: z.object({
    /** Of the demo account alone, and not for every role. */
    testKey: z.string().nullable(),
    hasSimulator: z.boolean(),
    hasPhones: z.boolean(),
    hasGoneLive: z.boolean(),
    /** The account's own numbers and the shared short ones, in digits: what phones can write to. */
    numbers: z.array(z.string()),
    goLive: z.array(z.object({ step: z.enum(goLiveSteps), isDone: z.boolean() })),
  }),
  async run({ home, handsets, hasSimulator }: StartPorts, _, { accountId, role }) {
    const [testKey, numbers, goLive, hasGoneLive] = await Promise.all([
      mayDo(role, 'manage keys') ? home.testKeyOf(accountId) : undefined,
      handsets.numbersOf(accountId),
      home.goLive(accountId),
      home.hasGoneLive(accountId),
    ]);
    return {
      testKey: testKey ?? null,
      hasSimulator,
      hasPhones: home.hasPhones,
      hasGoneLive,
      numbers: [...numbers],
      goLive: [...goLive],
    };
  },
});

export const showToday = operation({
  name: 'home today',
  does: 'reads',
  needs: 'read facts',
  output: z.object({
    since: z.int().meta({ description: 'Milliseconds since 1970.' }),
    /** Live. */
    smsParts: z.int(),
    emails: z.int(),
    /** Of today's live recipients: those whose end is known, and those that were reached. */
    ended: z.int(),
    delivered: z.int(),
    failingEndpoints: z.int(),
    /** At all of the account's endpoints, counted up to 10,000 at each. */
    pendingDeliveries: z.int(),
    /** One of them has as many as are counted, or more. */
    hasMorePending: z.boolean(),
    /** At the pace of the last seven days; null where nothing was spent, or the role does not read the balance. */
    daysLeft: z.int().nullable(),
  }),
  async run({ home }: HomePorts, _, { accountId, role }) {
    const { sinceMs: since, daysLeft = null, ...figures } = await home.today(accountId);
    return { since, ...figures, daysLeft: mayDo(role, 'read balance') ? daysLeft : null };
  },
});
