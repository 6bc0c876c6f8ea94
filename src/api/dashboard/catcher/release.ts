/** A caught mail that an administrator lets go: on purpose, at once, and with the server's answer on the page. */
import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { startOf } from '#api/parameters/value.ts';
import { refuse } from '#api/reply.ts';
import type { Author } from '#core/author.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { releaseRecord } from '#mail/delivery/caught-audit.ts';
import type { Release } from '#mail/delivery/mail-release.ts';
import type { Reply } from '../definition.ts';
import { releaseCaughtMail } from './definitions.ts';
import type { CatcherPorts, CaughtMail } from './ports.ts';

type Released = Reply<typeof releaseCaughtMail>['released'][number];

/** A page waits for 30 s; servers may take minutes for each step (RFC 5321 §4.5.3.2). */
const waitMs = 20_000;
/** Releases under way, each a mail in memory and a connection. */
const underWayMax = 4;

export function releaseHandler(ports: CatcherPorts): Handler {
  let underWay = 0;
  return handle(releaseCaughtMail, async (call) => {
    const { to } = call.body;
    const address = to === undefined ? undefined : parseEmailAddress(to.trim());
    if (to !== undefined && address === undefined) {
      const details = { address: startOf(to) };
      return refuse('recipient address is malformed', { field: 'to', details });
    }
    const mail = await ports.caughtMails.findMail(call.params.id);
    if (mail === undefined) return refuse('nothing is there');
    if (ports.mailLeavesBy === undefined) return refuse('mail has no way out');
    if (underWay >= underWayMax) return refuse('service is overloaded', { retryAfterS: 30 });
    underWay += 1;
    const recipients = address === undefined ? mail.recipients : [address];
    const going = releaseAll(mail, recipients, { ...ports, author: authorOf(call, ports.clock) });
    void going.all.finally(() => {
      underWay -= 1;
    });
    await Promise.race([going.all, ports.clock.sleep(waitMs)]);
    return give({ released: [...going.told] });
  });
}

type Going = {
  /** What is known by now, one for each recipient. */
  readonly told: readonly Released[];
  /** Never rejects. */
  readonly all: Promise<void>;
};

function releaseAll(
  mail: CaughtMail,
  recipients: readonly string[],
  ports: CatcherPorts & { readonly author: Author },
): Going {
  const told: Released[] = recipients.map((recipient) => ({
    recipient,
    outcome: 'under way',
    host: '',
    said: '',
  }));
  const run = async (): Promise<void> => {
    for (const [place, recipient] of recipients.entries()) {
      const release = await releaseOne(mail, recipient, ports);
      const outcome = release.isSent ? 'sent' : 'not sent';
      told[place] = { recipient, outcome, host: release.host, said: release.said };
    }
  };
  return { told, all: run() };
}

async function releaseOne(
  { id, sender, octets }: CaughtMail,
  recipient: string,
  { releaseMail, audit, author }: CatcherPorts & { readonly author: Author },
): Promise<Release> {
  try {
    const release = await releaseMail({ sender, recipient, octets });
    await audit.note(author, releaseRecord(id, release));
    return release;
  } catch (error) {
    return { isSent: false, host: '', said: error instanceof Error ? error.message : '' };
  }
}
