/** What is posted to the client's URL: the bodies of the interface's section 6, and those of emails. */
import { anyObject, type JsonSchema, record, reference, text, whole } from './json-schema.ts';

const statuses = ['delivered', 'not delivered', 'waiting'];

const report = record({
  status: text('What became of the message.', { enum: statuses }),
  msgId: text('The number of the message.'),
  date: whole('The second of the report, since 1970.'),
  phone: text('The phone, with its plus.'),
  cost: text('An exact decimal.'),
  currency: text('ISO 4217.'),
  tag: text('Of the message.'),
});

function shortReply(type: 'response' | 'stop'): JsonSchema {
  return record({
    type: { const: type },
    phone_number: text('Who wrote.'),
    text: text('What they wrote.'),
    message_id: whole('The message that they answer.'),
  });
}

const piece = (description: string) => text(`${description} Only where a reply comes in parts.`);

const reply = {
  msisdn: text('Who wrote: digits, no plus.'),
  to: text('The number that they wrote to.'),
  messageId: text('The id of the reply.'),
  text: text('What they wrote; of a long reply its part.'),
  type: { const: 'text' },
  keyword: text('The first word.'),
  'message-timestamp': text('`YYYY-MM-DD HH:MM:SS`, in UTC.'),
};

const pieces = {
  concat: piece('`true`.'),
  'concat-ref': piece('The same for all parts of a reply.'),
  'concat-total': piece('How many parts there are.'),
  'concat-part': piece('Which one this is, from 1.'),
};

const signed = (description: string) =>
  text(`${description} Only where the account has replies signed in their body.`);

const signature = {
  timestamp: signed('The second of the reply, since 1970.'),
  nonce: signed('Another for each reply.'),
  sig: signed('The digest of the other fields, by the method that the account has chosen.'),
};

const mail = record(
  {
    event: text('`email.` and what happened.'),
    messageId: text('The number of the email.'),
    email: text('The recipient.'),
    status: text('What became of the mail.', { enum: statuses }),
    date: whole('The second at which it happened, since 1970.'),
    tag: text('Of the email.'),
    reason: anyObject('What its server said, where it said no.'),
    metadata: { description: 'As it was sent; null: there is none.' },
    sandbox: { type: 'boolean', description: 'It reached nobody.' },
  },
  ['event', 'messageId', 'email', 'status', 'date', 'tag', 'metadata', 'sandbox'],
);

const suppression = record({
  event: text('What happened.', { enum: ['suppression.added', 'suppression.removed'] }),
  email: text('Whose address.'),
  stream: text('Of which kind of mail; empty: of all.'),
  reason: text('Why.'),
  source: text('Who said so.'),
  date: whole('The second at which it happened, since 1970.'),
});

/** As `lookup` answers it. */
const lookup = record(
  {
    campaignId: whole('As `hlr/notify` answered it.'),
    request: text('As it was asked.'),
    success: {
      type: 'boolean',
      description: 'Whether it is a number; false: nothing else is told.',
    },
    countryCode: text('ISO 3166-1, two letters.'),
    prefixCode: whole('The calling code.'),
    phoneNumber: text('The number, with its plus.'),
    type: text('Mobile, fixed line …'),
    network: text('Of its range; empty: unknown.'),
    format: anyObject('`e164`, `international`, `national`, `rfc3966`.'),
    source: text('Who answered.', { enum: ['plan'] }),
  },
  ['campaignId', 'request', 'success', 'source'],
);

const bodies: Readonly<Record<string, readonly [summary: string, body: JsonSchema]>> = {
  dlr: ['What became of a message at a phone.', report],
  replyToShortNumber: ['Somebody answered a message.', shortReply('response')],
  stop: ['Somebody wants nothing more.', shortReply('stop')],
  replyToNumber: [
    'Somebody wrote to a number of the account.',
    record({ ...reply, ...pieces, ...signature }, Object.keys(reply)),
  ],
  lookup: ['What a number is.', lookup],
  email: ['What became of a mail.', mail],
  suppression: [
    'An address was put on the list of those who want no mail, or taken off.',
    suppression,
  ],
};

export function webhookItems(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(bodies).map(([name, [summary, schema]]) => [
      name,
      { post: operation(name, summary, schema) },
    ]),
  );
}

function operation(name: string, summary: string, schema: JsonSchema): JsonSchema {
  return {
    operationId: `webhook_${name}`,
    tags: ['events'],
    summary,
    security: [],
    parameters: Object.keys(webhookParameters).map((one) => reference('parameters', one)),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'It is received; anything else is tried again.' } },
  };
}

function header(name: string, description: string, rules: JsonSchema = {}): JsonSchema {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, ...rules };
}

/** Of every webhook. */
export const webhookParameters: Readonly<Record<string, JsonSchema>> = {
  'webhook-id': header('webhook-id', 'The same for each attempt.'),
  'webhook-timestamp': header('webhook-timestamp', 'The second of the attempt, since 1970.'),
  'webhook-signature': header(
    'webhook-signature',
    '`v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; of more secrets one behind another.',
  ),
  'webhook-event': header('webhook-event', 'The kind of event.'),
  'webhook-attempt': header('webhook-attempt', 'Which attempt it is, from 1.'),
  'webhook-test': header('webhook-test', '`1`, where it is about what reached nobody.', {
    required: false,
    schema: { const: '1' },
  }),
};
