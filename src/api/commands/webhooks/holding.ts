/** `webhook/pause`, `resume`, `skip`: what is pending waits, goes on, or is passed over. */
import type { Run } from '#api/commands/command.ts';
import { Fields } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import type { Backlog } from '#webhooks/management/endpoint-service.ts';
import { authorOf, findEndpoint, type WebhookPorts } from './found-endpoint.ts';
import { readInstant } from './written-instant.ts';

export function pauseEndpoint(ports: WebhookPorts): Run {
  const { endpoints, clock } = ports;
  return async (call) => {
    const found = await findEndpoint(call, new Fields(call.parameters), ports);
    if (!found.ok) return found.refusal;
    const author = authorOf(call, clock);
    const isPaused = await endpoints.store.pauseEndpoint(found.endpoint.id, author);
    return isPaused ? succeed({ state: 'paused' }) : refuse('endpoint is held', { field: 'id' });
  };
}

/** `send`: all of what was collected, none of it, or what is newer than `newerThan`. */
export function resumeEndpoint(ports: WebhookPorts): Run {
  const { endpoints, clock } = ports;
  return async (call) => {
    const fields = new Fields(call.parameters);
    const backlog = readBacklog(fields, clock.nowMs());
    const found = await findEndpoint(call, fields, ports);
    if (!found.ok) return found.refusal;
    const author = authorOf(call, clock);
    const isActive = await endpoints.service.resume(found.endpoint.id, backlog, author);
    return isActive ? succeed({ state: 'active' }) : refuse('endpoint is active', { field: 'id' });
  };
}

function readBacklog(fields: Fields, nowMs: number): Backlog {
  const thanMs = readInstant(fields, 'newerThan', nowMs);
  const send = fields.oneOf('send', ['all', 'none', 'newer']) ?? (thanMs ? 'newer' : 'all');
  if (send !== 'newer') return { send };
  if (thanMs === undefined) fields.refuse('value is not a time', 'newerThan');
  return { send, thanMs: thanMs ?? 0 };
}

export function skipHead(ports: WebhookPorts): Run {
  const { endpoints, clock } = ports;
  return async (call) => {
    const found = await findEndpoint(call, new Fields(call.parameters), ports);
    if (!found.ok) return found.refusal;
    const eventId = await endpoints.service.skip(found.endpoint, authorOf(call, clock));
    return eventId === undefined
      ? refuse('nothing to skip', { field: 'id' })
      : succeed({ eventId: String(eventId) });
  };
}
