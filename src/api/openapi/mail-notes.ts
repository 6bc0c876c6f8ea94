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

const to: JsonSchema = {
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
  description: 'Up to 500 recipients; each gets a mail of their own.',
};

const word = text('What became of it.', { enum: ['Waiting', 'Delivered', 'Not delivered'] });

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
      type: text('`TXT`, `CNAME` or `MX`.'),
      name: text('Where it stands.'),
      value: text('What stands there.'),
    }),
    'DNS records that it needs.',
  ),
};

const sendTakes = {
  subject: text('At most 998 octets.'),
  htmlContent: text('The body as HTML; `#NAME#` stands for a variable.'),
  textContent: text('The body as text.'),
  params: {
    type: 'object',
    description: 'Holds the recipients; any other parameter may stand in it, too.',
    properties: { to },
    required: ['to'],
  },
  from: mailbox('Whom the mail is from.'),
  replyTo: mailbox('Where answers go.'),
  headers: anyObject('Header fields of your own.'),
  variables: anyObject('What stands for `#NAME#` in all mails.'),
  metadata: anyObject('Comes back in events; at most 4 KB.'),
  attachments: list(
    record(
      {
        filename: text('As its reader sees it.'),
        contentType: text('Such as `application/pdf`.'),
        content: text('The octets in base64.'),
      },
      ['content'],
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
const messageId = text('The number of the email, as its send answered it.');

export const mailNotes: CommandNotes = {
  '/mail/v1/send': {
    summary: 'Sends an email to up to 500 recipients, a mail to each.',
    takes: sendTakes,
    needs: ['subject', 'htmlContent', 'params'],
    keyed: true,
    gives: {
      messageId,
      nbMail: whole('How many mails.'),
      cost: number('Of all mails.'),
      currency: text('ISO 4217.'),
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
    summary: 'Takes back an email that leaves later.',
    takes: { messageId },
    needs: ['messageId'],
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
  },
  '/mail/v1/sender/list': { summary: 'Lists the senders of the account.' },
  '/mail/v1/sender/delete': { summary: 'Removes a sender.', takes: { email }, needs: ['email'] },
  '/mail/v1/unsubscribe/list': {
    summary: 'Lists who wants no more mail.',
    takes: {
      after: whole('The id of the last one that was read.', { minimum: 0 }),
      limit: whole('How many.', { minimum: 1 }),
    },
  },
  '/mail/v1/unsubscribe/add': {
    summary: 'Writes down that an address wants no more mail.',
    takes: { email },
    needs: ['email'],
  },
  '/mail/v1/unsubscribe/delete': {
    summary: 'Lets mail go to an address again.',
    takes: { id: whole('The id of the entry.') },
    needs: ['id'],
  },
};
