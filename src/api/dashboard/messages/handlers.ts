/** Answers what pages ask of messages, by the facts that are stored. */

import { type CancelPorts, cancelMessage as runCancel } from '#api/commands/message-cancel.ts';
import { sendRefusal } from '#api/commands/send-refusal.ts';
import { readSend, type SendPorts } from '#api/commands/send-sms.ts';
import { Fields } from '#api/parameters/fields.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import { mayRead, showPhone, showText } from '#core/masked.ts';
import { formatExact } from '#core/money.ts';
import type { Role } from '#core/permissions.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import { recipientIdOf } from '#model/ids.ts';
import type {
  MessageRecordStore,
  RecipientFacts,
  RecipientRecord,
} from '#sms/records/message-record-store.ts';
import { readForm, submitsOf } from '#sms/text/form.ts';
import { splitIntoParts, unitsOf } from '#sms/text/segments.ts';
import { nameEndpoints } from '#webhooks/endpoints/endpoint-names.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import { authorOf } from '../author.ts';
import { type CallerPorts, callOf, findAccount } from '../caller.ts';
import { give, type Handler, handle } from '../handler.ts';
import { readPage, readPlace } from '../paging.ts';
import {
  cancelMessage,
  findMessage,
  listMessages,
  messageTimeline,
  resendMessage,
  totalMessages,
} from './definitions.ts';
import { exportHandler } from './export.ts';
import { readFilter } from './filter.ts';
import { findReasons, type WaitingPorts } from './find-reasons.ts';
import { encodingOf, originOf, renderTimeline } from './timeline.ts';

export type MessagePorts = CallerPorts &
  CancelPorts &
  SendPorts & {
    readonly records: MessageRecordStore;
    readonly eventLog: Pick<
      EndpointStore,
      'findEvents' | 'attemptsOf' | 'pendingOf' | 'listEndpoints'
    >;
    readonly waiting: WaitingPorts;
    readonly operatorNames: () => Promise<ReadonlyMap<number, string>>;
  };

export function messageHandlers(ports: MessagePorts): readonly Handler[] {
  return [
    list(ports),
    total(ports),
    exportHandler(ports),
    find(ports),
    timeline(ports),
    cancel(ports),
    resend(ports),
  ];
}

function list(ports: MessagePorts): Handler {
  return handle(listMessages, async (asking) => {
    const { accountId, role, query } = asking;
    const filter = await readFilter(ports, asking);
    const { limit } = readPage(query);
    const page = await ports.records.listRecords({
      accountId,
      limit,
      ...readPlace(query),
      ...filter,
    });
    return give({
      messages: page.records.map((record) => toListedJson(record, role)),
      next: page.nextId === undefined ? null : String(page.nextId),
    });
  });
}

function total(ports: MessagePorts): Handler {
  return handle(totalMessages, async (asking) => {
    const { accountId } = asking;
    const filter = await readFilter(ports, asking);
    const { records, parts, paid, of } = await ports.records.totalRecords({ accountId, ...filter });
    const { currency } = await findAccount(ports, accountId);
    return give({
      messages: records,
      parts,
      cost: formatExact(paid),
      currency,
      of: of ?? null,
    });
  });
}

function toRecipientJson(record: RecipientRecord, role: Role) {
  const { id, messageId, phone, state, reason, changedAtMs, parts, paid } = record;
  return {
    place: id - recipientIdOf(messageId, 0),
    phone: showPhone(phone, role),
    state,
    reason,
    changedAt: changedAtMs,
    parts,
    cost: formatExact(paid),
  };
}

function toListedJson(record: RecipientRecord, role: Role) {
  const { messageId, acceptedAtMs, scheduledAtMs, sender, text, form, currency, tag, test } =
    record;
  return {
    ...toRecipientJson(record, role),
    messageId,
    acceptedAt: acceptedAtMs,
    scheduledAt: scheduledAtMs,
    sender,
    text: showText(text, role),
    encoding: encodingOf(form),
    currency,
    tag,
    mode: test ? ('test' as const) : ('live' as const),
  };
}

function find(ports: MessagePorts): Handler {
  return handle(findMessage, async ({ accountId, role, params }) => {
    const messageId = Number(params.message);
    const message = await ports.records.findMessageRecord(accountId, messageId);
    if (message === undefined) return refuse('nothing is there');
    const recipients = await ports.records.recipientRecords(accountId, messageId);
    return give({
      messageId,
      acceptedAt: message.acceptedAtMs,
      scheduledAt: message.scheduledAtMs,
      validUntil: message.validUntilMs,
      requestId: message.requestId,
      clientRequestId: message.clientRequestId,
      from: originOf(message),
      sender: message.sender,
      text: showText(message.text, role),
      tag: message.tag,
      class: message.class,
      cost: formatExact(message.cost),
      currency: message.currency,
      mode: message.test ? 'test' : 'live',
      recipients: recipients.map((record) => toRecipientJson(record, role)),
    });
  });
}

/** Of the reports of a phone, one for each change of its state. */
const attemptsMax = 500;

function timeline(ports: MessagePorts): Handler {
  const { records, eventLog } = ports;
  return handle(messageTimeline, async ({ accountId, role, params }) => {
    const messageId = Number(params.message);
    const recipientId = recipientIdOf(messageId, Number(params.place));
    const message = await records.findMessageRecord(accountId, messageId);
    const all = await records.recipientRecords(accountId, messageId);
    const recipient = all.find(({ id }) => id === recipientId);
    const facts = await records.recipientFacts(accountId, recipientId);
    if (message === undefined || recipient === undefined || facts === undefined) {
      return refuse('nothing is there');
    }
    const events = await eventLog.findEvents(accountId, facts.eventIds);
    const ids = events.map(({ id }) => id);
    const attempts = await eventLog.attemptsOf(ids, attemptsMax);
    const pending = await eventLog.pendingOf(ids, attemptsMax);
    const endpointName = await nameEndpoints(eventLog, accountId, role);
    const names = await ports.operatorNames();
    const operatorName = (id: number) => names.get(id) ?? `#${id}`;
    const partTexts = mayRead(role) && message.keyId >= 0 ? partTextsOf(recipient, facts) : [];
    const reasons = await findReasons(message, facts, { ...ports.waiting, clock: ports.clock });
    const shown = { message, recipient, facts: shownFacts(facts, role), partTexts };
    return give({
      recipient: toRecipientJson(recipient, role),
      text: showText(recipient.text, role),
      steps: renderTimeline({
        ...shown,
        events,
        attempts,
        pending,
        endpointName,
        operatorName,
        reasons,
        nowMs: ports.clock.nowMs(),
      }),
    });
  });
}

/** PDUs have the text in them, and the whole phone: others see when they were, and nothing of what they say. */
function shownFacts(facts: RecipientFacts, role: Role): RecipientFacts {
  const hidden = { octets: Buffer.alloc(0), text: '' };
  return mayRead(role)
    ? facts
    : { ...facts, pdus: facts.pdus.map((pdu) => ({ ...pdu, ...hidden })) };
}

/** Cut as it was when it was sent; none where the text is short, or its time is over. */
function partTextsOf({ text, parts }: RecipientRecord, facts: RecipientFacts): readonly string[] {
  const form = readForm(facts.form);
  if (parts === 1 || submitsOf({ form, parts }) === 1) return [];
  if (unitsOf(text, form) === undefined) return [];
  const texts = splitIntoParts(text, form);
  return texts.length === parts ? texts : [];
}

function cancel(ports: MessagePorts): Handler {
  const run = runCancel(ports);
  return handle(cancelMessage, async (asking) => {
    const { accountId, params } = asking;
    const { message } = params;
    const found = await ports.records.findMessageRecord(accountId, Number(message));
    if (found === undefined) return refuse('message is not there');
    const mode = found.test ? 'test' : 'live';
    const answer = await run(await callOf(asking, { mode, values: { messageId: message } }, ports));
    if (!answer.ok) return answer;
    const noted = { action: 'message.cancel', target: message, accountId, details: {} };
    await ports.audit.note(authorOf(asking, ports.clock), noted);
    return give({});
  });
}

function resend(ports: MessagePorts): Handler {
  return handle(resendMessage, async (asking) => {
    const { accountId, params, body } = asking;
    const found = await findAgain(ports, accountId, Number(params.message), body.place);
    if ('ok' in found) return found;
    const { message, phones, text } = found;
    const values = {
      phoneNumbers: phones.map(formatPhone).join(','),
      message: text,
      ...(message.sender !== '' && { sender: message.sender }),
      ...(message.tag !== '' && { tag: message.tag }),
      priority: message.class,
    };
    const { idempotencyKey } = body;
    const mode = message.test ? 'test' : 'live';
    const call = await callOf(asking, { mode, values, idempotencyKey }, ports);
    const fields = new Fields(call.parameters);
    const request = await readSend(fields, call, ports);
    if (fields.refusal !== undefined) return fields.refusal;
    const reply = await ports.send(request);
    if (!reply.ok) return sendRefusal(reply.refusal, call);
    const { messageId, parts, cost, currency } = reply.sent;
    const details = { again: messageId, phones: phones.length };
    const noted = { action: 'message.resend', target: params.message, accountId, details };
    await ports.audit.note(authorOf(asking, ports.clock), noted);
    return give({ messageId, parts, cost: formatExact(cost), currency });
  });
}

/** Who gets it once more: one phone, or those that it has not reached. */
async function findAgain(
  { records }: MessagePorts,
  accountId: number,
  messageId: number,
  place: number | undefined,
) {
  const message = await records.findMessageRecord(accountId, messageId);
  if (message === undefined) return refuse('nothing is there');
  const all = await records.recipientRecords(accountId, messageId);
  const chosen = all.filter(({ id, state }) =>
    place === undefined ? state === 'not delivered' : id === recipientIdOf(messageId, place),
  );
  const [first] = chosen;
  if (first === undefined) return noneLeft;
  // Phones of one message may have had texts of their own: one goes again by itself.
  if (chosen.some(({ text }) => text !== first.text)) return notAlike;
  const phones: readonly PhoneNumber[] = chosen.map(({ phone }) => phone);
  return { message, phones, text: first.text };
}

const noneLeft: Refusal = refuse('nobody is left to send to');
const notAlike: Refusal = refuse('texts are not alike');
