/** All engines of a process, in the order in which they need each other. */

import { Authenticator } from '#accounts/authenticator.ts';
import { KeyUses } from '#accounts/key-uses.ts';
import { AccountLimits } from '#accounts/limits/limits.ts';
import type { NotifyLookups } from '#api/commands/hlr-notify.ts';
import { erasureLogOf, renewErasures } from '#cli/erasure-log.ts';
import { demoNumbers } from '#cli/first-start.ts';
import type { Config } from '#config.ts';
import type { AddressGuard } from '#core/address-guard.ts';
import type { Loop } from '#core/loop.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { RingSealer } from '#core/sealing-ring.ts';
import { catcherLease } from '#mail/delivery/mail-engine.ts';
import type { MailRoutes } from '#mail/delivery/mail-routes.ts';
import { GreetingReader } from '#numbers/voicemail/greeting-reader.ts';
import { LanePauses } from '#queue/lane-pauses.ts';
import type { Leases } from '#queue/leases.ts';
import type { Customers, OpenPorts } from '#sms/customers/customers.ts';
import type { Directory } from '#sms/directory.ts';
import type { InboundSmsService } from '#sms/inbound/inbound-sms-service.ts';
import type { ReceiptService } from '#sms/receipts/receipt-service.ts';
import { OperatorQuotas } from '#sms/routing/quotas.ts';
import type { SmsSender } from '#sms/sending/sms-sender.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import { StopList } from '#sms/stops/stop-list.ts';
import { TestTimeWatch } from '#sms/waiting/test-time-watch.ts';
import type { LaneCounts } from '#webhooks/lane-set.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import type { EventPull } from '#webhooks/pull/event-pull.ts';
import { type Calls, openCalls } from './calls.ts';
import { ownerOfCaught } from './caught-mails.ts';
import type { Commits } from './commits.ts';
import type { Common, EngineNeeds } from './common.ts';
import { followedSettings } from './followed-settings.ts';
import { openGuard } from './guard.ts';
import { openIds } from './ids.ts';
import { noteOfKeyUses } from './key-use-notes.ts';
import { startLeaderJobs } from './leader-jobs.ts';
import { LeasedMailCatcher } from './leased-mail-catcher.ts';
import { LeasedSimulator } from './leased-simulator.ts';
import { eventStreams, isLeaderOf, openLeases, shareWork } from './leased-work.ts';
import { type LedgerWatch, openLedgerWatch } from './ledger-watch.ts';
import type { Moments } from './live/moments.ts';
import { notifyLookups } from './lookups.ts';
import { countOfOwed, hearHints, settingsWatch, stopsWatch } from './loops.ts';
import { openMailDelivery, openMailRoutes } from './mail-delivery.ts';
import { listenForMail, type MailReturns, openMailReturns } from './mail-feedback.ts';
import { type MailSending, openMailSending } from './mail-sending.ts';
import { openRing } from './master-keys.ts';
import { switchesNow } from './phone-switches.ts';
import { ProcessNotes } from './process-notes.ts';
import type { ReferenceData } from './reference-data.ts';
import { Resealing } from './resealing.ts';
import { openCustomers, openSms } from './sms.ts';
import { demoEndpoint, openWebhooks } from './webhooks.ts';

/** A process that has not been seen for so long does not live: it shows itself every few seconds. */
const silentMs = 30_000;

export type Engines = {
  /** The key that the start message shows. */
  readonly testKey: string;
  readonly guard: AddressGuard;
  readonly authenticator: Authenticator;
  readonly keyUses: KeyUses;
  readonly limits: AccountLimits;
  readonly directory: () => Directory;
  readonly sender: SmsSender;
  readonly stops: StopList;
  readonly mail: MailSending;
  readonly mailRoutes: MailRoutes;
  readonly sms: SmsEngine;
  readonly smpp: OpenPorts;
  readonly customers: Customers;
  readonly mailReturns: MailReturns;
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
  readonly webhookLaneCounts: () => LaneCounts & { readonly inFlight: number };
  readonly ledger: Pick<LedgerWatch, 'differing'>;
  /** Undefined where this process carries none. */
  readonly calls: Calls | undefined;
  readonly greetings: GreetingReader;
  draining: boolean;
  /** Leaves work to others, and waits for what is under way here: 50 s at most, for mails. Calls are apart. */
  handOver(): Promise<void>;
};

type EnginesWorld = Common & {
  readonly sealer: RingSealer;
  readonly testKey: string;
  readonly moments: Moments;
  readonly commits: Commits;
  readonly reference: ReferenceData;
};

export async function openEngines(
  { testKey, moments, commits, reference, ...common }: EnginesWorld,
  stack: AsyncDisposableStack,
): Promise<Engines> {
  const { config, clock, storage } = common;
  const needs = await openNeeds({ ...common, commits, reference }, stack);
  const { leases } = needs;
  const authenticator = new Authenticator(storage.accounts);
  const keyUses = new KeyUses();
  stack.use(noteOfKeyUses(common, keyUses)).start();
  const followed = followedSettings(common, leases);
  const places = { ...needs, mailer: () => mail.notices, followed: () => followed.byAll() };
  const webhooks = await openWebhooks(common, places, stack);
  const refuseRequest: AccountLimits['refuseRequest'] = (...asked) =>
    limits.refuseRequest(...asked);
  const customers = stack.use(await openCustomers(common, { ...needs, webhooks, refuseRequest }));
  const bounds = await openBounds(common, needs, stack);
  const { limits } = bounds;
  const opened = openSms(common, { ...needs, ...bounds, webhooks, customers }, stack);
  const { sms, sender } = opened;
  const learnDirectory = async (): Promise<void> => {
    await sms.apply(await reference.readDirectory());
    leases.poke();
  };
  const simulator = openSimulator(common, { sms, moved: learnDirectory });
  const mailCatcher = openMailCatcher(common, {
    closeLane: () => mailEngine.close(catcherLease),
    bring: ({ to, octets }) => mailReturns.handler.takeReport(to, octets),
    whose: (messageId) => ownerOfCaught(messageId, { tokens: mail.tokens, emails: storage.emails }),
  });
  const routes = openMailRoutes(common, mailCatcher);
  const mail = await openMailSending(common, { ...needs, limits, webhooks, routes });
  const mailReturns = openMailReturns(
    common,
    {
      tokens: mail.tokens,
      takesBounces: (accountId, domain) => mail.domains.takesBounces(accountId, domain),
      isSentFrom: (domain) => mail.domains.isSentFrom(domain),
      record: (facts) => mail.recorder.recordFacts(facts),
      suppressions: mail.suppressions,
      events: async (told) => [await webhooks.mails.mailEvent(told)],
    },
    stack,
  );
  const { link } = mailReturns;
  const delivery = { ...needs, routes, sending: mail, link };
  const mailEngine = await openMailDelivery(common, delivery, stack);
  mail.offer = (mails) => mailEngine.offer(mails);
  mail.recall = (mails) => mailEngine.recall(mails);
  await simulator?.makeRow();
  await demoNumbers(testKey, { ...storage, clock });
  if (config.simulator) await demoEndpoint(testKey, { ...storage, sealer: common.sealer, clock });
  await reference.readNumbers();
  await sms.start(await reference.readDirectory());
  const calls = await openCalls(common, { ...needs, mail, sender }, stack);
  const testTime = new TestTimeWatch({ testTime: storage.testTime, engine: sms });
  const watch = settingsWatch(common, async (version) => {
    webhooks.forget();
    followed.follow(version);
    await needs.pauses.read();
    await testTime.look();
    authenticator.forget();
    webhooks.events.askAnew();
    await mailEngine.obeyOrders();
    await customers.apply();
    await limits.reload();
    await mail.reload();
    await calls?.apply();
    await reference.readNumbers();
    await learnDirectory();
  });
  hearHints(
    common,
    { leases, watch, sms, mail: mailEngine, webhooks: webhooks.engine, moments, followed },
    stack,
  );
  shareWork(
    leases,
    { roles: config.roles, isSole: storage.hints === undefined },
    {
      ...needs.eventIds,
      sms,
      mail: mailEngine,
      webhooks: webhooks.engine,
      simulator,
      mailCatcher,
      registrations: calls?.registrations,
    },
  );
  await startLoops(common, { ...needs, ...opened, watch, mail }, stack);
  const ledger = openLedgerWatch(common, needs, stack);
  const notes = openNotes(common, { ...needs, sms, calls }, stack);
  openResealing(common, { ...needs, notes }, stack);
  const smpp = await listenForCustomers(config, { customers, sms, sender });
  const smtpIn = await listenForMail(common, mailReturns, stack);
  // The first to close: what customers submit needs all the others.
  stack.defer(() => customers.close());
  const { guard, directory, stops } = needs;
  const shown = {
    guard,
    authenticator,
    keyUses,
    limits,
    directory,
    sender,
    stops,
    sms,
    smpp,
    leases,
  };
  return {
    ...shown,
    testKey,
    notes,
    mail,
    mailRoutes: routes,
    mailReturns,
    smtpIn,
    customers,
    simulator,
    mailCatcher,
    notifyLookups: notifyLookups({ ...needs, webhooks, mail, clock }),
    events: webhooks.events,
    moments,
    endpoints: webhooks.management,
    webhookLaneCounts: () => ({
      ...webhooks.engine.laneCounts,
      inFlight: webhooks.engine.inFlight,
    }),
    ledger,
    calls,
    greetings: stack.use(new GreetingReader(clock)),
    draining: false,
    async handOver() {
      await Promise.all([
        leases.handOver(),
        mailEngine[Symbol.asyncDispose](),
        customers[Symbol.asyncDispose](),
      ]);
    },
  };
}

async function openNeeds(
  { commits, reference, ...common }: Common & Pick<EnginesWorld, 'commits' | 'reference'>,
  stack: AsyncDisposableStack,
): Promise<EngineNeeds> {
  const { config, clock, storage, pseudonyms } = common;
  const ids = await openIds(common, stack);
  const leases = await openLeases(common);
  const pauses = new LanePauses(storage.lanePauses);
  await pauses.read();
  return {
    commits,
    pauses,
    guard: openGuard(config, clock, (what) => common.tally?.guardRefused(what)),
    ids,
    eventIds: eventStreams(storage, leases),
    leases,
    isLeader: isLeaderOf(leases),
    directory: () => reference.directory,
    numbers: () => reference.numbers,
    stops: await StopList.open({
      store: storage.stops,
      pseudonymOf: (phone) => pseudonyms.ofPhone(phone),
    }),
  };
}

type Bounds = { readonly limits: AccountLimits; readonly quotas: OperatorQuotas };

/** How much accounts may send, and operators take. */
async function openBounds(
  { clock, log, storage }: Common,
  { directory }: EngineNeeds,
  stack: AsyncDisposableStack,
): Promise<Bounds> {
  const store = storage.limits;
  const limits = stack.use(
    await AccountLimits.open({ store, ranges: storage.callCountries, clock, log }),
  );
  limits.start();
  const operators = () => directory().operators;
  const quotas = stack.use(await OperatorQuotas.open({ store, operators, clock, log }));
  quotas.start();
  return { limits, quotas };
}

async function startLoops(
  common: Common,
  needs: EngineNeeds & {
    readonly sms: SmsEngine;
    readonly receipts: ReceiptService;
    readonly inbound: InboundSmsService;
    readonly stopped: (accountId: number, phone: PhoneNumber) => void;
    readonly watch: Loop;
    readonly mail: MailSending;
  },
  stack: AsyncDisposableStack,
): Promise<void> {
  const { leases, watch } = needs;
  startLeaderJobs(common, needs, stack);
  stack.use(countOfOwed(common, needs)).start();
  stack.use(watch).start();
  stack.use(stopsWatch(common, needs)).start();
  await stack.use(leases).start();
}

/** Told while binds and trunks are open. */
function openNotes(
  { storage, clock, log, sealer }: Common & { readonly sealer: RingSealer },
  {
    leases,
    directory,
    sms,
    calls,
  }: Pick<EngineNeeds, 'leases' | 'directory'> & Pick<Engines, 'sms' | 'calls'>,
  stack: AsyncDisposableStack,
): ProcessNotes {
  const { id, host } = leases.process;
  const notes = stack.use(
    new ProcessNotes({
      store: storage.processNotes,
      hints: storage.hints,
      own: { processId: id, host },
      hostOf: async () => {
        const { processes } = await storage.leases.view();
        return new Map(processes.map((process) => [process.id, process.host]));
      },
      operatorIds: () => directory().operators.map((operator) => operator.id),
      links: sms,
      trunks: () => calls?.standings() ?? [],
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
    const alive = processes.filter(({ seenAtMs }) => nowMs - seenAtMs < silentMs);
    return notes.knowSealingKey(
      keyId,
      alive.map(({ id }) => id),
    );
  };
  const resealing = new Resealing({
    sealer,
    store: storage.sealed,
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
  {
    customers,
    sms,
    sender,
  }: {
    readonly customers: Customers;
    readonly sms: SmsEngine;
    readonly sender: SmsSender;
  },
): Promise<OpenPorts> {
  if (!roles.includes('api')) return { plain: undefined, tls: undefined };
  return customers.listen(smpp, {
    send: (request) => sender.send(request),
    partsWithdrawn: (parts) => sms.withdrawn(parts),
  });
}

/** Undefined where it is off. */
function openMailCatcher(
  { config, clock, log, storage }: Common,
  ports: Pick<ConstructorParameters<typeof LeasedMailCatcher>[0], 'closeLane' | 'bring' | 'whose'>,
): LeasedMailCatcher | undefined {
  if (config.mailCatcher === undefined) return undefined;
  const { caughtMails: store, settings } = storage;
  return new LeasedMailCatcher({
    ...config.mailCatcher,
    ...ports,
    store,
    settings,
    clock,
    log,
    random: Math.random,
  });
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
    random: Math.random,
    port: config.simulatorPort,
    moved,
    orders: storage.simulatorOrders,
    deliveries: storage.keptDeliveries,
    switches: () => switchesNow({ storage, clock }),
    closeBinds: () => sms.close(sms.leaseNames({ builtIn: true })),
  });
}
