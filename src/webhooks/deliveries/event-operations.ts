/** `event list`, `show`, `replay`: what happened, where it was posted, and what came back. */
import { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import { fromInput, idInput } from '#core/common-inputs.ts';
import { behind, orders, readPlace } from '#core/id-paging.ts';
import { type InAccount, operation, Refusal, refuse } from '#core/operation.ts';
import { endpointId, findOwn } from '#webhooks/endpoints/endpoint-input.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import {
  type EventCount,
  type EventSummary,
  eventOutcomes,
} from '#webhooks/management/endpoint-store.ts';
import { usualDestinations } from '#webhooks/management/usual-destinations.ts';
import type { EventStore } from '#webhooks/pull/event-store.ts';
import { nameEndpoints } from '../endpoints/endpoint-input.ts';
import {
  attemptView,
  type DeliveryView,
  eventView,
  isWebhook,
  showAttempt,
  showEvent,
} from './delivery-view.ts';

export type DeliveryPorts = {
  readonly endpointManagement: EndpointManagement;
  readonly audit: Pick<AuditStore, 'note'>;
};

/** An event has 14 attempts at each endpoint, and more by replays. */
export const attemptsMax = 1_000;
const deliveriesOfPageMax = 10_000;
/** Of a list with filters, for one answer. */
const eventsLookedAtMax = 2_000;
const stepOfFilter = 100;

export const deliveryReads = ['event list', 'event show', 'endpoint attempts', 'endpoint show'];

type Shown = z.input<typeof eventView>;

/** Of a total. */
const countedMax = 10_000;

const filter = {
  kind: z.string().max(60).optional(),
  outcome: z.enum(eventOutcomes).optional(),
  from: fromInput.optional(),
  /** Exclusive. */
  until: fromInput.optional(),
};

const listInput = z.strictObject({
  ...filter,
  order: z.enum(orders).default('newest'),
  after: idInput.optional(),
  limit: z.int().min(1).max(200).default(100),
});

export const listEvents = operation({
  name: 'event list',
  does: 'reads',
  needs: 'read facts',
  input: listInput,
  output: z.object({ events: z.array(eventView), after: z.int().nullable() }),
  run: (ports: DeliveryPorts, input, caller) => findEvents(ports, input, caller),
});

export const totalEvents = operation({
  name: 'event total',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject(filter),
  output: z.object({
    events: z.int(),
    /** It is of the newest so many alone, as there are more; null: of all. */
    of: z.int().nullable(),
  }),
  async run(ports: DeliveryPorts, asked, caller) {
    const counts = await countEvents(ports, asked, caller);
    const seen = sum(counts);
    const events = sum(counts.filter((count) => isAsked(count, asked)));
    return { events, of: seen < countedMax ? null : countedMax };
  },
});

export const showOneEvent = operation({
  name: 'event show',
  does: 'reads',
  needs: 'read contents',
  positional: ['event'],
  input: z.strictObject({ event: idInput }),
  /** Attempts stand oldest first. */
  output: z.object({ event: eventView, body: z.string(), attempts: z.array(attemptView) }),
  refusals: ['event is not there'],
  async run(
    ports: DeliveryPorts & { readonly webhooks: Pick<EventStore, 'findBodies'> },
    { event: id },
    caller,
  ) {
    const { store } = ports.endpointManagement;
    const event = await store.findEvent(caller.accountId, id);
    if (event === undefined) return noEvent(id);
    const bodies = await ports.webhooks.findBodies([event.id]);
    const attempts = await store.attemptsOf([event.id], attemptsMax);
    const pending = await store.pendingOf([event.id], attemptsMax);
    return {
      event: showEvent(event, { attempts, pending }, await viewOf(ports, caller)),
      body: Buffer.from(bodies.get(event.id) ?? []).toString(),
      attempts: attempts.filter(isWebhook).map(showAttempt),
    };
  },
});

export const replayEvent = operation({
  name: 'event replay',
  does: 'writes',
  needs: 'manage keys',
  changes: deliveryReads,
  positional: ['event'],
  input: z.strictObject({ event: idInput, endpoint: endpointId.optional() }),
  /** Those that were not owed it already. */
  output: z.object({ endpointIds: z.array(z.int()) }),
  refusals: ['event is not there', 'event goes nowhere', 'endpoint is not there'],
  async run(ports: DeliveryPorts, { event: id, endpoint }, caller) {
    const { accountId } = caller;
    if (endpoint !== undefined) {
      const own = await findOwn(ports, { endpoint }, accountId);
      if (own instanceof Refusal) return own;
    }
    const { endpointManagement } = ports;
    const event = await endpointManagement.store.findEvent(accountId, id);
    if (event === undefined) return noEvent(id);
    const to =
      endpoint === undefined
        ? await usualDestinations(event, accountId, endpointManagement)
        : [endpoint];
    if (to.length === 0) return refuse('event goes nowhere', { params: { event: id } });
    const owed = await endpointManagement.replayer.replayOne(event, to);
    const noted = { action: 'event.replay', target: String(id), accountId };
    await ports.audit.note(caller, { ...noted, details: { endpointIds: owed } });
    return { endpointIds: [...owed] };
  },
});

function noEvent(event: number): Refusal<'event is not there'> {
  return refuse('event is not there', { field: 'event', params: { event } });
}

async function viewOf(
  { endpointManagement: { store } }: DeliveryPorts,
  { accountId, role, atMs: nowMs }: InAccount,
): Promise<DeliveryView> {
  return { role, nowMs, nameOf: await nameEndpoints(store, accountId, role) };
}

type Asked = z.output<typeof listInput>;
type Filter = Omit<Asked, 'order' | 'after' | 'limit'>;

/** With filters it looks on, page by page, until as many fit or it has looked at enough for once. */
async function findEvents(ports: DeliveryPorts, asked: Asked, caller: InAccount) {
  const { store } = ports.endpointManagement;
  const { limit } = asked;
  const view = await viewOf(ports, caller);
  const time = await timeOf(ports, asked, caller);
  const isFiltered = (asked.kind ?? '') !== '' || asked.outcome !== undefined;
  const step = isFiltered ? stepOfFilter : limit;
  const fitting: Shown[] = [];
  let place = readPlace(asked);
  let after: number | null = null;
  for (let looked = 0; looked < eventsLookedAtMax; looked += step) {
    const { beforeId, afterId } = place;
    const page = await store.listEvents(caller.accountId, beforeId, step, { time, afterId });
    const shown = await showPage(page, view, store);
    fitting.push(...shown.filter((event) => fits(event, asked)));
    if (fitting.length >= limit) {
      const events = fitting.slice(0, limit);
      const isAll = fitting.length === limit && page.length < step;
      return { events, after: isAll ? null : Number(events.at(-1)?.id) };
    }
    after = nextAfter(page, step);
    if (after === null) break;
    place = behind(place, after);
  }
  return { events: fitting, after };
}

function timeOf(
  { endpointManagement: { store } }: DeliveryPorts,
  { from: fromMs, until: untilMs }: Filter,
  { accountId }: InAccount,
) {
  return store.eventTime(accountId, { fromMs, untilMs });
}

type Counted = Pick<EventCount, 'kind' | 'events'> & Partial<Pick<EventCount, 'outcome'>>;

/** What became of deliveries is looked up where it is asked for alone. */
async function countEvents(
  ports: DeliveryPorts,
  asked: Filter,
  caller: InAccount,
): Promise<readonly Counted[]> {
  const { store } = ports.endpointManagement;
  const time = await timeOf(ports, asked, caller);
  if (asked.outcome !== undefined) return store.countOutcomes(caller.accountId, countedMax, time);
  const kinds = await store.countKinds(caller.accountId, countedMax, time);
  return [...kinds].map(([kind, events]) => ({ kind, events }));
}

function isAsked({ kind, outcome }: Counted, asked: Filter): boolean {
  return isOfKind(kind, asked) && outcome === asked.outcome;
}

function sum(counts: readonly Counted[]): number {
  return counts.reduce((all, { events }) => all + events, 0);
}

async function showPage(
  page: readonly EventSummary[],
  view: DeliveryView,
  store: EndpointManagement['store'],
): Promise<readonly Shown[]> {
  const ids = page.map(({ id }) => id);
  const attempts = await store.attemptsOf(ids, deliveriesOfPageMax);
  const pending = await store.pendingOf(ids, deliveriesOfPageMax);
  const tried = Map.groupBy(attempts, ({ eventId }) => eventId);
  const waiting = Map.groupBy(pending, ({ eventId }) => eventId);
  return page.map((event) => {
    const facts = { attempts: tried.get(event.id) ?? [], pending: waiting.get(event.id) ?? [] };
    return showEvent(event, facts, view);
  });
}

function isOfKind(of: string, { kind = '' }: Filter): boolean {
  return kind === '' || of === kind || of.startsWith(`${kind}.`);
}

function fits(event: Shown, asked: Asked): boolean {
  const { outcome } = asked;
  const { deliveries } = event;
  if (!isOfKind(event.kind, asked)) return false;
  if (outcome === undefined) return true;
  if (outcome === 'nobody') return deliveries.length === 0;
  const isReceived = deliveries.every((delivery) => delivery.outcome === 'delivered');
  return deliveries.length > 0 && isReceived === (outcome === 'delivered');
}

/** Where the next page begins; null behind the last one. */
export function nextAfter(listed: readonly { readonly id: number }[], limit: number) {
  return listed.length < limit ? null : (listed.at(-1)?.id ?? null);
}
