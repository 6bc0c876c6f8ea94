/** `webhook/events` and `attempts`: what happened, where it was posted, and what came back. */
import { formatIsoTime } from '#api/commands/account-time.ts';
import type { Call, Run } from '#api/commands/command.ts';
import { Fields } from '#api/parameters/fields.ts';
import { type Answer, type FieldValue, refuse, succeed } from '#api/reply.ts';
import type { EventSummary, LoggedAttempt } from '#webhooks/management/endpoint-store.ts';
import { mailFamilies } from '#webhooks/management/sample-kinds.ts';
import { attemptToJson } from './endpoint-json.ts';
import { findEndpoint, type WebhookPorts } from './found-endpoint.ts';
import { findAskedEvent } from './found-event.ts';

const pageMax = 100;
/** An event has 14 attempts at each endpoint, and more by replays. */
const attemptsMax = 1_000;

/** Newest first; `before` is the id of the last one that was read. */
export function listEvents({ endpoints }: WebhookPorts): Run {
  return async ({ caller, base, parameters }) => {
    const fields = new Fields(parameters);
    const before = readBefore(fields);
    const limit = fields.wholeNumber('limit', 1, pageMax) ?? pageMax;
    if (fields.refusal !== undefined) return fields.refusal;
    const { store } = endpoints;
    const families = base === 'email' ? mailFamilies : undefined;
    const only = { mode: caller.key.mode, families };
    const events = await store.listEvents(caller.account.id, before, limit, only);
    const ids = events.map(({ id }) => id);
    const attempts = await store.attemptsOf(ids, attemptsMax * 10);
    const ofEvent = Map.groupBy(attempts, ({ eventId }) => eventId);
    const data = events.map((event) => toEventJson(event, ofEvent.get(event.id) ?? []));
    return succeed({ nbData: data.length, data });
  };
}

function toEventJson(event: EventSummary, attempts: readonly LoggedAttempt[]): FieldValue {
  const byEndpoint = Map.groupBy(attempts, ({ endpointId }) => endpointId);
  return {
    id: String(event.id),
    event: event.kind,
    about: event.orderKey,
    createdAt: formatIsoTime(event.createdAtMs),
    test: event.test,
    deliveries: [...byEndpoint].map(([endpointId, made]) => ({
      endpointId,
      attempts: made.length,
      outcome: made.at(-1)?.outcome ?? '',
    })),
  };
}

/** Of one event all of them, oldest first; of an endpoint those that were not received, newest first. */
export function listAttempts(ports: WebhookPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    return fields.isGiven('eventId')
      ? attemptsOfEvent(call, fields, ports)
      : failuresOfEndpoint(call, fields, ports);
  };
}

async function attemptsOfEvent(
  call: Call,
  fields: Fields,
  { endpoints }: WebhookPorts,
): Promise<Answer> {
  const text = fields.text('eventId') ?? '';
  if (fields.refusal !== undefined) return fields.refusal;
  const { store } = endpoints;
  const event = await findAskedEvent(text, call, store);
  if (event === undefined) return refuse('event is unknown', { field: 'eventId' });
  // An SMPP user's are logged under its id with a minus, and told elsewhere.
  const attempts = (await store.attemptsOf([event.id], attemptsMax)).filter(
    ({ endpointId }) => endpointId > 0,
  );
  return succeed({ nbData: attempts.length, data: attempts.map(attemptToJson) });
}

async function failuresOfEndpoint(
  call: Call,
  fields: Fields,
  ports: WebhookPorts,
): Promise<Answer> {
  const before = readBefore(fields);
  const limit = fields.wholeNumber('limit', 1, pageMax) ?? pageMax;
  const found = await findEndpoint(call, fields, ports);
  if (!found.ok) return found.refusal;
  const { store } = ports.endpoints;
  const { mode } = call.caller.key;
  const failed = await store.failedAttempts(found.endpoint.id, before, limit, mode);
  return succeed({ nbData: failed.length, data: failed.map(attemptToJson) });
}

function readBefore(fields: Fields): number {
  const { MAX_SAFE_INTEGER: last } = Number;
  return fields.wholeNumber('before', 0, last) ?? last;
}
