/** SMS put together: from a send to the operators, and from them to the listeners. */

import { randomUUID } from 'node:crypto';
import type { AccountLimits } from '#accounts/limits/limits.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Role } from '#core/role.ts';
import type { Sealer } from '#core/sealed.ts';
import { Topic } from '#core/topic.ts';
import { type IdSource, takeId } from '#queue/id-source.ts';
import type { JobStore, Owed } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { WaitingStore } from '#sms/waiting/waiting-store.ts';
import type { CustomerStore } from './customers/customer-store.ts';
import { Customers, type CustomersPorts } from './customers/customers.ts';
import type { Directory, RoutePorts } from './directory.ts';
import { type FactPorts, FactRecorder } from './facts.ts';
import { InboundRecorder } from './inbound/inbound-recorder.ts';
import { InboundSmsService } from './inbound/inbound-sms-service.ts';
import type { InboundStore } from './inbound/inbound-store.ts';
import type { StopMatch } from './inbound/stop-words.ts';
import type { OutgoingPart } from './message.ts';
import type { MessageStore } from './message-store.ts';
import type { NumberDirectory } from './numbers/number-directory.ts';
import type { OperatorStore } from './operator-store.ts';
import { AwaitedParts } from './receipts/awaited-parts.ts';
import { ReceiptService } from './receipts/receipt-service.ts';
import type { MessageRecordStore } from './records/message-record-store.ts';
import { PduKeeper } from './records/pdu-keeper.ts';
import { ChoiceLog } from './routing/choice-log.ts';
import { Health } from './routing/health.ts';
import { OperatorQuotas, type QuotaPorts } from './routing/quotas.ts';
import { Rerouter } from './routing/rerouter.ts';
import type { RouteStore } from './routing/route-store.ts';
import { type SendPorts, SmsSender } from './sending/sms-sender.ts';
import { SmsEngine, type SmsEnginePorts } from './sms-engine.ts';
import type { SmsTally } from './sms-tally.ts';
import type { StopList } from './stops/stop-list.ts';
import { StoppedWaits } from './stops/stopped-waits.ts';
import { type StopNotice, stopsWatch } from './stops/stops-watch.ts';
import { TaskRunner } from './waiting/task-runner.ts';

export type SmsPorts = {
  readonly config: {
    readonly roles: readonly Role[];
    /** Parts that may be owed at a time. */
    readonly queueMax: number;
    readonly homeCountry: string;
    readonly stopMatch: StopMatch;
    readonly stopMention: string;
  };
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly tally?: (SmsTally & CustomerTally) | undefined;
  readonly sealer: Sealer;
  readonly storage: SmsStores;
  readonly ids: Readonly<Record<'message' | 'job' | 'submitted part', IdSource>>;
  readonly eventIds: Readonly<Record<'reports' | 'replies', FactPorts['eventIds']>>;
  readonly leases: SmsEnginePorts['leases'];
  readonly isLeader: () => boolean;
  readonly pauses: { has(lane: string): boolean };
  readonly pollMs: () => number;
  readonly directory: () => Directory;
  readonly numbers: () => NumberDirectory;
  readonly stops: StopList;
  readonly limits: AccountLimits;
  /** Makes the events of what happens, and finds the lane of a URL that a request named. */
  readonly webhooks: CustomersPorts['webhooks'] & Pick<SendPorts, 'endpointFor'>;
  /** Events of all engines, right after their commit. */
  readonly events: Topic<readonly OwedEvent[]>;
};

type CustomerTally = { certificateEnds(port: 'smpp', endsAtMs: number): void };

type SmsStores = {
  readonly customers: CustomerStore;
  readonly customerDeliveries: CustomersPorts['owed'];
  /** One process alone works on it. */
  readonly isSole: boolean;
  /** Undefined: no other process shares the storage. */
  readonly hints: { tell(lanes: Iterable<string>): void } | undefined;
  readonly inbound: InboundStore;
  readonly jobs: JobStore & WaitingStore;
  readonly accounts: QuotaPorts['store'];
  readonly messages: MessageStore & MessageRecordStore;
  readonly operators: Pick<OperatorStore, 'noteHealth' | 'listHealth'> & RouteStore;
  readonly tries: CustomersPorts['tries'];
};

export type OpenedSms = AsyncDisposable & {
  readonly customers: Customers;
  readonly engine: SmsEngine;
  readonly inbound: InboundSmsService;
  readonly receipts: ReceiptService;
  readonly sender: SmsSender;
};

export async function openSms(ports: SmsPorts): Promise<OpenedSms> {
  await using stack = new AsyncDisposableStack();
  const { storage, stops, clock, log } = ports;
  const customers = stack.use(await openCustomers(ports));
  ports.events.follow((events) => customers.offer(events));
  const routing = await openRouting(ports, stack);
  const { quotas, health, parts } = routing;
  const stopped = new Topic<StopNotice>();
  const inbound = openInbound(ports, { customers, stopped });
  // Behind the links, which close first.
  stack.defer(() => inbound.ended().catch(() => undefined));
  const pdus = stack.use(new PduKeeper({ store: storage.messages, clock, log }));
  const reporting = makeReporting(ports, { customers, inbound, pdus });
  const { receipts, facts, reports } = reporting;
  const engine = stack.use(makeEngine(ports, { ...routing, ...reporting }));
  health.follow(() => engine.health());
  parts.follow((offered) => quotas.count(offered));
  parts.follow((offered) => engine.offer(offered));
  const waitingIn = { store: storage.jobs, engine, isMine: ports.isLeader, clock, log };
  const waits = stack.use(new StoppedWaits({ ...waitingIn, stops, facts, reports }));
  stopped.follow(({ accountId, phone }) => engine.dropStopped(accountId, phone));
  stopped.follow(({ accountId, phone }) => waits.note(accountId, phone));
  const { changes } = storage.jobs;
  const tasks = stack.use(new TaskRunner({ ...waitingIn, tasks: storage.jobs, changes }));
  const choices = stack.use(new ChoiceLog({ store: storage.operators, clock, log }));
  const sender = makeSender(ports, { ...routing, engine, choices });
  quotas.start();
  pdus.start();
  waits.start();
  tasks.start();
  choices.start();
  health.start();
  stack.use(stopsWatch({ stops, stopped, changes: storage.jobs.changes, clock, log })).start();
  const opened = stack.move();
  return {
    customers,
    engine,
    inbound,
    receipts,
    sender,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** By what an operator is chosen: at the send, and again for parts whose operator went away. */
type Routing = {
  readonly quotas: OperatorQuotas;
  readonly health: Health;
  readonly conditionOf: RoutePorts['conditionOf'];
  readonly rerouter: Rerouter;
  /** Parts for the engine, right after their commit. */
  readonly parts: Topic<readonly Owed<OutgoingPart>[]>;
};

async function openRouting(
  { storage, ids, directory, clock, log, random }: SmsPorts,
  stack: AsyncDisposableStack,
): Promise<Routing> {
  const quotas = stack.use(
    await OperatorQuotas.open({
      store: storage.accounts,
      operators: () => directory().operators,
      clock,
      log,
    }),
  );
  const health = stack.use(
    new Health({ store: storage.operators, changes: storage.jobs.changes, clock, log }),
  );
  const conditionOf: RoutePorts['conditionOf'] = (operator) => {
    const condition = health.conditionOf(operator);
    return quotas.isUsedUp(operator) ? { ...condition, quotaUsedUp: true } : condition;
  };
  const parts = new Topic<readonly Owed<OutgoingPart>[]>();
  const rerouter = new Rerouter({
    jobIds: ids.job,
    store: storage.operators,
    directory,
    health: { conditionOf, upBinds: (operatorId) => health.upBinds(operatorId) },
    random,
    clock,
    log,
    offer: parts.tell,
  });
  return { quotas, health, conditionOf, rerouter, parts };
}

type ReportingNeeds = {
  readonly customers: Customers;
  readonly inbound: InboundSmsService;
  readonly pdus: PduKeeper;
};

/** What follows a submit: its receipt, the facts that are stored, and the reports of them. */
type Reporting = Pick<SmsEnginePorts, 'facts' | 'awaited' | 'reports' | 'pdus'> & {
  readonly facts: FactRecorder;
  readonly receipts: ReceiptService;
};

function makeReporting(
  { storage, eventIds, events, limits, config, tally, clock, log }: SmsPorts,
  { customers, inbound, pdus }: ReportingNeeds,
): Reporting {
  const facts = new FactRecorder({
    store: storage.messages,
    eventIds: eventIds.reports,
    eventsStored: events.tell,
  });
  const awaited = new AwaitedParts();
  const reports = customers.events;
  const receipts = new ReceiptService({
    store: storage.messages,
    pdus,
    inbound,
    facts,
    awaited,
    reports,
    paysBack: (accountId) => limits.policyOf(accountId).refundUndelivered,
    homeCountry: config.homeCountry,
    tally,
    clock,
    log,
  });
  return { facts, awaited, reports, pdus, receipts };
}

function makeEngine(
  ports: SmsPorts,
  { rerouter, ...reporting }: Reporting & Pick<Routing, 'rerouter'>,
): SmsEngine {
  const { storage, ids, config, pauses } = ports;
  return new SmsEngine({
    ...ports,
    ...reporting,
    store: storage.messages,
    jobs: storage.jobs,
    waiting: storage.jobs,
    rerouter,
    submittedPartIds: ids['submitted part'],
    partsMax: config.queueMax,
    isPaused: (lane) => pauses.has(lane),
    storedElsewhere: (lanes) => storage.hints?.tell(lanes),
  });
}

type SenderNeeds = Pick<Routing, 'conditionOf' | 'health' | 'parts'> & {
  readonly engine: SmsEngine;
  readonly choices: ChoiceLog;
};

function makeSender(
  ports: SmsPorts,
  { conditionOf, health, parts, engine, choices }: SenderNeeds,
): SmsSender {
  const { storage, config, ids, webhooks } = ports;
  return new SmsSender({
    ...ports,
    store: storage.messages,
    replies: storage.messages,
    stopMention: config.stopMention,
    replyAddresses: storage.inbound,
    messageIds: ids.message,
    jobIds: ids.job,
    waiting: () => engine.waiting(),
    bindFor: (operator, phone, sender) => engine.bindFor(operator, phone, sender),
    endpointFor: (accountId, url) => webhooks.endpointFor(accountId, url),
    offer: parts.tell,
    conditionOf,
    mayProbe: (operator) => health.mayProbe(operator),
    noteChoices: (made) => choices.note(made),
  });
}

function openCustomers(ports: SmsPorts): Promise<Customers> {
  const { config, storage, ids, limits, pauses, tally } = ports;
  return Customers.open({
    ...ports,
    store: storage.customers,
    owed: storage.customerDeliveries,
    messages: storage.messages,
    jobs: storage.jobs,
    nextJobId: () => takeId(ids.job),
    process: randomUUID(),
    isAlone: storage.isSole && config.roles.includes('api'),
    tries: storage.tries,
    refuseRequest: (accountId, keyId) => limits.refuseRequest(accountId, keyId),
    isPaused: (lane) => pauses.has(lane),
    certificateEnds: (endsAtMs) => tally?.certificateEnds('smpp', endsAtMs),
  });
}

function openInbound(
  ports: SmsPorts,
  { customers, stopped }: { readonly customers: Customers; readonly stopped: Topic<StopNotice> },
): InboundSmsService {
  const { storage, directory, config, eventIds, events } = ports;
  const store = storage.inbound;
  return new InboundSmsService({
    ...ports,
    store,
    recorder: new InboundRecorder({ store, eventIds: eventIds.replies, eventsStored: events.tell }),
    handset: storage.inbound,
    stored: storage.inbound,
    replies: customers.events,
    operator: (id) => directory().operators.find((operator) => operator.id === id),
    stopped: (accountId, phone) => stopped.tell({ accountId, phone }),
    stopMatch: config.stopMatch,
    homeCountry: config.homeCountry,
  });
}
