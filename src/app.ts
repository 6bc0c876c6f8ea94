/** The composition root: the one file that knows every concrete class, and in which order they live. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { Authenticator } from '#accounts/authenticator.ts';
import { invitationSetting, isInvited } from '#accounts/invitation.ts';
import { AccountLimits } from '#accounts/limits/limits.ts';
import { hashPassword } from '#accounts/password.ts';
import { type ApiPorts, openApi } from '#api/api-server.ts';
import { demoKey, demoNumbers, setupToken } from '#cli/first-start.ts';
import type { Installation } from '#cli/installation.ts';
import { type StartFacts, secretLines, startMessage } from '#cli/start-message.ts';
import type { Config } from '#config.ts';
import { AddressGuard } from '#core/address-guard.ts';
import { must, unreachable } from '#core/assert.ts';
import { type Clock, systemClock } from '#core/clock.ts';
import { type Log, openLog } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { openMasterKey } from '#core/master-key.ts';
import { planOfCountry } from '#core/numbering-plan.ts';
import { createSealer, type Sealer } from '#core/sealed.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { IdSource } from '#queue/id-source.ts';
import { engineOf } from '#queue/lane.ts';
import { LanePoller } from '#queue/lane-poller.ts';
import type { Leases } from '#queue/leases.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { retention } from '#queue/retention.ts';
import { Customers, type OpenPorts } from '#sms/customers/customers.ts';
import { Directory, type RoutePorts } from '#sms/directory.ts';
import { FactRecorder } from '#sms/facts.ts';
import { groupCloser } from '#sms/inbound/group-closer.ts';
import { InboundDesk } from '#sms/inbound/inbound-desk.ts';
import { InboundRecorder } from '#sms/inbound/inbound-recorder.ts';
import { NumberDirectory } from '#sms/numbers/number-directory.ts';
import { AwaitedParts } from '#sms/receipts/awaited-parts.ts';
import { ReceiptDesk } from '#sms/receipts/receipt-desk.ts';
import type { ReportMaker } from '#sms/report-maker.ts';
import { ChoiceLog } from '#sms/routing/choice-log.ts';
import { Health } from '#sms/routing/health.ts';
import { leavers } from '#sms/routing/leavers.ts';
import { OperatorQuotas } from '#sms/routing/quotas.ts';
import { Rerouter } from '#sms/routing/rerouter.ts';
import { type SendPorts, SmsSender } from '#sms/sending/sms-sender.ts';
import { SmsEngine } from '#sms/sms-engine.ts';
import { StopList } from '#sms/stops/stop-list.ts';
import type { StopStore } from '#sms/stops/stop-store.ts';
import { claimer, sweeper } from '#sms/sweeper.ts';
import { customerDeliveries } from '#storage/customer-deliveries.ts';
import { refuseUnfinished } from '#storage/move/target.ts';
import { openPostgresStorage } from '#storage/postgres/postgres-storage.ts';
import { shownAddress } from '#storage/postgres/server-address.ts';
import { lockFolder } from '#storage/sqlite/folder-lock.ts';
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import type { IdName, Storage } from '#storage/storage.ts';
import { AccountEndpoints } from '#webhooks/account-endpoints.ts';
import { EventMaker } from '#webhooks/event-maker.ts';
import { ReplyMaker } from '#webhooks/reply-maker.ts';
import { RequestEndpoints } from '#webhooks/request-endpoints.ts';
import { makeSecret, secretPlace } from '#webhooks/signature.ts';
import { WebhookEngine } from '#webhooks/webhook-engine.ts';
import { LeasedSimulator } from './app/leased-simulator.ts';
import {
  type EventStreams,
  eventStreams,
  openLeases,
  shareWork,
  startAlone,
  sweepLease,
} from './app/leased-work.ts';

export interface App extends AsyncDisposable {
  /** What to tell the person who started it. */
  readonly banner: string;
  readonly port: number;
  /** Where customers bind by SMPP. */
  readonly smpp: OpenPorts;
}

/** Changes made by anybody are seen within this. */
const settingsLookedAtMs = 500;
/** How soon work whose time has come is found, and work of others where a hint was lost. */
const pollAloneMs = 500;
const pollSharedMs = 200;
/** Up to a million rows: 0.1 s of the database. */
const owedCountedMs = 10_000;
/** How long the start waits for the built-in operator's bind before it says what it sees. */
const firstBindMs = 2_000;
const overloadRetryS = 2;
const toSendCountMax = 100_000;
/** Sealed once, so that another master key is noticed at once. */
const keyCheckSetting = 'master_key.check';
const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

type BlockName = Extract<IdName, 'message' | 'job' | 'submitted part'>;

/** Ids handed out without a round trip; a block lost with the process leaves a gap, nothing else. */
const blockSizes: Record<BlockName, number> = {
  message: 10_000,
  job: 100_000,
  'submitted part': 100_000,
};

/** What a command works on, whether or not a server runs on the same folder. */
export async function openInstallation(config: Config): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const log = openLog(config.logLevel);
  const storage = stack.use(await openStorage(config, { clock: systemClock, log }));
  const sealer = await openSealer(config, storage);
  const guard = openGuard(config, systemClock);
  const opened = stack.move();
  return {
    storage,
    sealer,
    checkUrl: (text) => guard.checkUrl(text),
    makeSecret,
    secretPlace,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A start that fails halfway closes what it had opened; one that succeeds hands it over. */
export async function startApp(config: Config, clock: Clock = systemClock): Promise<App> {
  await using stack = new AsyncDisposableStack();
  // Two servers on one folder would both believe that its lanes are theirs.
  if (config.database.kind === 'folder') stack.use(lockFolder(config.dataFolder));
  const log = openLog(config.logLevel);
  const storage = stack.use(await openStorage(config, { clock, log }));
  const { sealer, testKey } = await startAlone({ storage, clock }, async () => {
    const made = await openSealer(config, storage);
    // Before the engines read prices: the first start makes one.
    return { sealer: made, testKey: await demoKey({ ...storage, ...config, sealer: made, clock }) };
  });
  const common = { config, clock, log, storage, sealer };
  const engines = await openEngines({ ...common, testKey }, stack);
  const api = stack.use(
    await openApi(
      {
        addresses: config.hosts.map((host) => ({
          host,
          port: config.port,
          // A machine without IPv6 has no ::1.
          optional: host === '::1',
        })),
        healthOnly: !config.roles.includes('api'),
      },
      apiPorts(common, engines),
    ),
  );
  const port = must(api.addresses[0], 'open address').port;
  const facts = await startFacts(common, { port, testKey, engines });
  const banner = startMessage(keepSecretsIn(config, facts));
  const opened = stack.move();
  return {
    banner,
    port,
    smpp: engines.smpp,
    async [Symbol.asyncDispose]() {
      engines.draining = true;
      await opened.disposeAsync();
    },
  };
}

/** The database that the setting names, with its tables up to date, and a folder for the key beside it. */
async function openStorage(
  { database, dataFolder, masterKeyFile }: Config,
  ports: { readonly clock: Clock; readonly log: Log },
): Promise<Storage> {
  switch (database.kind) {
    case 'folder':
      return openSqliteStorage(dataFolder);
    case 'server':
      if (path.resolve(masterKeyFile, '..') === path.resolve(dataFolder)) makeFolder(dataFolder);
      return openServer(database.address, ports);
    default:
      return unreachable(database);
  }
}

/** Not before all of an installation that was moved there is there. */
async function openServer(
  address: string,
  ports: { readonly clock: Clock; readonly log: Log },
): Promise<Storage> {
  const storage = await openPostgresStorage(address, { ...ports, random: Math.random });
  try {
    await refuseUnfinished(storage.database);
    return storage;
  } catch (error) {
    await storage[Symbol.asyncDispose]();
    throw error;
  }
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Throws `SealBroken` for a key that is not the one the data was sealed with, before anything is written. */
async function openSealer(config: Config, { settings }: Storage): Promise<Sealer> {
  const sealer = createSealer(await openMasterKey(config.masterKeyFile));
  const kept = await settings.findSetting(keyCheckSetting);
  if (kept !== undefined) sealer.open(kept, keyCheckSetting);
  else await settings.saveSetting(keyCheckSetting, sealer.seal('right', keyCheckSetting));
  return sealer;
}

type Common = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Storage;
  readonly sealer: Sealer;
};

type Engines = {
  readonly guard: AddressGuard;
  readonly authenticator: Authenticator;
  readonly limits: AccountLimits;
  readonly directory: () => Directory;
  readonly sender: SmsSender;
  readonly stops: StopList;
  readonly sms: SmsEngine;
  readonly smpp: OpenPorts;
  readonly leases: Leases;
  readonly simulator: LeasedSimulator | undefined;
  draining: boolean;
};

async function openEngines(
  { testKey, ...common }: Common & { readonly testKey: string },
  stack: AsyncDisposableStack,
): Promise<Engines> {
  const { config, clock, log, storage } = common;
  const guard = openGuard(config, clock);
  const ids = await openIds(storage);
  const authenticator = new Authenticator(storage.accounts);
  const leases = await openLeases(common);
  const eventIds = eventStreams(storage, leases);
  let directory: Directory | undefined;
  let numbers: NumberDirectory | undefined;
  const stops = await StopList.open({ store: storage.stops });
  const needs: EngineNeeds = {
    guard,
    ids,
    eventIds,
    leases,
    directory: () => must(directory, 'directory'),
    numbers: () => must(numbers, 'numbers'),
    stops,
  };
  const webhooks = openWebhooks(common, needs, stack);
  const customers = stack.use(await openCustomers(common, { ids, webhooks, leases }));
  const limits = stack.use(await AccountLimits.open({ store: storage.limits, clock, log }));
  limits.start();
  const quotas = stack.use(
    await OperatorQuotas.open({
      store: storage.limits,
      operators: () => needs.directory().operators,
      clock,
      log,
    }),
  );
  quotas.start();
  const { sms, sender, receipts } = openSms(
    common,
    { ...needs, webhooks, customers, limits, quotas },
    stack,
  );
  const learnDirectory = async (): Promise<void> => {
    directory = await readDirectory(common);
    await sms.apply(directory);
    leases.poke();
  };
  const simulator = openSimulator(common, { sms, moved: learnDirectory });
  await simulator?.makeRow();
  await demoNumbers(testKey, { ...storage, clock });
  numbers = await NumberDirectory.read(storage.numbers);
  directory = await readDirectory(common);
  await sms.start(directory);
  const watch = settingsWatch(common, async () => {
    authenticator.forget();
    webhooks.forget();
    await customers.apply();
    await limits.reload();
    numbers = await NumberDirectory.read(storage.numbers);
    await learnDirectory();
  });
  hearHints(common, { leases, watch, sms, webhooks: webhooks.engine }, stack);
  shareWork(
    leases,
    { roles: config.roles, isSole: storage.hints === undefined },
    { ...eventIds, sms, webhooks: webhooks.engine, simulator },
  );
  stack.use(sweepOfReceipts(common, { ...needs, receipts })).start();
  stack.use(claimOfReceipts(common, { ...needs, receipts })).start();
  stack.use(removalOfOperators(common, needs)).start();
  stack.use(countOfOwed(common, { leases, sms })).start();
  stack.use(watch).start();
  stack.use(stopsWatch(common, { stops, sms })).start();
  await stack.use(leases).start();
  openRetention(common, leases, stack);
  const smpp = config.roles.includes('api')
    ? await customers.listen(config.smpp, {
        send: (request) => sender.send(request),
        partsWithdrawn: (parts) => sms.withdrawn(parts),
      })
    : { plain: undefined, tls: undefined };
  // The first to close: what customers submit needs all the others.
  stack.defer(() => customers.close());
  const engines = {
    guard,
    authenticator,
    limits,
    directory: needs.directory,
    sender,
    stops,
    sms,
    smpp,
    leases,
  };
  return { ...engines, simulator, draining: false };
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
    closeBinds: () => sms.close(sms.leaseNames({ builtIn: true })),
  });
}

type Hearers = {
  readonly leases: Leases;
  readonly watch: Loop;
  readonly sms: SmsEngine;
  readonly webhooks: WebhookEngine;
};

/** What other processes tell is looked at now and not at the next poll. */
function hearHints(
  { storage }: Common,
  { leases, watch, sms, webhooks }: Hearers,
  stack: AsyncDisposableStack,
): void {
  if (storage.hints === undefined) return;
  const hearing = storage.hints.listen((hint) => {
    switch (hint.about) {
      case 'lanes':
        for (const lane of hint.lanes) (engineOf(lane) === 'sms' ? sms : webhooks).hint(lane);
        break;
      case 'settings':
        return watch.poke();
      case 'leases':
        return leases.poke();
      default:
        return unreachable(hint);
    }
  });
  stack.use(hearing);
}

/** In one of the processes. */
function sweepOfReceipts(
  { storage, clock, log }: Common,
  { receipts, directory, leases }: EngineNeeds & { readonly receipts: ReceiptDesk },
): Loop {
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  return sweeper({ store: storage.messages, receipts, directory, clock, log }, isMine);
}

function claimOfReceipts(
  { storage, clock, log }: Common,
  { receipts, directory, leases }: EngineNeeds & { readonly receipts: ReceiptDesk },
): Loop {
  const isMine = (): boolean => leases.isShared && leases.find(sweepLease) !== undefined;
  return claimer({ store: storage.messages, receipts, directory, clock, log }, isMine);
}

function removalOfOperators(
  { storage, clock, log }: Common,
  { directory, leases }: EngineNeeds,
): Loop {
  const { operators, jobs } = storage;
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  return leavers({ operators, jobs, directory, clock, log }, isMine);
}

/** Other processes accept and submit as well: what is owed by all is only seen in the table. */
function countOfOwed(
  { clock, log }: Common,
  { leases, sms }: { readonly leases: Leases; readonly sms: SmsEngine },
): Loop {
  return new Loop({
    name: 'count of owed parts',
    everyMs: owedCountedMs,
    clock,
    log,
    work: async () => {
      if (leases.isShared) await sms.countOwed();
    },
  });
}

type Ids = Record<BlockName, IdSource>;

/** What engines share. */
type EngineNeeds = {
  readonly guard: AddressGuard;
  readonly ids: Ids;
  readonly eventIds: EventStreams;
  readonly leases: Leases;
  readonly directory: () => Directory;
  readonly numbers: () => NumberDirectory;
  readonly stops: StopList;
};

/** What SMS needs of the webhooks: somewhere to render an event, to hand it over, and to find a lane. */
type Webhooks = {
  readonly engine: WebhookEngine;
  readonly reports: ReportMaker;
  readonly replies: ReplyMaker;
  readonly requestEndpoints: RequestEndpoints;
  /** An endpoint changed. */
  readonly forget: () => void;
};

function openWebhooks(
  { clock, log, storage, sealer }: Common,
  { guard, ids, leases }: EngineNeeds,
  stack: AsyncDisposableStack,
): Webhooks {
  const store = storage.webhooks;
  const forReports = new AccountEndpoints(store, 'report', 'reply');
  const forReplies = new AccountEndpoints(store, 'reply');
  const nextJobId = (): number => takeId(ids.job);
  const requestEndpoints = new RequestEndpoints({ store, sealer, clock });
  const random = Math.random;
  const engine = stack.use(
    new WebhookEngine({
      store,
      guard,
      sealer,
      clock,
      random,
      log,
      leases,
      storedElsewhere: (lanes) => storage.hints?.tell(lanes),
      shardsTaken: () => poller.poke(),
    }),
  );
  const poller = new LanePoller({
    engine: 'webhook',
    jobs: storage.jobs,
    clock,
    log,
    everyMs: () => pollMs(leases),
    isWanted: () => engine.hasShards,
    wake: (lane, earliestJobId) => engine.wake(lane, earliestJobId),
  });
  engine.start();
  stack.use(poller).start();
  return {
    engine,
    reports: asReports(new EventMaker({ endpoints: forReports, nextJobId })),
    replies: new ReplyMaker({ endpoints: forReplies, nextJobId, makeUuid: randomUUID, random }),
    requestEndpoints,
    forget() {
      forReports.forget();
      forReplies.forget();
      requestEndpoints.forget();
      engine.forget();
    },
  };
}

/** A webhook is all that listens to reports. */
function asReports(maker: EventMaker): ReportMaker {
  return {
    deliveryReports(fact) {
      const event = maker.deliveryReport(fact);
      return event instanceof Promise ? event.then((made) => [made]) : [event];
    },
  };
}

type SmsNeeds = EngineNeeds & {
  readonly webhooks: Webhooks;
  readonly customers: Customers;
  readonly limits: AccountLimits;
  readonly quotas: OperatorQuotas;
};

function openCustomers(
  { storage, clock, log }: Common,
  { ids, webhooks, leases }: Pick<SmsNeeds, 'ids' | 'webhooks' | 'leases'>,
): Promise<Customers> {
  return Customers.open({
    store: storage.customers,
    owed: customerDeliveries(storage.webhooks),
    sentMessages: storage.sentMessages,
    jobs: storage.jobs,
    webhooks: {
      deliveryReports: (fact) => webhooks.reports.deliveryReports(fact),
      replies: (fact) => webhooks.replies.replies(fact),
    },
    nextJobId: () => takeId(ids.job),
    process: randomUUID(),
    isAlone: storage.hints === undefined,
    pollMs: () => pollMs(leases),
    clock,
    random: Math.random,
    log,
  });
}

function openSms(
  { config, clock, log, storage, sealer }: Common,
  needs: SmsNeeds,
  stack: AsyncDisposableStack,
): { sms: SmsEngine; sender: SmsSender; receipts: ReceiptDesk } {
  const { ids, eventIds, leases, directory, numbers, stops, webhooks, customers } = needs;
  const { limits, quotas } = needs;
  const store = storage.messages;
  const random = Math.random;
  const { events: reports } = customers;
  const eventsStored = (events: readonly OwedEvent[]): void => {
    webhooks.engine.offer(events);
    customers.offer(events);
  };
  const facts = new FactRecorder({
    store,
    eventIds: eventIds.reports,
    eventsStored,
  });
  const awaited = new AwaitedParts();
  const inbound = new InboundDesk({
    store: storage.inbound,
    recorder: new InboundRecorder({
      store: storage.inbound,
      eventIds: eventIds.replies,
      eventsStored,
    }),
    replies: customers.events,
    numbers,
    operator: (id) => directory().operators.find((operator) => operator.id === id),
    stops,
    stopped: (accountId, phone) => sms.dropStopped(accountId, phone),
    stopMatch: config.stopMatch,
    clock,
    log,
  });
  const closer = { store: storage.inbound, desk: inbound, directory, clock, log };
  stack.use(groupCloser(closer, () => leases.find(sweepLease) !== undefined)).start();
  const receipts = new ReceiptDesk({ store, inbound, facts, awaited, reports, clock, log });
  const conditionOf: RoutePorts['conditionOf'] = (operator) => {
    const condition = health.conditionOf(operator);
    return quotas.isUsedUp(operator) ? { ...condition, quotaUsedUp: true } : condition;
  };
  const offer: SendPorts['offer'] = (parts) => {
    quotas.count(parts);
    sms.offer(parts);
  };
  const rerouter = new Rerouter({
    store: storage.routes,
    directory,
    health: {
      conditionOf,
      upBinds: (operatorId) => health.upBinds(operatorId),
    },
    random,
    clock,
    log,
    offer,
  });
  const sms: SmsEngine = stack.use(
    new SmsEngine({
      store,
      jobs: storage.jobs,
      facts,
      awaited,
      receipts,
      reports,
      rerouter,
      stops,
      submittedPartIds: ids['submitted part'],
      sealer,
      clock,
      random,
      log,
      partsMax: config.queueMax,
      leases,
      pollMs: () => pollMs(leases),
      storedElsewhere: (lanes) => storage.hints?.tell(lanes),
    }),
  );
  const choices = stack.use(new ChoiceLog({ store: storage.routes, clock, log }));
  choices.start();
  const health: Health = stack.use(
    new Health({ store: storage.health, own: () => sms.health(), clock, log }),
  );
  health.start();
  const sender = new SmsSender({
    store,
    replies: storage.sentMessages,
    directory,
    limits,
    numbers,
    stops,
    stopMention: config.stopMention,
    replyAddresses: storage.replyAddresses,
    messageIds: ids.message,
    jobIds: ids.job,
    clock,
    random,
    waiting: () => sms.waiting(),
    endpointFor: (accountId, url) => webhooks.requestEndpoints.find(accountId, new URL(url)),
    offer,
    conditionOf,
    noteChoices: (made) => choices.note(made),
  });
  return { sms, sender, receipts };
}

/** Messages, and apart from them their webhooks, go when their days are over. */
function openRetention(
  { config, clock, log, storage }: Common,
  leases: Leases,
  stack: AsyncDisposableStack,
): void {
  const { history } = storage;
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  const kept = [
    {
      name: 'messages',
      days: config.retentionDays,
      walks: [
        history.forgetMessages,
        history.forgetSubmittedParts,
        history.forgetInboundMessages,
        history.forgetLastSent,
      ],
    },
    {
      name: 'webhooks',
      days: config.eventRetentionDays,
      walks: [history.forgetEvents, history.forgetAttempts],
    },
  ];
  for (const { days, ...rest } of kept) {
    if (days > 0) stack.use(retention({ ...rest, days, isMine, clock, log })).start();
  }
}

/** Without the simulator its operator has no links at all. */
async function readDirectory({ config, storage }: Common): Promise<Directory> {
  return Directory.read({
    routes: storage.routes,
    operators: {
      listOperators: async () =>
        (await storage.operators.listOperators()).filter(
          ({ builtIn }) => config.simulator || !builtIn,
        ),
    },
  });
}

async function openIds({ ids }: Storage): Promise<Ids> {
  const open = (name: BlockName): Promise<IdSource> =>
    IdSource.open(blockSizes[name], (count) => ids.reserveIds(name, count));
  return {
    message: await open('message'),
    job: await open('job'),
    'submitted part': await open('submitted part'),
  };
}

function pollMs({ isShared }: Leases): number {
  return isShared ? pollSharedMs : pollAloneMs;
}

function takeId(ids: IdSource): number {
  const id = ids.take();
  if (id === undefined) throw new StorageUnavailable('No ids could be reserved');
  return id;
}

function settingsWatch({ storage, clock, log }: Common, changed: () => Promise<void>): Loop {
  let seen: number | undefined;
  return new Loop({
    name: 'watch of settings',
    everyMs: settingsLookedAtMs,
    clock,
    log,
    work: async () => {
      const version = await storage.settings.settingsVersion();
      const before = seen;
      seen = version;
      if (before !== undefined && before !== version) await changed();
    },
  });
}

/** What other processes have changed on the STOP list; and what waits here for those phones goes. */
function stopsWatch(
  { clock, log }: Common,
  { stops, sms }: { readonly stops: StopList; readonly sms: SmsEngine },
): Loop {
  return new Loop({
    name: 'watch of the STOP list',
    everyMs: settingsLookedAtMs,
    clock,
    log,
    work: async () => {
      for (const { accountId, phone, stopped } of await stops.follow()) {
        if (stopped) sms.dropStopped(accountId, phone);
      }
    },
  });
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap(
    (all) => all?.map(({ address }) => address) ?? [],
  );
}

function openGuard(config: Config, clock: Clock): AddressGuard {
  return new AddressGuard({ allow: config.webhookAllow, clock, ownAddresses });
}

function apiPorts({ clock, log, storage }: Common, engines: Engines): ApiPorts {
  const { authenticator, directory, guard, limits, sender, stops } = engines;
  return {
    clock,
    log,
    authenticate: (key, base) => authenticator.find(key, base),
    refuseCaller: ({ account, key }) => limits.refuseRequest(account.id, key.id),
    accounts: storage.accounts,
    homePrice: (account, base) =>
      base === 'sms'
        ? directory().priceOf(callingCodeOf(account.homeCountry), account, clock.nowMs())
        : undefined,
    addressBook: storage.addressBook,
    subAccounts: storage.subAccounts,
    stopped: async (accountId, phones) => new Set(await stops.stopped(accountId, phones)),
    stops: stopPorts(storage.stops, stops),
    countToSend: (accountId) => storage.messages.countToSend(accountId, toSendCountMax),
    send: (request) => sender.send(request),
    preview: (request) => sender.preview(request),
    sentMessages: storage.sentMessages,
    partsWithdrawn: (parts) => engines.sms.withdrawn(parts),
    checkUrl: (text) => {
      const checked = guard.checkUrl(text);
      return checked.ok ? { ok: true, url: checked.url.href } : checked;
    },
    status: (accountId, messageId, phone) =>
      storage.messages.findStatus(accountId, messageId, phone),
    // A full queue refuses sends alone (sms/sending/sms-sender.ts): what waits can still be asked for.
    refuseNow: () => (engines.draining ? overloadRetryS : undefined),
    findObstacle: async () => {
      if (engines.draining) return 'the server is stopping';
      if (!engines.leases.isCurrent) return 'the storage has not answered for a while';
      try {
        await storage.settings.saveSetting('readiness', String(clock.nowMs()));
        return undefined;
      } catch {
        return 'the storage does not take writes';
      }
    },
    createAdministrator: async ({ token, email, password }) => {
      if ((await storage.settings.countAdministrators()) > 0) return 'already set up';
      const kept = await storage.settings.findSetting(invitationSetting);
      if (kept === undefined || !isInvited(token, kept, clock.nowMs())) return 'token is not valid';
      const made = await storage.settings.createAdministrator({
        email,
        passwordHash: await hashPassword(password),
        createdAtMs: clock.nowMs(),
        setting: { name: invitationSetting, value: kept },
      });
      return made ? 'created' : 'already set up';
    },
  };
}

function stopPorts(store: StopStore, stops: StopList): ApiPorts['stops'] {
  return {
    add: (stop) => stops.add(stop),
    remove: (accountId, phone) => stops.remove(accountId, phone),
    findStop: (accountId, id) => store.findStop(accountId, id),
    listStops: (accountId, afterId, limit) => store.listStops(accountId, afterId, limit),
    countStops: (accountId) => store.countStops(accountId),
  };
}

function callingCodeOf(country: string): string {
  return planOfCountry(country)?.callingCode ?? '';
}

async function startFacts(
  { config, clock, storage }: Common,
  started: {
    readonly port: number;
    readonly testKey: string;
    readonly engines: Engines;
  },
): Promise<StartFacts> {
  const { port, testKey } = started;
  const { sms, directory, simulator } = started.engines;
  const builtIn = directory().operators.find((operator) => operator.builtIn);
  const [host = 'localhost'] = config.hosts;
  return {
    data: dataInWords(config),
    masterKeyFile: config.masterKeyFile,
    // Not 127.0.0.1: browsers refuse to make a passkey there.
    address: `http://${loopback.has(host) ? 'localhost' : host}:${port}`,
    smpp: smppAddresses(config, started.engines.smpp),
    roles: config.roles,
    simulator: simulator && (simulator.address ?? 'elsewhere'),
    simulatorBinds:
      builtIn === undefined || simulator?.address === undefined
        ? 0
        : await firstBinds(sms, builtIn.id, clock),
    setupToken: await setupToken({ ...storage, clock }),
    testKey,
    secretsFile: undefined,
  };
}

function dataInWords({ database, dataFolder }: Config): string {
  return database.kind === 'folder'
    ? `${dataFolder} (SQLite)`
    : `${shownAddress(database.address)} (PostgreSQL)`;
}

function smppAddresses({ smpp }: Config, { plain, tls }: OpenPorts): readonly string[] {
  const [host = 'localhost'] = smpp.hosts;
  return [
    ...(plain === undefined ? [] : [`${host}:${plain}`]),
    ...(tls === undefined ? [] : [`${host}:${tls} (TLS)`]),
  ];
}

async function firstBinds(sms: SmsEngine, operatorId: number, clock: Clock): Promise<number> {
  const untilMs = clock.monotonicMs() + firstBindMs;
  while (sms.bound(operatorId) === 0 && clock.monotonicMs() < untilMs) await clock.sleep(10);
  return sms.bound(operatorId);
}

/**
 * On loopback the link and the key are of use on this machine alone, and are shown. Elsewhere the
 * output may be collected by others: they go to a file that only the owner reads.
 */
function keepSecretsIn(config: Config, facts: StartFacts): StartFacts {
  if (config.hosts.every((host) => loopback.has(host))) return facts;
  const secretsFile = path.join(config.dataFolder, 'setup.txt');
  makeFolder(config.dataFolder);
  const lines = secretLines(facts).map(([name, text]) => `${name}  ${text}\n`);
  writeFileSync(secretsFile, lines.join(''), { mode: 0o600 });
  return { ...facts, secretsFile };
}
