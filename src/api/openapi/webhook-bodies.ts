/** What is posted to the client's URL: the bodies of the interface's section 6, and those of emails. */
import { anyObject, type JsonSchema, record, reference, text, whole } from './json-schema.ts';

const statuses = ['delivered', 'not delivered', 'waiting'];

const report = record({
  status: text('Status of the message.', { enum: statuses }),
  msgId: text('Message ID.'),
  date: whole('Time of the report, in Unix seconds.'),
  phone: text('Phone number, with its plus sign.'),
  cost: text('Cost, as an exact decimal.'),
  currency: text('Three-letter currency code (ISO 4217).'),
  tag: text('Tag of the message.'),
});

function shortReply(type: 'response' | 'stop'): JsonSchema {
  return record({
    type: { const: type },
    phone_number: text('Phone number of the sender.'),
    text: text('Text of the reply.'),
    message_id: whole('ID of the message that the reply answers.'),
  });
}

const piece = (description: string) =>
  text(`${description} Only if the reply consists of several segments.`);

const reply = {
  msisdn: text('Phone number of the sender, in digits without a plus sign.'),
  to: text('Number that received the reply.'),
  messageId: text('ID of the reply.'),
  text: text('Text of the reply, or of this segment.'),
  type: { const: 'text' },
  keyword: text('First word of the text.'),
  'message-timestamp': text('`YYYY-MM-DD HH:MM:SS`, in UTC.'),
};

const pieces = {
  concat: piece('Always `true`.'),
  'concat-ref': piece('Reference, the same for all segments of a reply.'),
  'concat-total': piece('Number of segments.'),
  'concat-part': piece('Number of this segment, starting at 1.'),
};

const signed = (description: string) =>
  text(`${description} Only if the account signs replies in their body.`);

const signature = {
  timestamp: signed('Time of the reply, in Unix seconds.'),
  nonce: signed('Unique for each reply.'),
  sig: signed('Digest of the other fields, by the method that the account has chosen.'),
};

const mail = record(
  {
    event: text('Event type: `email.` and what happened.'),
    messageId: text('Email ID.'),
    email: text('Recipient.'),
    status: text('Status of the email.', { enum: statuses }),
    date: whole('Time of the event, in Unix seconds.'),
    tag: text('Tag of the email.'),
    reason: anyObject('Response of the mail server, if it refused the email.'),
    metadata: { description: 'Metadata of the request; null if there is none.' },
    sandbox: { type: 'boolean', description: 'Whether the email was a test and reached nobody.' },
  },
  ['event', 'messageId', 'email', 'status', 'date', 'tag', 'metadata', 'sandbox'],
);

const suppression = record({
  event: text('Event type.', { enum: ['suppression.added', 'suppression.removed'] }),
  email: text('Address.'),
  stream: text('Mailing list; empty for all email.'),
  reason: text('Why the address was added or removed.'),
  source: text('Where the information comes from.'),
  date: whole('Time of the event, in Unix seconds.'),
});

/** As `lookup` answers it. */
const lookup = record(
  {
    campaignId: whole('The `campaignId` that `hlr/notify` returned.'),
    request: text('The number as requested.'),
    success: {
      type: 'boolean',
      description: 'Whether this is a phone number; if not, the other fields are absent.',
    },
    countryCode: text('Two-letter country code (ISO 3166-1).'),
    prefixCode: whole('Country calling code.'),
    phoneNumber: text('Phone number, with its plus sign.'),
    type: text('Kind of number: mobile, fixed line …'),
    network: text('Network that the number range was assigned to; empty if unknown.'),
    format: anyObject('The number as `e164`, `international`, `national` and `rfc3966`.'),
    source: text('Source of the result.', { enum: ['plan'] }),
  },
  ['campaignId', 'request', 'success', 'source'],
);

const bodies: Readonly<Record<string, readonly [summary: string, body: JsonSchema]>> = {
  dlr: ['Delivery report of a message.', report],
  replyToShortNumber: ['Reply to a message, sent to a short number.', shortReply('response')],
  stop: ['Opt-out by a reply of STOP.', shortReply('stop')],
  replyToNumber: [
    'Message to a number of the account.',
    record({ ...reply, ...pieces, ...signature }, Object.keys(reply)),
  ],
  lookup: ['Result of a lookup.', lookup],
  email: ['Event of an email.', mail],
  suppression: ['Address added to the suppression list, or removed from it.', suppression],
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
    responses: {
      '2XX': {
        description: 'The webhook is acknowledged. After any other response it is retried.',
      },
    },
  };
}

function header(name: string, description: string, rules: JsonSchema = {}): JsonSchema {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, ...rules };
}

/** Of every webhook. */
export const webhookParameters: Readonly<Record<string, JsonSchema>> = {
  'webhook-id': header('webhook-id', 'Event ID, the same for each attempt.'),
  'webhook-timestamp': header('webhook-timestamp', 'Time of the attempt, in Unix seconds.'),
  'webhook-signature': header(
    'webhook-signature',
    '`v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; one per secret, separated by spaces.',
  ),
  'webhook-event': header('webhook-event', 'Event type.'),
  'webhook-attempt': header('webhook-attempt', 'Number of the attempt, starting at 1.'),
  'webhook-test': header('webhook-test', '`1` for events of test messages.', {
    required: false,
    schema: { const: '1' },
  }),
};
