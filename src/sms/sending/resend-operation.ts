/** `message resend`: the same text once more, to those phones of a message that it has not reached. */
import { z } from 'zod';
import { idInput } from '#core/common-inputs.ts';
import { formatExact } from '#core/money.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { formatPhone } from '#core/phone-number.ts';
import { recipientIdOf } from '#model/ids.ts';
import { findMessage, type RecordPorts } from '#sms/records/message-operations.ts';
import { keyShape, readAsked, refuseSend, sendCodes } from './person-send.ts';
import { accountOf, type SendPorts } from './send-operations.ts';

export const resendMessage = operation({
  name: 'message resend',
  does: 'writes',
  needs: 'send',
  changes: ['message list', 'message total', 'balance show'],
  positional: ['message'],
  input: z.strictObject({
    message: idInput,
    /** One place; left out: all that were not delivered. */
    place: z.int().min(0).max(511).optional(),
    ...keyShape,
  }),
  output: z.object({ messageId: z.int(), parts: z.int(), cost: z.string(), currency: z.string() }),
  refusals: [
    'message is not there',
    'nobody is left to send to',
    'texts are not alike',
    ...sendCodes,
  ],
  async run(ports: RecordPorts & SendPorts, { message: id, place, key }, caller) {
    const found = await findAgain(ports, { accountId: caller.accountId, id, place });
    if (found instanceof Refusal) return found;
    const account = await accountOf(caller, ports);
    const request = readAsked({ ...found, key }, account, caller);
    if (request instanceof Refusal) return request;
    const reply = await ports.sendSms(request);
    if (!reply.ok) return refuseSend(reply.refusal, account);
    const { messageId, parts, cost, currency } = reply.sent;
    const details = { again: messageId, phones: request.phones.length };
    const noted = { action: 'message.resend', target: String(id), details };
    await ports.audit.note(caller, { ...noted, accountId: account.id });
    return { messageId, parts, cost: formatExact(cost), currency };
  },
});

type Sought = {
  readonly accountId: number;
  readonly id: number;
  readonly place: number | undefined;
};

/** Who gets it once more: one phone, or those that it has not reached. */
async function findAgain(ports: RecordPorts, { accountId, id, place }: Sought) {
  const message = await findMessage(ports, accountId, id);
  if (message instanceof Refusal) return message;
  const all = await ports.messages.recipientRecords(accountId, id);
  const chosen = all.filter((one) =>
    place === undefined ? one.state === 'not delivered' : one.id === recipientIdOf(id, place),
  );
  const [first] = chosen;
  if (first === undefined) return refuse('nobody is left to send to', { field: 'message' });
  // Phones of one message may have had texts of their own: one goes again by itself.
  if (chosen.some(({ text }) => text !== first.text)) {
    return refuse('texts are not alike', { field: 'place' });
  }
  const { sender, tag, class: priority, test } = message;
  const usual = { saysStop: false, marketing: false, unicode: false };
  const phones = chosen.map(({ phone }) => formatPhone(phone));
  return { ...usual, phones, text: first.text, sender, tag, priority, test };
}
