/**
 * query_sm, cancel_sm and replace_sm, answered from the same messages as the HTTP commands.
 *
 * replace_sm is refused: another text has another price and other parts, so a customer cancels and
 * submits again.
 */

import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { KeyReach } from '#model/key-mode.ts';
import type { RecipientState } from '#model/recipient-state.ts';
import type { MessageStore } from '#sms/message-store.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { CancelSm, QuerySm } from '#sms/smpp/pdu.ts';
import { receiptStates } from '#sms/smpp/receipt.ts';
import type { Answer } from '#sms/smpp/session-types.ts';
import { formatInstant } from '#sms/smpp/smpp-time.ts';
import { status } from '#sms/smpp/status.ts';
import type { CustomerStore, RecipientStanding } from './customer-store.ts';
import { receiptWordOf } from './receipt-pdu.ts';

export type MessageServicePorts = {
  readonly store: Pick<CustomerStore, 'findRecipients'>;
  readonly messages: Pick<MessageStore, 'cancel'>;
  /** So many parts are owed no more. */
  readonly partsWithdrawn: (parts: number) => void;
  readonly clock: Clock;
};

/** What leaves sooner is on its way: as with `message-cancel`. */
const cancelBeforeMs = 5 * 60_000;

const recipientsMax = 500;

export class MessageService {
  readonly #ports: MessageServicePorts;

  constructor(ports: MessageServicePorts) {
    this.#ports = ports;
  }

  async query({ messageId }: QuerySm, reach: KeyReach): Promise<Answer> {
    const id = readMessageId(messageId);
    if (id === undefined) return { status: status.invalidMessageId };
    try {
      const query = { ...reach, messageId: id, limit: recipientsMax };
      const [first, ...others] = await this.#ports.store.findRecipients(query);
      if (first === undefined) return { status: status.invalidMessageId };
      const standing = others.reduce(together, first);
      const body = { ...blankBody('query_sm_resp'), messageId, ...stateOf(standing) };
      return { status: status.ok, body };
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      return { status: status.queryFailed };
    }
  }

  /** One message by its id: what is not scheduled has left already, and of many none is meant. */
  async cancel({ messageId }: CancelSm, reach: KeyReach): Promise<Answer> {
    const { messages, partsWithdrawn, clock } = this.#ports;
    const id = readMessageId(messageId);
    if (id === undefined) return { status: status.cancelFailed };
    const nowMs = clock.nowMs();
    const wish = { ...reach, messageId: id, nowMs, leavesAfterMs: nowMs + cancelBeforeMs };
    try {
      const parts = await messages.cancel(wish);
      if (parts === 0) return { status: status.cancelFailed };
      partsWithdrawn(parts);
      return { status: status.ok };
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      return { status: status.systemError };
    }
  }

  replace(): Answer {
    return { status: status.replaceFailed };
  }
}

/** Ours are whole numbers. */
function readMessageId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** A message to several is in progress until all are final, and delivered if all are. */
function together(one: RecipientStanding, other: RecipientStanding): RecipientStanding {
  const order: readonly RecipientState[] = ['accepted', 'waiting', 'not delivered', 'delivered'];
  const [earlier, later] =
    order.indexOf(one.state) <= order.indexOf(other.state) ? [one, other] : [other, one];
  return { ...earlier, changedAtMs: Math.max(earlier.changedAtMs, later.changedAtMs) };
}

function stateOf({ state, reason, changedAtMs }: RecipientStanding) {
  switch (state) {
    case 'accepted':
    case 'waiting':
      return { messageState: receiptStates.ENROUTE, finalDate: '' };
    case 'delivered':
    case 'not delivered':
      return {
        messageState: receiptStates[receiptWordOf({ status: state, word: reason })],
        finalDate: formatInstant(changedAtMs),
      };
    default:
      return unreachable(state);
  }
}
