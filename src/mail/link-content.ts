/** What leads from a mail back to us: links to unsubscribe and to read it online, and what tells of visits. */
import type { Email } from './email.ts';
import type { EmailContent } from './message/email-content.ts';
import { asciiDomainAddress } from './message/mailbox-text.ts';
import type { TrackedLinks } from './tracking/tracked-links.ts';

export type LinkPorts = {
  readonly trackedLinks: Pick<TrackedLinks, 'track'>;
  /** Where our pages are, without a slash at its end; undefined: nobody outside reaches them. */
  readonly base: string | undefined;
  /** Whether mail to `b.` and a sending domain comes to us. */
  readonly takesMail: (accountId: number, domain: string) => boolean;
};

export function linkContent(
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
      unsubscribe: {
        https,
        mailto,
        from: { accountId: email.accountId, stream: email.stream },
      },
    }),
    ...(base !== undefined && { readOnline: `${base}/r/{token}` }),
    ...(isTracked && {
      finishHtml: (html: string, mailId: number) => trackedLinks.track(html, mailId, tracking),
    }),
  };
}
