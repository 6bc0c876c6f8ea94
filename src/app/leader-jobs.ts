/** The jobs of the leader, all of them: what one of the processes does for all, at which pace, is said here and nowhere else. */
import { openDns } from '#core/dns.ts';
import { proofWatch } from '#mail/domains/proof-watch.ts';
import { mailCounter } from '#mail/figures/mail-counter.ts';
import type { OpenedMail } from '#mail/open.ts';
import { suppressionNotifier } from '#mail/suppression/suppression-notifier.ts';
import { rentCollector } from '#numbers/rental/rent-collector.ts';
import { type LeaderJob, leaderLoop } from '#queue/leader-job.ts';
import { retention } from '#queue/retention.ts';
import { campaignCounter } from '#sms/campaigns/campaign-counter.ts';
import { campaignRunner } from '#sms/campaigns/campaign-runner.ts';
import { pausedExpiry } from '#sms/campaigns/held-parts.ts';
import { groupCloser } from '#sms/inbound/group-closer.ts';
import type { InboundSmsService } from '#sms/inbound/inbound-sms-service.ts';
import { claimer, maintenance } from '#sms/maintenance.ts';
import { receiptRematch } from '#sms/receipts/receipt-rematch.ts';
import type { ReceiptService } from '#sms/receipts/receipt-service.ts';
import { figureCounter } from '#sms/records/figure-counter.ts';
import { leavers } from '#sms/routing/leavers.ts';
import type { SmsSender } from '#sms/sending/sms-sender.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import { findActing } from './acting-account.ts';
import { auditInLog } from './audit-log.ts';
import { balanceAlerts } from './balance-alerts.ts';
import type { Common } from './common.ts';
import type { EngineNeeds } from './engine-needs.ts';
import { blockSizes } from './ids.ts';
import { networkNotices } from './key-network-notices.ts';

const heldLookedAtMs = 60_000;

/** What is needed again is learned again: a policy from its host, limits from replies. */
const unusedServersDays = 30;

/** What people are told of a link is the same whether it has ended or is gone. */
const endedLinksDays = 1;

/** 24 months; triggers refuse less. */
const auditDays = 731;

type LeaderNeeds = Pick<EngineNeeds, 'directory' | 'leases' | 'isLeader'> & {
  readonly inbound: InboundSmsService;
  readonly receipts: ReceiptService;
  readonly sender: SmsSender;
  readonly engine: SmsEngine;
  readonly mail: Pick<OpenedMail, 'changes' | 'notices'>;
};

export function startLeaderJobs(
  common: Common,
  needs: LeaderNeeds,
  stack: AsyncDisposableStack,
): void {
  const { isLeader } = needs;
  const jobs = [
    ...smsJobs(common, needs),
    ...campaignJobs(common, needs),
    ...otherJobs(common, needs),
    ...retentionJobs(common),
  ];
  for (const job of jobs) stack.use(leaderLoop(job, { ...common, isLeader })).start();
}

function smsJobs(
  { storage, clock, log }: Common,
  { inbound, receipts, directory, leases }: LeaderNeeds,
): readonly LeaderJob[] {
  const { messages: store, operators, jobs } = storage;
  const all = { directory, clock, log };
  return [
    groupCloser({ ...all, store: storage.inbound, changes: jobs.changes, service: inbound }),
    maintenance({ ...all, store, receipts }),
    claimer({ ...all, store, receipts, isShared: () => leases.isShared }),
    receiptRematch({ ...all, store: storage.messages, receipts }),
    leavers({ ...all, operators, jobs }),
    figureCounter({ store: storage.messages, blockSize: blockSizes.message, clock }),
  ];
}

function campaignJobs(
  { storage, clock, log }: Common,
  { sender, engine }: LeaderNeeds,
): readonly LeaderJob[] {
  const all = { ...storage, sender, engine, clock, log };
  const findAccount = (accountId: number) => findActing(accountId, storage.accounts);
  return [campaignRunner({ ...all, findAccount }), campaignCounter(all), pausedExpiry(all)];
}

function otherJobs(
  { config, storage, clock, log }: Common,
  { mail }: LeaderNeeds,
): readonly LeaderJob[] {
  const { emails, virtualNumbers: numbers } = storage;
  const mailer = mail.notices;
  return [
    rentCollector({ numbers, clock, log }),
    balanceAlerts({ ...storage, mailer, clock }),
    networkNotices({ ...storage, mailer, clock }),
    auditInLog({ ...storage, clock, log }),
    mailCounter({ store: storage.emails, clock }),
    {
      name: 'expiry of held mails',
      everyMs: heldLookedAtMs,
      work: async () => void (await emails.expireHeldMails(clock.nowMs())),
    },
    proofWatch({ store: storage.domains, dns: openDns(config.nameServers), clock, log }),
    suppressionNotifier({ store: storage.suppressions, ...mail.changes, clock }),
  ];
}

/** Messages, and apart from them their webhooks, go when their days are over. */
function retentionJobs({ config, clock, log, storage }: Common): readonly LeaderJob[] {
  const { history } = storage;
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
      name: 'requests',
      // Kept no more from now on, those that are there go within a day.
      days: Math.max(config.requestLogDays, 1),
      walks: [history.forgetApiRequests],
    },
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
  return kept.filter(({ days }) => days > 0).map((each) => retention({ ...each, clock, log }));
}
