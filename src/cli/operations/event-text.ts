/** Events, attempts and replays as commands show them to people. */
import type { z } from 'zod';
import { fields, table } from '#cli/text-table.ts';
import type { listAttempts, listDeliveries } from '#webhooks/deliveries/attempt-operations.ts';
import type {
  listEvents,
  replayEvent,
  showOneEvent,
} from '#webhooks/deliveries/event-operations.ts';
import type { endpointFigures } from '#webhooks/deliveries/figure-operation.ts';
import type { listRecent } from '#webhooks/deliveries/recent-operation.ts';
import type { listReplays, replayEndpoint } from '#webhooks/deliveries/replay-operations.ts';
import type { signEndpoint } from '#webhooks/endpoints/endpoint-signing.ts';

type Events = z.output<(typeof listEvents)['output']>;
type Event = Events['events'][number];
type Shown = z.output<(typeof showOneEvent)['output']>;
type Recent = z.output<(typeof listRecent)['output']>;
type Resent = z.output<(typeof replayEvent)['output']>;
type Figures = z.output<(typeof endpointFigures)['output']>;
type Attempts = z.output<(typeof listAttempts)['output']>;
type Deliveries = z.output<(typeof listDeliveries)['output']>;
type Begun = z.output<(typeof replayEndpoint)['output']>;
type Replays = z.output<(typeof listReplays)['output']>;
type Signed = z.output<(typeof signEndpoint)['output']>;

export const eventTexts = {
  'event list': ({ events }: Events) =>
    table(
      ['id', 'at', 'kind', 'about', 'went to'],
      events.map(({ id, createdAt, kind, about, deliveries }) => [
        id,
        createdAt,
        kind,
        about,
        deliveriesText(deliveries),
      ]),
    ),
  'event show': ({ event, body, attempts }: Shown) =>
    `${fields([
      ['event', event.id],
      ['at', event.createdAt],
      ['kind', event.kind],
      ['about', event.about],
      ['went to', deliveriesText(event.deliveries)],
    ])}\n${body}\n\n${attemptsText(attempts)}`,
  'event recent': ({ happenings }: Recent) =>
    table(
      ['at', 'what', 'about'],
      happenings.map(({ createdAt, event, about }) => [createdAt, event, about]),
    ),
  'event replay': ({ endpointIds }: Resent) =>
    endpointIds.length === 0
      ? 'It is already pending there.\n'
      : `It is sent again to ${endpointIds.map((id) => `#${id}`).join(', ')}.\n`,
  'endpoint figures': ({ steps }: Figures) =>
    table(
      ['from', 'delivered', 'failed', 'median', '95 of 100'],
      steps.map(({ from, delivered, failed, halfWithinMs, mostWithinMs }) => [
        from,
        String(delivered),
        String(failed),
        halfWithinMs === null ? '' : `${halfWithinMs} ms`,
        mostWithinMs === null ? '' : `${mostWithinMs} ms`,
      ]),
    ),
  'endpoint attempts': ({ attempts }: Attempts) => attemptsText(attempts),
  'endpoint deliveries': ({ deliveries }: Deliveries) => attemptsText(deliveries),
  'endpoint replay': ({ made, replay }: Begun) => {
    if (replay !== null) return `Replay ${replay.id} begins.\n`;
    return made > 0 ? 'The event is sent again.\n' : 'The event is pending already.\n';
  },
  'endpoint replays': ({ replays }: Replays) =>
    table(
      ['id', 'endpoint', 'state', 'made', 'since', 'until', 'kinds', 'outcome'],
      replays.map(({ id, endpointId, state, made, since, until, kinds, outcome }) => [
        String(id),
        String(endpointId),
        state,
        String(made),
        since,
        until,
        kinds.join(',') || 'all',
        outcome,
      ]),
    ),
  'endpoint replay-cancel': ({ cancelled }: { readonly cancelled: number }) =>
    `Replay ${cancelled} is cancelled.\n`,
  'endpoint sign': ({ endpoint, signatures, publicKey }: Signed) => {
    const ways = signatures.length === 0 ? 'the usual one alone' : signatures.join(', ');
    const verify = publicKey === undefined ? '' : `Verify with ${publicKey}\n`;
    return `Endpoint ${endpoint} is signed with ${ways}.\n${verify}`;
  },
};

function deliveriesText(deliveries: Event['deliveries']): string {
  const told = deliveries.map(({ endpoint, outcome, attempts }) =>
    attempts > 1 ? `${endpoint}: ${outcome}, ${attempts} attempts` : `${endpoint}: ${outcome}`,
  );
  return told.join('; ') || 'no endpoint';
}

function attemptsText(attempts: Attempts['attempts']): string {
  return table(
    ['at', 'event', 'endpoint', 'try', 'outcome', 'status', 'ms', 'address', 'error'],
    attempts.map(({ at, eventId, endpointId, attempt, outcome, status, durationMs, ip, error }) => [
      at,
      eventId,
      String(endpointId),
      String(attempt),
      outcome,
      status === 0 ? '-' : String(status),
      String(durationMs),
      ip === '' ? '-' : ip,
      error,
    ]),
  );
}
