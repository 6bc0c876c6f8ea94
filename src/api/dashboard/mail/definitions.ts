/** Emails on the dashboard: what was accepted, what became of each copy, whom they come from, who wants none. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { account, instant, numbered, page, wholeText } from '../schemas.ts';

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
  /** One of its recipients, whole, in any case. */
  to: z.string().max(400).optional(),
  sender: z.string().max(400).optional(),
  tag: z.string().max(200).optional(),
  /** One of its copies stands there. */
  state: state.optional(),
};

export const listEmails = define({
  method: 'GET',
  path: emails,
  needs: 'read facts',
  summary:
    'Emails, newest first. A page with filters looks at 2,000 emails at the most, and `after` says where to look on.',
  query: z.object({ ...page, ...emailFilter }),
  reply: z.object({
    emails: z.array(
      summary.extend({
        /** The first of its recipients. */
        to: z.string(),
        states: z.array(z.object({ state, mails: z.int() })),
      }),
    ),
    after: z.string().nullable(),
  }),
});

export const exportEmails = define({
  method: 'GET',
  path: `${emails}.csv`,
  needs: 'read contents',
  fresh: true,
  summary:
    'Emails that fit as CSV, a line for each copy that fits, newest first: 50,000 of them, or as many as 500 pages have.',
  query: z.object(emailFilter),
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

const recordOf = z.object({
  purpose: z.string(),
  type: z.string(),
  name: z.string(),
  expected: z.string(),
  found: z.array(z.string()),
  verdict: z.enum(['ok', 'wrong', 'missing', 'unknown']),
  why: z.string(),
  isRequired: z.boolean(),
});

const domain = z.object({
  name: z.string(),
  createdAtMs: instant,
  verifiedAtMs: instant.nullable(),
  proofMissingAtMs: instant.nullable(),
  keys: z.array(
    z.object({
      selector: z.string(),
      kind: z.enum(['rsa', 'ed25519']),
      role: z.enum(['current', 'next', 'old']),
      recordName: z.string(),
      recordText: z.string(),
    }),
  ),
});

const domains = '/api/accounts/{account}/domains';
const domainParams = z.object({ account, domain: z.string().max(300) });

export const listDomains = define({
  method: 'GET',
  path: domains,
  needs: 'read facts',
  summary: 'Domains that the account sends from, with their keys.',
  reply: z.object({ domains: z.array(domain) }),
});

export const addDomain = define({
  method: 'POST',
  path: domains,
  needs: 'manage keys',
  summary: 'Adds a domain and makes its keys.',
  body: z.strictObject({ name: z.string().max(300) }),
  reply: z.object({ domain }),
});

export const checkDomain = define({
  method: 'POST',
  path: `${domains}/{domain}/check`,
  needs: 'read facts',
  summary: 'Asks the DNS now: each record that is wanted, what is found, and why it is wrong.',
  params: domainParams,
  reply: z.object({
    verdict: z.string(),
    sentence: z.string(),
    isVerified: z.boolean(),
    isTaken: z.boolean(),
    records: z.array(recordOf),
  }),
});

export const rotateDomain = define({
  method: 'POST',
  path: `${domains}/{domain}/rotate`,
  needs: 'manage keys',
  fresh: true,
  summary: 'Signs with the next key from now on, if the DNS has it.',
  params: domainParams,
  reply: z.object({ domain }),
});

export const removeDomain = define({
  method: 'DELETE',
  path: `${domains}/{domain}`,
  needs: 'manage keys',
  whileClosed: true,
  fresh: true,
  summary: 'Removes a domain with its keys and senders.',
  params: domainParams,
});

const senders = '/api/accounts/{account}/senders';
const sender = z.object({ address: z.string(), name: z.string(), isDefault: z.boolean() });
const senderParams = z.object({ account, address: z.string().max(300) });

export const listSenders = define({
  method: 'GET',
  path: senders,
  needs: 'read facts',
  summary: 'Addresses that the account sends as.',
  reply: z.object({ senders: z.array(sender) }),
});

export const saveSender = define({
  method: 'POST',
  path: senders,
  needs: 'manage keys',
  summary: 'Adds a sender of a proved domain, or changes its name; it may become the default.',
  body: z.strictObject({
    address: z.string().max(300),
    name: z.string().max(100).optional(),
    isDefault: z.boolean().optional(),
  }),
  reply: z.object({ sender }),
});

export const removeSender = define({
  method: 'DELETE',
  path: `${senders}/{address}`,
  needs: 'manage keys',
  whileClosed: true,
  summary: 'Removes a sender.',
  params: senderParams,
});
