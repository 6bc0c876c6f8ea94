/** Emails that were accepted, and what became of each recipient's copy. */
import { refuseStates } from '#api/commands/mail/mail-cancel.ts';
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { readPlace } from '#api/dashboard/paging.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import { refuse } from '#api/reply.ts';

import { maskAddress } from '#core/log.ts';
import { formatExact } from '#core/money.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import type { AttemptStep } from '#mail/delivery/delivery-store.ts';
import type { Email, MailStatus, StoredContent } from '#mail/email.ts';
import type { EmailRecord } from '#mail/sending/email-store.ts';
import * as definitions from './definitions.ts';
import { readFilter } from './email-filter.ts';
import type { MailPagePorts } from './ports.ts';

type ShownEmail = Reply<typeof definitions.findEmail>['email'];
type ShownMail = Reply<typeof definitions.findMail>['mail'];

const nothingThere = refuse('nothing is there');
/** A mail is tried for three days; more attempts than this come of orders by hand. */
const attemptsMax = 200;
/** What leaves sooner is with a server, or about to be. */

export function emailHandlers(ports: MailPagePorts): readonly Handler[] {
  return [
    handle(definitions.listEmails, async (asking) => {
      const { role, query } = asking;
      const { limit = pageMax } = query;
      const wish = { ...(await readFilter(ports, asking)), ...readPlace(query), limit };
      const { emails, nextId } = await ports.emails.listEmailRecords(wish);
      return give({
        emails: emails.map((email) => showRecord(email, role)),
        after: nextId === undefined ? null : String(nextId),
      });
    }),
    handle(definitions.totalEmails, async (asking) => {
      const { of, ...total } = await ports.emails.totalEmails(await readFilter(ports, asking));
      return give({ ...total, of: of ?? null });
    }),
    handle(definitions.findEmail, async ({ accountId, role, params }) => {
      const email = await ports.emails.findEmail(params.id);
      if (email?.accountId !== accountId) return nothingThere;
      const content = await ports.emails.findContent(email.contentHash);
      const mails = await ports.emails.mailsOf(accountId, email.id);
      const cancellable = await ports.emails.findCancellable(wishOf(email));
      const caught = await ports.caughtMails.caughtOf(email.id);
      const caughtIds = new Map(caught.map(({ mailId, id }) => [mailId, id]));
      const counts = { mails: mails.length, cancellable: cancellable.length };
      return give({
        email: showEmail(email, content, { ...counts, role }),
        mails: mails.map((mail) => ({
          ...showMail(mail, role),
          caughtId: caughtIds.get(mail.mailId) ?? null,
        })),
      });
    }),
    handle(definitions.findMail, async ({ accountId, role, params }) => {
      const mails = await ports.emails.mailsOf(accountId, params.id);
      const mail = mails.find(({ mailId }) => mailId === params.mail);
      if (mail === undefined) return nothingThere;
      const [facts, attempts] = await Promise.all([
        ports.mailFacts.factsOf(mail.mailId),
        ports.mailDelivery.attemptsOf(mail.mailId, attemptsMax),
      ]);
      return give({
        mail: showMail(mail, role),
        facts: facts.map(({ detail, ...fact }) => ({ ...fact, detail: readDetail(detail) })),
        attempts: attempts.map(({ n, steps, ...attempt }) => ({
          ...attempt,
          attempt: n,
          steps: JSON.parse(steps) as AttemptStep[],
        })),
      });
    }),
    handle(definitions.cancelEmail, async (call) => {
      const { accountId, params } = call;
      const email = await ports.emails.findEmail(params.id);
      if (email?.accountId !== accountId) return nothingThere;
      const mails = await ports.cancelMail(wishOf(email));
      if (mails > 0) {
        const noted = { action: 'mail.cancel', target: String(email.id), accountId };
        await ports.audit.note(authorOf(call, ports.clock), { ...noted, details: { mails } });
        return give({ mails });
      }
      const stood = await ports.emails.mailsOf(accountId, email.id);
      return refuseStates(stood.map(({ state }) => state));
    }),
  ];
}

function wishOf({ id: emailId, accountId }: Email) {
  return { accountId, emailId, leavesAfterMs: 0 };
}

function showRecord(
  email: EmailRecord,
  role: Role,
): Reply<typeof definitions.listEmails>['emails'][number] {
  const { accountId: _, id, subject, to, states, ...rest } = email;
  const mayRead = mayDo(role, 'read contents');
  return {
    ...rest,
    id: String(id),
    subject: mayRead ? subject : '',
    to: mayRead ? to : maskAddress(to),
    states: states.map((one) => ({ ...one })),
  };
}

function showEmail(
  email: Email,
  content: StoredContent | undefined,
  shown: { readonly mails: number; readonly cancellable: number; readonly role: Role },
): ShownEmail {
  const mayRead = mayDo(shown.role, 'read contents');
  return {
    id: String(email.id),
    acceptedAtMs: email.acceptedAtMs,
    scheduledAtMs: email.scheduledAtMs,
    validUntilMs: email.validUntilMs,
    sender: email.from.address,
    fromName: email.from.name ?? '',
    replyTo: email.replyTo?.address ?? null,
    subject: mayRead ? (content?.subject ?? '') : '',
    tag: email.tag,
    stream: email.stream,
    currency: email.currency,
    requestId: email.requestId,
    clientRequestId: email.clientRequestId ?? '',
    test: email.test,
    sandbox: email.sandbox,
    mails: shown.mails,
    cancellable: shown.cancellable,
    isNotice: email.notice !== null,
    attachments: mayRead
      ? (content?.attachments ?? []).map(({ filename, contentType }) => ({ filename, contentType }))
      : [],
  };
}

function showMail({ mailId, address, cost, ...mail }: MailStatus, role: Role): ShownMail {
  const shown = mayDo(role, 'read contents') ? address : maskAddress(address);
  return { ...mail, id: mailId, address: shown, cost: formatExact(cost) };
}

function readDetail(detail: string | null): Record<string, unknown> | null {
  return detail === null ? null : (JSON.parse(detail) as Record<string, unknown>);
}
