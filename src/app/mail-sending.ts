/** Accepting emails: what sending needs of the others, put together. */
import type { AccountLimits } from '#accounts/limits/limits.ts';
import { maskWithin } from '#core/log.ts';
import type { OwedMail } from '#mail/delivery/delivery-store.ts';
import type { MailRoutes } from '#mail/delivery/mail-routes.ts';
import { MailDirectory } from '#mail/domains/mail-directory.ts';
import { SendingDomains } from '#mail/domains/sending-domains.ts';
import { MailRecorder } from '#mail/mail-recorder.ts';
import { EmailSender, type EmailSenderPorts } from '#mail/sending/email-sender.ts';
import { type CancellerPorts, leavesLater, MailCanceller } from '#mail/sending/mail-canceller.ts';
import { MailOutcomes } from '#mail/sending/mail-outcomes.ts';
import { MailPrices } from '#mail/sending/mail-prices.ts';
import { MailReputation } from '#mail/sending/mail-reputation.ts';
import { type NoticeFate, NoticeMailer } from '#mail/sending/notice-mailer.ts';
import { suppressedForm } from '#mail/suppression/suppression.ts';
import type { SuppressionNotifierPorts } from '#mail/suppression/suppression-notifier.ts';
import { ToldSuppressions } from '#mail/suppression/told-suppressions.ts';
import { MailTokens, tokenKeyUse } from '#mail/tokens.ts';
import type { Owed } from '#queue/job.ts';
import type { Storage } from '#storage/storage.ts';
import type { Common, EngineNeeds } from './common.ts';
import { mailWays, noticeWays } from './mail-ways.ts';
import type { Webhooks } from './webhooks.ts';

export type MailSending = {
  readonly sender: EmailSender;
  readonly canceller: MailCanceller;
  readonly outcomes: MailOutcomes;
  /** For those of us who have something to tell by mail. */
  readonly notices: NoticeMailer;
  readonly recorder: MailRecorder;
  /** Who may send as whom, and by which keys it is signed. */
  readonly domains: SendingDomains;
  readonly tokens: MailTokens;
  readonly prices: () => MailPrices;
  readonly suppressions: ToldSuppressions;
  /** For what others have changed of the list. */
  readonly changes: Pick<SuppressionNotifierPorts, 'recorder' | 'events'>;
  /** Those of the addresses that the account may not write to. */
  readonly suppressed: EmailSenderPorts['suppressed'];
  /** Who is told that a notice has reached its end. */
  readonly heard: Set<(dedupKey: string, fate: NoticeFate) => void>;
  /** Takes mails whose jobs have just been committed. */
  offer: (mails: readonly Owed<OwedMail>[]) => void;
  /** Keeps mails from leaving that are to be cancelled. */
  recall: CancellerPorts['recall'];
  /** A setting has changed. */
  readonly reload: () => Promise<void>;
};

type Needs = Pick<EngineNeeds, 'commits' | 'ids' | 'eventIds'> & {
  readonly webhooks: Webhooks;
  readonly limits: AccountLimits;
  readonly routes: Pick<MailRoutes, 'laneOf'>;
};

export async function openMailSending(
  { config, clock, log, storage, sealer }: Common,
  { commits, ids, eventIds, webhooks, limits, routes }: Needs,
): Promise<MailSending> {
  const recorder = new MailRecorder({
    emails: storage.emails,
    delivery: storage.mailDelivery,
    facts: storage.mailFacts,
    suppressions: storage.suppressions,
    addEvents: (events) => storage.events.addEvents(events),
    eventIds: eventIds.mails,
    eventsStored: commits.eventsStored,
    commitsInOrder: storage.hints === undefined,
  });
  const reputation = new MailReputation({ store: storage.mailAccounts, clock, log });
  let prices = await MailPrices.read(storage.mailAccounts);
  let directory = await MailDirectory.read(storage.domains);
  const readDirectory = async (): Promise<void> => {
    directory = await MailDirectory.read(storage.domains);
  };
  const domains = new SendingDomains({
    store: storage.domains,
    directory: () => directory,
    readAgain: readDirectory,
    sealer,
    clock,
  });
  const suppressed = suppressedOf(storage, () => clock.nowMs());
  const events = webhooks.mails;
  const ways = mailWays(config, domains, routes);
  const sender = new EmailSender({
    store: storage.emails,
    recorder,
    replies: storage.sentMessages,
    events,
    emailIds: ids.email,
    jobIds: ids.job,
    clock,
    ...ways,
    suppressed,
    priceOf: (accountId, nowMs) => prices.priceOf(accountId, nowMs),
    takeMails: (count) =>
      limits.limiter.takeMails({ ...count, policy: limits.policyOf(count.accountId) }),
    heldBecause: (accountId) => reputation.heldBecause(accountId),
    endpointFor: (accountId, url) => webhooks.requestEndpoints.find(accountId, new URL(url)),
    offer: (mails) => opened.offer(mails),
  });
  const notices = new NoticeMailer({
    sealer,
    store: storage.emails,
    suppressions: storage.suppressions,
    emailIds: ids.email,
    jobIds: ids.job,
    clock,
    ...noticeWays(config, domains, routes),
    offer: (mails) => opened.offer(mails),
  });
  const outcomes = new MailOutcomes({
    emails: storage.emails,
    events,
    recorder,
    noticeSettled: (dedupKey, fate) => {
      log.info('mail.notice_settled', { notice: maskWithin(dedupKey), fate });
      for (const hear of opened.heard) hear(dedupKey, fate);
    },
  });
  const opened: MailSending = {
    sender,
    outcomes,
    notices,
    canceller: new MailCanceller({
      store: storage.emails,
      recorder,
      events,
      recall: (mails) => opened.recall(mails),
      clock,
    }),
    recorder,
    domains,
    tokens: new MailTokens(sealer.deriveKey(tokenKeyUse)),
    prices: () => prices,
    suppressions: new ToldSuppressions({ recorder, events, clock }),
    changes: { recorder, events },
    suppressed,
    heard: new Set(),
    offer: () => undefined,
    recall: (mails) => ({
      mails: mails.filter((mail) => leavesLater(mail, clock.nowMs())),
      end: () => undefined,
    }),
    async reload() {
      prices = await MailPrices.read(storage.mailAccounts);
      await readDirectory();
      reputation.forget();
    },
  };
  return opened;
}

/** Of all mail of the account, or of that stream. */
function suppressedOf(
  { suppressions }: Pick<Storage, 'suppressions'>,
  nowMs: () => number,
): EmailSenderPorts['suppressed'] {
  return async (accountId, stream, addresses) => {
    const asked = { accountId, addresses: addresses.map((address) => suppressedForm(address)) };
    const found = await suppressions.findSuppressed([asked], nowMs());
    const stopped = new Set(
      found.filter((one) => one.stream === '' || one.stream === stream).map((one) => one.address),
    );
    return new Set(addresses.filter((address) => stopped.has(suppressedForm(address))));
  };
}
