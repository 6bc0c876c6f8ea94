/** Finds by exact keys: each that the text may be is asked by its index, and all at once. */

import { parseEmailAddress } from '#core/email-address.ts';
import { maskAddress } from '#core/log.ts';
import { mayRead, showPhone, showText } from '#core/masked.ts';
import type { Role } from '#core/permissions.ts';
import { type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { EmailStore, EmailSummary } from '#mail/sending/email-store.ts';
import { suppressedForm } from '#mail/suppression/suppression.ts';
import type { SuppressionStore } from '#mail/suppression/suppression-store.ts';
import { recipientIdOf } from '#model/ids.ts';
import type { CallRecord, CallStore } from '#numbers/calls/call-record.ts';
import { isSeenBy, sideOf } from '#numbers/calls/call-side.ts';
import type { InboundStore } from '#sms/inbound/inbound-store.ts';
import type {
  MessageRecordStore,
  RecipientRecord,
  RecordQuery,
} from '#sms/records/message-record-store.ts';
import type { StopStore } from '#sms/stops/stop-store.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import { instantOfRequest } from '../../http/request-id.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import type { Reply } from '../definition.ts';
import { give, type Handler, handle } from '../handler.ts';
import { searchAccount } from './definitions.ts';

export type SearchPorts = CallerPorts & {
  readonly records: MessageRecordStore;
  readonly replies: Pick<InboundStore, 'listReplies'>;
  readonly stopStore: Pick<StopStore, 'findStopOf'>;
  readonly eventLog: Pick<EndpointStore, 'findEvent'>;
  readonly emails: Pick<EmailStore, 'listEmails' | 'listEmailRecords'>;
  readonly suppressions: Pick<SuppressionStore, 'findSuppressed'>;
  readonly calls: Pick<CallStore, 'findCall' | 'callsOfNumber'>;
};

type Found = Reply<typeof searchAccount>['found'][number];

type Asked = {
  readonly accountId: number;
  readonly role: Role;
  readonly text: string;
  readonly homeCountry: string;
};

/** Longer no tag is. */
const smsTagMax = 20;
const tagMax = 200;

/** Of each kind. */
const limit = 10;
const newest = { beforeId: Number.MAX_SAFE_INTEGER, limit };

export function searchHandlers(ports: SearchPorts): readonly Handler[] {
  return [
    handle(searchAccount, async ({ accountId, role, query }) => {
      const { homeCountry } = await findAccount(ports, accountId);
      const asked = { accountId, role, text: query.q, homeCountry };
      const found = await Promise.all([
        findMessage(asked, ports),
        findTagged(asked, ports),
        findEvent(asked, ports),
        findRequest(asked, ports),
        findClientRequest(asked, ports),
        findRemote(asked, ports),
        findEmail(asked, ports),
        findAddress(asked, ports),
        findPhone(asked, ports),
        findCalls(asked, ports),
      ]);
      return give({ found: distinct(found.flat()).toSorted((a, b) => b.at - a.at) });
    }),
  ];
}

/** One thing may be found by two keys. */
function distinct(found: readonly Found[]): readonly Found[] {
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

async function findMessage({ accountId, role, text }: Asked, { records }: SearchPorts) {
  if (!/^\d{1,15}$/.test(text)) return [];
  const found = await records.recipientRecords(accountId, Number(text));
  return found.slice(0, limit).map((record) => toMessageJson(record, role));
}

/** Emails have no index of tags: those of the newest 2,000 are found. */
async function findTagged(
  { accountId, role, text }: Asked,
  { records, emails }: SearchPorts,
): Promise<readonly Found[]> {
  if (text === '' || text.length > tagMax) return [];
  const query = { accountId, tag: text, ...newest };
  const [sent, mailed] = await Promise.all([
    text.length > smsTagMax ? { records: [] } : records.listRecords(query),
    emails.listEmailRecords(query),
  ]);
  return [
    ...sent.records.map((record) => toMessageJson(record, role)),
    ...mailed.emails.map((email) => toEmailJson(email, role)),
  ];
}

/** As it stands in `webhook-id`. */
async function findEvent(
  { accountId, text }: Asked,
  { eventLog }: SearchPorts,
): Promise<readonly Found[]> {
  const id = /^msg_(?<id>\d{1,16})$/.exec(text)?.groups?.['id'];
  const event = id === undefined ? undefined : await eventLog.findEvent(accountId, Number(id));
  if (event === undefined) return [];
  return [{ kind: 'event', at: event.createdAtMs, eventId: String(event.id), event: event.kind }];
}

/** By its id, and by each number that has to do with it. */
async function findCalls(
  { accountId, role, text, homeCountry }: Asked,
  { calls }: SearchPorts,
): Promise<readonly Found[]> {
  const phone = parsePhoneNumber(text, homeCountry);
  const [named, found] = await Promise.all([
    /^\d{1,15}$/.test(text) ? calls.findCall(Number(text)) : undefined,
    phone === undefined ? [] : calls.callsOfNumber(accountId, phone, limit),
  ]);
  const own = named !== undefined && isSeenBy(named, accountId) ? [sideOf(named, accountId)] : [];
  const sides = found.map((call) => sideOf(call, accountId, phone));
  const shown = sides.filter((call) =>
    [call.caller, call.number, call.target].includes(phone ?? ''),
  );
  return [...own, ...shown].map((call) => toCallJson(call, role));
}

function toCallJson({ id, number, caller, startedAtMs }: CallRecord, role: Role): Found {
  const phone = caller === '' ? '' : showPhone(caller, role);
  return { kind: 'call', at: startedAtMs, callId: id, number: `+${number}`, phone };
}

/** As it stands on every answer, in `X-Request-Id`. */
async function findRequest(
  { accountId, role, text }: Asked,
  { records, emails }: SearchPorts,
): Promise<readonly Found[]> {
  const atMs = instantOfRequest(text);
  if (atMs === undefined) return [];
  const query = { accountId, requestId: text, ...newest };
  const [sent, mailed] = await Promise.all([
    recordsOfRequest(query, atMs, records),
    emails.listEmails(query),
  ]);
  return [
    ...sent.map((record) => toMessageJson(record, role)),
    ...mailed.map((email) => toEmailJson(email, role)),
  ];
}

/** As the client has sent it, in its own `X-Request-Id`. */
async function findClientRequest(
  { accountId, role, text }: Asked,
  { records, emails }: SearchPorts,
): Promise<readonly Found[]> {
  if (!/^[\x20-\x7e]{1,128}$/.test(text)) return [];
  const [sent, mailed] = await Promise.all([
    records.recordsOfClientRequest(accountId, text, limit),
    emails.listEmails({ accountId, clientRequestId: text, ...newest }),
  ]);
  return [
    ...sent.map((record) => toMessageJson(record, role)),
    ...mailed.map((email) => toEmailJson(email, role)),
  ];
}

/** Clocks of processes, and the tick that a request waits before it is dated. */
const clocksApartMs = 2_000;
/** Most requests are accepted at once; one that came slowly, or waited its turn, within this. */
const spansMs = [2_000, 120_000];

/**
 * A request has no index, which every message would pay for; its id says when it came, and ids of messages grow with
 * time. Ids of versions before this say nothing: they are looked for at the newest end.
 */
async function recordsOfRequest(
  query: RecordQuery,
  atMs: number,
  records: Pick<MessageRecordStore, 'listRecords'>,
): Promise<readonly RecipientRecord[]> {
  for (const spanMs of spansMs) {
    const within = { fromMs: atMs - clocksApartMs, untilMs: atMs + spanMs };
    const found = await records.listRecords({ ...query, ...within });
    if (found.records.length > 0) return found.records;
  }
  return (await records.listRecords(query)).records;
}

/** What an operator calls a part: letters and digits of any kind, and no phone of its own. */
async function findRemote({ accountId, role, text }: Asked, { records }: SearchPorts) {
  if (!/^[\w.:-]{4,65}$/.test(text)) return [];
  const found = await records.recordsOfRemoteId(accountId, text, limit);
  return found.map((record) => toMessageJson(record, role));
}

async function findEmail(
  { accountId, role, text }: Asked,
  { emails }: SearchPorts,
): Promise<readonly Found[]> {
  if (!/^\d{1,12}$/.test(text)) return [];
  const beforeId = Number(text) + 1;
  const [email] = await emails.listEmails({ accountId, beforeId, limit: 1 });
  return email?.id === Number(text) ? [toEmailJson(email, role)] : [];
}

async function findAddress(
  { accountId, role, text }: Asked,
  { emails, suppressions, clock }: SearchPorts,
): Promise<readonly Found[]> {
  const address = parseEmailAddress(text);
  if (address === undefined) return [];
  const asked = [{ accountId, addresses: [suppressedForm(address)] }];
  const [mailed, listed] = await Promise.all([
    emails.listEmails({ accountId, to: address, ...newest }),
    suppressions.findSuppressed(asked, clock.nowMs()),
  ]);
  return [
    ...mailed.map((email) => toEmailJson(email, role)),
    ...listed.map(
      (entry): Found => ({
        kind: 'suppression',
        at: entry.createdAtMs,
        address: mayRead(role) ? entry.address : maskAddress(entry.address),
      }),
    ),
  ];
}

function toEmailJson({ id, acceptedAtMs, subject, tag }: EmailSummary, role: Role): Found {
  const shown = mayRead(role) ? subject : '';
  return { kind: 'email', at: acceptedAtMs, emailId: String(id), subject: shown, tag };
}

async function findPhone(asked: Asked, ports: SearchPorts): Promise<readonly Found[]> {
  const { accountId, role, text, homeCountry } = asked;
  const phone = parsePhoneNumber(text, homeCountry);
  if (phone === undefined) return [];
  const [sent, heard, stop] = await Promise.all([
    ports.records.listRecords({ accountId, phone, ...newest }),
    ports.replies.listReplies({ accountId, sender: phone, ...newest }),
    ports.stopStore.findStopOf(accountId, phone),
  ]);
  return [
    ...sent.records.map((record) => toMessageJson(record, role)),
    ...heard.map(
      ({ sender, receiver, text: said, receivedAtMs }): Found => ({
        kind: 'reply',
        at: receivedAtMs,
        phone: showPhone(sender, role),
        sender: mayRead(role) ? sender : null,
        number: receiver,
        text: said === null ? null : showText(said, role),
      }),
    ),
    ...(stop === undefined ? [] : [toStopJson(stop.createdAtMs, phone, role)]),
  ];
}

function toStopJson(at: number, phone: PhoneNumber, role: Role): Found {
  return { kind: 'stop', at, phone: showPhone(phone, role) };
}

function toMessageJson(record: RecipientRecord, role: Role): Found {
  const { id, messageId, acceptedAtMs, phone, state, tag } = record;
  return {
    kind: 'message',
    at: acceptedAtMs,
    messageId,
    place: id - recipientIdOf(messageId, 0),
    phone: showPhone(phone, role),
    state,
    tag,
  };
}
