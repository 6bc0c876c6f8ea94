/** An email as a person asks for it, at a page or by a command: read by the rules of all emails. */
import { z } from 'zod';
import type { Account } from '#accounts/account.ts';
import { keyOfPerson } from '#accounts/person-key.ts';
import { lineInput } from '#core/common-inputs.ts';
import type { EmailAddress } from '#core/email-address.ts';
import { fingerprintOf } from '#core/idempotency.ts';
import { asciiOf, noted } from '#core/input-form.ts';
import { type InAccount, type Refusal, refuse, refuseAll } from '#core/operation.ts';
import { findScheduleFault, scheduleInput } from '#core/schedule.ts';
import type { Attachment, Mailbox } from '../message/email-content.ts';
import {
  type AskedReading,
  attachmentBytesMax,
  attachmentsMax,
  fingerprintOfFile,
  hasControl,
  leadsToUnsubscribing,
  mailBodyBytesMax,
  mailRecipientsMax,
  mailTagCharactersMax,
  readAttachment,
  readMailAddress,
  readMailBody,
  readMailName,
  readMailSubject,
} from './asked-email.ts';
import type { EmailRecipient, EmailRefusal, EmailRequest } from './email-request.ts';
import { mailRefusalParams } from './refusal-params.ts';
import { sendMailForms as forms } from './send-words.ts';

const mailboxCharactersMax = 600;

const bodyInput = (min: 0 | 1) =>
  noted(z.string().min(min).max(mailBodyBytesMax), {
    form: forms.body,
    isFile: true,
    fileBytesMax: mailBodyBytesMax,
  });

export const askedShape = {
  /** `ann@example.com`, or `Ann Lee <ann@example.com>`; each gets a copy of their own. */
  to: noted(z.array(z.string().max(mailboxCharactersMax)).min(1).max(mailRecipientsMax), {
    form: forms.to,
  }),
  /** Empty: the account's default sender. */
  sender: lineInput(0, mailboxCharactersMax).default(''),
  replyTo: lineInput(0, mailboxCharactersMax).default(''),
  subject: noted(z.string().min(1).max(2_000), { form: forms.subject }),
  html: bodyInput(1),
  /** Left out: it is made of the html. */
  text: bodyInput(0).optional(),
  tag: lineInput(0, mailTagCharactersMax).default(''),
  /** With a link and a button by which people unsubscribe. */
  unsubscribe: z.boolean().default(false),
  at: scheduleInput.optional(),
  /** It stays in the mail catcher and is paid with test money. */
  test: z.boolean().default(false),
};

const file = z.object({
  filename: z.string().max(300),
  contentType: z.string().max(200).default(''),
  base64Content: z.string().max(2 * attachmentBytesMax),
});

export const filesShape = {
  attachments: noted(z.array(file).max(attachmentsMax), {
    form: forms.files,
    isFile: true,
    isList: true,
    fileBytesMax: attachmentBytesMax,
  }).optional(),
};

/** The same key sends once. */
export const keyShape = { key: asciiOf(8, 64).optional() };

const asked = z.object({ ...askedShape, ...filesShape, ...keyShape });
type AskedEmail = z.output<typeof asked>;

export const mailSendCodes = [
  'recipient address is malformed',
  'mail sender is malformed',
  'reply address is malformed',
  'value has a control character',
  'value is too long',
  'value has too many octets',
  'attachment is malformed',
  'attachment is refused',
  'attachment is too large',
  'schedule is in the past',
  'schedule is too far',
  'mail sender is missing',
  'mail sender is not verified',
  'recipients are suppressed',
  'mail is too large',
  'mail has no price',
  'limit is reached',
  'too much is spent',
  'balance is too low',
  'idempotency key was used for another request',
  'too many report addresses',
  'overloaded',
] as const;

type Wrong = Refusal<(typeof mailSendCodes)[number]>;

/** All that is wrong is told at once. */
export function readAskedEmail(
  email: AskedEmail,
  account: Account,
  caller: InAccount,
): EmailRequest | Wrong {
  const reader = new Reader();
  const { test, tag, key, unsubscribe } = email;
  const html = reader.take('html', readMailBody(email.html)) ?? '';
  const rest = {
    html,
    subject: reader.take('subject', readMailSubject(email.subject)) ?? '',
    recipients: reader.recipients(email.to),
    from: reader.mailbox('sender', email.sender, 'mail sender is malformed'),
    replyTo: reader.mailbox('replyTo', email.replyTo, 'reply address is malformed'),
    text: reader.take('text', readMailBody(email.text ?? '')) || undefined,
    tag,
    stream: unsubscribe || leadsToUnsubscribing(html) ? '' : null,
    scheduledAtMs: reader.time(email, caller.atMs),
  };
  const attachments = reader.files(email.attachments);
  const [first, ...others] = reader.wrong;
  if (first !== undefined) return refuseAll(first, others);
  const files = attachments.map(fingerprintOfFile);
  const fingerprint = fingerprintOf({ ...rest, files, test });
  return {
    ...nothingMore,
    ...rest,
    attachments,
    caller: { account, key: keyOfPerson(account, { base: 'email', test, label: caller.actor }) },
    requestId: caller.requestId ?? '',
    idempotency: key === undefined ? undefined : { key, fingerprint },
  };
}

const nothingMore = {
  headers: [],
  variables: {},
  metadata: null,
  trackOpens: false,
  trackClicks: false,
  sandbox: false,
  validityMs: undefined,
  reportUrl: undefined,
} as const;

type MalformedAddress =
  | 'recipient address is malformed'
  | 'mail sender is malformed'
  | 'reply address is malformed';

/** Gathers what is wrong while it reads. */
class Reader {
  readonly wrong: Wrong[] = [];

  take<Value>(field: string, read: AskedReading<Value>): Value | undefined {
    if (read.ok) return read.value;
    this.wrong.push(refuse(read.why, { field, params: { name: field, ...read.params } }));
    return undefined;
  }

  /** Equal addresses collapse: the first one counts. */
  recipients(to: AskedEmail['to']): readonly EmailRecipient[] {
    const byAddress = new Map<string, EmailRecipient>();
    for (const text of to) {
      const { address, name = '' } = this.#box('to', text, 'recipient address is malformed') ?? {};
      const id = address?.toLowerCase() ?? '';
      if (address === undefined || byAddress.has(id)) continue;
      byAddress.set(id, { address, name, variables: null });
    }
    return [...byAddress.values()];
  }

  mailbox(field: string, text: string, why: MalformedAddress): Mailbox | undefined {
    return text === '' ? undefined : this.#box(field, text, why);
  }

  files(written: AskedEmail['attachments'] = []): readonly Attachment[] {
    return written.flatMap(({ base64Content: content, ...one }, index) => {
      return this.take('attachments', readAttachment({ ...one, content }, index + 1)) ?? [];
    });
  }

  time({ at, key }: AskedEmail, nowMs: number): number | undefined {
    // One that repeats itself may come after its time: the engine knows whether it was accepted.
    const range = { nowMs, mayBePast: key !== undefined };
    const fault = at === undefined ? undefined : findScheduleFault(at, range);
    if (fault !== undefined) this.wrong.push(refuse(fault, { field: 'at' }));
    return at;
  }

  #box(field: string, text: string, why: MalformedAddress): Mailbox | undefined {
    const { name: written, email } = mailboxParts(text);
    const address = hasControl(text) ? undefined : readMailAddress(email);
    if (address === undefined) this.wrong.push(refuse(why, { field, params: { address: email } }));
    const name = address && this.take(field, readMailName(written));
    return address && mailboxOf(address, name);
  }
}

function mailboxOf(address: EmailAddress, name = ''): Mailbox {
  return name === '' ? { address } : { address, name };
}

/** `ann@example.com`, or `Ann Lee <ann@example.com>`. */
function mailboxParts(written: string): { readonly name: string; readonly email: string } {
  const { name = '', email = written } =
    /^(?<name>[^<]*)<(?<email>[^>]*)>\s*$/.exec(written)?.groups ?? {};
  return { name: name.trim().replace(/^"(?<inside>.*)"$/, '$<inside>'), email: email.trim() };
}

const fields: Readonly<Partial<Record<EmailRefusal['why'], string>>> = {
  'mail sender is missing': 'sender',
  'mail sender is not verified': 'sender',
  'recipients are suppressed': 'to',
  'mail is too large': 'html',
  'idempotency key was used for another request': 'key',
  'schedule is in the past': 'at',
};

/** Each address that it is about is told of by itself. */
export function refuseEmail(
  refusal: EmailRefusal,
  { currency }: Account,
): Refusal<EmailRefusal['why']> {
  const { why } = refusal;
  const field = fields[why];
  const [first, ...others] = mailRefusalParams(refusal, currency).map((params) =>
    refuse(why, field === undefined ? { params } : { field, params }),
  );
  return first === undefined ? refuse(why) : refuseAll(first, others);
}
