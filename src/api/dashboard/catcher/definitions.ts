/** The mail catcher: what stayed on this machine, as people read it; all of it, or what an account sent. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { inAccount, instant, numbered, page, wholeText } from '../schemas.ts';

const mails = '/api/console/caught-mails';
const one = `${mails}/{id}`;
const params = z.object({ id: wholeText });

const entry = z.object({
  id: z.int(),
  caughtAtMs: instant,
  /** The envelope's; empty for the null reverse-path. */
  sender: z.string(),
  recipients: z.array(z.string()),
  from: z.string(),
  subject: z.string(),
  size: z.int(),
});

const search = z.object({ ...page, search: z.string().max(200).optional() });
const list = z.object({ mails: z.array(entry), after: z.int().nullable() });

const shown = entry.extend({
  header: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string(),
  hasHtml: z.boolean(),
  /** Sources outside of the mail that its html would load. */
  remote: z.int(),
  links: z.array(z.string()),
  attachments: z.array(
    z.object({ place: z.int(), name: z.string(), type: z.string(), size: z.int() }),
  ),
  checks: z.array(
    z.object({
      about: z.enum(['signatures', 'alignment', 'one-click', 'size', 'links']),
      verdict: z.enum(['ok', 'wrong', 'none']),
      why: z.string(),
    }),
  ),
  dialogue: z.string(),
  /** The email it is a copy of, where the account sent it; null: it is nobody's. */
  emailId: z.string().nullable(),
});

export const listCaughtMails = define({
  method: 'GET',
  path: mails,
  needs: 'administrator',
  summary:
    'What the catcher has caught, newest first; `search` is a part of a sender, recipient or subject.',
  query: search,
  reply: list,
});

export const findCaughtMail = define({
  method: 'GET',
  path: one,
  needs: 'administrator',
  summary:
    'One caught mail: its header, text, links and attachments, and what mailboxes would find wrong.',
  params,
  reply: z.object({
    mail: shown,
    /** How it would leave if it is released; null: the mode of the server leaves it no way. */
    leavesBy: z.enum(['relay', 'direct']).nullable(),
  }),
});

export const releaseCaughtMail = define({
  method: 'POST',
  path: `${one}/release`,
  needs: 'administrator',
  fresh: true,
  summary:
    'Sends a caught mail on, by the relay or to the servers of its recipients, at once and once.',
  params,
  body: z.strictObject({
    /** In place of its recipients. */
    to: z.string().max(400).optional(),
  }),
  reply: z.object({
    released: z.array(
      z.object({
        recipient: z.string(),
        /** `under way`: the server takes its time; what it says in the end stands in the audit. */
        outcome: z.enum(['sent', 'not sent', 'under way']),
        host: z.string(),
        said: z.string(),
      }),
    ),
  }),
});

export const showCaughtHtml = define({
  method: 'GET',
  path: `${one}/html`,
  needs: 'administrator',
  summary:
    'The html of a caught mail for a frame: it runs nothing, and loads nothing from elsewhere.',
  params,
});

export const showCaughtSource = define({
  method: 'GET',
  path: `${one}/source`,
  needs: 'administrator',
  summary: 'A caught mail as it came, octet by octet.',
  params,
});

export const downloadCaughtFile = define({
  method: 'GET',
  path: `${one}/attachments/{place}`,
  needs: 'administrator',
  summary: 'One attachment of a caught mail.',
  params: params.extend({ place: wholeText }),
});

export const clearCaughtMails = define({
  method: 'DELETE',
  path: mails,
  needs: 'administrator',
  summary: 'Forgets all that was caught.',
  reply: z.object({ cleared: z.int() }),
});

const ownMails = '/api/accounts/{account}/caught-mails';
const oneOwn = `${ownMails}/{id}`;
const ownParams = z.object(numbered);

export const listOwnCaughtMails = define({
  method: 'GET',
  path: ownMails,
  needs: 'read contents',
  summary:
    'What the catcher has caught of the emails that the account sent, newest first; `search` is a part of a sender, recipient or subject.',
  params: inAccount,
  query: search,
  reply: list,
});

export const findOwnCaughtMail = define({
  method: 'GET',
  path: oneOwn,
  needs: 'read contents',
  summary: 'One caught mail of the account, with what mailboxes would find wrong.',
  params: ownParams,
  reply: z.object({ mail: shown }),
});

export const showOwnCaughtHtml = define({
  method: 'GET',
  path: `${oneOwn}/html`,
  needs: 'read contents',
  summary:
    'The html of a caught mail of the account for a frame: it runs nothing, and loads nothing from elsewhere.',
  params: ownParams,
});

export const showOwnCaughtSource = define({
  method: 'GET',
  path: `${oneOwn}/source`,
  needs: 'read contents',
  summary: 'A caught mail of the account as it came, octet by octet.',
  params: ownParams,
});

export const downloadOwnCaughtFile = define({
  method: 'GET',
  path: `${oneOwn}/attachments/{place}`,
  needs: 'read contents',
  summary: 'One attachment of a caught mail of the account.',
  params: ownParams.extend({ place: wholeText }),
});
