/** `webhook/list`, `add`, `update`, `delete`. */
import type { Run } from '#api/commands/command.ts';
import { Fields } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { extrasMax } from '#webhooks/management/endpoint-desk.ts';
import { readWritten } from './endpoint-fields.ts';
import { tellEndpoint } from './endpoint-json.ts';
import {
  authorOf,
  findEndpoint,
  refuseFields,
  unknownEndpoint,
  type WebhookPorts,
} from './found-endpoint.ts';

/** An account may have so many origins that its requests name, and a few of its own. */
const listedMax = 1_100;
/** Jobs that are owed are counted so far. */
const owedMax = 10_000;

export function listEndpoints({ endpoints, clock }: WebhookPorts): Run {
  return async ({ caller }) => {
    const { store } = endpoints;
    const listed = await store.listEndpoints(caller.account.id, listedMax);
    const nowMs = clock.nowMs();
    const ids = listed.map(({ id }) => id);
    const standings = await store.standingsOf(ids, owedMax);
    const data = listed.map((endpoint) => {
      const standing = standings.get(endpoint.id);
      const failing = (standing?.state?.failingSinceMs ?? 0) > 0;
      return { ...tellEndpoint(endpoint, nowMs), owed: standing?.owed ?? 0, failing };
    });
    return succeed({ nbData: data.length, data });
  };
}

export function addEndpoint({ endpoints, clock }: WebhookPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = readWritten(fields);
    const secret = fields.text('secret');
    const { url } = written;
    if (url === undefined) fields.miss('endpoint URL is missing', 'url');
    if (fields.refusal !== undefined || url === undefined) return fields.refusal ?? unknownEndpoint;
    const wanted = { ...written, url, secret };
    const added = await endpoints.desk.add(call.caller.account.id, wanted, authorOf(call, clock));
    if (added.ok) {
      const { endpoint, warnings } = added;
      const webhook = { ...tellEndpoint(endpoint, clock.nowMs()), secret: added.secret };
      return succeed({ webhook, ...(warnings.length > 0 && { warnings: [...warnings] }) });
    }
    return added.why === 'fields'
      ? refuseFields(added.refusals)
      : refuse('too many endpoints', { details: { max: extrasMax } });
  };
}

export function changeEndpoint(ports: WebhookPorts): Run {
  const { endpoints, clock } = ports;
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = readWritten(fields);
    const found = await findEndpoint(call, fields, ports);
    if (!found.ok) return found.refusal;
    const changed = await endpoints.desk.change(found.endpoint, written, authorOf(call, clock));
    if (!changed.ok) {
      return changed.why === 'fields' ? refuseFields(changed.refusals) : unknownEndpoint;
    }
    const { endpoint, warnings } = changed;
    const webhook = tellEndpoint(endpoint, clock.nowMs());
    return succeed({ webhook, ...(warnings.length > 0 && { warnings: [...warnings] }) });
  };
}

export function removeEndpoint(ports: WebhookPorts): Run {
  const { endpoints, clock } = ports;
  return async (call) => {
    const found = await findEndpoint(call, new Fields(call.parameters), ports);
    if (!found.ok) return found.refusal;
    const author = authorOf(call, clock);
    const removed = await endpoints.store.removeEndpoint(found.endpoint.id, author);
    return removed ? succeed({}) : unknownEndpoint;
  };
}
