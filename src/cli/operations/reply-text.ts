/** Texts that phones have sent as commands show them to people. */
import type { z } from 'zod';
import { table } from '#cli/text-table.ts';
import type { listReplies, readThread } from '#sms/inbound/reply-operations.ts';

type Listed = z.output<(typeof listReplies)['output']>;
type Thread = z.output<(typeof readThread)['output']>;

export const replyTexts = {
  'reply list': ({ threads }: Listed) =>
    table(
      ['at', 'from', 'to', 'kind', 'text'],
      threads.map((one) => [one.receivedAt, one.phone, one.number, one.kind, one.text ?? '-']),
    ),
  'reply thread': ({ phone, isStopped, texts }: Thread) =>
    `${table(
      ['at', 'by', 'text', 'state'],
      texts.map(({ at, from, text, state }) => [
        at,
        from === 'us' ? 'us' : phone,
        text ?? '-',
        state ?? '-',
      ]),
    )}${isStopped ? `${phone} wants nothing more.\n` : ''}`,
};
