import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Account } from '#accounts/account.ts';
import { Authenticator } from '#accounts/authenticator.ts';
import { createKey } from '#accounts/keys/new-key.ts';
import { Counters } from '#accounts/limits/counters.ts';
import { Destinations } from '#accounts/limits/destinations.ts';
import { Limiter } from '#accounts/limits/limiter.ts';
import { type AccountPolicy, defaultPolicy, PolicyCache } from '#accounts/limits/policy.ts';
import { limitActions, ruleNames } from '#accounts/limits/rules.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { OwnNumber } from '#model/own-number.ts';
import { IdSource } from '#queue/id-source.ts';
import { type Condition, Directory, fineCondition } from '#sms/directory.ts';
import { bindOf } from '#sms/links/part-lane.ts';
import { NumberDirectory } from '#sms/numbers/number-directory.ts';
import type { ShortNumberUse } from '#sms/numbers/short-number-use.ts';
import { type Operator, operatorDefaults } from '#sms/operator.ts';
import { type Route, routeDefaults, senderKinds } from '#sms/routing/route.ts';
import type { NetworkPrefix, Price } from '#sms/routing/route-store.ts';
import type { SendReply, SendRequest } from '#sms/send-request.ts';
import { anAccount } from '#test/harness/customer-records.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { atMs, money, phone } from '#test/harness/records.ts';
import { anAuthor, aPrice } from '#test/harness/routes.ts';
import { aKey, aPhone, openSmsWorld } from '#test/harness/sms-world.ts';
import { SendPlans } from './send-plans.ts';
import { type SendPorts, SmsSender } from './sms-sender.ts';

const dayMs = 86_400_000;
const phones = [
  '33612345678',
  '33612345679',
  '33698765432',
  '33781234567',
  '491711234567',
  '5351234567',
  '33899123456',
  '12025550123',
].map((digits) => phone(digits));
const prefixes = ['', '33', '336', '3361', '336123', '33612345678', '49', '1', '53'];
const texts = ['Hello', 'a'.repeat(161), 'déjà “vu”', 'Łódź', '', 'x'.repeat(2_000), 'a\tb\r\nc'];

/** All that may change between two messages. */
type Settings = {
  readonly operators: readonly Operator[];
  readonly routes: readonly Route[];
  readonly networks: readonly NetworkPrefix[];
  readonly prices: readonly Price[];
  readonly numbers: readonly OwnNumber[];
  readonly uses: readonly ShortNumberUse[];
};

const operators = fc
  .array(
    fc.record({
      state: fc.constantFrom(
        'active' as const,
        'active' as const,
        'paused' as const,
        'draining' as const,
      ),
      binds: fc.integer({ min: 1, max: 3 }),
      longMessages: fc.constantFrom('udh8' as const, 'payload' as const),
      builtIn: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((drawn) =>
    drawn.map(
      ({ state, binds, longMessages, builtIn }, at): Operator => ({
        id: at + 1,
        name: `operator ${at + 1}`,
        builtIn: builtIn && at === 2,
        state,
        settings: { ...operatorDefaults, binds, longMessages },
        sealedPassword: '',
        createdAtMs: atMs,
      }),
    ),
  );

const route = fc.record({
  prefix: fc.constantFrom(...prefixes),
  network: fc.constantFrom('', '', '20801'),
  grade: fc.constantFrom(null, null, 1 as const, 2 as const),
  senders: fc.subarray([...senderKinds]),
  operatorId: fc.integer({ min: 1, max: 3 }),
  priority: fc.integer({ min: 1, max: 2 }),
  weight: fc.integer({ min: 1, max: 2 }),
  buyPrice: fc.constantFrom(null, money(1), money(2)),
  enabled: fc.constantFrom(true, true, true, false),
});

const settings: fc.Arbitrary<Settings> = fc.record({
  operators,
  routes: fc
    .record({
      // Most messages are to have a way, or nothing is compared but refusals; some have two of one rank.
      twin: fc.constantFrom(undefined, { grade: null }, { grade: 2 as const, priority: 0 }),
      drawn: fc.array(route, { maxLength: 4 }),
    })
    .map(({ twin, drawn }) => [
      { ...routeDefaults, prefix: '', operatorId: 1 },
      ...(twin === undefined ? [] : [{ ...routeDefaults, ...twin, prefix: '', operatorId: 2 }]),
      ...drawn,
    ])
    .map((all) => all.map((each, at): Route => ({ ...each, id: at + 1 }))),
  networks: fc.subarray([{ prefix: '3361', network: '20801' }]),
  prices: fc
    .array(
      fc.record({
        accountId: fc.constantFrom(0, 1, 2),
        prefix: fc.constantFrom(...prefixes),
        fromMs: fc.constantFrom(0, atMs + dayMs / 2, atMs + dayMs),
        price: fc.constantFrom(money(10_000), money(40_000), money(300_000)),
      }),
      { maxLength: 5 },
    )
    .map((drawn) => [
      { accountId: 0, prefix: '', fromMs: 0, price: money(38_000) },
      { accountId: 0, prefix: '', fromMs: atMs + dayMs / 2, price: money(39_000) },
      ...drawn,
    ]),
  numbers: fc
    .record({
      state: fc.constantFrom('active' as const, 'deactivated' as const),
      accountId: fc.constantFrom(null, 1, 2),
      operatorId: fc.constantFrom(null, 3),
      takesSms: fc.boolean(),
    })
    .map((drawn) =>
      (['33700000001', '36105'] as const).map(
        (digits, at): OwnNumber => ({
          ...drawn,
          id: at + 1,
          digits,
          kind: at === 0 ? 'long' : 'short',
          takesCalls: false,
          createdAtMs: atMs,
        }),
      ),
    ),
  uses: fc.subarray([{ accountId: 1, numberId: 2, keyword: '' }]),
});

const policy = fc.record({
  countries: fc.constantFrom('all' as const, 'all' as const, 'home' as const),
  costlyNumbers: fc.boolean(),
  trust: fc.constantFrom('new' as const, 'trusted' as const),
  quietHours: fc.constantFrom('on' as const, 'off' as const, 'country' as const),
  marketing: fc.boolean(),
});

const exception = fc.record({
  rule: fc.constantFrom(...ruleNames),
  limit: fc.record({
    max: fc.constantFrom(0, 1, 3, 50_000),
    action: fc.constantFrom(...limitActions),
  }),
});

const anyAccount = fc.record({
  homeCountry: fc.constantFrom('FR', 'FR', 'DE'),
  transliterate: fc.constantFrom('off' as const, 'letters' as const),
  parentId: fc.constantFrom(null, 2),
});

/** Nearly always the first: else hardly any message would be usual. */
function rarely<Usual, Other>(usual: Usual, ...others: readonly Other[]) {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const fields = {
  account: fc.integer({ min: 0, max: 1 }),
  phones: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...phones).map((each) => [each]) },
    { weight: 1, arbitrary: fc.subarray(phones, { minLength: 1 }) },
  ),
  text: fc.constantFrom(...texts),
  sender: fc.constantFrom(undefined, undefined, 'Acme', 'Acme', '33700000001', '36105'),
  class: fc.constantFrom(undefined, undefined, 'urgent' as const, 'bulk' as const),
  grade: fc.constantFrom(undefined, undefined, 1 as const, 2 as const),
  validityMs: fc.constantFrom(undefined, undefined, 600_000),
  forceUnicode: fc.boolean(),
  marketing: fc.boolean(),
  saysStop: rarely(undefined, true),
  sandbox: rarely(false, true),
  mode: rarely('live' as const, 'test' as const),
  scheduledAtMs: rarely(undefined, atMs + dayMs),
};

const message = fc.record(fields);

/** The same message but for one thing. */
const variant = fc.oneof(
  ...Object.entries(fields).map(([name, drawn]) =>
    fc.record({ [name]: drawn as fc.Arbitrary<unknown> }),
  ),
);

const ailing: readonly Condition[] = [
  fineCondition,
  { ...fineCondition, downForMs: 20_000 },
  { ...fineCondition, downForMs: 1_000 },
  { ...fineCondition, silentForMs: 5_000 },
  { ...fineCondition, quotaUsedUp: true },
];

const messagesMax = 4;

const step = fc.oneof(
  // One of a few, so that the same message goes before a change and behind it.
  { weight: 10, arbitrary: fc.record({ send: fc.nat({ max: messagesMax - 1 }) }) },
  { weight: 1, arbitrary: fc.record({ routing: settings }) },
  { weight: 1, arbitrary: fc.record({ numbering: settings }) },
  {
    weight: 1,
    arbitrary: fc.record({ policy, exceptions: fc.array(exception, { maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ account: anyAccount }) },
  { weight: 1, arbitrary: fc.record({ risky: fc.subarray(['3361', '4917', '535']) }) },
  { weight: 1, arbitrary: fc.record({ stopped: fc.constantFrom(...phones) }) },
  { weight: 1, arbitrary: fc.record({ condition: fc.constantFrom(...ailing) }) },
  { weight: 1, arbitrary: fc.record({ passMs: fc.constantFrom(60_000, dayMs / 2) }) },
);

type Drawn<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;
type Step = Drawn<typeof step>;
type Asked = Drawn<typeof message>;

function readDirectory(of: Settings): Promise<Directory> {
  return Directory.read({
    operators: {
      listOperators: async () => of.operators,
      listRoutes: async () => of.routes,
      listPrices: async () => of.prices,
      listNetworks: async () => of.networks,
    },
  });
}

function readNumbers(of: Settings): Promise<NumberDirectory> {
  return NumberDirectory.read({
    listNumbers: async () => of.numbers,
    listShortNumberUses: async () => of.uses,
  });
}

function policiesOf(
  each: Partial<AccountPolicy>,
  exceptions: readonly Drawn<typeof exception>[],
): PolicyCache {
  return new PolicyCache(
    [1, 2].map((id) => ({ ...defaultPolicy(id), countries: 'all', ...each })),
    exceptions.map((of) => ({ ...of, accountId: 1, keyId: 0 })),
  );
}

/** One of two that meet the same; this one has plans, the other judges each message in full. */
class Side {
  /** All that came of the messages: what was stored, offered, noted and alerted. */
  readonly done: unknown[] = [];
  readonly clock = new HeldClock(atMs);
  readonly destinations = new Destinations();
  readonly stopped = new Set<PhoneNumber>();
  policies = policiesOf({}, []);
  condition: Condition = fineCondition;
  planned = 0;
  readonly #sender: SmsSender;
  readonly #messages: readonly Asked[];
  #directory: Directory;
  #numbers: NumberDirectory;
  #accounts: readonly Account[] = [1, 2].map((id) => anAccount({ id, homeCountry: 'FR' }));

  constructor(
    hasPlans: boolean,
    begin: {
      readonly messages: readonly Asked[];
      readonly directory: Directory;
      readonly numbers: NumberDirectory;
    },
  ) {
    this.#messages = begin.messages;
    this.#directory = begin.directory;
    this.#numbers = begin.numbers;
    const ports = this.#ports();
    const plans = new SendPlans(ports);
    const find = (request: SendRequest) => {
      const plan = hasPlans ? plans.find(request) : undefined;
      if (plan !== undefined) this.planned += 1;
      return plan;
    };
    this.#sender = new SmsSender(ports, { find });
  }

  async take(next: Step): Promise<SendReply | undefined> {
    if ('send' in next)
      return this.#send(this.#messages[next.send % this.#messages.length] as Asked);
    if ('routing' in next) this.#directory = await readDirectory(next.routing);
    else if ('numbering' in next) this.#numbers = await readNumbers(next.numbering);
    else if ('policy' in next) this.policies = policiesOf(next.policy, next.exceptions);
    else if ('account' in next)
      this.#accounts = this.#accounts.map((each) => ({ ...each, ...next.account }));
    else if ('risky' in next) this.destinations.setRisky(next.risky);
    else if ('stopped' in next) this.stopped.add(next.stopped);
    else if ('condition' in next) this.condition = next.condition;
    else this.clock.advance(next.passMs);
    return undefined;
  }

  #callers = new Map<Account, Map<string, SendRequest['caller']>>();

  /** The same one for the same key, as long as its account stands as it is. */
  #caller(account: Account, mode: 'live' | 'test'): SendRequest['caller'] {
    const ofAccount = this.#callers.get(account) ?? new Map<string, SendRequest['caller']>();
    this.#callers.set(account, ofAccount);
    const caller = ofAccount.get(mode) ?? { account, key: aKey(mode) };
    ofAccount.set(mode, caller);
    return caller;
  }

  #send({ account: at, mode, ...asked }: Asked): Promise<SendReply> {
    const account = this.#accounts[at] as Account;
    return this.#sender.send({
      ...asked,
      caller: this.#caller(account, mode),
      tag: '',
      reportUrl: undefined,
      idempotency: undefined,
      requestId: 'r1',
    });
  }

  #ports(): SendPorts {
    const limiter = new Limiter({
      counters: new Counters(),
      destinations: this.destinations,
      busiestHour: () => 0,
      alert: (alert) => void this.done.push(alert),
    });
    let reserved = 0;
    let drawn = 1;
    // The minimal standard generator of Park and Miller: both sides draw the same.
    const random = (): number => {
      drawn = (drawn * 48_271) % 0x7fffffff;
      return drawn / 0x7fffffff;
    };
    const ids = (): IdSource => IdSource.from(1, 1_000_000, async () => (reserved += 1_000_000));
    return {
      directory: () => this.#directory,
      numbers: () => this.#numbers,
      limits: {
        limiter,
        destinations: this.destinations,
        policyOf: (id) => this.policies.of(id),
      },
      stops: {
        stopped: (_, asked) => asked.filter((each) => this.stopped.has(each)),
        isKnownStopped: (_, asked) => this.stopped.has(asked),
      },
      stopMention: 'STOP {number}',
      conditionOf: ({ id }) => (id === 1 ? this.condition : fineCondition),
      random,
      clock: this.clock,
      messageIds: ids(),
      jobIds: ids(),
      store: {
        acceptMessages: async (items) =>
          items.map((item) => {
            this.done.push(item);
            // Some are refused, and their limits given back.
            return item.cost === 80_000
              ? { kind: 'balance is too low', balance: money(1) }
              : { kind: 'accepted' };
          }),
      },
      replyAddresses: { keepReplyAddress: async () => undefined },
      replies: { findReply: async () => undefined },
      waiting: () => ({ parts: 0, partsMax: 1_000 }),
      bindFor: bindOf,
      endpointFor: async () => undefined,
      offer: (parts) => void this.done.push(parts),
      noteChoices: (choices) => void this.done.push(choices),
    };
  }
}

suite('the plan of a usual message', () => {
  test('never differs from what the judge says, whatever changes between messages', async () => {
    let planned = 0;
    const begin = fc.record({
      settings,
      messages: fc
        .record({ one: message, others: fc.array(variant, { maxLength: messagesMax - 1 }) })
        .map(({ one, others }) => [one, ...others.map((each): Asked => ({ ...one, ...each }))]),
      steps: fc.array(step, { minLength: 40, maxLength: 80 }),
    });
    await fc.assert(
      fc.asyncProperty(begin, async ({ settings: of, messages, steps }) => {
        const directory = await readDirectory(of);
        const numbers = await readNumbers(of);
        const [withPlans, inFull] = [true, false].map(
          (hasPlans) => new Side(hasPlans, { messages, directory, numbers }),
        ) as [Side, Side];
        for (const each of steps) {
          assert.deepEqual(await withPlans.take(each), await inFull.take(each));
          assert.deepEqual(withPlans.done.splice(0), inFull.done.splice(0));
        }
        planned += withPlans.planned;
      }),
      { numRuns: 300 },
    );
    assert.ok(planned > 1_000, `only ${planned} messages had a plan`);
  });

  test('outlives its key in no new message, and one that is being stored is paid for once', async () => {
    await using world = await openSmsWorld();
    const { accounts } = world.storage;
    const { id: accountId } = world.account;
    const wish = { accountId, mode: 'live', bases: ['sms'], label: '' } as const;
    const { key, clear } = await createKey(wish, { accounts }, anAuthor);
    const authenticator = new Authenticator(accounts);
    const sender = world.sender((parts) => world.offered.push(...parts));
    const send = async (): Promise<SendReply | undefined> => {
      const caller = await authenticator.find(clear, 'sms');
      return caller && sender.send(world.request({ caller }));
    };
    const costs = 40_000;
    // The first is judged in full: the opt-out list is not in memory yet.
    for (let sent = 0; sent < 3; sent += 1) assert.equal((await send())?.ok, true);
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    world.gate = gate;
    const underWay = send();
    assert.equal(await accounts.revokeKey(accountId, key.id, anAuthor), true);
    authenticator.forget();
    assert.equal(await send(), undefined);
    open();
    assert.equal((await underWay)?.ok, true);
    assert.equal(await send(), undefined);
    assert.equal(world.offered.length, 4);
    assert.equal(await world.balance(), 1_000_000 - 4 * costs);
  });

  test('is made anew by the next message once its settings have changed', async () => {
    await using world = await openSmsWorld();
    const sender = world.sender((parts) => world.offered.push(...parts));
    const { caller } = world.request();
    const costOf = async (): Promise<number | undefined> => {
      const reply = await sender.send(world.request({ caller }));
      return reply.ok ? reply.sent.cost : undefined;
    };
    assert.deepEqual([await costOf(), await costOf()], [40_000, 40_000]);
    await world.storage.operators.setPrices([aPrice('336', 50_000)], anAuthor);
    await world.readDirectory();
    assert.deepEqual([await costOf(), await costOf()], [50_000, 50_000]);
    await world.storage.accounts.savePolicy(defaultPolicy(world.account.id), anAuthor);
    const closed = { ...caller, account: { ...caller.account, homeCountry: 'DE' } };
    await world.opened.limits.reload();
    const reply = await sender.send(world.request({ caller: closed }));
    assert.deepEqual(reply, {
      ok: false,
      refusal: { why: 'country is closed', phones: [aPhone] },
    });
  });
});
