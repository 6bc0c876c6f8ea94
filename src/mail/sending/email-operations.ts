/** `mail all`, `show`, `story`, `cancel`: emails that were accepted, and what became of each recipient's mail. */
import { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import { accountInput, idInput } from '#core/common-inputs.ts';
import { instantText } from '#core/instant-text.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { mayDo } from '#core/permissions.ts';
import type { DeliveryStore } from '../delivery/delivery-store.ts';
import type { Email, MailStatus } from '../email.ts';
import type { EmailStore } from './email-store.ts';
import {
  emailKinds,
  emailView,
  kindOfEmail,
  mailView,
  storyView,
  viewEmail,
  viewMail,
  viewStory,
  wordsOfReason,
} from './email-view.ts';
import { whyNotCancelled } from './mail-canceller.ts';

type EmailPorts = {
  readonly emails: Pick<
    EmailStore & DeliveryStore,
    'findEmail' | 'findContent' | 'mailsOf' | 'factsOf' | 'attemptsOf'
  >;
  readonly simulator: {
    /** Where copies of an email were caught last. */
    caughtOf(emailId: number): Promise<readonly { readonly mailId: number; readonly id: number }[]>;
  };
  /** Answers how many mails were taken back; clients are told of each. */
  cancelMail(wish: { readonly accountId: number; readonly emailId: number }): Promise<number>;
  /** How many that would take back now. */
  cancellableMails(wish: { readonly accountId: number; readonly emailId: number }): Promise<number>;
  readonly audit: Pick<AuditStore, 'note'>;
};

const emailInput = idInput;
/** A mail is tried for three days; more attempts than this come of orders by hand. */
const attemptsMax = 200;
/** Of the mails that have a reason, those told in words; of the others the class says enough. */
const reasonsMax = 20;

export const listAllEmails = operation({
  name: 'mail all',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({
    account: accountInput.optional(),
    before: idInput.optional(),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  output: z.object({
    emails: z.array(
      z.object({
        email: z.int(),
        account: z.int(),
        acceptedAt: z.iso.datetime(),
        scheduledAt: z.iso.datetime().nullable(),
        sender: z.string(),
        subject: z.string(),
        mails: z.int(),
        tag: z.string(),
        kind: z.enum(emailKinds),
      }),
    ),
  }),
  async run(
    { emails: store }: { readonly emails: Pick<EmailStore, 'listEmails'> },
    { account: accountId, before: beforeId = Number.MAX_SAFE_INTEGER, limit },
  ) {
    const emails = await store.listEmails({ accountId, beforeId, limit });
    return {
      emails: emails.map((one) => ({
        email: one.id,
        account: one.accountId,
        acceptedAt: instantText(one.acceptedAtMs),
        scheduledAt: one.scheduledAtMs === null ? null : instantText(one.scheduledAtMs),
        sender: one.sender,
        subject: one.subject,
        mails: one.mails,
        tag: one.tag,
        kind: kindOfEmail(one),
      })),
    };
  },
});

export const showEmail = operation({
  name: 'mail show',
  does: 'reads',
  needs: 'read facts',
  accountOf: accountOfEmail,
  positional: ['email'],
  input: z.strictObject({ email: emailInput }),
  output: z.object({
    /** `cancellable`: how many of its mails can be taken back. */
    email: emailView.extend({ cancellable: z.int() }),
    mails: z.array(
      mailView.extend({
        /** Where the copy lies that was caught last; null: none was, or it is forgotten. */
        caughtId: z.int().nullable(),
        /** What its server, the DNS or TLS said, of the first mails that have a reason. */
        why: z.string(),
      }),
    ),
  }),
  refusals: ['email is not there'],
  async run(ports: EmailPorts, { email: emailId }, { accountId, role }) {
    const email = await findEmail(ports, emailId, accountId);
    if (email instanceof Refusal) return email;
    const { emails, simulator } = ports;
    const [content, mails, cancellable, caught] = await Promise.all([
      emails.findContent(email.contentHash),
      emails.mailsOf(accountId, emailId),
      ports.cancellableMails({ accountId, emailId }),
      simulator.caughtOf(emailId),
    ]);
    const reasons = mayDo(role, 'read contents') ? await readReasons(mails, emails) : undefined;
    const caughtIds = new Map(caught.map(({ mailId, id }) => [mailId, id]));
    return {
      email: { ...viewEmail(email, content, role), cancellable },
      mails: mails.map((mail) => ({
        ...viewMail(mail, role),
        caughtId: caughtIds.get(mail.mailId) ?? null,
        why: reasons?.get(mail.mailId) ?? mail.class,
      })),
    };
  },
});

export const tellMail = operation({
  name: 'mail story',
  does: 'reads',
  needs: 'read contents',
  accountOf: accountOfEmail,
  positional: ['email', 'mail'],
  input: z.strictObject({ email: emailInput, mail: idInput }),
  output: storyView.extend({ mail: mailView }),
  refusals: ['email is not there', 'mail is not there'],
  async run(ports: EmailPorts, { email: emailId, mail: mailId }, { accountId, role }) {
    const mails = await ports.emails.mailsOf(accountId, emailId);
    const mail = mails.find((one) => one.mailId === mailId);
    if (mail === undefined) {
      return refuse('mail is not there', {
        field: 'mail',
        params: { email: emailId, mail: mailId },
      });
    }
    const [facts, attempts] = await Promise.all([
      ports.emails.factsOf(mailId),
      ports.emails.attemptsOf(mailId, attemptsMax),
    ]);
    return { mail: viewMail(mail, role), ...viewStory(facts, attempts) };
  },
});

export const cancelEmail = operation({
  name: 'mail cancel',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes: ['mail show', 'mail list'],
  accountOf: accountOfEmail,
  positional: ['email'],
  input: z.strictObject({ email: emailInput }),
  output: z.object({ email: z.int(), mails: z.int() }),
  refusals: [
    'email is not there',
    'email is leaving',
    'email has ended',
    'message is cancelled',
    'message is sent',
  ],
  async run(ports: EmailPorts, { email: emailId }, caller) {
    const { accountId } = caller;
    const email = await findEmail(ports, emailId, accountId);
    if (email instanceof Refusal) return email;
    const mails = await ports.cancelMail({ accountId, emailId });
    if (mails === 0) {
      const stood = await ports.emails.mailsOf(accountId, emailId);
      return refuse(whyNotCancelled(stood.map(({ state }) => state)), { field: 'email' });
    }
    const noted = { action: 'mail.cancel', target: String(emailId), accountId };
    await ports.audit.note(caller, { ...noted, details: { mails } });
    return { email: emailId, mails };
  },
});

async function accountOfEmail(
  { emails }: EmailPorts,
  { email: emailId }: { readonly email: number },
): Promise<number | Refusal<'email is not there'>> {
  const email = await emails.findEmail(emailId);
  return email?.accountId ?? notThere(emailId);
}

async function findEmail(
  { emails }: EmailPorts,
  emailId: number,
  accountId: number,
): Promise<Email | Refusal<'email is not there'>> {
  const email = await emails.findEmail(emailId);
  return email?.accountId === accountId ? email : notThere(emailId);
}

function notThere(emailId: number): Refusal<'email is not there'> {
  return refuse('email is not there', { field: 'email', params: { email: emailId } });
}

async function readReasons(
  mails: readonly MailStatus[],
  emails: EmailPorts['emails'],
): Promise<ReadonlyMap<number, string>> {
  const told = mails.filter((mail) => mail.class !== '').slice(0, reasonsMax);
  const reasons = told.map(async ({ mailId, class: kind, state }) => {
    const facts = await emails.factsOf(mailId);
    const last = facts.findLast((fact) => fact.kind === state && fact.detail !== null);
    return [mailId, wordsOfReason(kind, last?.detail ?? null)] as const;
  });
  return new Map(await Promise.all(reasons));
}
