/** A caught mail that an administrator lets go: on purpose, at once, and with the server's answer on the page. */
import { z } from 'zod';
import { parseEmailAddress } from '#core/email-address.ts';
import { textOf } from '#core/input-form.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { mailForms } from '../words.ts';
import { caughtInput, type FindPorts, findCaught } from './caught-mail.ts';
import type { MailReleases } from './mail-releases.ts';

const recipientInput = textOf(
  { read: (text) => parseEmailAddress(text.trim()) },
  mailForms.recipient,
);

/** The command of this name does it by the settings that it is given itself, and waits to the end. */
export const releaseCaughtMail = operation({
  name: 'simulator mails release',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  input: z.strictObject({
    ...caughtInput,
    /** In place of its recipients. */
    to: recipientInput.optional(),
  }),
  output: z.object({
    released: z.array(
      z.object({
        recipient: z.string(),
        outcome: z.enum(['sent', 'not sent', 'under way']),
        host: z.string(),
        said: z.string(),
      }),
    ),
  }),
  refusals: ['caught mail is not there', 'mail has no way out', 'too many are released'],
  async run(
    ports: FindPorts & { readonly mailReleases: Pick<MailReleases, 'leavesBy' | 'release'> },
    { caught, to },
    author,
  ) {
    const mail = await findCaught(ports, caught);
    if (mail instanceof Refusal) return mail;
    const { mailReleases } = ports;
    if (mailReleases.leavesBy === undefined) return refuse('mail has no way out');
    const recipients = to === undefined ? mail.recipients : [to];
    const released = await mailReleases.release(mail, recipients, author);
    if (released === undefined) {
      return refuse('too many are released', { params: { retryAfterS: 30 } });
    }
    return { released: [...released] };
  },
});
