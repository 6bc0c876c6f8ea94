/** `bulk-send`: up to 500 phones with a text for each, of which the good ones go and the others are told. */

import { errors } from '#api/errors.ts';
import { Fields } from '#api/parameters/fields.ts';
import { readList } from '#api/parameters/list.ts';
import { startOf, type Value } from '#api/parameters/value.ts';
import { type Answer, type FieldValue, type Problem, refuse, succeed } from '#api/reply.ts';
import { toNumber } from '#core/money.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import { recipientsMax } from '#sms/message.ts';
import type { SendRequest, Sent, SentEach } from '#sms/send-request.ts';
import { readPhone } from '#sms/sending/asked-send.ts';
import type { Call, Run } from './command.ts';
import { readIdempotency } from './idempotency.ts';
import { fieldsOf } from './nested-fields.ts';
import { sendRefusal } from './send-refusal.ts';
import { delayToJson, readOptions, readText, type SendPorts } from './send-sms.ts';

const field = 'SMSList';

export function sendMany(ports: SendPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = fields.value(field);
    if (written === undefined) fields.miss('phone numbers are missing', field);
    const items = readList(written) ?? [];
    if (items.length > recipientsMax) {
      fields.refuse('too many phone numbers', field, { max: recipientsMax });
    }
    const options = readOptions(fields, call, ports);
    const idempotency = readIdempotency(fields, call, { ...options, items });
    if (fields.refusal !== undefined) return fields.refusal;
    const entries = readEntries(items, call);
    const request = requestOf(entries, options, { call, idempotency });
    if (request === undefined) return refuseAll(entries);
    const reply = await ports.send(request);
    return reply.ok ? tell(reply.sent, entries) : sendRefusal(reply.refusal, call);
  };
}

/** One item of the list: where and what, or why not. */
type Entry =
  | { readonly ok: true; readonly phone: PhoneNumber; readonly text: string }
  | { readonly ok: false; readonly phoneNumber: string; readonly problem: Problem };

/** A phone has one text in a message, for it is asked for by message and phone. */
function readEntries(items: readonly Value[], call: Call): readonly Entry[] {
  const taken = new Set<PhoneNumber>();
  return items.map((item) => {
    const entry = readEntry(item, call);
    if (!entry.ok) return entry;
    if (taken.has(entry.phone)) return bad(formatPhone(entry.phone), 'phone number is given twice');
    taken.add(entry.phone);
    return entry;
  });
}

function readEntry(item: Value, { caller }: Call): Entry {
  const fields = fieldsOf(item);
  const written = fields?.text('phoneNumber') ?? '';
  if (fields === undefined || written === '')
    return bad(startOf(written), 'phone numbers are missing');
  const { homeCountry } = caller.account;
  const read = readPhone(written, { homeCountry, acceptsFiction: caller.key.mode === 'test' });
  if (!read.ok) return bad(startOf(written), read.why);
  const { phone } = read;
  const text = readText(fields);
  return fields.refusal === undefined
    ? { ok: true, phone, text }
    : { ok: false, phoneNumber: formatPhone(phone), problem: fields.refusal.problems[0] };
}

function bad(phoneNumber: string, word: Problem['word']): Entry {
  return { ok: false, phoneNumber, problem: { word, field, details: { number: phoneNumber } } };
}

type Given = Pick<SendRequest, 'idempotency'> & { readonly call: Call };

function requestOf(
  entries: readonly Entry[],
  options: ReturnType<typeof readOptions>,
  { call, idempotency }: Given,
): SendRequest | undefined {
  const good = entries.filter((entry) => entry.ok);
  const [first] = good;
  return (
    first && {
      ...options,
      caller: call.caller,
      requestId: call.requestId,
      clientRequestId: call.clientRequestId,
      idempotency,
      phones: good.map(({ phone }) => phone),
      text: first.text,
      texts: good.map(({ text }) => text),
      partial: true,
    }
  );
}

function refuseAll(entries: readonly Entry[]): Answer {
  const [first, ...others] = entries.flatMap((entry) => (entry.ok ? [] : entry.problem));
  return first === undefined
    ? refuse('nobody to send to', { field })
    : { ok: false, problems: [first, ...others] };
}

function tell(sent: Sent, entries: readonly Entry[]): Answer {
  const each = new Map(sent.each?.map((one) => [one.phone, one]));
  return succeed({
    message_id: sent.messageId,
    currency: sent.currency,
    cost: toNumber(sent.cost),
    nbSMS: sent.parts,
    SMSResponse_List: entries.map((entry) =>
      entry.ok
        ? toSentJson(entry.phone, each.get(entry.phone))
        : toFailedJson(entry.phoneNumber, errors[entry.problem.word].code),
    ),
    ...delayToJson(sent),
  });
}

function toSentJson(phone: PhoneNumber, one: SentEach | undefined): FieldValue {
  const phoneNumber = formatPhone(phone);
  if (one === undefined) return toFailedJson(phoneNumber, errors['nobody to send to'].code);
  if ('refusal' in one) return toFailedJson(phoneNumber, errors[one.refusal.why].code);
  const { parts, cost } = one;
  return { success: true, code: 200, nbSms: parts, cost: toNumber(cost), phoneNumber };
}

function toFailedJson(phoneNumber: string, code: number): FieldValue {
  return { success: false, code, nbSms: 0, cost: 0, phoneNumber };
}
