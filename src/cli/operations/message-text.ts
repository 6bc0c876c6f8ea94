/** Messages as commands show them to people. */
import type { z } from 'zod';
import { fields, table } from '#cli/text-table.ts';
import type {
  cancelOneMessage,
  listMessages,
  showMessage,
  totalMessages,
} from '#sms/records/message-operations.ts';
import type { messageStatistics } from '#sms/records/message-statistics.ts';
import type { messageStory } from '#sms/records/story-operation.ts';
import type { resendMessage } from '#sms/sending/resend-operation.ts';
import type { previewMessage, sendMessage } from '#sms/sending/send-operations.ts';
import { rowTables } from './shown-value.ts';

type Listed = z.output<(typeof listMessages)['output']>;
type Total = z.output<(typeof totalMessages)['output']>;
type Shown = z.output<(typeof showMessage)['output']>;
type Story = z.output<(typeof messageStory)['output']>;
type Statistics = z.output<(typeof messageStatistics)['output']>;
type Preview = z.output<(typeof previewMessage)['output']>;
type Sent = z.output<(typeof sendMessage)['output']>;
type Resent = z.output<(typeof resendMessage)['output']>;
type Cancelled = z.output<(typeof cancelOneMessage)['output']>;

export const messageTexts = {
  'message list': ({ messages }: Listed) =>
    table(
      ['message', 'place', 'accepted', 'from', 'to', 'state', 'why', 'parts', 'cost', 'tag'],
      messages.map((one) => [
        String(one.messageId),
        String(one.place),
        one.acceptedAt,
        one.sender || '-',
        one.phone,
        one.state,
        one.reason || '-',
        String(one.parts),
        `${one.cost} ${one.currency}`,
        one.tag || '-',
      ]),
    ),
  'message total': ({ messages, parts, cost, currency, of }: Total) => {
    const among = of === null ? '' : ` among the newest ${of}`;
    return `${messages} messages${among}, ${parts} parts, ${cost} ${currency}.\n`;
  },
  'message show': ({ recipients, from, text, ...message }: Shown) =>
    `${fields([
      ['message', String(message.messageId)],
      ['accepted', message.acceptedAt],
      ...(message.scheduledAt === null ? [] : [['leaves', message.scheduledAt] as const]),
      ['given up', message.validUntil],
      ['by', from.kind === 'dashboard' ? 'dashboard' : `${from.kind} ${from.id}`],
      ['from', message.sender || '-'],
      ['text', text ?? '-'],
      ['class', message.class],
      ['cost', `${message.cost} ${message.currency}`],
      ['tag', message.tag || '-'],
      ['request', message.requestId],
    ])}\n${table(
      ['place', 'to', 'state', 'why', 'since', 'parts', 'cost'],
      recipients.map(({ place, phone, state, reason, changedAt, parts, cost }) => [
        String(place),
        phone,
        state,
        reason || '-',
        changedAt,
        String(parts),
        cost,
      ]),
    )}`,
  'message story': ({ steps }: Story) =>
    table(
      ['at', 'what', 'more'],
      steps.map(({ at, kind, ...more }) => [at, kind, JSON.stringify(more)]),
    ),
  'message statistics': ({ total, steps, countries, operators, errors }: Statistics) =>
    rowTables([...steps, { from: 'all', ...total }], countries, operators, errors),
  'message preview': ({ recipients, refused, parts, cost, currency, balance }: Preview) =>
    [
      `${recipients.length} phones, ${parts} parts, ${cost} ${currency}; the balance is ${balance} ${currency}.\n`,
      table(
        ['to', 'parts', 'encoding', 'operator', 'route', 'cost', 'waits until', 'held by'],
        recipients.map((one) => [
          one.phone,
          String(one.parts),
          one.encoding,
          one.operator,
          one.route,
          one.cost,
          one.waitsUntil ?? '-',
          one.heldBy ?? '-',
        ]),
      ),
      ...refused.map(({ says }) => `${says.en}\n`),
    ].join(''),
  'message send': ({ scheduledAt, deferredUntil, held, stopped, ...sent }: Sent) =>
    [
      sentText(sent),
      scheduledAt === null ? '' : `It leaves at ${scheduledAt}.\n`,
      deferredUntil === null ? '' : `Quiet hours hold some of it until ${deferredUntil}.\n`,
      held ? 'It is held until an administrator releases it.\n' : '',
      ...stopped.map((phone) => `${phone} is on the opt-out list and gets nothing.\n`),
    ].join(''),
  'message resend': sentText,
  'message cancel': ({ message, parts }: Cancelled) =>
    `Message ${message} is cancelled, with ${parts} parts.\n`,
};

function sentText({ messageId, parts, cost, currency }: Resent): string {
  return `Message ${messageId}: ${parts} parts, ${cost} ${currency}.\n`;
}
