/** `webhook/replay` and `replays`: events that are owed once more. */
import { reachOf } from '#accounts/authenticator.ts';
import type { Call, Run } from '#api/commands/command.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { type Answer, refuse, succeed } from '#api/reply.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import { isKindOfEvent } from '#webhooks/management/endpoint-rules.ts';
import { usualDestinations } from '#webhooks/management/usual-destinations.ts';
import { replayToJson } from './endpoint-json.ts';
import { authorOf, findEndpoint, type WebhookPorts } from './found-endpoint.ts';
import { findAskedEvent } from './found-event.ts';
import { readUnixTime } from './written-instant.ts';

const replaysListed = 100;
/** A replay of more of them is asked for twice. */
const unconfirmedMax = 100;
/** A trial counts so far. */
const countedMax = 100_000;

/** One event by its id; or those since an instant that fit. */
export function replayEvents(ports: WebhookPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    return fields.isGiven('eventId')
      ? replayOne(call, fields, ports)
      : replayMany(call, fields, ports);
  };
}

async function replayOne(call: Call, fields: Fields, ports: WebhookPorts): Promise<Answer> {
  const { endpoints } = ports;
  const text = fields.text('eventId') ?? '';
  if (fields.refusal !== undefined) return fields.refusal;
  const { accountId } = reachOf(call.caller);
  const event = await findAskedEvent(text, call, endpoints.store);
  if (event === undefined) return refuse('event is unknown', { field: 'eventId' });
  const named =
    fields.isGiven('id') || fields.isGiven('endpointId')
      ? await findEndpoint(call, fields, ports)
      : undefined;
  if (named?.ok === false) return named.refusal;
  const to =
    named === undefined
      ? await usualDestinations(event, accountId, endpoints)
      : [named.endpoint.id];
  if (to.length === 0) return refuse('event goes nowhere', { field: 'eventId' });
  const made = await endpoints.replayer.replayOne(event, to);
  return succeed({ made: made.length, endpointIds: [...made] });
}

async function replayMany(call: Call, fields: Fields, ports: WebhookPorts): Promise<Answer> {
  const { endpoints, clock } = ports;
  const nowMs = clock.nowMs();
  const fromMs = readUnixTime(fields, 'since');
  const toMs = readUnixTime(fields, 'until') ?? nowMs;
  const isTrial = fields.flag('dryRun');
  const isConfirmed = fields.flag('confirm');
  const outcome = fields.oneOf('outcome', ['any', 'delivered', 'undelivered']) ?? 'undelivered';
  const kinds = readKinds(fields);
  const phone = readPhone(call, fields);
  const found = await findEndpoint(call, fields, ports);
  if (!found.ok) return found.refusal;
  if (fromMs === undefined) return refuse('replay needs a beginning', { field: 'since' });
  const wish = {
    ...reachOf(call.caller),
    endpointId: found.endpoint.id,
    fromMs,
    toMs: Math.min(toMs, nowMs),
    kinds,
    outcome,
    phone,
    createdAtMs: nowMs,
  };
  if (isTrial) {
    const { events, isAll } = await endpoints.replayer.count(wish, countedMax);
    return succeed({ dryRun: true, events, ...(!isAll && { more: true }) });
  }
  if (!isConfirmed) {
    const { isAll } = await endpoints.replayer.count(wish, unconfirmedMax);
    if (!isAll)
      return refuse('replay is large', { field: 'confirm', details: { max: unconfirmedMax } });
  }
  const replay = await endpoints.store.createReplay(wish);
  if (replay === undefined) return refuse('replay is under way', { field: 'id' });
  return succeed({ replay: replayToJson(replay) });
}

function readKinds(fields: Fields): readonly string[] {
  const kinds = fields.text('event')?.split(',') ?? [];
  const words = kinds.map((kind) => kind.trim());
  if (!words.every(isKindOfEvent)) fields.refuse('value is not kinds of events', 'event');
  return words;
}

function readPhone({ caller }: Call, fields: Fields): string {
  const text = fields.text('phone');
  if (text === undefined) return '';
  const phone = parsePhoneNumber(text, caller.account.homeCountry);
  return (
    phone ??
    fields.refuse('phone number is not possible', 'phone', { number: text.slice(0, 40) }) ??
    ''
  );
}

/** What it has made already is sent; nothing more is made. */
export function cancelReplay({ endpoints, clock }: WebhookPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const text = fields.requiredText('replayId', 'replay id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const id = parseWholeNumber(text ?? '');
    const { accountId, mode } = reachOf(call.caller);
    const isCancelled =
      id !== undefined &&
      (await endpoints.store.cancelReplay({ id, accountId, mode }, authorOf(call, clock)));
    return isCancelled ? succeed({}) : refuse('replay is not under way', { field: 'replayId' });
  };
}

export function listReplays({ endpoints }: WebhookPorts): Run {
  return async ({ caller }) => {
    const { accountId, mode } = reachOf(caller);
    const replays = await endpoints.store.listReplays(accountId, replaysListed, mode);
    return succeed({ nbData: replays.length, data: replays.map(replayToJson) });
  };
}
