/** What happened, where it was posted, and what came back. */
import type { Reply } from '#api/dashboard/definition.ts';
import { type DashboardCall, give, type Handler, handle } from '#api/dashboard/handler.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import { nameEndpoints } from '#webhooks/endpoints/endpoint-names.ts';
import type { EventSummary } from '#webhooks/management/endpoint-store.ts';
import * as definitions from './definitions.ts';
import { findOwn, nothingThere, type WebhookPagePorts } from './ports.ts';
import { type DeliveryView, isWebhook, showAttempt, showEvent } from './shown.ts';

/** An event has 14 attempts at each endpoint, and more by replays. */
const attemptsMax = 1_000;
const deliveriesOfPageMax = 10_000;
const deliveriesShown = 10;
/** Of a list with filters, for one answer. */
const eventsLookedAtMax = 2_000;

export function eventHandlers(ports: WebhookPagePorts): readonly Handler[] {
  const { store } = ports.endpoints;
  return [
    handle(definitions.listEvents, async ({ accountId, role, query }) =>
      give(await listEvents({ accountId, role, ...query }, ports)),
    ),
    handle(definitions.findEvent, async ({ accountId, role, params }) => {
      const event = await store.findEvent(accountId, params.event);
      if (event === undefined) return nothingThere;
      const bodies = await ports.eventBodies.findBodies([event.id]);
      const attempts = await store.attemptsOf([event.id], attemptsMax);
      const pending = await store.pendingOf([event.id], attemptsMax);
      const view = await viewOf({ accountId, role }, ports);
      return give({
        event: showEvent(event, { attempts, pending }, view),
        body: Buffer.from(bodies.get(event.id) ?? []).toString(),
        attempts: attempts.filter(isWebhook).map(showAttempt),
      });
    }),
    handle(definitions.listDeliveries, async ({ accountId, params }) => {
      const endpoint = await findOwn(accountId, params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const last = await store.lastAttempts(endpoint, deliveriesShown);
      const deliveries = last.map(async (attempt) => {
        const event = await store.findEvent(accountId, attempt.eventId);
        return { ...showAttempt(attempt), kind: event?.kind ?? '' };
      });
      return give({ deliveries: await Promise.all(deliveries) });
    }),
    handle(definitions.listFailures, async ({ accountId, params, query }) => {
      const endpoint = await findOwn(accountId, params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const { after = Number.MAX_SAFE_INTEGER, limit = pageMax } = query;
      const failed = await store.failedAttempts(endpoint.id, after, limit);
      return give({ attempts: failed.map(showAttempt), after: nextAfter(failed, limit) });
    }),
  ];
}

async function viewOf(
  { accountId, role }: Pick<Call, 'accountId' | 'role'>,
  { endpoints: { store }, clock }: WebhookPagePorts,
): Promise<DeliveryView> {
  const nameOf = await nameEndpoints(store, accountId, role);
  return { role, nowMs: clock.nowMs(), nameOf };
}

type Asked = Call['query'] & Pick<Call, 'accountId' | 'role'>;
type Call = DashboardCall<typeof definitions.listEvents>;

/** With filters it looks on, page by page, until as many fit or it has looked at enough for once. */
async function listEvents(
  asked: Asked,
  ports: WebhookPagePorts,
): Promise<Reply<typeof definitions.listEvents>> {
  const { store } = ports.endpoints;
  const { accountId, limit = pageMax } = asked;
  const view = await viewOf(asked, ports);
  const isFiltered = (asked.kind ?? '') !== '' || asked.outcome !== undefined;
  const step = isFiltered ? pageMax : limit;
  const fitting: ReturnType<typeof showEvent>[] = [];
  let after: number | null = asked.after ?? Number.MAX_SAFE_INTEGER;
  for (let looked = 0; after !== null && looked < eventsLookedAtMax; looked += step) {
    const page = await store.listEvents(accountId, after, step);
    const shown = await showPage(page, view, store);
    fitting.push(...shown.filter((event) => fits(event, asked)));
    if (fitting.length >= limit) {
      const events = fitting.slice(0, limit);
      const isAll = fitting.length === limit && page.length < step;
      return { events, after: isAll ? null : Number(events.at(-1)?.id) };
    }
    after = nextAfter(page, step);
  }
  return { events: fitting, after };
}

async function showPage(
  page: readonly EventSummary[],
  view: DeliveryView,
  store: WebhookPagePorts['endpoints']['store'],
): Promise<readonly ReturnType<typeof showEvent>[]> {
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

function fits(event: ReturnType<typeof showEvent>, { kind = '', outcome }: Asked): boolean {
  if (kind !== '' && event.kind !== kind && !event.kind.startsWith(`${kind}.`)) return false;
  const { deliveries } = event;
  if (outcome === undefined) return true;
  if (outcome === 'nobody') return deliveries.length === 0;
  const isReceived = deliveries.every((delivery) => delivery.outcome === 'delivered');
  return deliveries.length > 0 && isReceived === (outcome === 'delivered');
}

/** Where the next page begins; null behind the last one. */
function nextAfter(listed: readonly { readonly id: number }[], limit: number): number | null {
  return listed.length < limit ? null : (listed.at(-1)?.id ?? null);
}
