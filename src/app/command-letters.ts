/** Letters to people that a command sends: they are stored, and a server that runs finds them there. */

import { openMailRoutes } from '#mail/delivery/open-routes.ts';
import { SendingDomains } from '#mail/domains/sending-domains.ts';
import { MailReference } from '#mail/mail-reference.ts';
import { type Notice, NoticeMailer, type NoticeReply } from '#mail/sending/notice-mailer.ts';
import { noticeWays } from '#mail/sending/sender-ways.ts';
import { Post } from '#people/post.ts';
import type { Common } from './common.ts';
import { mailerOf } from './people.ts';

export function openCommandLetters(common: Common): Post {
  const notices = { send: (notice: Notice) => sendOne(notice, common) };
  const { storage, log } = common;
  return new Post({ people: storage.people, mailer: mailerOf(notices, common), log });
}

async function sendOne(notice: Notice, common: Common): Promise<NoticeReply> {
  const { config, storage, sealer, clock } = common;
  const emailId = await storage.ids.reserveIds('email', 1);
  const jobId = await storage.ids.reserveIds('job', 1);
  const reference = await MailReference.read(storage);
  const domains = new SendingDomains({
    store: storage.domains,
    directory: () => reference.directory,
    readAgain: () => reference.readDirectory(),
    sealer,
    clock,
  });
  return new NoticeMailer({
    store: storage.emails,
    suppressions: storage.suppressions,
    emailIds: { take: () => emailId },
    jobIds: { take: () => jobId },
    sealer,
    clock,
    ...noticeWays(config, domains, openMailRoutes(common)),
    offer: () => undefined,
  }).send(notice);
}
