/** What is looked at again and again, and what other processes tell. */
import { unreachable } from '#core/assert.ts';
import { openDns } from '#core/dns.ts';
import { Loop } from '#core/loop.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { MailEngine } from '#mail/delivery/mail-engine.ts';
import { proofWatch } from '#mail/domains/proof-watch.ts';
import { mailCounter } from '#mail/figures/mail-counter.ts';
import { suppressionNotifier } from '#mail/suppression/suppression-notifier.ts';
import { rentCollector } from '#numbers/rental/rent-collector.ts';
import { engineOf } from '#queue/lane.ts';
import type { Leases } from '#queue/leases.ts';
import { retention } from '#queue/retention.ts';
import { claimer, maintenance } from '#sms/maintenance.ts';
import { receiptRematch } from '#sms/receipts/receipt-rematch.ts';
import type { ReceiptService } from '#sms/receipts/receipt-service.ts';
import { figureCounter } from '#sms/records/figure-counter.ts';
import { leavers } from '#sms/routing/leavers.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import type { StopList } from '#sms/stops/stop-list.ts';
import type { WebhookEngine } from '#webhooks/webhook-engine.ts';
import type { Common, EngineNeeds } from './common.ts';
import type { SettingsFollowed } from './followed-settings.ts';
import { blockSizes } from './ids.ts';
import { sweepLease } from './leased-work.ts';
import type { Moments } from './live/moments.ts';
import type { MailSending } from './mail-sending.ts';

/** Changes made by anybody are seen within this. */
const settingsLookedAtMs = 500;

const heldLookedAtMs = 60_000;

/** What is needed again is learned again: a policy from its host, limits from replies. */
const unusedServersDays = 30;

/** What people are told of a link is the same whether it has ended or is gone. */
const endedLinksDays = 1;

/** 24 months; triggers refuse less. */
const auditDays = 731;

/** Up to a million rows: 0.1 s of the database. */
const owedCountedMs = 10_000;

type Hearers = {
  readonly leases: Leases;
  readonly watch: Loop;
  readonly sms: SmsEngine;
  readonly mail: MailEngine;
  readonly webhooks: WebhookEngine;
  readonly moments: Moments;
  readonly followed: SettingsFollowed;
};

/** What other processes tell is looked at now and not at the next poll. */
export function hearHints(
  { storage }: Common,
  { leases, watch, sms, mail, webhooks, moments, followed }: Hearers,
  stack: AsyncDisposableStack,
): void {
  if (storage.hints === undefined) return;
  const engines = new Map<string, { hint(lane: string): void }>([
    ['sms', sms],
    ['mail', mail],
  ]);
  const hearing = storage.hints.listen((hint) => {
    switch (hint.about) {
      case 'lanes':
        for (const lane of hint.lanes) (engines.get(engineOf(lane)) ?? webhooks).hint(lane);
        break;
      case 'settings':
        return watch.poke();
      case 'followed':
        return followed.take(hint);
      case 'leases':
        return leases.poke();
      case 'trace':
        sms.trace(hint.operatorId, hint.isTraced);
        break;
      case 'live':
        return moments.take(hint.text);
      default:
        return unreachable(hint);
    }
  });
  stack.use(hearing);
}

/** Figures of messages, counted behind their commits. */
export function countOfMessages({ storage, clock, log }: Common, leases: Leases): Loop {
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  const { message: blockSize } = blockSizes;
  return figureCounter({ store: storage.messageFigures, blockSize, clock, log }, isMine);
}

export function countOfMails({ storage, clock, log }: Common, leases: Leases): Loop {
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  return mailCounter({ store: storage.mailFigures, clock, log }, isMine);
}

/** In one of the processes. */
export function sweepOfReceipts(
  { storage, clock, log }: Common,
  { receipts, directory, leases }: EngineNeeds & { readonly receipts: ReceiptService },
): Loop {
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  return maintenance({ store: storage.messages, receipts, directory, clock, log }, isMine);
}

export function claimOfReceipts(
  { storage, clock, log }: Common,
  { receipts, directory, leases }: EngineNeeds & { readonly receipts: ReceiptService },
): Loop {
  const isMine = (): boolean => leases.isShared && leases.find(sweepLease) !== undefined;
  return claimer({ store: storage.messages, receipts, directory, clock, log }, isMine);
}

/** In one of the processes: receipts that matched no message, once their operator's settings have changed. */
export function rematchOfReceipts(
  { storage, clock, log }: Common,
  { receipts, directory, leases }: EngineNeeds & { readonly receipts: ReceiptService },
): Loop {
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  return receiptRematch({ store: storage.keptReceipts, receipts, directory, clock, log }, isMine);
}

export function removalOfOperators(
  { storage, clock, log }: Common,
  { directory, leases }: EngineNeeds,
): Loop {
  const { operators, jobs } = storage;
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  return leavers({ operators, jobs, directory, clock, log }, isMine);
}

/** Other processes accept and submit as well: what is owed by all is only seen in the table. */
export function countOfOwed(
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

/** Mails that nobody has released in time are given up where their lane is worked on. */
export function expiryOfHeldMails({ storage, clock, log }: Common, leases: Leases): Loop {
  return new Loop({
    name: 'expiry of held mails',
    everyMs: heldLookedAtMs,
    clock,
    log,
    work: async () => {
      if (leases.find(sweepLease) === undefined) return;
      await storage.mailAccounts.expireHeldMails(clock.nowMs());
    },
  });
}

/** Messages, and apart from them their webhooks, go when their days are over. */
export function openRetention(
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
        history.forgetMessagePdus,
        history.forgetInboundMessages,
        history.forgetLastSent,
        history.forgetEmails,
        history.forgetCalls,
        history.forgetCaughtMails,
        history.forgetLetters,
      ],
    },
    {
      name: 'voicemail',
      days: config.voicemail.days,
      walks: [history.forgetVoicemails, history.forgetMissedCalls, history.forgetTextBacks],
    },
    { name: 'audit', days: auditDays, walks: [history.forgetAudit] },
    { name: 'unused mail servers', days: unusedServersDays, walks: [history.forgetLearned] },
    { name: 'links of people', days: endedLinksDays, walks: [history.forgetLinks] },
    { name: 'unused attachments', days: 1, walks: [history.forgetEmailContents] },
    {
      name: 'webhooks',
      days: config.eventRetentionDays,
      walks: [
        history.forgetEvents,
        history.forgetAttempts,
        history.forgetReplays,
        history.forgetInspectedRequests,
        history.forgetTrunkMessages,
      ],
    },
  ];
  for (const { days, ...rest } of kept) {
    if (days > 0) stack.use(retention({ ...rest, days, isMine, clock, log })).start();
  }
}

/** What administrators have changed of suppression lists, and what is over. */
export function notifyingSuppressions(
  { storage, clock, log }: Common,
  { leases, mail }: { readonly leases: Leases; readonly mail: Pick<MailSending, 'changes'> },
): Loop {
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  return suppressionNotifier({ store: storage.suppressions, ...mail.changes, clock, log, isMine });
}

/** Proofs of sending domains that vanish from the DNS. */
export function watchOfProofs({ config, storage, clock, log }: Common, leases: Leases): Loop {
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  const dns = openDns(config.nameServers);
  return proofWatch({ store: storage.domains, dns, clock, log, isMine });
}

export function collectionOfRents({ storage, clock, log }: Common, leases: Leases): Loop {
  const isMine = (): boolean => leases.find(sweepLease) !== undefined;
  return rentCollector({ numbers: storage.virtualNumbers, clock, log, isMine });
}

export function settingsWatch(
  { storage, clock, log }: Common,
  changed: (version: number) => Promise<void>,
): Loop {
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
      if (before !== undefined && before !== version) await changed(version);
    },
  });
}

/** What other processes have changed on the STOP list; and what waits here for those phones goes. */
export function stopsWatch(
  { clock, log }: Common,
  {
    stops,
    stopped: obey,
  }: {
    readonly stops: StopList;
    readonly stopped: (accountId: number, phone: PhoneNumber) => void;
  },
): Loop {
  return new Loop({
    name: 'watch of the STOP list',
    everyMs: settingsLookedAtMs,
    clock,
    log,
    work: async () => {
      for (const { accountId, phone, stopped } of await stops.follow()) {
        if (stopped) obey(accountId, phone);
      }
    },
  });
}
