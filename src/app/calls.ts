/** Calls: trunks and prices as they stand, the user agent that hears them, and the service that decides. */
import { CallCaps } from '#numbers/calls/call-caps.ts';
import { CallEndings } from '#numbers/calls/call-endings.ts';
import { CallService } from '#numbers/calls/call-service.ts';
import type { CallServicePorts } from '#numbers/calls/call-service-ports.ts';
import {
  endInterrupted,
  endingOfInterrupted,
  type InterruptedPorts,
  signOfLife,
} from '#numbers/calls/interrupted-calls.ts';
import type { MissedCall } from '#numbers/calls/voicemail-taker.ts';
import type { LateMedia } from '#numbers/sip/media/late-media.ts';
import type { AgentCounts, Hop } from '#numbers/sip/user-agent.ts';
import { Registrations } from '#numbers/trunks/registrations.ts';
import { type Trunk, trunkPasswordPlace } from '#numbers/trunks/trunk.ts';
import type { TrunkDirectory } from '#numbers/trunks/trunk-directory.ts';
import { TrunkHealth } from '#numbers/trunks/trunk-health.ts';
import type { TrunkStanding } from '#numbers/trunks/trunk-standing.ts';
import { TrunkTraces } from '#numbers/trunks/trunk-traces.ts';
import { IdSource } from '#queue/id-source.ts';
import { CallBook } from './call-book.ts';
import { callReadings } from './call-readings.ts';
import { hearsSip, type PhonesBeside } from './call-threads.ts';
import type { Common } from './common.ts';
import { hopHere } from './phones.ts';
import { SipServer } from './sip-server.ts';
import { openTextBacks, type TextBackNeeds } from './text-backs.ts';
import { openVoicemail, type VoicemailNeeds } from './voicemail.ts';

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
  // Before the first call: a process that outlives us finds no call without a sign of life.
  await calls.seen(processId);
  await endInterrupted(interrupted, storage.isSole ? 0 : undefined);
  const server = makeServer(common);
  const book = await CallBook.read(common, phonePort);
  const endings = stack.use(new CallEndings({ calls, clock, log }));
  const trunks = makeTrunks(common, server, book);
  const voicemail = await openVoicemail(common, needs, { media, stack });
  const textBacks = openTextBacks(common, needs, stack);
  const missed = (call: MissedCall): void => {
    voicemail.missed.take(call);
    textBacks.take(call);
  };
  const callIds = await IdSource.open(idBlock, (count) => storage.ids.reserveIds('call', count));
  const service = new CallService({
    ...servicePorts(common, { server, book, trunks, processId }),
    media,
    endings,
    callIds,
    voicemail: voicemail.service,
    missed,
  });
  // The next start alone reads it on a file: a call that has just begun ends no earlier than it was answered.
  stack.use(signOfLife(interrupted, () => storage.isSole && service.size === 0)).start();
  stack.use(endingOfInterrupted(interrupted)).start();
  // Below the server: what its parting says is traced as well.
  stack.use(trunks.traces).start();
  stack.use(server);
  await server.open(book.trunks.trunks, {
    admits: ({ address, port }) =>
      book.trunks.ofSource(address, port) !== undefined || trunks.registrations.admits(address),
    incoming: (call) => service.incoming(call),
    traced: (trace) => trunks.traces.take(trace),
  });
  stack.use(trunks.health.loop).start();
  stack.use(trunks.registrations);
  const tellHop = (): void => heardAt?.(hopHere(server.agent.listeners));
  tellHop();
  return callsOf({ server, book, trunks, service, media, tellHop });
}

function makeServer({ config, tally, clock, log }: Common): SipServer {
  return new SipServer({
    config: config.calls,
    certificateEnds: (endsAtMs) => tally?.certificateEnds('sip', endsAtMs),
    clock,
    log,
    random: Math.random,
    product: 'Parley',
  });
}

/** What is known of trunks beyond their rows: how they do, what they say, and where we are registered. */
type Trunks = {
  readonly health: TrunkHealth;
  readonly traces: TrunkTraces;
  readonly registrations: Registrations;
};

function makeTrunks(common: Common, server: SipServer, book: CallBook): Trunks {
  const { storage, clock, log } = common;
  const agent = (): SipServer['agent'] => server.agent;
  const trunks = (): TrunkDirectory => book.trunks;
  return {
    health: new TrunkHealth({ agent, trunks, clock, log }),
    traces: new TrunkTraces({
      store: storage.trunks,
      trunks,
      resolve: (where) => server.agent.resolve(where),
      clock,
      log,
    }),
    registrations: new Registrations({
      agent,
      trunks,
      passwordOf: (trunk) => passwordOf(common, trunk, 'out'),
      clock,
      random: Math.random,
      log,
    }),
  };
}

type ServiceNeeds = {
  readonly server: SipServer;
  readonly book: CallBook;
  readonly trunks: Trunks;
  readonly processId: number;
};

/** What the service of calls asks of the server, the trunks and the storage. */
function servicePorts(common: Common, { server, book, trunks, processId }: ServiceNeeds) {
  const { config, storage, clock, log } = common;
  return {
    ...callReadings(common, processId, () => book.riskyRanges),
    agent: {
      call: (order, handlers) => server.agent.call(order, handlers),
      resolve: (where) => server.agent.resolve(where),
      contactFor: (hop, user) => server.agent.contactFor(hop, user),
    },
    clock,
    log,
    random: Math.random,
    trunks: () => book.trunks,
    registeredAs: (user) => trunks.registrations.trunkOf(user),
    health: trunks.health,
    prices: () => book.prices,
    calls: storage.calls,
    processId,
    caps: new CallCaps(clock, config.calls),
    limits: config.calls,
    ourAddress: (peer, local) => server.ourAddress(peer, local),
    bindAddress: (local) => server.bindAddress(local),
    passwordOf: (trunk) => passwordOf(common, trunk, 'out'),
    passwordIn: (trunk) => passwordOf(common, trunk, 'in'),
  } satisfies Partial<CallServicePorts>;
}

type OpenCalls = {
  readonly server: SipServer;
  readonly book: CallBook;
  readonly trunks: Trunks;
  readonly service: CallService;
  readonly media: LateMedia;
  /** To phones in another thread. */
  readonly tellHop: () => void;
};

function callsOf({ server, book, trunks, service, media, tellHop }: OpenCalls): Calls {
  const { health, registrations } = trunks;
  return {
    registrations,
    standings: () => health.standings((trunkId) => registrations.whyUnregistered(trunkId)),
    get places() {
      return server.places;
    },
    get hop() {
      return hopHere(server.agent.listeners);
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
      tellHop();
      registrations.changed();
    },
    async part() {
      server.agent.drain();
      await service.part();
    },
  };
}

function passwordOf({ sealer }: Common, trunk: Trunk, use: 'out' | 'in'): string {
  const { name, sealedPassword, sealedAuthInPassword } = trunk;
  const sealed = use === 'out' ? sealedPassword : sealedAuthInPassword;
  return sealed === '' ? '' : sealer.open(sealed, trunkPasswordPlace(name, use));
}
