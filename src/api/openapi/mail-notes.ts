/** The commands of the email base, as the document describes them. */
import type { CommandNotes } from './command-note.ts';
import {
  anyObject,
  flag,
  type JsonSchema,
  list,
  number,
  record,
  text,
  whole,
} from './json-schema.ts';
import { scheduleTakes, validity } from './sms-notes.ts';

/** An address, or an object with its name beside it. */
function mailbox(description: string): JsonSchema {
  return { type: ['string', 'object'], description };
}

function recipients(description: string): JsonSchema {
  return {
    type: ['array', 'object', 'string'],
    items: {
      type: 'object',
      properties: {
        email: text('An address.', { format: 'email' }),
        name: text('Whose it is.'),
        variables: anyObject('What stands for `#NAME#` in this mail.'),
      },
      required: ['email'],
    },
    description,
  };
}

const to = recipients(
  'Up to 500 recipients, those of `cc` and `bcc` counted, here or in `params`; each gets a mail of their own.',
);

const word = text('What became of it.', {
  enum: ['Waiting', 'Delivered', 'Caught', 'Not delivered'],
});

const mailStatus = record({
  email: text('The recipient.'),
  token: text('The name of the mail in its Message-ID.'),
  status: word,
  statut: word,
  cost: number('Of this mail.'),
  stopMail: { type: 'boolean', description: 'Whether the recipient wants no more.' },
  date: text('Since when, on the clock of the account.'),
});

const sendingDomain = {
  domain: text('A name such as `example.org`.'),
  verified: { type: 'boolean', description: 'Whether mail may leave from it.' },
  createdAt: text('On the clock of the account.'),
  records: list(
    record({
      purpose: text('What it is for.'),
      type: text('`TXT` or `MX`.'),
      name: text('Where it stands.'),
      value: text('What stands there.'),
    }),
    'DNS records that it needs.',
  ),
};

const sendTakes = {
  subject: text('At most 998 bytes.'),
  htmlContent: text('The body as HTML; `#NAME#` stands for a variable.'),
  textContent: text('The body as text.'),
  to,
  params: {
    type: 'object',
    description: 'Any parameter may stand in it; what stands beside it wins.',
    properties: { to },
  },
  from: mailbox('Whom the mail is from.'),
  cc: recipients(
    'Recipients of copies, named in the header of every mail; a copy says that it is to the first of `to`, and has its variables.',
  ),
  bcc: recipients('The same, named in no header.'),
  replyTo: mailbox('Where answers go.'),
  headers: anyObject('Header fields of your own.'),
  variables: anyObject('What stands for `#NAME#` in all mails.'),
  metadata: anyObject('Comes back in events; at most 4 KB.'),
  attachments: list(
    record(
      {
        filename: text('As its reader sees it.'),
        contentType: text('Such as `application/pdf`.'),
        base64Content: text('The content in base64.'),
        contentId: text('Shown where the HTML has `cid:` and this, not as a file.', {
          maxLength: 200,
        }),
      },
      ['base64Content'],
    ),
    'Files that go with each mail.',
    { maxItems: 3 },
  ),
  tag: text('Comes back in events.', { maxLength: 64 }),
  unsubscribe: {
    type: ['boolean', 'integer', 'string'],
    description: 'Yes, or the name of what can be unsubscribed from.',
  },
  trackOpens: flag('Tells when a mail is opened.'),
  trackClicks: flag('Tells when a link is followed.'),
  ...scheduleTakes,
  validity,
  sandbox: flag('Checks and prices, sends and charges nothing.'),
  webhookUrl: text('Where events go.', { format: 'uri' }),
  urlDlr: text('The same; it goes before `webhookUrl`.', { format: 'uri' }),
};

const email = text('An address.', { format: 'email' });
const domain = text('A domain, such as `acme.example`.');
const sender = {
  email,
  name: text('Whose it is.'),
  default: { type: 'boolean', description: 'For mails without `from`.' },
};
const verdict = text('How it stands.', { enum: ['ok', 'wrong', 'missing', 'unknown'] });
const checkedRecord = record({
  purpose: text('What it is for.'),
  type: text('`TXT`, `MX` or `PTR`.'),
  name: text('Where it stands.'),
  expected: text('What is to stand there.'),
  found: list({ type: 'string' }, 'What stands there.'),
  verdict,
  why: text('A sentence; empty: there is nothing to say.'),
  required: { type: 'boolean', description: 'Whether no mail leaves without it.' },
});
const messageId = text('The number of the email, as its send answered it.');

export const mailNotes: CommandNotes = {
  '/mail/v1/send': {
    summary: 'Sends an email to up to 500 recipients, a mail to each.',
    takes: sendTakes,
    needs: ['subject', 'htmlContent'],
    keyed: true,
    gives: {
      messageId,
      nbMail: whole('How many mails.'),
      cost: number('Of all mails.'),
      currency: text('ISO 4217.'),
    },
    givesSome: {
      scheduledDeliveryDate: text(
        'When it leaves, where a time was asked for, on the clock of the account.',
      ),
      caught: {
        type: 'boolean',
        description:
          'There where all of it is caught on this machine though the key is live: nothing is charged.',
      },
      held: { type: 'boolean', description: 'There where it waits until somebody releases it.' },
      stopMail: list(email, 'Addresses that want no mail, which were left out.'),
    },
    givesAll: true,
  },
  '/mail/v1/bulk-status': {
    summary: 'Tells what became of an email at all its recipients.',
    takes: { messageId },
    needs: ['messageId'],
    gives: {
      messageId: text('The id of the email.'),
      StatutResponseList: list(mailStatus, 'One for each recipient.'),
    },
    givesAll: true,
  },
  '/mail/v1/message-cancel': {
    summary: 'Takes back what of an email has not left, with its money.',
    takes: { messageId },
    needs: ['messageId'],
    gives: { message: text('A sentence.'), nbMail: whole('How many mails were taken back.') },
    givesAll: true,
  },
  '/mail/v1/domain/add': {
    summary: 'Adds a domain, and tells the DNS records that it needs.',
    takes: { domain },
    needs: ['domain'],
    gives: sendingDomain,
    givesAll: true,
  },
  '/mail/v1/domain/list': {
    summary: 'Lists the domains of the account.',
    gives: { nbData: whole('How many.'), data: list(record(sendingDomain), 'All of them.') },
    givesAll: true,
  },
  '/mail/v1/domain/check': {
    summary: 'Asks the DNS now whether the records of a domain are there.',
    takes: { domain },
    needs: ['domain'],
    gives: {
      domain,
      verified: sendingDomain.verified,
      takenByAnother: { type: 'boolean', description: 'Whether another account has verified it.' },
      verdict,
      summary: text('A sentence.'),
      records: list(checkedRecord, 'DNS records, one by one.'),
    },
    givesAll: true,
  },
  '/mail/v1/domain/delete': {
    summary: 'Removes a domain.',
    takes: { domain },
    needs: ['domain'],
  },
  '/mail/v1/sender/add': {
    summary: 'Adds an address that mails may be from.',
    takes: { email, name: text('Whose it is.'), default: flag('For mails without `from`.') },
    needs: ['email'],
    gives: sender,
    givesAll: true,
  },
  '/mail/v1/sender/list': {
    summary: 'Lists the senders of the account.',
    gives: { nbData: whole('How many.'), data: list(record(sender), 'All of them.') },
    givesAll: true,
  },
  '/mail/v1/sender/delete': { summary: 'Removes a sender.', takes: { email }, needs: ['email'] },
  '/mail/v1/unsubscribe/list': {
    summary: 'Lists who wants no more mail.',
    takes: {
      after: whole('The id of the last one that was read.', { minimum: 0 }),
      limit: whole('How many.', { minimum: 1 }),
    },
    gives: {
      nbData: whole('How many there are.'),
      data: list(
        record({
          id: whole('The id of the entry.'),
          email,
          createdAt: text('On the clock of the account.'),
        }),
        'In the order of ids.',
      ),
    },
    givesAll: true,
  },
  '/mail/v1/unsubscribe/add': {
    summary: 'Writes down that an address wants no more mail.',
    takes: { email },
    needs: ['email'],
    gives: { unsubscribeId: whole('The id of the entry.') },
    givesAll: true,
  },
  '/mail/v1/unsubscribe/delete': {
    summary: 'Lets mail go to an address again.',
    takes: { id: whole('The id of the entry.') },
    needs: ['id'],
  },
};
