/**
 * A service of calls between two phones on loopback: the caller's trunk leads in, the callee's leads out,
 * and an account has rented the number between them. Storage and sockets are real.
 */

import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { CallCaps } from '#numbers/calls/call-caps.ts';
import { mayCall } from '#numbers/calls/call-destinations.ts';
import { CallEndings } from '#numbers/calls/call-endings.ts';
import type { PriceSteps } from '#numbers/calls/call-price.ts';
import { type CallRecord, noCalls } from '#numbers/calls/call-record.ts';
import { CallService } from '#numbers/calls/call-service.ts';
import type { CallServicePorts } from '#numbers/calls/call-service-ports.ts';
import { readWay } from '#numbers/calls/call-way.ts';
import type { MissedCall, VoicemailOrder } from '#numbers/calls/voicemail-taker.ts';
import type { ForwardOptions, ForwardRule } from '#numbers/forwarding/forward-rule.ts';
import { usualOptions } from '#numbers/forwarding/forward-rule.ts';
import { SipAgent } from '#numbers/sip/agent.ts';
import { RtpMedia } from '#numbers/sip/media/rtp-media.ts';
import type { Hop } from '#numbers/sip/user-agent.ts';
import type { TrunkSettings } from '#numbers/trunks/trunk.ts';
import { TrunkDirectory } from '#numbers/trunks/trunk-directory.ts';
import { TrunkHealth } from '#numbers/trunks/trunk-health.ts';
import type { Storage } from '#storage/storage.ts';
import { pause } from './pause.ts';
import { aTrunk, atMs, money, phone } from './records.ts';
import { openPhone, type Phone } from './sip-phones.ts';
import { openTemporaryStorage } from './temporary-storage.ts';

export const number = phone('33755000001');
export const target = phone('33112345678');
const author = { actor: 'test', atMs };

export type CallWish = {
  readonly rule?: ForwardRule;
  readonly options?: Partial<ForwardOptions>;
  readonly balance?: number;
  readonly perMinute?: number;
  /** By default billed by the second. */
  readonly steps?: Pick<PriceSteps, 'firstS' | 'nextS'>;
  readonly trunkIn?: Partial<TrunkSettings>;
  readonly trunkOut?: Partial<TrunkSettings>;
  readonly ports?: Partial<CallServicePorts>;
  /** Stands in for what the usual ones do. */
  readonly broken?: (usual: CallServicePorts) => Partial<CallServicePorts>;
};

export class CallWorld implements AsyncDisposable {
  readonly caller: Phone;
  readonly callee: Phone;
  readonly storage: Storage;
  readonly accountId: number;
  readonly missed: MissedCall[] = [];
  readonly voicemails: VoicemailOrder[] = [];
  readonly closing: AsyncDisposableStack;
  service!: CallService;
  agent!: SipAgent;
  media!: RtpMedia;

  constructor(opened: {
    readonly caller: Phone;
    readonly callee: Phone;
    readonly storage: Storage;
    readonly accountId: number;
    readonly closing: AsyncDisposableStack;
  }) {
    this.caller = opened.caller;
    this.callee = opened.callee;
    this.storage = opened.storage;
    this.accountId = opened.accountId;
    this.closing = opened.closing;
  }

  /** Where the caller dials. */
  get hop(): Hop {
    const [first] = this.agent.listeners;
    if (first === undefined) throw new Error('the service has no listener');
    return first;
  }

  async calls(): Promise<readonly CallRecord[]> {
    return this.storage.calls.listCalls({ beforeId: Number.MAX_SAFE_INTEGER, limit: 100 });
  }

  /** Waits until no call is under way, and gives the last one. */
  async record(): Promise<CallRecord> {
    for (;;) {
      const [call] = await this.calls();
      if (this.service.size === 0 && typeof call?.endedAtMs === 'number') return call;
      await pause(10);
    }
  }

  async balance(): Promise<number | undefined> {
    return (await this.storage.accounts.findAccount(this.accountId))?.balance;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closing.disposeAsync();
  }
}

export async function openCallWorld(wish: CallWish = {}): Promise<CallWorld> {
  const closing = new AsyncDisposableStack();
  const storage = closing.use(await openTemporaryStorage());
  const caller = closing.use(await openPhone());
  const callee = closing.use(await openPhone());
  const accountId = await withRentedNumber(storage, wish);
  const world = new CallWorld({ caller, callee, storage, accountId, closing });
  await withTrunks(storage, { ...wish, calleePort: callee.hop.port });
  await openService(world, wish);
  return world;
}

/** One that calls come from, and one that they go to, both on this machine. */
export async function withTrunks(
  storage: Storage,
  wish: Pick<CallWish, 'trunkIn' | 'trunkOut'> & { readonly calleePort: number },
): Promise<void> {
  const host = '127.0.0.1';
  await storage.trunks.createTrunk(
    aTrunk({ outbound: false, sources: ['127.0.0.1/32'], ...wish.trunkIn }),
    author,
  );
  const out = { inbound: false, host, port: wish.calleePort, ...wish.trunkOut };
  await storage.trunks.createTrunk({ ...aTrunk(out), name: 'outward' }, author);
}

async function openService(world: CallWorld, wish: CallWish): Promise<void> {
  const { storage, closing } = world;
  const log = openLog('silent');
  const trunks = await TrunkDirectory.read(storage.trunks);
  const prices = await storage.calls.listCallPrices();
  world.media = closing.use(new RtpMedia({ workers: 1, ports: { first: 41_000, last: 41_999 } }));
  const endings = closing.use(new CallEndings({ calls: storage.calls, clock: systemClock, log }));
  const health = new TrunkHealth({
    agent: () => world.agent,
    trunks: () => trunks,
    clock: systemClock,
    log,
  });
  let id = 0;
  world.agent = await SipAgent.open(
    {
      listeners: [{ transport: 'udp', host: '127.0.0.1', port: 0 }],
      publicAddress: undefined,
      product: undefined,
    },
    {
      admits: ({ address }) => trunks.ofSource(address) !== undefined,
      incoming: (call) => world.service.incoming(call),
    },
    { clock: systemClock, random: Math.random },
  );
  const usual: CallServicePorts = {
    agent: world.agent,
    media: world.media,
    clock: systemClock,
    log,
    random: Math.random,
    trunks: () => trunks,
    health,
    prices: () => prices,
    readWay: (dialled) => readWay(dialled, storage.virtualNumbers),
    mayCall: (account, to) => mayCall(account, to, storage.calls),
    spentSince: (accountId, sinceMs) => storage.calls.spentOnCalls(accountId, sinceMs),
    callsElsewhere: async () => noCalls,
    calls: storage.calls,
    endings,
    callIds: { take: () => (id += 1) },
    processId: 1,
    caps: new CallCaps(systemClock),
    limits: { perMinuteMax: 1_000_000, spendPerDay: 50_000_000, maxMs: 7_200_000 },
    ourAddress: () => '127.0.0.1',
    bindAddress: () => '127.0.0.1',
    registeredAs: () => undefined,
    passwordOf: () => '',
    passwordIn: () => 'secret',
    voicemail: {
      take: (order) => {
        world.voicemails.push(order);
        return { handlers: { cancelled: () => undefined }, end: () => undefined };
      },
    },
    missed: (call) => world.missed.push(call),
    ...wish.ports,
  };
  world.service = new CallService({ ...usual, ...wish.broken?.(usual) });
  closing.defer(async () => {
    world.service.endAll('interrupted');
    await world.agent[Symbol.asyncDispose]();
    while (world.service.size > 0) await pause(10);
  });
}

/** An account that has rented the number and leads its calls on. */
export async function withRentedNumber(storage: Storage, wish: CallWish): Promise<number> {
  const {
    rule = { kind: 'forward', target },
    options,
    balance = 10_000_000,
    perMinute = 60_000,
    steps = { firstS: 1, nextS: 1 },
  } = wish;
  const { id: accountId } = await storage.accounts.createAccount(
    {
      name: 'Acme',
      email: 'a@acme.example',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(balance),
      testBalance: money(0),
      createdAtMs: atMs,
    },
    'test',
  );
  await rentNumber(storage, { accountId, digits: number, rule, options });
  const price = { accountId: 0, prefix: '', perMinute: money(perMinute), ...steps };
  await storage.calls.setCallPrice(price, author);
  return accountId;
}

/** A number of the account whose calls do what the rule says. */
export async function rentNumber(
  storage: Storage,
  wish: {
    readonly accountId: number;
    readonly digits: PhoneNumber;
    readonly rule: ForwardRule;
    readonly options?: Partial<ForwardOptions> | undefined;
  },
): Promise<void> {
  const { accountId, digits, rule, options } = wish;
  const made = await storage.numbers.createNumber({
    digits,
    kind: 'long',
    accountId,
    operatorId: null,
    takesSms: true,
    takesCalls: true,
    createdAtMs: atMs,
  });
  const numberId = made?.id ?? 0;
  await storage.virtualNumbers.setTerms(numberId, { canForward: true }, author);
  await storage.virtualNumbers.changeRule({ numberId, accountId, seen: undefined, rule }, author);
  await storage.virtualNumbers.saveOptions(numberId, { ...usualOptions, ...options }, author);
}
