/** Messages as commands show them to people. */
import { columns, fields } from '#cli/text-table.ts';
import { type AnswerOf, rowTables, storyTable, type Texts } from './shown-value.ts';

type Resent = AnswerOf<'message resend'>;

export const messageTexts = {
  'message list': ({ messages }) =>
    columns(
      messages,
      ['message', 'messageId'],
      'place',
      ['accepted', 'acceptedAt'],
      ['from', 'sender'],
      ['to', 'phone'],
      'state',
      ['why', 'reason'],
      'parts',
      ['cost', (one) => `${one.cost} ${one.currency}`],
      'tag',
    ),
  'message total': ({ messages, parts, cost, currency, of }) => {
    const among = of === null ? '' : ` among the newest ${of}`;
    return `${messages} messages${among}, ${parts} parts, ${cost} ${currency}.\n`;
  },
  'message show': ({ recipients, from, text, ...message }) =>
    `${fields([
      ['message', message.messageId],
      ['accepted', message.acceptedAt],
      ...(message.scheduledAt === null ? [] : [['leaves', message.scheduledAt] as const]),
      ['given up', message.validUntil],
      ['by', from.kind === 'dashboard' ? 'dashboard' : `${from.kind} ${from.id}`],
      ['from', message.sender],
      ['text', text],
      ['class', message.class],
      ['cost', `${message.cost} ${message.currency}`],
      ['tag', message.tag],
      ['request', message.requestId],
    ])}\n${recipientsText(recipients)}`,
  'message story': ({ steps }) => storyTable(steps),
  'message statistics': ({ total, steps, countries, operators, errors }) =>
    rowTables([...steps, { from: 'all', ...total }], countries, operators, errors),
  'message preview': ({ recipients, refused, parts, cost, currency, balance }) =>
    [
      `${recipients.length} phones, ${parts} parts, ${cost} ${currency}; the balance is ${balance} ${currency}.\n`,
      columns(
        recipients,
        ['to', 'phone'],
        'parts',
        'encoding',
        'operator',
        'route',
        'cost',
        ['waits until', 'waitsUntil'],
        ['held by', 'heldBy'],
      ),
      ...refused.map(({ says }) => `${says.en}\n`),
    ].join(''),
  'message send': ({ scheduledAt, deferredUntil, held, stopped, ...sent }) =>
    [
      sentText(sent),
      scheduledAt === null ? '' : `It leaves at ${scheduledAt}.\n`,
      deferredUntil === null ? '' : `Quiet hours hold some of it until ${deferredUntil}.\n`,
      held ? 'It is held until an administrator releases it.\n' : '',
      ...stopped.map((phone) => `${phone} is on the opt-out list and gets nothing.\n`),
    ].join(''),
  'message resend': sentText,
  'message cancel': ({ message, parts }) =>
    `Message ${message} is cancelled, with ${parts} parts.\n`,
} satisfies Texts;

function recipientsText(recipients: AnswerOf<'message show'>['recipients']): string {
  return columns(
    recipients,
    'place',
    ['to', 'phone'],
    'state',
    ['why', 'reason'],
    ['since', 'changedAt'],
    'parts',
    'cost',
  );
}

function sentText({ messageId, parts, cost, currency }: Resent): string {
  return `Message ${messageId}: ${parts} parts, ${cost} ${currency}.\n`;
}
