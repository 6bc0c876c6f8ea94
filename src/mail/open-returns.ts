/** What comes back for mails: the links in them, and what other servers report. */

import { hostname } from 'node:os';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { pagesUrlOf } from '#core/pages-url.ts';
import type { Sealer } from '#core/sealed.ts';
import type { EmailCachePorts } from './delivery/email-cache.ts';
import type { SendingDomains } from './domains/sending-domains.ts';
import type { Email } from './email.ts';
import { InboundMailService } from './inbound/inbound-mail-service.ts';
import { InboundReader } from './inbound/inbound-reader.ts';
import type { MailEventMaker } from './mail-event-maker.ts';
import { MailFeedback } from './mail-feedback.ts';
import { MailLinks } from './mail-links.ts';
import type { MailRecorder } from './mail-recorder.ts';
import type { EmailContent } from './message/email-content.ts';
import { asciiDomainAddress } from './message/mailbox-text.ts';
import type { EmailStore } from './sending/email-store.ts';
import type { ToldSuppressions } from './suppression/told-suppressions.ts';
import type { MailTokens } from './tokens.ts';
import { linkKeyUse, TrackedLinks } from './tracking/tracked-links.ts';

export type ReturnsConfig = {
  readonly mail: { readonly mode: 'catcher' | 'relay' | 'direct' };
  /** Undefined: only this machine reaches us. */
  readonly publicUrl: string | undefined;
  readonly scheme: 'http' | 'https';
  readonly port: number;
  /** Undefined: other mail servers report nowhere. */
  readonly smtpIn: { readonly name: string } | undefined;
};

type ReturnsPorts = {
  readonly config: ReturnsConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Pick<Sealer, 'deriveKey'>;
  readonly storage: { readonly emails: EmailStore };
  readonly webhooks: { readonly mails: Pick<MailEventMaker, 'mailEvent'> };
  readonly tokens: MailTokens;
  readonly domains: SendingDomains;
  readonly recorder: MailRecorder;
  readonly suppressions: ToldSuppressions;
};

type Returns = AsyncDisposable & {
  readonly link: EmailCachePorts['link'];
  readonly links: MailLinks;
  readonly handler: InboundMailService;
};

/** Strangers write them: what they may fill is bounded. */
const lettersKept = { countMax: 1_000, bytesMax: 200 * 1_048_576 };

export function openReturns(ports: ReturnsPorts): Returns {
  const { config, clock, log, storage, sealer, webhooks, tokens, domains, recorder } = ports;
  const { emails } = storage;
  const feedback = new MailFeedback({
    emails,
    suppressions: ports.suppressions,
    record: (noted) => recorder.recordFacts(noted),
    events: async (told) => [await webhooks.mails.mailEvent(told)],
    clock,
  });
  const trackedLinks = new TrackedLinks({
    key: sealer.deriveKey(linkKeyUse),
    tokens,
    base: pagesUrlOf(config),
  });
  const reader = new InboundReader(clock);
  const where = { trackedLinks, ...linkPlaces(config, trackedLinks.base, domains) };
  return {
    link: (email, content) => linkContent(email, content, where),
    links: new MailLinks({ tokens, links: trackedLinks, emails, feedback, clock }),
    handler: new InboundMailService({
      tokens,
      read: reader.read,
      feedback,
      // Asked for mail to people alone: this server, a domain that is sent from here, or its return path.
      isOurs: (domain) =>
        domain === serverName(config.smtpIn) ||
        domains.isSentFrom(domain.replace(/^b\./, '')) ||
        domains.isSentFrom(domain),
      keep: (letter) => emails.keepLetter({ ...letter, receivedAtMs: clock.nowMs() }, lettersKept),
      log,
    }),
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}

/** In mode `catcher` nothing leaves the machine, so links to it can be tried by the people who look at its mails. */
function linkPlaces(config: ReturnsConfig, here: string, domains: SendingDomains) {
  const isTried = config.mail.mode === 'catcher';
  const isSecure = config.publicUrl?.startsWith('https:') === true;
  return {
    base: isTried ? here : isSecure ? config.publicUrl : undefined,
    takesMail: (accountId: number, domain: string): boolean =>
      isTried || (config.smtpIn !== undefined && domains.takesBounces(accountId, domain)),
  };
}

/** What this server calls itself towards other mail servers. */
export function serverName(smtpIn: ReturnsConfig['smtpIn']): string {
  const name = smtpIn?.name ?? '';
  return (name === '' ? hostname() : name).toLowerCase();
}

/** What leads from a mail back to us: links to unsubscribe and to read it online, and what tells of visits. */
type LinkPorts = {
  readonly trackedLinks: Pick<TrackedLinks, 'track'>;
  /** Where our pages are, without a slash at its end; undefined: nobody outside reaches them. */
  readonly base: string | undefined;
  /** Whether mail to `b.` and a sending domain comes to us. */
  readonly takesMail: (accountId: number, domain: string) => boolean;
};

function linkContent(
  email: Pick<Email, 'accountId' | 'stream' | 'trackOpens' | 'trackClicks'>,
  content: EmailContent,
  { trackedLinks, base, takesMail }: LinkPorts,
): EmailContent {
  const domain = asciiDomainAddress(content.from.address).replace(/^.*@/s, '').toLowerCase();
  const mailto = takesMail(email.accountId, domain) ? `u+{token}@b.${domain}` : undefined;
  const https = base && `${base}/u/{token}`;
  const tracking = { opens: email.trackOpens, clicks: email.trackClicks };
  const isTracked = base !== undefined && (tracking.opens || tracking.clicks);
  return {
    ...content,
    ...(email.stream !== null && {
      unsubscribe: { https, mailto, from: { accountId: email.accountId, stream: email.stream } },
    }),
    ...(base !== undefined && { readOnline: `${base}/r/{token}` }),
    ...(isTracked && {
      finishHtml: (html: string, mailId: number) => trackedLinks.track(html, mailId, tracking),
    }),
  };
}
