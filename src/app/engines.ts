/** All engines of a process, in the order in which they need each other. */

import { Authenticator } from '#accounts/authenticator.ts';
import { KeyUses } from '#accounts/key-uses.ts';
import type { AccountLimits } from '#accounts/limits/limits.ts';
import { RequestNotes } from '#accounts/requests/request-notes.ts';
import type { NotifyLookups } from '#api/commands/hlr-notify.ts';
import { demoNumbers } from '#cli/first-start.ts';
import type { Config } from '#config.ts';
import type { AddressGuard } from '#core/address-guard.ts';
import type { RingSealer } from '#core/sealing-ring.ts';
import type { MailRoutes } from '#mail/delivery/mail-routes.ts';
import { openMailRoutes } from '#mail/delivery/open-routes.ts';
import { type InboundListenPorts, listenForMail } from '#mail/inbound/listen.ts';
import { type OpenedMail, openMail } from '#mail/open.ts';
import { GreetingReader } from '#numbers/voicemail/greeting-reader.ts';
import type { Leases } from '#queue/leases.ts';
import type { Customers, SmppListeners } from '#sms/customers/customers.ts';
import type { Directory } from '#sms/directory.ts';
import { type OpenedSms, openSms, type SmsPorts } from '#sms/open.ts';
import type { SmsSender } from '#sms/sending/sms-sender.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import type { StopList } from '#sms/stops/stop-list.ts';
import { customerDeliveries } from '#storage/customer-deliveries.ts';
import { EventMakers } from '#webhooks/event-makers.ts';
import type { LaneCounts } from '#webhooks/lane-set.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import type { EventPull } from '#webhooks/pull/event-pull.ts';
import type { CallsBeside, PhonesBeside } from './call-threads.ts';
import { leasedMailCatcher } from './caught-mails.ts';
import type { Commits } from './commits.ts';
import type { Common } from './common.ts';
import { demoEndpoint } from './demo-endpoint.ts';
import { openNeeds } from './engine-needs.ts';
import { openEventDelivery } from './event-delivery.ts';
import { followedSettings } from './followed-settings.ts';
import type { InspectorPlace } from './inspector.ts';
import { keepRequests } from './kept-requests.ts';
import { noteOfKeyUses } from './key-use-notes.ts';
import type { CatcherAddress, LeasedMailCatcher } from './leased-mail-catcher.ts';
import { type LeasedSimulator, leasedSimulator } from './leased-simulator.ts';
import { type LedgerWatch, openLedgerWatch } from './ledger-watch.ts';
import type { Moments } from './live/moments.ts';
import { notifyLookups } from './lookups.ts';
import { openNotes } from './open-notes.ts';
import { openResealing } from './open-resealing.ts';
import type { ProcessNotes } from './process-notes.ts';
import type { ReferenceData } from './reference-data.ts';
import { type OpenEngines, startWork } from './start-work.ts';
import type { EventLines } from './threads/event-lines.ts';
import { openVoice, partFromCalls, type Voice } from './voice.ts';
import { followNotices } from './voicemail.ts';

const random = Math.random;

export type Engines = Voice & {
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
  readonly greetings: GreetingReader;
  draining: boolean;
  /** Leaves work to others, and waits for what is in progress here: 50 s at most for mails, a minute for calls. */
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

/** Opens the engines of a thread, then lets them work; the stack closes them in reverse. */
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
  const { config, clock, storage } = common;
  const needs = await openNeeds({ ...common, commits, reference }, stack);
  const callers = openCallers(common, moments, stack);
  const followed = followedSettings(common, needs.leases);
  const makers = new EventMakers({ ...common, ...needs, random });
  const shared = { ...common, ...needs, random, webhooks: makers, events: commits.events };
  const caughtAt: CatcherAddress = { address: undefined };
  const mailRoutes = openMailRoutes(common, () => caughtAt.address);
  const mail = stack.use(await openMail({ ...shared, routes: mailRoutes }));
  followNotices(common, mail);
  const deliveryNeeds = { ...needs, random, lines, commits, makers, mail, followed };
  const delivery = await openEventDelivery(common, deliveryNeeds, stack);
  const sms = stack.use(await openSms({ ...shared, storage: smsStores(storage) }));
  const learnDirectory = (): Promise<void> => passDirectory(reference, sms.engine, needs.leases);
  const simulator = leasedSimulator(common, { sms: sms.engine, moved: learnDirectory });
  const mailCatcher = leasedMailCatcher(common, { mail, place: caughtAt });
  await makeFirstRows(common, { testKey, simulator });
  await reference.readNumbers();
  await sms.engine.start(await reference.readDirectory());
  const voiceNeeds = { ...needs, mail, sender: sms.sender, callsBeside, phonesBeside };
  const voice = await openVoice(common, voiceNeeds, stack);
  const open: Opened = {
    needs,
    ...callers,
    moments,
    followed,
    reference,
    mail,
    delivery,
    sms,
    learnDirectory,
    simulator,
    mailCatcher,
    ...voice,
  };
  await startWork(common, open, stack);
  const ledger = openLedgerWatch(common, needs, stack);
  const notes = openNotes(common, { ...needs, ...voice, sms: sms.engine, callsBeside }, stack);
  openResealing(common, { ...needs, notes }, stack);
  const smpp = await listenForCustomers(config, sms);
  const smtpIn = hearsMail ? await listenForMail(inboundPorts(common, mail), stack) : [];
  // The first to close: what customers submit needs all the others.
  stack.defer(() => sms.customers.close());
  return {
    ...enginesOf(open),
    testKey,
    mailRoutes,
    notifyLookups: notifyLookups({ ...needs, webhooks: makers, mail, clock }),
    ledger,
    notes,
    smpp,
    smtpIn,
    greetings: stack.use(new GreetingReader(clock)),
    draining: false,
  };
}

type Callers = Pick<Engines, 'authenticator' | 'keyUses' | 'requestNotes'>;

type Opened = OpenEngines & Callers & Voice;

/** Who may call, and what is noted of calls to the API. */
function openCallers(common: Common, moments: Moments, stack: AsyncDisposableStack): Callers {
  const authenticator = new Authenticator(common.storage.accounts);
  const keyUses = new KeyUses();
  stack.use(noteOfKeyUses(common, keyUses)).start();
  const requestNotes = new RequestNotes();
  keepRequests(common, { notes: requestNotes, moments }, stack);
  return { authenticator, keyUses, requestNotes };
}

function smsStores(storage: Common['storage']): SmsPorts['storage'] {
  const customers = customerDeliveries(storage.webhooks);
  return { ...storage, customerDeliveries: customers, tries: storage.people };
}

/** Reads the operators again; binds that are new are leased at once. */
async function passDirectory(
  reference: ReferenceData,
  engine: SmsEngine,
  leases: Leases,
): Promise<void> {
  await engine.apply(await reference.readDirectory());
  leases.poke();
}

/** What a new installation has from its first start: the built-in operator, numbers and an endpoint of the test key. */
async function makeFirstRows(
  { config, storage, sealer, clock }: Common,
  { testKey, simulator }: Pick<Engines, 'testKey' | 'simulator'>,
): Promise<void> {
  await simulator?.makeRow();
  await demoNumbers(testKey, { ...storage, clock });
  if (config.simulator) await demoEndpoint(testKey, { ...storage, sealer, clock });
}

/** The engines by the names that doors and pages know them by. */
function enginesOf({ needs, delivery, sms, ...open }: Opened) {
  const { leases, guard, limits, directory, stops } = needs;
  const { customers, engine, sender } = sms;
  const { webhooks, inspectorAt } = delivery;
  const { mail, calls, phones } = open;
  return {
    leases,
    guard,
    limits,
    directory,
    stops,
    authenticator: open.authenticator,
    keyUses: open.keyUses,
    requestNotes: open.requestNotes,
    moments: open.moments,
    mail,
    customers,
    sender,
    sms: engine,
    events: webhooks.pull,
    endpoints: webhooks.management,
    inspectorAt,
    simulator: open.simulator,
    mailCatcher: open.mailCatcher,
    calls,
    phones,
    webhookLaneCounts: () => ({
      ...webhooks.engine.laneCounts,
      inFlight: webhooks.engine.inFlight,
    }),
    async handOver() {
      await Promise.all([
        leases.handOver(),
        mail.engine[Symbol.asyncDispose](),
        customers[Symbol.asyncDispose](),
        partFromCalls({ calls, phones }),
      ]);
    },
  } satisfies Partial<Engines>;
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
