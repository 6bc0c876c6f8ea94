/** `message list`, `total`, `show`, `cancel`: messages that were accepted, and taking one back. */
import { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import { idInput } from '#core/common-inputs.ts';
import { readPlace } from '#core/id-paging.ts';
import { formatExact } from '#core/money.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { type CancelPorts, cancelMessage } from '#sms/sending/cancel-message.ts';
import { type CancellablePorts, findCancellable } from './cancellable.ts';
import { type FilterPorts, filterShape, order, readFilter } from './message-filter.ts';
import type { MessageRecord, MessageRecordStore } from './message-record-store.ts';
import {
  amount,
  listedView,
  messageView,
  modeOf,
  viewListed,
  viewMessage,
} from './message-view.ts';

export type RecordPorts = {
  readonly messages: Pick<MessageRecordStore, 'findMessageRecord' | 'recipientRecords'>;
};

type ListPorts = FilterPorts & {
  readonly messages: Pick<MessageRecordStore, 'listRecords' | 'totalRecords'>;
};

export const listMessages = operation({
  name: 'message list',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({
    ...filterShape,
    order,
    after: idInput.optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({
    messages: z.array(listedView),
    /** Behind which the next page begins; null: there is nothing more. */
    after: z.int().nullable(),
  }),
  async run(ports: ListPorts & CancellablePorts, { order: along, after, limit, ...asked }, caller) {
    const { accountId, role } = caller;
    const filter = await readFilter(ports, asked, caller);
    const page = { accountId, limit, ...readPlace({ after, order: along }) };
    const { records, nextId } = await ports.messages.listRecords({ ...page, ...filter });
    const cancellable = await findCancellable(ports, accountId, records);
    const messages = records.map((record) => viewListed(record, cancellable, role));
    return { messages, after: nextId ?? null };
  },
});

export const totalMessages = operation({
  name: 'message total',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject(filterShape),
  output: z.object({
    messages: z.int(),
    parts: z.int(),
    cost: amount,
    currency: z.string(),
    /** It is of the newest so many alone, as there are more; null: of all. */
    of: z.int().nullable(),
  }),
  async run(ports: ListPorts, asked, caller) {
    const { accountId } = caller;
    const filter = await readFilter(ports, asked, caller);
    const { records, parts, paid, of } = await ports.messages.totalRecords({
      accountId,
      ...filter,
    });
    const { currency } = must(await ports.accounts.findAccount(accountId), 'account');
    return { messages: records, parts, cost: formatExact(paid), currency, of: of ?? null };
  },
});

export const showMessage = operation({
  name: 'message show',
  does: 'reads',
  needs: 'read facts',
  positional: ['message'],
  input: z.strictObject({ message: idInput }),
  output: messageView,
  refusals: ['message is not there'],
  async run(ports: RecordPorts & CancellablePorts, { message: messageId }, { accountId, role }) {
    const message = await findMessage(ports, accountId, messageId);
    if (message instanceof Refusal) return message;
    const recipients = await ports.messages.recipientRecords(accountId, messageId);
    const cancellable = await findCancellable(ports, accountId, recipients);
    return viewMessage({ message, recipients, cancellable }, role);
  },
});

export const cancelOneMessage = operation({
  name: 'message cancel',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes: ['message list', 'message total', 'message show', 'message story'],
  positional: ['message'],
  input: z.strictObject({ message: idInput }),
  /** How many parts were owed. */
  output: z.object({ message: z.int(), parts: z.int() }),
  refusals: [
    'message is not there',
    'message is cancelled',
    'message was stopped',
    'message is sent',
    'message leaves too soon',
  ],
  async run(
    ports: RecordPorts & CancelPorts & { readonly audit: Pick<AuditStore, 'note'> },
    { message: messageId },
    caller,
  ) {
    const { accountId } = caller;
    const message = await findMessage(ports, accountId, messageId);
    if (message instanceof Refusal) return message;
    const parts = await cancelMessage(ports, { accountId, mode: modeOf(message) }, messageId);
    if (parts instanceof Refusal) return parts;
    const noted = { action: 'message.cancel', target: String(messageId), accountId, details: {} };
    await ports.audit.note(caller, noted);
    return { message: messageId, parts };
  },
});

export async function findMessage(
  { messages }: RecordPorts,
  accountId: number,
  messageId: number,
): Promise<MessageRecord | Refusal<'message is not there'>> {
  const message = await messages.findMessageRecord(accountId, messageId);
  return message ?? refuse('message is not there', { field: 'message' });
}
