/** Sending an email from a page, and what a send would do. The members have the names of `POST /mail/v1/send`. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { amount, inAccount, instant, mode, numbered } from '../schemas.ts';

const mailbox = z.object({ email: z.string().max(400), name: z.string().max(200).optional() });

const asked = z.object({
  /** Test emails stay in the mail catcher and are paid with test money. */
  mode,
  to: z.array(mailbox).max(500),
  /** Left out: the account's default sender. */
  from: mailbox.optional(),
  replyTo: mailbox.optional(),
  subject: z.string().max(2_000),
  htmlContent: z.string().max(2_200_000),
  /** Left out: it is made of the html. */
  textContent: z.string().max(2_200_000).optional(),
  tag: z.string().max(64).optional(),
  /** With a link and a button by which people unsubscribe. */
  unsubscribe: z.boolean().optional(),
  /** `dd/MM/yyyy`, with an hour and a minute in steps of five, on the account's clock. */
  scheduledDeliveryDate: z.string().max(10).optional(),
  time: z.string().max(2).optional(),
  minute: z.string().max(2).optional(),
});

export const previewEmail = define({
  method: 'POST',
  path: '/api/accounts/{account}/emails/preview',
  needs: 'send',
  largeBodies: true,
  summary:
    'Says what an email would cost, who would not get it and whether its sender may send; nothing is sent.',
  params: inAccount,
  body: asked,
  reply: z.object({
    /** For the frame that shows it: it runs nothing, and loads nothing from elsewhere. */
    html: z.string(),
    /** Sources outside of the mail that are left out of it. */
    remote: z.int(),
    /** What keeps it from being sent. */
    problems: z.array(z.object({ word: z.string(), field: z.string(), message: z.string() })),
    /** Null while there are problems. */
    verdict: z
      .object({
        sender: z.object({ address: z.string(), name: z.string() }),
        /** Of the sender: a domain that is proved signs; a `foreign` one is signed by the relay. */
        domain: z.enum(['proved', 'not proved', 'proof missing', 'foreign']),
        /** It would be caught on this machine. */
        staysHere: z.boolean(),
        mails: z.int(),
        unitPrice: amount,
        cost: amount,
        currency: z.string(),
        balance: amount,
        isPayable: z.boolean(),
        /** Recipients that the suppression list leaves out. */
        suppressed: z.array(z.string()),
        /** Up to 20 placeholders that would be read as they are written, such as `#NAME#`. */
        unfilled: z.array(z.string()),
        /** Why it would wait for an administrator; null: it would not. */
        heldBecause: z.string().nullable(),
        scheduledAt: instant.nullable(),
      })
      .nullable(),
  }),
});

const file = z.object({
  filename: z.string().max(300),
  contentType: z.string().max(200),
  base64Content: z.string().max(8_000_000),
});

const sent = z.object({
  emailId: z.string(),
  mails: z.int(),
  cost: amount,
  /** All of it is caught on this machine, and costs nothing, though it is live mail. */
  caught: z.boolean(),
  currency: z.string(),
  scheduledAt: instant.nullable(),
  held: z.boolean(),
  /** Addresses that were left out because they want nothing, or take nothing. */
  suppressed: z.array(z.string()),
});

export const sendEmail = define({
  method: 'POST',
  path: '/api/accounts/{account}/emails',
  needs: 'send',
  largeBodies: true,
  summary: 'Sends an email: a copy of its own to each recipient, who sees none of the others.',
  params: inAccount,
  body: asked.extend({
    /** Three of 5 MB each. */
    attachments: z.array(file).max(3).optional(),
    /** The same key sends once. */
    idempotencyKey: z.string().min(8).max(64),
  }),
  reply: sent,
});

export const resendEmail = define({
  method: 'POST',
  path: '/api/accounts/{account}/emails/{id}/resend',
  needs: 'send',
  summary: 'Sends an email once more as it was: to those whom it did not reach, or to all of them.',
  params: z.object(numbered),
  body: z.object({
    /** `failed`: bounced, given up or suppressed. */
    to: z.enum(['failed', 'all']),
    /** The same key sends once. */
    idempotencyKey: z.string().min(8).max(64),
  }),
  reply: sent,
});

export const showMailFrame = define({
  method: 'GET',
  path: '/api/mail-frame',
  needs: 'signed in',
  summary: 'The document in which a page shows the html of a mail that is being written.',
});
