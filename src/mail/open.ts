/** Email put together: accepting it, delivering it, and what comes back for it. */
import type { AccountLimits } from '#accounts/limits/limits.ts';
import type { Clock } from '#core/clock.ts';
import { type Log, maskWithin } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import { Topic } from '#core/topic.ts';
import type { IdSource } from '#queue/id-source.ts';
import type { JobStore } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { ComposingMaker, type SendingDomain } from './delivery/composing-maker.ts';
import type { DeliveryStore } from './delivery/delivery-store.ts';
import { EmailCache } from './delivery/email-cache.ts';
import { LateSuppression } from './delivery/late-suppression.ts';
import { MailEngine, type MailEnginePorts } from './delivery/mail-engine.ts';
import type { MailRoutes } from './delivery/mail-routes.ts';
import { SendingDomains } from './domains/sending-domains.ts';
import type { InboundMailService } from './inbound/inbound-mail-service.ts';
import type { MailEventMaker } from './mail-event-maker.ts';
import type { MailLinks } from './mail-links.ts';
import { MailRecorder, type MailRecorderPorts } from './mail-recorder.ts';
import { MailReference, type MailReferenceStores } from './mail-reference.ts';
import { HtmlTexts } from './message/html-text.ts';
import { openReturns, type ReturnsConfig } from './open-returns.ts';
import { EmailSender, type EmailSenderPorts } from './sending/email-sender.ts';
import type { EmailStore } from './sending/email-store.ts';
import { MailCanceller } from './sending/mail-canceller.ts';
import { MailOutcomes } from './sending/mail-outcomes.ts';
import type { MailPrices } from './sending/mail-prices.ts';
import { MailReputation } from './sending/mail-reputation.ts';
import { type NoticeFate, NoticeMailer } from './sending/notice-mailer.ts';
import { openSecrets } from './sending/notice-secrets.ts';
import { mailWays, noticeWays } from './sending/sender-ways.ts';
import { suppressedForm } from './suppression/suppression.ts';
import type { SuppressionNotifierPorts } from './suppression/suppression-notifier.ts';
import type { SuppressionStore } from './suppression/suppression-store.ts';
import { ToldSuppressions } from './suppression/told-suppressions.ts';
import { MailTokens, tokenKeyUse } from './tokens.ts';

export type MailPorts = {
  readonly config: ReturnsConfig;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly storage: MailStores;
  readonly ids: Readonly<Record<'email' | 'job', IdSource>>;
  readonly eventIds: { readonly mails: MailRecorderPorts['eventIds'] };
  readonly leases: MailEnginePorts['leases'];
  readonly pollMs: () => number;
  readonly routes: MailRoutes;
  readonly limits: AccountLimits;
  readonly webhooks: Pick<EmailSenderPorts, 'endpointFor'> & { readonly mails: MailEventMaker };
  /** Events of all engines, right after their commit. */
  readonly events: Pick<Topic<readonly OwedEvent[]>, 'tell'>;
};

type MailStores = MailReferenceStores & {
  readonly emails: EmailStore & DeliveryStore;
  readonly webhooks: MailRecorderPorts['webhooks'];
  /** One process alone works on it, whose commits follow each other. */
  readonly isSole: boolean;
  /** Undefined: nobody else shares the storage. */
  readonly hints: { tell(lanes: Iterable<string>): void } | undefined;
  readonly jobs: JobStore;
  readonly messages: EmailSenderPorts['replies'];
  readonly suppressions: SuppressionStore;
};

export type NoticeSettled = { readonly dedupKey: string; readonly fate: NoticeFate };

export type OpenedMail = AsyncDisposable & {
  readonly canceller: MailCanceller;
  /** For what others have changed of the suppression list. */
  readonly changes: Pick<SuppressionNotifierPorts, 'recorder' | 'events'>;
  readonly engine: MailEngine;
  /** Takes what other servers bring. */
  readonly handler: InboundMailService;
  readonly links: MailLinks;
  /** For those of us who have something to tell by mail. */
  readonly notices: NoticeMailer;
  /** A notice has reached its end. */
  readonly noticeSettled: Pick<Topic<NoticeSettled>, 'follow'>;
  readonly prices: () => MailPrices;
  readonly recorder: MailRecorder;
  /** A setting has changed. */
  readonly reload: () => Promise<void>;
  readonly sender: EmailSender;
  /** Those of the addresses that the account may not write to. */
  readonly suppressed: EmailSenderPorts['suppressed'];
  readonly suppressions: ToldSuppressions;
  readonly tokens: MailTokens;
};

export async function openMail(ports: MailPorts): Promise<OpenedMail> {
  await using stack = new AsyncDisposableStack();
  const { clock, log, sealer, storage, webhooks } = ports;
  const events = webhooks.mails;
  const recorder = openRecorder(ports);
  const reference = await MailReference.read(storage);
  const domains = new SendingDomains({
    store: storage.domains,
    directory: () => reference.directory,
    readAgain: () => reference.readDirectory(),
    sealer,
    clock,
  });
  const tokens = new MailTokens(sealer.deriveKey(tokenKeyUse));
  const suppressions = new ToldSuppressions({ recorder, events, clock });
  const returns = stack.use(openReturns({ ...ports, tokens, domains, recorder, suppressions }));
  const noticeSettled = new Topic<NoticeSettled>();
  noticeSettled.follow(({ dedupKey, fate }) =>
    log.info('mail.notice_settled', { notice: maskWithin(dedupKey), fate }),
  );
  const { makeText } = stack.use(new HtmlTexts(clock));
  const emails = new EmailCache({
    emails: storage.emails,
    makeText,
    link: (email, content) =>
      returns.link(email, { ...content, variables: openSecrets(email, sealer) }),
  });
  const reading = { emails, tokens, domains, recorder, noticeSettled };
  const engine = stack.use(makeEngine(ports, reading));
  const reputation = new MailReputation({ store: storage.emails, clock, log });
  const suppressed = suppressedOf(storage, () => clock.nowMs());
  const sending = { engine, domains, recorder, reference, reputation, suppressed };
  const { sender, notices } = makeSenders(ports, sending);
  const canceller = new MailCanceller({
    store: storage.emails,
    recorder,
    events,
    recall: (mails) => engine.recall(mails),
    clock,
  });
  await engine.start();
  const opened = stack.move();
  return {
    canceller,
    changes: { recorder, events },
    engine,
    handler: returns.handler,
    links: returns.links,
    notices,
    noticeSettled,
    prices: () => reference.prices,
    recorder,
    async reload() {
      await reference.readAgain();
      reputation.forget();
    },
    sender,
    suppressed,
    suppressions,
    tokens,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function openRecorder({ storage, eventIds, events }: MailPorts): MailRecorder {
  return new MailRecorder({
    emails: storage.emails,
    suppressions: storage.suppressions,
    webhooks: storage.webhooks,
    eventIds: eventIds.mails,
    eventsStored: events.tell,
    commitsInOrder: storage.isSole,
  });
}

type EngineNeeds = {
  readonly emails: EmailCache;
  readonly tokens: MailTokens;
  readonly domains: SendingDomains;
  readonly recorder: MailRecorder;
  readonly noticeSettled: Topic<NoticeSettled>;
};

/** The engine that delivers, with what it composes of and what records how each mail ended. */
function makeEngine(
  ports: MailPorts,
  { emails, tokens, domains, recorder, noticeSettled }: EngineNeeds,
): MailEngine {
  const { config, clock, storage, routes, webhooks } = ports;
  const outcomes = new MailOutcomes({
    emails: storage.emails,
    events: webhooks.mails,
    recorder,
    noticeSettled: (dedupKey, fate) => noticeSettled.tell({ dedupKey, fate }),
  });
  const late = new LateSuppression({ emails, store: storage.suppressions, clock });
  return new MailEngine({
    ...ports,
    store: storage.emails,
    jobs: storage.jobs,
    routeOf: (owner) => routes.routeOf(owner),
    maker: new ComposingMaker({ emails, tokens, domainOf: domainOf(config, domains), clock }),
    isSuppressed: (mail) => late.isSuppressed(mail),
    record: (settlements) => outcomes.settle(settlements),
    eventsOf: ({ load }, ending) => outcomes.eventsOf(load.address, ending),
    storedElsewhere: (lanes) => storage.hints?.tell(lanes),
  });
}

type SenderNeeds = Pick<EmailSenderPorts, 'recorder' | 'suppressed'> & {
  readonly engine: MailEngine;
  readonly domains: SendingDomains;
  readonly reference: MailReference;
  readonly reputation: MailReputation;
};

/** What accepts mails: those of accounts, and notices of ours. */
function makeSenders(
  { config, clock, sealer, storage, ids, routes, limits, webhooks }: MailPorts,
  { engine, domains, recorder, reference, reputation, suppressed }: SenderNeeds,
): Pick<OpenedMail, 'sender' | 'notices'> {
  const accepting = {
    store: storage.emails,
    emailIds: ids.email,
    jobIds: ids.job,
    clock,
    offer: (mails: Parameters<MailEngine['offer']>[0]) => engine.offer(mails),
  };
  const sender = new EmailSender({
    ...accepting,
    ...mailWays(config, domains, routes),
    recorder,
    replies: storage.messages,
    events: webhooks.mails,
    suppressed,
    priceOf: (accountId, nowMs) => reference.prices.priceOf(accountId, nowMs),
    takeMails: (count) =>
      limits.limiter.takeMails({ ...count, policy: limits.policyOf(count.accountId) }),
    heldBecause: (accountId) => reputation.heldBecause(accountId),
    endpointFor: (accountId, url) => webhooks.endpointFor(accountId, url),
  });
  const notices = new NoticeMailer({
    ...accepting,
    ...noticeWays(config, domains, routes),
    sealer,
    suppressions: storage.suppressions,
  });
  return { sender, notices };
}

/** How a domain signs, and where its bounces go: the catcher brings them here whatever the DNS says. */
function domainOf(
  { mail }: MailPorts['config'],
  domains: SendingDomains,
): (domain: string, accountId: number) => SendingDomain {
  return (domain, accountId) => {
    const found = domains.keysFor(accountId, domain);
    if (found.signs === 'nobody') return { ok: false, failure: found.failure };
    const comesBack = mail.mode === 'catcher' || domains.takesBounces(accountId, domain);
    const bounceDomain = comesBack ? `b.${domain}` : undefined;
    return { ok: true, keys: found.signs === 'domain' ? found.keys : undefined, bounceDomain };
  };
}

/** Of all mail of the account, or of that stream. */
function suppressedOf(
  { suppressions }: Pick<MailStores, 'suppressions'>,
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
