/** `webhook/list`, `add`, `update`, `delete`. */
import type { ApiBase } from '#accounts/api-key.ts';
import type { Run } from '#api/commands/command.ts';
import { Fields } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { owedByEndpointMax } from '#model/engines.ts';
import type { WrittenEndpoint } from '#webhooks/management/endpoint-rules.ts';
import { extrasMax } from '#webhooks/management/endpoint-service.ts';
import { isMailKind, mailFamilies } from '#webhooks/management/sample-kinds.ts';
import { readWritten } from './endpoint-fields.ts';
import { endpointToJson } from './endpoint-json.ts';
import {
  authorOf,
  findEndpoint,
  listedMax,
  refuseFields,
  unknownEndpoint,
  type WebhookPorts,
} from './found-endpoint.ts';

export function listEndpoints({ endpoints, clock }: WebhookPorts): Run {
  return async ({ caller }) => {
    const { store } = endpoints;
    const listed = await store.listEndpoints(caller.account.id, listedMax);
    const nowMs = clock.nowMs();
    const ids = listed.map(({ id }) => id);
    const standings = await store.standingsOf(ids, owedByEndpointMax);
    const data = listed.map((endpoint) => {
      const standing = standings.get(endpoint.id);
      const failing = (standing?.state?.failingSinceMs ?? 0) > 0;
      return { ...endpointToJson(endpoint, nowMs), owed: standing?.owed ?? 0, failing };
    });
    return succeed({ nbData: data.length, data });
  };
}

export function addEndpoint({ endpoints, clock }: WebhookPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = withinBase(readWritten(fields), call.base, fields);
    const secret = fields.text('secret');
    const { url } = written;
    if (url === undefined) fields.miss('endpoint URL is missing', 'url');
    if (fields.refusal !== undefined || url === undefined) return fields.refusal ?? unknownEndpoint;
    const wanted = { ...written, url, secret };
    const added = await endpoints.service.add(
      call.caller.account.id,
      wanted,
      authorOf(call, clock),
    );
    if (added.ok) {
      const { endpoint, warnings } = added;
      const webhook = { ...endpointToJson(endpoint, clock.nowMs()), secret: added.secret };
      return succeed({ webhook, ...(warnings.length > 0 && { warnings: [...warnings] }) });
    }
    return added.why === 'fields'
      ? refuseFields(added.refusals)
      : refuse('too many endpoints', { details: { max: extrasMax } });
  };
}

/** Clients that manage endpoints by the email base have them take events of emails. */
function withinBase<Written extends Pick<WrittenEndpoint, 'events'>>(
  written: Written,
  base: ApiBase,
  fields: Fields,
): Written {
  const { events = [] } = written;
  if (base === 'sms') return written;
  if (events.length === 0) return { ...written, events: mailFamilies };
  if (!events.every(isMailKind)) fields.refuse('value is not kinds of events', 'events');
  return written;
}

export function changeEndpoint(ports: WebhookPorts): Run {
  const { endpoints, clock } = ports;
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = readWritten(fields);
    const { events } = written;
    if (events !== undefined) withinBase({ events }, call.base, fields);
    const found = await findEndpoint(call, fields, ports);
    if (!found.ok) return found.refusal;
    const changed = await endpoints.service.change(found.endpoint, written, authorOf(call, clock));
    if (!changed.ok) {
      return changed.why === 'fields' ? refuseFields(changed.refusals) : unknownEndpoint;
    }
    const { endpoint, warnings } = changed;
    const webhook = endpointToJson(endpoint, clock.nowMs());
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
