/** Calls: trunks and prices as they stand, the user agent that hears them, and the service that decides. */
import { BoundedMap } from '#core/bounded-map.ts';
import { CallCaps } from '#numbers/calls/call-caps.ts';
import { mayCall } from '#numbers/calls/call-destinations.ts';
import { CallEndings } from '#numbers/calls/call-endings.ts';
import type { CallPrice } from '#numbers/calls/call-price.ts';
import {
  type CallStore,
  type CallsUnderWay,
  noCalls,
  type RiskyRange,
} from '#numbers/calls/call-record.ts';
import { CallService } from '#numbers/calls/call-service.ts';
import type { CallServicePorts } from '#numbers/calls/call-service-ports.ts';
import { type CallWay, readWay } from '#numbers/calls/call-way.ts';
import {
  endInterrupted,
  endingOfInterrupted,
  type InterruptedPorts,
  signOfLife,
} from '#numbers/calls/interrupted-calls.ts';
import { LastSeen } from '#numbers/calls/last-seen.ts';
import type { LateMedia } from '#numbers/sip/media/late-media.ts';
import type { AgentCounts, Hop } from '#numbers/sip/user-agent.ts';
import { Registrations } from '#numbers/trunks/registrations.ts';
import { type Trunk, trunkPasswordPlace } from '#numbers/trunks/trunk.ts';
import { TrunkDirectory } from '#numbers/trunks/trunk-directory.ts';
import { TrunkHealth } from '#numbers/trunks/trunk-health.ts';
import type { TrunkStanding } from '#numbers/trunks/trunk-standing.ts';
import { TrunkTraces } from '#numbers/trunks/trunk-traces.ts';
import { IdSource } from '#queue/id-source.ts';
import { findActing } from './acting-account.ts';
import { hearsSip, type PhonesBeside } from './call-threads.ts';
import type { Common } from './common.ts';
import { hopHere, phonePrices, withPhones } from './phones.ts';
import { SipServer } from './sip-server.ts';
import { openTextBacks, type TextBackNeeds } from './text-backs.ts';
import { openVoicemail, type VoicemailNeeds } from './voicemail.ts';

/** The sum walks over all calls of the day: of an account that calls all the time it is read once a second. */
const spentReadMs = 1_000;
const spentMax = 10_000;

type Spent = { readonly spent: Promise<number>; readonly atMs: number };

/** Calls that begin while the next block of ids is on its way. */
const idBlock = 10_000;

export type Calls = {
  /** `udp 127.0.0.1:5060`. */
  readonly places: readonly string[];
  /** Where a phone on this machine reaches them; undefined where none does. */
  readonly hop: Hop | undefined;
  /** Whether somebody can call at all. */
  readonly hasTrunks: boolean;
  readonly registrations: Registrations;
  /** What is held now. */
  readonly counts: CallCounts;
  /** How trunks do here. */
  readonly standings: () => readonly TrunkStanding[];
  /** Trunks and prices have changed. */
  apply(): Promise<void>;
  /** Turns new calls away and lets those that go on end, for a while. */
  part(): Promise<void>;
};

export type CallCounts = AgentCounts & {
  readonly calls: number;
  /** Of audio. */
  readonly ports: number;
  /** Calls, since the start, for whose audio no port was left. */
  readonly withoutPort: number;
};

export type CallNeeds = VoicemailNeeds &
  TextBackNeeds & {
    readonly media: LateMedia;
    /** Of the built-in phones; undefined where there are none. */
    readonly phonePort: number | undefined;
    /** For phones in another thread. */
    readonly heardAt: PhonesBeside['heardAt'] | undefined;
  };

/** Undefined where this thread carries none. */
export async function openCalls(
  common: Common,
  needs: CallNeeds,
  stack: AsyncDisposableStack,
): Promise<Calls | undefined> {
  const { config, storage, clock, log } = common;
  if (!hearsSip(config)) return undefined;
  const { media, phonePort, heardAt } = needs;
  const { calls } = storage;
  const processId = await storage.ids.reserveIds('call process', 1);
  const interrupted: InterruptedPorts = { calls, processId, clock, log };
  // Before the first call: whoever outlives us finds no call without a sign of life.
  await calls.seen(processId);
  await endInterrupted(interrupted, storage.isSole ? 0 : undefined);
  const server = new SipServer({
    config: config.calls,
    certificateEnds: (endsAtMs) => common.tally?.certificateEnds('sip', endsAtMs),
    clock,
    log,
    random: Math.random,
    product: 'Parley',
  });
  const hopOfServer = (): Hop | undefined => hopHere(server.agent.listeners);
  const book = await CallBook.read(common, phonePort);
  const endings = stack.use(new CallEndings({ calls, clock, log }));
  const health = new TrunkHealth({
    agent: () => server.agent,
    trunks: () => book.trunks,
    clock,
    log,
  });
  const traces = new TrunkTraces({
    store: storage.trunks,
    trunks: () => book.trunks,
    resolve: (where) => server.agent.resolve(where),
    clock,
    log,
  });
  const voicemail = await openVoicemail(common, needs, { media, stack });
  const textBacks = openTextBacks(common, needs, stack);
  const registrations = new Registrations({
    agent: () => server.agent,
    trunks: () => book.trunks,
    passwordOf: (trunk) => passwordOf(common, trunk, 'out'),
    clock,
    random: Math.random,
    log,
  });
  const service = new CallService({
    ...readings(common, processId, () => book.riskyRanges),
    agent: {
      call: (order, handlers) => server.agent.call(order, handlers),
      resolve: (where) => server.agent.resolve(where),
      contactFor: (hop, user) => server.agent.contactFor(hop, user),
    },
    media,
    clock,
    log,
    random: Math.random,
    trunks: () => book.trunks,
    registeredAs: (user) => registrations.trunkOf(user),
    health,
    prices: () => book.prices,
    calls,
    endings,
    callIds: await IdSource.open(idBlock, (count) => storage.ids.reserveIds('call', count)),
    processId,
    caps: new CallCaps(clock, config.calls),
    limits: config.calls,
    ourAddress: (peer, local) => server.ourAddress(peer, local),
    bindAddress: (local) => server.bindAddress(local),
    passwordOf: (trunk) => passwordOf(common, trunk, 'out'),
    passwordIn: (trunk) => passwordOf(common, trunk, 'in'),
    voicemail: voicemail.service,
    missed: (call) => {
      voicemail.missed.take(call);
      textBacks.take(call);
    },
  });
  stack.use(signOfLife(interrupted)).start();
  stack.use(endingOfInterrupted(interrupted)).start();
  // Below the server: what its parting says is traced as well.
  stack.use(traces).start();
  stack.use(server);
  await server.open(book.trunks.trunks, {
    admits: ({ address, port }) =>
      book.trunks.ofSource(address, port) !== undefined || registrations.admits(address),
    incoming: (call) => service.incoming(call),
    traced: (trace) => traces.take(trace),
  });
  stack.use(health.loop).start();
  stack.use(registrations);
  heardAt?.(hopOfServer());
  return {
    registrations,
    standings: () => health.standings((trunkId) => registrations.whyUnregistered(trunkId)),
    get places() {
      return server.places;
    },
    get hop() {
      return hopOfServer();
    },
    get hasTrunks() {
      return book.trunks.trunks.some(({ builtIn }) => !builtIn);
    },
    get counts() {
      const { ports } = media.counts;
      return { ...server.agent.counts, calls: service.size, ports, withoutPort: media.refused };
    },
    async apply() {
      await book.reload();
      await server.apply(book.trunks.trunks, () => service.size === 0);
      heardAt?.(hopOfServer());
      registrations.changed();
    },
    async part() {
      server.agent.drain();
      await service.part();
    },
  };
}

/** Trunks, prices and ranges that are never called: read whole, and anew when anybody has changed them. */
class CallBook {
  readonly #storage: Common['storage'];
  readonly #phonePort: number | undefined;
  trunks: TrunkDirectory = new TrunkDirectory([]);
  prices: readonly CallPrice[] = [];
  riskyRanges: readonly RiskyRange[] = [];

  private constructor({ storage }: Common, phonePort: number | undefined) {
    this.#storage = storage;
    this.#phonePort = phonePort;
  }

  static async read(common: Common, phonePort: number | undefined): Promise<CallBook> {
    const book = new CallBook(common, phonePort);
    await book.reload();
    return book;
  }

  async reload(): Promise<void> {
    const { trunks, calls } = this.#storage;
    const [all, prices, riskyRanges] = await Promise.all([
      trunks.listTrunks(),
      calls.listCallPrices(),
      calls.listRiskyRanges(),
    ]);
    this.riskyRanges = riskyRanges;
    this.trunks = new TrunkDirectory(withPhones(all, this.#phonePort));
    this.prices = this.#phonePort === undefined ? prices : [...phonePrices, ...prices];
  }
}

/** What is asked of the database for each call, with the memory that stands in for it. */
function readings(
  { storage, clock, log }: Common,
  processId: number,
  riskyRanges: () => readonly RiskyRange[],
): Pick<CallServicePorts, 'readWay' | 'mayCall' | 'spentSince' | 'callsElsewhere'> {
  const usedMemory = (): void => log.warn('call.from_memory', {});
  const ways = new LastSeen<CallWay>({ clock, usedMemory });
  const countries = new LastSeen<readonly string[]>({ clock, usedMemory });
  const sums = new LastSeen<number>({ clock, usedMemory });
  const lately = new BoundedMap<string, Spent>(spentMax);
  const others = new LastSeen<CallsUnderWay>({ clock, usedMemory });
  const { virtualNumbers: numbers, accounts, calls } = storage;
  const findAccount = (accountId: number) => findActing(accountId, accounts);
  const doors: Pick<CallStore, 'listCallCountries' | 'listRiskyRanges'> = {
    listRiskyRanges: async () => riskyRanges(),
    listCallCountries: (id) => countries.find(`${id}`, () => calls.listCallCountries(id)),
  };
  return {
    readWay: (dialled) => ways.find(dialled, () => readWay(dialled, { numbers, findAccount })),
    mayCall: (account, target) => mayCall(account, target, doors),
    spentSince: (accountId, sinceMs) => {
      const key = `${accountId} ${sinceMs}`;
      const known = lately.get(key);
      if (known !== undefined && clock.monotonicMs() - known.atMs < spentReadMs) return known.spent;
      const spent = sums.find(key, () => calls.spentOnCalls(accountId, sinceMs));
      lately.set(key, { spent, atMs: clock.monotonicMs() });
      return spent;
    },
    callsElsewhere: async (owner) => {
      if (storage.isSole) return noCalls;
      const { payerId, number } = owner;
      return others.find(`${payerId} ${number}`, () => calls.countElsewhere(processId, owner));
    },
  };
}

function passwordOf({ sealer }: Common, trunk: Trunk, use: 'out' | 'in'): string {
  const { name, sealedPassword, sealedAuthInPassword } = trunk;
  const sealed = use === 'out' ? sealedPassword : sealedAuthInPassword;
  return sealed === '' ? '' : sealer.open(sealed, trunkPasswordPlace(name, use));
}
