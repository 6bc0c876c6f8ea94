/** What comes back for mails: the links in them, and what other servers report. */

import { hostname } from 'node:os';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { pagesUrlOf } from '#core/pages-url.ts';
import type { Sealer } from '#core/sealed.ts';
import type { EmailCachePorts } from './delivery/email-cache.ts';
import type { SendingDomains } from './domains/sending-domains.ts';
import { InboundMailService } from './inbound/inbound-mail-service.ts';
import { InboundReader } from './inbound/inbound-reader.ts';
import { linkContent } from './link-content.ts';
import type { MailEventMaker } from './mail-event-maker.ts';
import { MailFeedback } from './mail-feedback.ts';
import { MailLinks } from './mail-links.ts';
import type { MailRecorder } from './mail-recorder.ts';
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
  readonly storage: {
    readonly emails: EmailStore;
  };
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

/** In mode `catcher` nothing leaves the machine, so links to it can be tried by whoever looks at its mails. */
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
