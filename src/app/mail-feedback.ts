/** What comes back for mails: the links in them, and the port at which other servers report. */
import { hostname } from 'node:os';
import type { Config } from '#config.ts';
import type { EmailCachePorts } from '#mail/delivery/email-cache.ts';
import { InboundMailService } from '#mail/inbound/inbound-mail-service.ts';
import { InboundReader } from '#mail/inbound/inbound-reader.ts';
import { linkContent } from '#mail/link-content.ts';
import { type FeedbackPorts, MailFeedback } from '#mail/mail-feedback.ts';
import { MailLinks } from '#mail/mail-links.ts';
import { type ListenerLimits, MailListener } from '#mail/smtp/mail-listener.ts';
import { makeCertificate } from '#mail/smtp/self-made-certificate.ts';
import type { MailTokens } from '#mail/tokens.ts';
import { linkKeyUse, TrackedLinks } from '#mail/tracking/tracked-links.ts';
import { certificateWatch, readCertificate } from '#sms/customers/certificate-watch.ts';
import type { Common } from './common.ts';

export type MailReturns = {
  readonly link: EmailCachePorts['link'];
  readonly links: MailLinks;
  readonly handler: InboundMailService;
};

/** A report has some kilobytes, and up to the mail that it returns; what is read of it has bounds of its own. */
const limits: ListenerLimits = {
  sizeMax: 10 * 1_048_576,
  keptMax: 1_048_576 + 1,
  recipientsMax: 100,
  connectionsMax: 50,
  connectionsPerAddressMax: 10,
  underWayMax: 32 * 1_048_576,
};

export function openMailReturns(
  { config, clock, log, storage, sealer }: Common,
  ports: Pick<FeedbackPorts, 'record' | 'events' | 'suppressions'> & {
    readonly tokens: MailTokens;
    /** Whether the DNS sends mail for `b.` and that domain here. */
    readonly takesBounces: (accountId: number, domain: string) => boolean;
    /** Whether an account sends from there. */
    readonly isSentFrom: (domain: string) => boolean;
  },
  stack: AsyncDisposableStack,
): MailReturns {
  const { emails, mailFacts: facts } = storage;
  const { tokens } = ports;
  const feedback = new MailFeedback({ ...ports, emails, facts, clock });
  const trackedLinks = new TrackedLinks({
    key: sealer.deriveKey(linkKeyUse),
    tokens,
    base: config.publicUrl ?? `${config.scheme}://localhost:${config.port}`,
  });
  // In that mode nothing leaves the machine, so links to it can be tried by whoever looks at its mails.
  const isTried = config.mail.mode === 'catcher';
  const isSecure = config.publicUrl?.startsWith('https:') === true;
  const base = isTried ? trackedLinks.base : isSecure ? config.publicUrl : undefined;
  const takesMail = (accountId: number, domain: string): boolean =>
    isTried || (config.smtpIn !== undefined && ports.takesBounces(accountId, domain));
  return {
    link: (email, content) => linkContent(email, content, { trackedLinks, base, takesMail }),
    links: new MailLinks({ tokens, links: trackedLinks, emails, facts, feedback, clock }),
    handler: new InboundMailService({
      tokens,
      read: stack.use(new InboundReader(clock)).read,
      feedback,
      // Asked for mail to people alone: this server, a domain that is sent from here, or its return path.
      isOurs: (domain) =>
        domain === serverName(config) ||
        ports.isSentFrom(domain.replace(/^b\./, '')) ||
        ports.isSentFrom(domain),
      keep: (letter) =>
        storage.letters.keepLetter({ ...letter, receivedAtMs: clock.nowMs() }, lettersKept),
      log,
    }),
  };
}

/** Strangers write them: what they may fill is bounded. */
const lettersKept = { countMax: 1_000, bytesMax: 200 * 1_048_576 };

/** Where mail comes in from outside; none where that is off. */
export async function listenForMail(
  { config, clock, log, tally }: Common,
  { handler }: Pick<MailReturns, 'handler'>,
  stack: AsyncDisposableStack,
): Promise<readonly string[]> {
  const { smtpIn, roles } = config;
  if (smtpIn === undefined || !roles.includes('api')) return [];
  const helloName = serverName(config);
  const { hosts, port, tlsCert } = smtpIn;
  const tls =
    tlsCert === '' ? makeCertificate(helloName, clock.nowMs()) : await readCertificate(smtpIn);
  const listeners: MailListener[] = [];
  for (const host of hosts) {
    const options = {
      name: 'inbound mail',
      host,
      port,
      helloName,
      limits,
      tls,
      handler,
      clock,
      log,
    };
    const listener = stack.use(new MailListener(options));
    await listener.listen();
    listeners.push(listener);
  }
  if (tlsCert !== '') {
    const renew = (renewed: typeof tls): void => {
      for (const listener of listeners) listener.renew(renewed);
    };
    const ends = (endsAtMs: number): void => tally?.certificateEnds('smtp', endsAtMs);
    stack.use(certificateWatch(smtpIn, tls, { port: 'smtp', renew, ends, clock, log })).start();
  }
  return listeners.map((listener, place) => `${hosts[place] ?? ''}:${listener.port}`);
}

function serverName({ smtpIn }: Pick<Config, 'smtpIn'>): string {
  const name = smtpIn?.name ?? '';
  return (name === '' ? hostname() : name).toLowerCase();
}
