/** All engines of a process, in the order in which they need each other. */

import { Authenticator } from '#accounts/authenticator.ts';
import { KeyUses } from '#accounts/key-uses.ts';
import { AccountLimits } from '#accounts/limits/limits.ts';
import { RequestNotes } from '#accounts/requests/request-notes.ts';
import type { NotifyLookups } from '#api/commands/hlr-notify.ts';
import { erasureLogOf, renewErasures } from '#cli/erasure-log.ts';
import { demoNumbers } from '#cli/first-start.ts';
import type { Config } from '#config.ts';
import type { AddressGuard } from '#core/address-guard.ts';
import type { RingSealer } from '#core/sealing-ring.ts';
import type { MailRoutes } from '#mail/delivery/mail-routes.ts';
import { openMailRoutes } from '#mail/delivery/open-routes.ts';
import { type InboundListenPorts, listenForMail } from '#mail/inbound/listen.ts';
import { type OpenedMail, openMail } from '#mail/open.ts';
import type { Hop } from '#numbers/sip/user-agent.ts';
import { GreetingReader } from '#numbers/voicemail/greeting-reader.ts';
import { LanePauses } from '#queue/lane-pauses.ts';
import type { Leases } from '#queue/leases.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Phones } from '#simulator/phones/phones.ts';
import { switchesAt } from '#simulator/simulator-operations.ts';
import type { Customers, SmppListeners } from '#sms/customers/customers.ts';
import type { Directory } from '#sms/directory.ts';
import { type OpenedSms, openSms } from '#sms/open.ts';
import type { SmsSender } from '#sms/sending/sms-sender.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import { StopList } from '#sms/stops/stop-list.ts';
import { TestTimeWatch } from '#sms/waiting/test-time-watch.ts';
import { customerDeliveries } from '#storage/customer-deliveries.ts';
import { EventMakers } from '#webhooks/event-makers.ts';
import type { LaneCounts } from '#webhooks/lane-set.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import { openWebhooks } from '#webhooks/open.ts';
import type { EventPull } from '#webhooks/pull/event-pull.ts';
import { type CallsBeside, hearsSip, openMedia, type PhonesBeside } from './call-threads.ts';
import { type Calls, openCalls } from './calls.ts';
import { leasedMailCatcher } from './caught-mails.ts';
import type { Commits } from './commits.ts';
import { type Common, type EngineNeeds, pollMs } from './common.ts';
import { demoEndpoint } from './demo-endpoint.ts';
import { openEndpointNotices } from './endpoint-notices.ts';
import { followedSettings } from './followed-settings.ts';
import { openGuard } from './guard.ts';
import { openIds } from './ids.ts';
import { type InspectorPlace, openInspector } from './inspector.ts';
import { keepRequests } from './kept-requests.ts';
import { noteOfKeyUses } from './key-use-notes.ts';
import { startLeaderJobs } from './leader-jobs.ts';
import type { CatcherAddress, LeasedMailCatcher } from './leased-mail-catcher.ts';
import { LeasedSimulator } from './leased-simulator.ts';
import { eventStreams, isLeaderOf, openLeases, replayLease, shareWork } from './leased-work.ts';
import { type LedgerWatch, openLedgerWatch } from './ledger-watch.ts';
import type { Moments } from './live/moments.ts';
import { notifyLookups } from './lookups.ts';
import { countOfOwed, hearHints, settingsWatch } from './loops.ts';
import { openRing } from './master-keys.ts';
import { openPhones } from './phones.ts';
import { ProcessNotes } from './process-notes.ts';
import type { ReferenceData } from './reference-data.ts';
import { Resealing } from './resealing.ts';
import { EventIntake } from './threads/event-intake.ts';
import type { EventLines } from './threads/event-lines.ts';
import { EventSender } from './threads/event-sender.ts';
import { followNotices } from './voicemail.ts';

/** A process that has not been seen for so long does not live: it shows itself every few seconds; threads live with it. */
const silentMs = 30_000;

const random = Math.random;

export type Engines = {
  /** The key that the start message shows. */
  readonly testKey: string;
  readonly guard: AddressGuard;
  readonly authenticator: Authenticator;
  readonly keyUses: KeyUses;
  readonly requestNotes: RequestNotes;
  readonly limits: AccountLimits;
  readonly directory: () => Directory;
  readonly sender: SmsSender;
  readonly stops: StopList;
  readonly mail: OpenedMail;
  readonly mailRoutes: MailRoutes;
  readonly sms: SmsEngine;
  readonly smpp: SmppListeners;
  readonly customers: Customers;
  /** Where other mail servers report: `127.0.0.1:25`. */
  readonly smtpIn: readonly string[];
  readonly leases: Leases;
  /** What processes hold, told among them. */
  readonly notes: ProcessNotes;
  readonly simulator: LeasedSimulator | undefined;
  readonly mailCatcher: LeasedMailCatcher | undefined;
  readonly notifyLookups: NotifyLookups;
  readonly events: EventPull;
  /** What live pages hear besides. */
  readonly moments: Moments;
  readonly endpoints: EndpointManagement;
  /** Where tests of the inspector's endpoint go. */
  readonly inspectorAt: InspectorPlace;
  readonly webhookLaneCounts: () => LaneCounts & { readonly inFlight: number };
  readonly ledger: Pick<LedgerWatch, 'differing'>;
  /** Undefined where this thread carries none. */
  readonly calls: Calls | undefined;
  /** Undefined where there are none, and in threads beside the main thread. */
  readonly phones: Phones | undefined;
  readonly greetings: GreetingReader;
  draining: boolean;
  /** Leaves work to others, and waits for what is under way here: 50 s at most for mails, a minute for calls. */
  handOver(): Promise<void>;
};

type EnginesWorld = Common & {
  readonly sealer: RingSealer;
  readonly testKey: string;
  readonly moments: Moments;
  readonly commits: Commits;
  readonly reference: ReferenceData;
  /** Other mail servers report in this thread. */
  readonly hearsMail: boolean;
  /** By which events go to the thread that delivers them. */
  readonly lines: EventLines;
  readonly callsBeside: CallsBeside | undefined;
  readonly phonesBeside: PhonesBeside | undefined;
};

export async function openEngines(
  {
    testKey,
    moments,
    commits,
    reference,
    hearsMail,
    lines,
    callsBeside,
    phonesBeside,
    ...common
  }: EnginesWorld,
  stack: AsyncDisposableStack,
): Promise<Engines> {
  const { config, clock, storage, sealer } = common;
  const needs = await openNeeds({ ...common, commits, reference }, stack);
  const { leases, guard, directory, stops, limits } = needs;
  const authenticator = new Authenticator(storage.accounts);
  const keyUses = new KeyUses();
  stack.use(noteOfKeyUses(common, keyUses)).start();
  const requestNotes = new RequestNotes();
  keepRequests(common, { notes: requestNotes, moments }, stack);
  const followed = followedSettings(common, leases);
  const makers = new EventMakers({ ...common, ...needs, random });
  const shared = { ...common, ...needs, random, webhooks: makers, events: commits.events };
  const caughtAt: CatcherAddress = { address: undefined };
  const mailRoutes = openMailRoutes(common, () => caughtAt.address);
  const mail = stack.use(await openMail({ ...shared, routes: mailRoutes }));
  followNotices(common, mail);
  const inspectorAt: InspectorPlace = { port: (await openInspector(common, stack))?.port };
  const intake = stack.use(new EventIntake(lines.from));
  const webhooks = stack.use(
    openWebhooks({
      ...shared,
      storage: { ...storage, webhooks: intake.watching(storage.webhooks) },
      makers,
      stored: commits.events,
      handOver: openHandOver(common, lines),
      notices: openEndpointNotices({ ...storage, mailer: mail.notices }),
      followed: () => followed.byAll(),
      isReplayer: () => leases.find(replayLease) !== undefined,
      inspectorPort: () => inspectorAt.port,
    }),
  );
  const owed = customerDeliveries(storage.webhooks);
  const opened = stack.use(
    await openSms({
      ...shared,
      storage: { ...storage, customerDeliveries: owed, tries: storage.people },
    }),
  );
  const { customers, engine: sms, sender } = opened;
  const learnDirectory = async (): Promise<void> => {
    await sms.apply(await reference.readDirectory());
    leases.poke();
  };
  const simulator = openSimulator(common, { sms, moved: learnDirectory });
  const mailCatcher = leasedMailCatcher(common, { mail, place: caughtAt });
  await simulator?.makeRow();
  await demoNumbers(testKey, { ...storage, clock });
  if (config.simulator) await demoEndpoint(testKey, { ...storage, sealer, clock });
  await reference.readNumbers();
  await sms.start(await reference.readDirectory());
  const { calls, phones } = await openVoice(
    common,
    { ...needs, mail, sender, callsBeside, phonesBeside },
    stack,
  );
  const testTime = new TestTimeWatch({ waiting: storage.waiting, engine: sms });
  const watch = settingsWatch(common, async (version) => {
    webhooks.forget();
    followed.follow(version);
    await needs.pauses.read();
    await testTime.look();
    authenticator.forget();
    webhooks.pull.askAnew();
    await mail.engine.obeyOrders();
    await customers.apply();
    await limits.reload();
    await mail.reload();
    await calls?.apply();
    await reference.readNumbers();
    await learnDirectory();
  });
  const heard = { leases, watch, sms, mail: mail.engine, webhooks: webhooks.engine };
  hearHints(common, { ...heard, moments, followed }, stack);
  shareWork(
    leases,
    { roles: config.roles, thread: storage.isSole ? common.thread : undefined },
    { ...needs.eventIds, ...heard, simulator, mailCatcher, registrations: calls?.registrations },
  );
  startLeaderJobs(common, { ...needs, ...opened, mail }, stack);
  stack.use(countOfOwed(common, { leases, sms })).start();
  stack.use(watch).start();
  await stack.use(leases).start();
  intake.start(webhooks.engine);
  const ledger = openLedgerWatch(common, needs, stack);
  const notes = openNotes(common, { leases, directory, sms, calls, callsBeside }, stack);
  openResealing(common, { ...needs, notes }, stack);
  const smpp = await listenForCustomers(config, opened);
  const smtpIn = hearsMail ? await listenForMail(inboundPorts(common, mail), stack) : [];
  // The first to close: what customers submit needs all the others.
  stack.defer(() => customers.close());
  return {
    guard,
    authenticator,
    keyUses,
    requestNotes,
    limits,
    directory,
    sender,
    stops,
    sms,
    smpp,
    leases,
    testKey,
    notes,
    mail,
    mailRoutes,
    smtpIn,
    customers,
    simulator,
    mailCatcher,
    notifyLookups: notifyLookups({ ...needs, webhooks: makers, mail, clock }),
    events: webhooks.pull,
    moments,
    endpoints: webhooks.management,
    inspectorAt,
    webhookLaneCounts: () => ({
      ...webhooks.engine.laneCounts,
      inFlight: webhooks.engine.inFlight,
    }),
    ledger,
    calls,
    phones,
    greetings: stack.use(new GreetingReader(clock)),
    draining: false,
    async handOver() {
      await Promise.all([
        leases.handOver(),
        mail.engine[Symbol.asyncDispose](),
        customers[Symbol.asyncDispose](),
        partFromCalls(calls, phones),
      ]);
    },
  };
}

/** Undefined where this thread delivers its events itself, or other processes do. */
function openHandOver(
  { storage }: Common,
  { out }: EventLines,
): ((events: readonly OwedEvent[]) => void) | undefined {
  if (out === undefined) return undefined;
  const sender = new EventSender({ line: out, hint: (lanes) => storage.hints?.tell(lanes) });
  return (events) => sender.send(events);
}

async function openNeeds(
  { commits, reference, ...common }: Common & Pick<EnginesWorld, 'commits' | 'reference'>,
  stack: AsyncDisposableStack,
): Promise<EngineNeeds> {
  const { config, clock, storage, pseudonyms } = common;
  const ids = await openIds(common, stack);
  const leases = await openLeases(common);
  const limits = await AccountLimits.open({
    store: storage.limits,
    ranges: storage.calls,
    clock,
    log: common.log,
  });
  stack.use(limits).start();
  const pauses = new LanePauses(storage.jobs);
  await pauses.read();
  return {
    commits,
    pauses,
    guard: openGuard(config, clock, (what) => common.tally?.guardRefused(what)),
    ids,
    eventIds: eventStreams(storage, leases),
    leases,
    isLeader: isLeaderOf(leases),
    pollMs: () => pollMs(leases),
    limits,
    directory: () => reference.directory,
    numbers: () => reference.numbers,
    stops: await StopList.open({
      store: storage.stops,
      pseudonymOf: (phone) => pseudonyms.ofPhone(phone),
    }),
  };
}

type VoiceNeeds = Pick<EngineNeeds, 'ids'> &
  Pick<Engines, 'mail' | 'sender'> &
  Pick<EnginesWorld, 'callsBeside' | 'phonesBeside'>;

/** Calls of this thread, and the phones of the process where this is its main thread. */
async function openVoice(
  common: Common,
  { callsBeside, phonesBeside, ...needs }: VoiceNeeds,
  stack: AsyncDisposableStack,
): Promise<Pick<Engines, 'calls' | 'phones'>> {
  const { config } = common;
  let calls: Calls | undefined;
  const media = stack.use(openMedia(config, { calls: callsBeside, phones: phonesBeside }));
  const isCalled = callsBeside !== undefined || (phonesBeside === undefined && hearsSip(config));
  const server = (): Hop | undefined => callsBeside?.hop() ?? calls?.hop;
  const phones =
    config.simulator && isCalled ? await openPhones(common, { media, server }, stack) : undefined;
  const phonePort = phonesBeside?.port ?? phones?.port;
  const heardAt = phonesBeside?.heardAt;
  calls = await openCalls(common, { ...needs, media, phonePort, heardAt }, stack);
  return { calls, phones };
}

/** Nobody misses a test call: a stop does not wait for one. */
async function partFromCalls(calls: Calls | undefined, phones: Phones | undefined): Promise<void> {
  phones?.hangUp();
  await calls?.part();
}

/** Told while binds and trunks are open. */
function openNotes(
  { storage, clock, log, sealer }: Common & { readonly sealer: RingSealer },
  {
    leases,
    directory,
    sms,
    calls,
    callsBeside,
  }: Pick<EngineNeeds, 'leases' | 'directory'> &
    Pick<Engines, 'sms' | 'calls'> &
    Pick<EnginesWorld, 'callsBeside'>,
  stack: AsyncDisposableStack,
): ProcessNotes {
  const { id, host } = leases.process;
  const notes = stack.use(
    new ProcessNotes({
      store: storage.leases,
      hints: storage.isSole ? undefined : storage.hints,
      others: storage.isSole ? (storage.hints === undefined ? 'nobody' : 'threads') : 'processes',
      own: { processId: id, host },
      hostOf: async () => {
        const { processes } = await storage.leases.view();
        return new Map(processes.map((process) => [process.id, process.host]));
      },
      operatorIds: () => directory().operators.map((operator) => operator.id),
      links: sms,
      trunks: () => calls?.standings() ?? [],
      trunksBeside: async () => (await callsBeside?.standings()) ?? [],
      sealingKeys: () => sealer.knownKeys,
      clock,
      log,
    }),
  );
  notes.start();
  return notes;
}

function openResealing(
  { config, storage, sealer, clock, log }: Common & { readonly sealer: RingSealer },
  { isLeader, notes }: Pick<EngineNeeds, 'isLeader'> & { readonly notes: ProcessNotes },
  stack: AsyncDisposableStack,
): void {
  const knownToOthers = async (keyId: string): Promise<boolean> => {
    const { processes, nowMs } = await storage.leases.view();
    const alive = processes.filter(({ seenAtMs }) => storage.isSole || nowMs - seenAtMs < silentMs);
    return notes.knowSealingKey(
      keyId,
      alive.map(({ id }) => id),
    );
  };
  const resealing = new Resealing({
    sealer,
    store: storage.settings,
    ring: openRing(config, storage, clock),
    knownToOthers,
    prepare: () => renewErasures(erasureLogOf(config.dataFolder), sealer),
    isMine: isLeader,
    clock,
    log,
  });
  stack.use(resealing).start();
}

/** Only where clients are served. */
async function listenForCustomers(
  { roles, smpp }: Config,
  { customers, engine, sender }: OpenedSms,
): Promise<SmppListeners> {
  if (!roles.includes('api')) return { plain: undefined, tls: undefined };
  return customers.listen(smpp, {
    send: (request) => sender.send(request),
    partsWithdrawn: (parts) => engine.withdrawn(parts),
  });
}

function inboundPorts(
  { config: { smtpIn }, clock, log, tally }: Common,
  { handler }: OpenedMail,
): InboundListenPorts {
  return {
    smtpIn,
    handler,
    certificateEnds: (endsAtMs) => tally?.certificateEnds('smtp', endsAtMs),
    clock,
    log,
  };
}

/** Undefined where it is off. */
function openSimulator(
  { config, clock, log, storage, sealer }: Common,
  { sms, moved }: { readonly sms: SmsEngine; readonly moved: () => Promise<void> },
): LeasedSimulator | undefined {
  if (!config.simulator) return undefined;
  const { operators } = storage;
  return new LeasedSimulator({
    operators,
    sealer,
    clock,
    log,
    random,
    port: config.simulatorPort,
    moved,
    orders: storage.simulator,
    changes: storage.changes,
    deliveries: storage.simulator,
    switches: () => switchesAt(clock.nowMs(), storage),
    closeBinds: () => sms.close(sms.leaseNames({ builtIn: true })),
  });
}
