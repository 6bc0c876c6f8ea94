/** `message-cancel`: takes a message back, with its money. */
import { reachOf } from '#accounts/authenticator.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { Refusal } from '#core/operation.ts';
import { type CancelPorts, cancelMessage as cancel } from '#sms/sending/cancel-message.ts';
import type { Run } from './command.ts';

const field = 'messageId';
const done = { en: 'The message is cancelled.', fr: 'Le message est annulé.' };

export function cancelMessage(ports: CancelPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = fields.requiredText(field, 'message id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const messageId = parseWholeNumber(written ?? '');
    if (!messageId) return refuse('message is not there', { field });
    const parts = await cancel(ports, reachOf(call.caller), messageId);
    return parts instanceof Refusal
      ? refuse(parts.code, { field, details: parts.params })
      : succeed({ message: done[call.language] });
  };
}
