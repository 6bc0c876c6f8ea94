/** `webhook/replay` and `replays`: events that are owed once more. */
import type { Call, Run } from '#api/commands/command.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { type Answer, refuse, succeed } from '#api/reply.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import { isKindOfEvent } from '#webhooks/management/endpoint-rules.ts';
import { usualDestinations } from '#webhooks/management/usual-destinations.ts';
import { tellReplay } from './endpoint-json.ts';
import { authorOf, findEndpoint, type WebhookPorts } from './found-endpoint.ts';
import { readInstant } from './written-instant.ts';

const replaysListed = 100;

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
  const id = parseWholeNumber(text.replace(/^msg_/, ''));
  const accountId = call.caller.account.id;
  const event = id === undefined ? undefined : await endpoints.store.findEvent(accountId, id);
  if (event === undefined) return refuse('event is unknown', { field: 'eventId' });
  const named = fields.isGiven('id') ? await findEndpoint(call, fields, ports) : undefined;
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
  const fromMs = readInstant(fields, 'since', nowMs);
  const toMs = readInstant(fields, 'until', nowMs) ?? nowMs;
  const outcome = fields.oneOf('outcome', ['any', 'delivered', 'undelivered']) ?? 'undelivered';
  const kinds = readKinds(fields);
  const phone = readPhone(call, fields);
  const found = await findEndpoint(call, fields, ports);
  if (!found.ok) return found.refusal;
  if (fromMs === undefined) return refuse('replay needs a beginning', { field: 'since' });
  const replay = await endpoints.replays.createReplay({
    accountId: call.caller.account.id,
    endpointId: found.endpoint.id,
    fromMs,
    toMs: Math.min(toMs, nowMs),
    kinds,
    outcome,
    phone,
    createdAtMs: nowMs,
  });
  if (replay === undefined) return refuse('replay is under way', { field: 'id' });
  return succeed({ replay: tellReplay(replay) });
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
    const accountId = call.caller.account.id;
    const isCancelled =
      id !== undefined &&
      (await endpoints.replays.cancelReplay({ id, accountId }, authorOf(call, clock)));
    return isCancelled ? succeed({}) : refuse('replay is not under way', { field: 'replayId' });
  };
}

export function listReplays({ endpoints }: WebhookPorts): Run {
  return async ({ caller }) => {
    const replays = await endpoints.replays.listReplays(caller.account.id, replaysListed);
    return succeed({ nbData: replays.length, data: replays.map(tellReplay) });
  };
}
