/** Emails on the dashboard: what was accepted, what became of each copy, whom they come from, who wants none. */
import { z } from 'zod';
import { mailFactKinds } from '#model/mail-state.ts';
import { define } from '../definition.ts';
import { instant, of, order, page, wholeText } from '../schemas.ts';

const emails = '/api/accounts/{account}/emails';

const state = z.enum(mailFactKinds);

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
