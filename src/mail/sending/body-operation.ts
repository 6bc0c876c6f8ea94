/** `mail body`: what an email says, with the words of one copy, harmless to a page that shows it. */
import { z } from 'zod';
import { idInput } from '#core/common-inputs.ts';
import { operation, refuse } from '#core/operation.ts';
import { emailIdOf, mailIdOf } from '#model/ids.ts';
import { showHtml } from '../catcher/shown-html.ts';
import type { Email } from '../email.ts';
import type { Variables } from '../message/email-content.ts';
import { compileTemplate, fillTemplate } from '../message/template.ts';
import type { EmailStore } from './email-store.ts';

type BodyPorts = { readonly emails: Pick<EmailStore, 'findEmail' | 'findContent' | 'findMail'> };

export const readBody = operation({
  name: 'mail body',
  does: 'reads',
  needs: 'read contents',
  positional: ['email'],
  input: z.strictObject({
    email: idInput,
    /** The copy whose words fill it; left out: the first. */
    mail: idInput.optional(),
  }),
  output: z.object({
    html: z.string(),
    /** Sources outside of the mail that are left out of it. */
    remote: z.int(),
  }),
  refusals: ['email is not there', 'email is kept no longer'],
  async run({ emails }: BodyPorts, { email: id, mail: mailId = mailIdOf(id, 0) }, { accountId }) {
    const email = await emails.findEmail(id);
    if (email?.accountId !== accountId) {
      return refuse('email is not there', { field: 'email', params: { email: id } });
    }
    const content = await emails.findContent(email.contentHash);
    if (content === undefined) return refuse('email is kept no longer', { field: 'email' });
    const tables = [await wordsOf(mailId, email, emails), email.variables];
    return showHtml(fillTemplate(compileTemplate(content.html, 'html'), tables), new Map());
  },
});

/** Those of a copy of this email alone. */
async function wordsOf(
  mailId: number,
  { id }: Email,
  emails: BodyPorts['emails'],
): Promise<Variables> {
  const mail = emailIdOf(mailId) === id ? await emails.findMail(mailId) : undefined;
  return mail?.variables ?? {};
}
