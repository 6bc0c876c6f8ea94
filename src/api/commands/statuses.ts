/** What became of messages: `multi-status`, `bulk-status` and `bulk-status-by-tag`. */
import { reachOf } from '#accounts/authenticator.ts';
import { errors } from '#api/errors.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { readList } from '#api/parameters/list.ts';
import { startOf, type Value } from '#api/parameters/value.ts';
import { type FieldValue, refuse, succeed } from '#api/reply.ts';
import { toNumber } from '#core/money.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import { recipientsMax } from '#sms/message.ts';
import type { MessageStore } from '#sms/message-store.ts';
import type { RecipientStatus } from '#sms/send-request.ts';
import type { Call, Run } from './command.ts';
import { dateToJson, readStatusPhone, type StatusPorts, statuts } from './message-status.ts';
import { fieldsOf } from './nested-fields.ts';

export type StatusesPorts = StatusPorts & {
  readonly messages: Pick<MessageStore, 'recipientsOf' | 'recipientsWithTag' | 'countWithTag'>;
};

const tagCharactersMax = 20;
const pageSize = 100;
const pagesMax = 1_000;

/** Each pair is answered for itself, in its place. */
export function describeManyStatuses(ports: StatusesPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = fields.value('SMSStatut_List') ?? fields.value('SMSStatus_List');
    const pairs = readList(written);
    if (pairs === undefined) return refuse('message id is missing', { field: 'SMSStatut_List' });
    if (pairs.length > recipientsMax) {
      const details = { max: recipientsMax };
      return refuse('too many phone numbers', { field: 'SMSStatut_List', details });
    }
    const found = await Promise.all(pairs.map((pair) => findOne(pair, call, ports)));
    const stopped = await stoppedOf(
      found.flatMap((each) => each ?? []),
      call,
      ports,
    );
    return succeed({
      StatutResponse_List: pairs.map((pair, place) => toStatusJson(pair, found[place], stopped)),
    });
  };
}

async function findOne(pair: Value, call: Call, ports: StatusesPorts) {
  const fields = fieldsOf(pair);
  const phone = fields && readStatusPhone(fields, call);
  const id = parseWholeNumber(fields?.text('messageId') ?? '');
  if (phone === undefined || id === undefined) return undefined;
  return ports.status(reachOf(call.caller), id, phone);
}

function toStatusJson(
  pair: Value,
  status: RecipientStatus | undefined,
  stopped: ReadonlySet<PhoneNumber>,
): FieldValue {
  if (status !== undefined) {
    const { messageId, phone, state } = status;
    return {
      success: true,
      code: 200,
      phoneNumber: formatPhone(phone),
      messageId,
      status: statuts[state],
      ...dateToJson(status),
      stopSms: stopped.has(phone),
      isSpam: false,
    };
  }
  const fields = fieldsOf(pair);
  return {
    success: false,
    code: errors['message is unknown'].code,
    phoneNumber: startOf(fields?.text('phoneNumber') ?? ''),
    messageId: parseWholeNumber(fields?.text('messageId') ?? '') ?? 0,
  };
}

/** Every recipient of one message. */
export function describeMessageStatuses(ports: StatusesPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const id = fields.requiredText('messageId', 'message id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const messageId = parseWholeNumber(id ?? '');
    const reach = reachOf(call.caller);
    const found =
      messageId === undefined ? [] : await ports.messages.recipientsOf(reach, messageId);
    if (found.length === 0) return refuse('message is not there', { field: 'messageId' });
    const stopped = await stoppedOf(found, call, ports);
    return succeed({
      message_id: String(messageId),
      StatutResponse_List: toStatusesJson(found, stopped),
    });
  };
}

/** Every recipient of all messages with a tag, a page at a time; without any the list is empty. */
export function describeTagStatuses(ports: StatusesPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const tag = fields.label('tag', tagCharactersMax);
    if (tag === undefined) fields.miss('tag is missing', 'tag');
    const page = fields.wholeNumber('page', 1, pagesMax) ?? 1;
    if (fields.refusal !== undefined) return fields.refusal;
    const reach = reachOf(call.caller);
    const offset = (page - 1) * pageSize;
    const wish = { ...reach, tag: tag ?? '', offset, limit: pageSize };
    const found = await ports.messages.recipientsWithTag(wish);
    const total = await ports.messages.countWithTag(reach, wish.tag, pageSize * pagesMax);
    const stopped = await stoppedOf(found, call, ports);
    return succeed({
      message_id: String(found[0]?.messageId ?? ''),
      StatutResponse_List: toStatusesJson(found, stopped).map((each, place) => ({
        ...each,
        messageId: String(found[place]?.messageId ?? ''),
      })),
      currentPage: page,
      total,
    });
  };
}

function toStatusesJson(found: readonly RecipientStatus[], stopped: ReadonlySet<PhoneNumber>) {
  return found.map((status) => ({
    phoneNumber: formatPhone(status.phone),
    status: statuts[status.state],
    stopSMS: stopped.has(status.phone),
    cost: toNumber(status.cost),
    ...dateToJson(status),
  }));
}

function stoppedOf(
  found: readonly RecipientStatus[],
  { caller }: Call,
  { stopped }: StatusesPorts,
): Promise<ReadonlySet<PhoneNumber>> {
  return stopped(caller.account.id, [...new Set(found.map(({ phone }) => phone))]);
}
