/** Finds messages, replies and opt-outs by exact keys. */
import {
  type Found,
  foundMax,
  newestFound,
  type Sought,
} from '#accounts/search/search-operation.ts';
import { exactInstantText } from '#core/instant-text.ts';
import { mayRead, showPhone, showText } from '#core/masked.ts';
import type { Role } from '#core/permissions.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import { instantOfRequest } from '#core/request-id.ts';
import type { InboundStore, ReplyRecord } from '#sms/inbound/inbound-store.ts';
import type { StopStore } from '#sms/stops/stop-store.ts';
import type { MessageRecordStore, RecipientRecord, RecordQuery } from './message-record-store.ts';
import { placeIn } from './message-view.ts';

type FindPorts = {
  readonly messages: Pick<
    MessageRecordStore,
    'listRecords' | 'recipientRecords' | 'recordsOfClientRequest' | 'recordsOfRemoteId'
  >;
  readonly inbound: Pick<InboundStore, 'listReplies'>;
  readonly stops: Pick<StopStore, 'findStopOf'>;
};

/** No tag is longer. */
const tagMax = 20;

export async function findMessages(ports: FindPorts, sought: Sought): Promise<readonly Found[]> {
  const { messages: records } = ports;
  const { accountId, role, text } = sought;
  const byKey = [
    /^\d{1,15}$/.test(text) ? records.recipientRecords(accountId, Number(text)) : [],
    text.length > tagMax ? [] : recordsOf({ accountId, tag: text, ...newestFound }, records),
    recordsOfRequest(sought, records),
    // As the client has sent it, in its own `X-Request-Id`.
    /^[\x20-\x7e]{1,128}$/.test(text)
      ? records.recordsOfClientRequest(accountId, text, foundMax)
      : [],
    // What an operator calls a part: letters and digits of any kind, and no phone of its own.
    /^[\w.:-]{4,65}$/.test(text) ? records.recordsOfRemoteId(accountId, text, foundMax) : [],
  ];
  const [ofPhone, ...found] = await Promise.all([findPhone(ports, sought), ...byKey]);
  const messages = found.flatMap((some) => some.slice(0, foundMax));
  return [...messages.map((record) => viewFound(record, role)), ...ofPhone];
}

async function recordsOf(
  query: RecordQuery,
  records: Pick<MessageRecordStore, 'listRecords'>,
): Promise<readonly RecipientRecord[]> {
  return (await records.listRecords(query)).records;
}

/** Clocks of processes, and the tick that a request waits before it is dated. */
const clocksApartMs = 2_000;
/** Most requests are accepted at once; one that came slowly, or waited its turn, within this. */
const spansMs = [2_000, 120_000];

/**
 * As it stands on every answer, in `X-Request-Id`. A request has no index, which every message would pay for; its id
 * says when it came, and ids of messages grow with time. Ids of versions before this say nothing: they are looked for
 * at the newest end.
 */
async function recordsOfRequest(
  { accountId, text }: Sought,
  records: Pick<MessageRecordStore, 'listRecords'>,
): Promise<readonly RecipientRecord[]> {
  const atMs = instantOfRequest(text);
  if (atMs === undefined) return [];
  const query = { accountId, requestId: text, ...newestFound };
  for (const spanMs of spansMs) {
    const within = { fromMs: atMs - clocksApartMs, untilMs: atMs + spanMs };
    const found = await recordsOf({ ...query, ...within }, records);
    if (found.length > 0) return found;
  }
  return recordsOf(query, records);
}

async function findPhone(
  { messages, inbound, stops }: FindPorts,
  { accountId, role, text, homeCountry }: Sought,
): Promise<readonly Found[]> {
  const phone = parsePhoneNumber(text, homeCountry);
  if (phone === undefined) return [];
  const [sent, heard, stop] = await Promise.all([
    recordsOf({ accountId, phone, ...newestFound }, messages),
    inbound.listReplies({ accountId, sender: phone, ...newestFound }),
    stops.findStopOf(accountId, phone),
  ]);
  const stopAt = stop === undefined ? [] : [exactInstantText(stop.createdAtMs)];
  return [
    ...sent.map((record) => viewFound(record, role)),
    ...heard.map((reply) => viewReply(reply, role)),
    ...stopAt.map((at): Found => ({ kind: 'stop', at, phone: showPhone(phone, role) })),
  ];
}

function viewReply({ sender, receiver, text, receivedAtMs }: ReplyRecord, role: Role): Found {
  return {
    kind: 'reply',
    at: exactInstantText(receivedAtMs),
    phone: showPhone(sender, role),
    sender: mayRead(role) ? sender : null,
    number: receiver,
    text: text === null ? null : showText(text, role),
  };
}

function viewFound(record: RecipientRecord, role: Role): Found {
  const { messageId, acceptedAtMs, phone, state, tag } = record;
  return {
    kind: 'message',
    at: exactInstantText(acceptedAtMs),
    messageId,
    place: placeIn(record),
    phone: showPhone(phone, role),
    state,
    tag,
  };
}
