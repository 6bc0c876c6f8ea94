/** SMS: from a send to the operators, and from them to whoever listens. */
import { randomUUID } from 'node:crypto';
import type { AccountLimits } from '#accounts/limits/limits.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { takeId } from '#queue/id-source.ts';
import { Customers } from '#sms/customers/customers.ts';
import type { RoutePorts } from '#sms/directory.ts';
import { FactRecorder } from '#sms/facts.ts';
import { InboundRecorder } from '#sms/inbound/inbound-recorder.ts';
import { InboundSmsService } from '#sms/inbound/inbound-sms-service.ts';
import { AwaitedParts } from '#sms/receipts/awaited-parts.ts';
import { ReceiptService } from '#sms/receipts/receipt-service.ts';
import { PduKeeper } from '#sms/records/pdu-keeper.ts';
import { ChoiceLog } from '#sms/routing/choice-log.ts';
import { Health } from '#sms/routing/health.ts';
import type { OperatorQuotas } from '#sms/routing/quotas.ts';
import { Rerouter } from '#sms/routing/rerouter.ts';
import { type SendPorts, SmsSender } from '#sms/sending/sms-sender.ts';
import { SmsEngine } from '#sms/sms-engine.ts';
import { StoppedWaits } from '#sms/stops/stopped-waits.ts';
import { TaskRunner } from '#sms/waiting/task-runner.ts';
import { customerDeliveries } from '#storage/customer-deliveries.ts';
import { type Common, type EngineNeeds, pollMs } from './common.ts';
import type { Webhooks } from './webhooks.ts';

type SmsNeeds = EngineNeeds & {
  readonly webhooks: Webhooks;
  readonly customers: Customers;
  readonly limits: AccountLimits;
  readonly quotas: OperatorQuotas;
};

type CustomerNeeds = Pick<SmsNeeds, 'commits' | 'ids' | 'webhooks' | 'leases' | 'pauses'> & {
  readonly refuseRequest: AccountLimits['refuseRequest'];
};

export async function openCustomers(
  { storage, clock, log, tally }: Common,
  { commits, ids, webhooks, leases, pauses, refuseRequest }: CustomerNeeds,
): Promise<Customers> {
  const customers = await Customers.open({
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
    tries: storage.tries,
    refuseRequest,
    isPaused: (lane) => pauses.has(lane),
    pollMs: () => pollMs(leases),
    certificateEnds: (endsAtMs) => tally?.certificateEnds('smpp', endsAtMs),
    clock,
    random: Math.random,
    log,
  });
  commits.followEvents((events) => customers.offer(events));
  return customers;
}

type OpenSms = {
  readonly sms: SmsEngine;
  readonly sender: SmsSender;
  readonly receipts: ReceiptService;
  readonly inbound: InboundSmsService;
  /** A phone wants nothing more from an account: what waits for it is refused. */
  readonly stopped: (accountId: number, phone: PhoneNumber) => void;
};

export function openSms(
  { config, clock, log, storage, sealer, tally }: Common,
  needs: SmsNeeds,
  stack: AsyncDisposableStack,
): OpenSms {
  const { ids, eventIds, leases, directory, numbers, stops, webhooks, customers } = needs;
  const { limits, quotas } = needs;
  const store = storage.messages;
  const random = Math.random;
  const { events: reports } = customers;
  const { eventsStored } = needs.commits;
  const facts = new FactRecorder({ store, eventIds: eventIds.reports, eventsStored });
  const awaited = new AwaitedParts();
  const inbound = new InboundSmsService({
    store: storage.inbound,
    recorder: new InboundRecorder({
      store: storage.inbound,
      eventIds: eventIds.replies,
      eventsStored,
    }),
    handset: storage.handsetTexts,
    stored: storage.storedMessages,
    replies: customers.events,
    numbers,
    operator: (id) => directory().operators.find((operator) => operator.id === id),
    stops,
    stopped: (accountId, phone) => stopped(accountId, phone),
    stopMatch: config.stopMatch,
    homeCountry: config.homeCountry,
    clock,
    log,
  });
  // Behind the links, which close first.
  stack.defer(() => inbound.ended().catch(() => undefined));
  const pdus = stack.use(new PduKeeper({ store: storage.messageRecords, clock, log }));
  pdus.start();
  const receipts = new ReceiptService({
    store,
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
  const conditionOf: RoutePorts['conditionOf'] = (operator) => {
    const condition = health.conditionOf(operator);
    return quotas.isUsedUp(operator) ? { ...condition, quotaUsedUp: true } : condition;
  };
  const offer: SendPorts['offer'] = (parts) => {
    quotas.count(parts);
    sms.offer(parts);
  };
  const rerouter = new Rerouter({
    jobIds: ids.job,
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
      waiting: storage.waitingParts,
      facts,
      awaited,
      receipts,
      pdus,
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
      isPaused: (lane) => needs.pauses.has(lane),
      pollMs: () => pollMs(leases),
      storedElsewhere: (lanes) => storage.hints?.tell(lanes),
      tally,
    }),
  );
  const waits = stack.use(
    new StoppedWaits({
      store: storage.waitingParts,
      stops,
      engine: sms,
      facts,
      reports,
      isMine: needs.isLeader,
      clock,
      log,
    }),
  );
  waits.start();
  const tasks = stack.use(
    new TaskRunner({
      tasks: storage.laneTasks,
      store: storage.waitingParts,
      engine: sms,
      isMine: needs.isLeader,
      clock,
      log,
    }),
  );
  tasks.start();
  const stopped = (accountId: number, phone: PhoneNumber): void => {
    sms.dropStopped(accountId, phone);
    waits.note(accountId, phone);
  };
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
    mayProbe: (operator) => health.mayProbe(operator),
    noteChoices: (made) => choices.note(made),
  });
  return { sms, sender, receipts, inbound, stopped };
}
