/** What happened, where it was posted, and what came back. */
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import * as definitions from './definitions.ts';
import { findOwn, nothingThere, type WebhookPagePorts } from './ports.ts';
import { isWebhook, showAttempt, showEvent } from './shown.ts';

/** An event has 14 attempts at each endpoint, and more by replays. */
const attemptsMax = 1_000;
const attemptsOfPageMax = 10_000;
const deliveriesShown = 10;

export function eventHandlers(ports: WebhookPagePorts): readonly Handler[] {
  const { store } = ports.endpoints;
  return [
    handle(definitions.listEvents, async ({ accountId, role, query }) => {
      const { after = Number.MAX_SAFE_INTEGER, limit = pageMax } = query;
      const events = await store.listEvents(accountId, after, limit);
      const ids = events.map(({ id }) => id);
      const attempts = await store.attemptsOf(ids, attemptsOfPageMax);
      const ofEvent = Map.groupBy(attempts, ({ eventId }) => eventId);
      return give({
        events: events.map((event) => showEvent(event, ofEvent.get(event.id) ?? [], role)),
        after: nextAfter(events, limit),
      });
    }),
    handle(definitions.findEvent, async ({ accountId, role, params }) => {
      const event = await store.findEvent(accountId, params.event);
      if (event === undefined) return nothingThere;
      const bodies = await ports.eventBodies.findBodies([event.id]);
      const attempts = await store.attemptsOf([event.id], attemptsMax);
      return give({
        event: showEvent(event, attempts, role),
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

/** Where the next page begins; null behind the last one. */
function nextAfter(listed: readonly { readonly id: number }[], limit: number): number | null {
  return listed.length < limit ? null : (listed.at(-1)?.id ?? null);
}
