/** Emails on the dashboard: what was accepted, what became of each copy, whom they come from, who wants none. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { instant, numbered, of, order, page, wholeText } from '../schemas.ts';

const emails = '/api/accounts/{account}/emails';
const one = `${emails}/{id}`;
const idParams = z.object(numbered);
/** An exact amount, such as "0.0004". */
const money = z.string();

const states = [
  'scheduled',
  'queued',
  'deferred',
  'held',
  'sent',
  'caught',
  'bounced',
  'failed',
  'suppressed',
  'cancelled',
  'complained',
] as const;
const state = z.enum(states);

const summary = z.object({
  id: z.string(),
  acceptedAtMs: instant,
  scheduledAtMs: instant.nullable(),
  sender: z.string(),
  subject: z.string(),
  tag: z.string(),
  mails: z.int(),
  test: z.boolean(),
  sandbox: z.boolean(),
});

const mail = z.object({
  id: z.int(),
  address: z.string(),
  state,
  /** Why, where there is a reason. */
  class: z.string(),
  changedAtMs: instant,
  cost: money,
});

const emailFilter = {
  /** One of its recipients, or how it begins, in any case; so is the sender. */
  to: z.string().max(400).optional(),
  sender: z.string().max(400).optional(),
  /** How it begins. */
  tag: z.string().max(200).optional(),
  /** One of its copies stands there. */
  state: state.optional(),
  from: wholeText.optional(),
  /** Exclusive. */
  until: wholeText.optional(),
};

export const listEmails = define({
  method: 'GET',
  path: emails,
  needs: 'read facts',
  summary:
    'Emails, newest first unless `order` says otherwise. A page with filters looks at 2,000 emails at the most, and `after` says where to look on.',
  query: z.object({ ...page, ...emailFilter, order }),
  reply: z.object({
    emails: z.array(
      summary.extend({
        /** The first of its recipients. */
        to: z.string(),
        /** `reason`: why one of them stands there; empty: none has a reason. */
        states: z.array(z.object({ state, mails: z.int(), reason: z.string() })),
      }),
    ),
    after: z.string().nullable(),
  }),
});

export const totalEmails = define({
  method: 'GET',
  path: `${emails}/total`,
  needs: 'read facts',
  summary: 'How many emails fit, with their copies, among the newest 10,000.',
  query: z.object(emailFilter),
  reply: z.object({ emails: z.int(), mails: z.int(), of }),
});

export const exportEmails = define({
  method: 'GET',
  path: `${emails}.csv`,
  needs: 'read contents',
  fresh: true,
  summary:
    'Emails that fit as CSV, a line for each copy that fits: of up to 400,000 emails, fewer where filters pass over most.',
  query: z.object({ ...emailFilter, order }),
});

export const findEmail = define({
  method: 'GET',
  path: one,
  needs: 'read facts',
  summary: 'One email, and where the copy of each recipient stands.',
  params: idParams,
  reply: z.object({
    email: summary.extend({
      fromName: z.string(),
      replyTo: z.string().nullable(),
      validUntilMs: instant,
      stream: z.string().nullable(),
      currency: z.string(),
      requestId: z.string(),
      clientRequestId: z.string(),
      attachments: z.array(z.object({ filename: z.string(), contentType: z.string() })),
      cancellable: z.int(),
      /** One of our own notices, which nobody sends once more. */
      isNotice: z.boolean(),
    }),
    /** `caughtId`: where the copy lies that was caught last; null: none was, or it is forgotten. */
    mails: z.array(mail.extend({ caughtId: z.int().nullable() })),
  }),
});

export const findMail = define({
  method: 'GET',
  path: `${one}/mails/{mail}`,
  needs: 'read contents',
  summary: 'The story of one recipient’s copy: what happened, and each talk with a server.',
  params: z.object({ ...numbered, mail: wholeText }),
  reply: z.object({
    mail,
    facts: z.array(
      z.object({
        atMs: instant,
        kind: z.string(),
        detail: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
    attempts: z.array(
      z.object({
        attempt: z.int(),
        atMs: instant,
        outcome: z.string(),
        stage: z.string(),
        code: z.int(),
        enhanced: z.string(),
        text: z.string(),
        host: z.string(),
        ip: z.string(),
        tls: z.string(),
        durationMs: z.int(),
        dialogue: z.string(),
        /** Each reply, and when it came from the moment the mail was given to its connection. */
        steps: z.array(z.object({ stage: z.string(), code: z.int(), ms: z.int() })),
      }),
    ),
  }),
});

export const cancelEmail = define({
  method: 'POST',
  path: `${one}/cancel`,
  needs: 'send',
  whileClosed: true,
  summary: 'Takes back what of an email has not left, with its money.',
  params: idParams,
  reply: z.object({ mails: z.int() }),
});
