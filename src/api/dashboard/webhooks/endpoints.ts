/** Endpoints are listed, added, changed, held and removed. */

import { refuseFields } from '#api/commands/webhooks/found-endpoint.ts';
import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { extrasMax } from '#webhooks/management/endpoint-service.ts';
import { verifyingCode } from '#webhooks/management/endpoint-test.ts';
import * as definitions from './definitions.ts';
import { endpointsListedMax } from './endpoint-names.ts';
import { findOwn, nothingThere, type WebhookPagePorts } from './ports.ts';
import { showEndpoint, showEndpoints } from './shown.ts';

/** Characters of an answer's body. */
const answerMax = 4_096;

export function endpointHandlers(ports: WebhookPagePorts): readonly Handler[] {
  return [
    ...reading(ports),
    ...writing(ports),
    ...holding(ports),
    handle(definitions.testEndpoint, async ({ accountId, params, body }) => {
      const endpoint = await findOwn(accountId, params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const tested = await ports.endpoints.test(endpoint, body.kind);
      if (!tested.ok) return refuse('too many tests', { retryAfterS: tested.waitMs / 1_000 });
      const { received, problem, answer, request } = tested;
      return give({
        received,
        status: answer.status,
        error: problem,
        durationMs: Math.round(answer.durationMs),
        phases: { ...answer.phases },
        ip: answer.ip,
        request,
        response: { head: answer.head, body: answer.body.slice(0, answerMax) },
        verify: verifyingCode,
      });
    }),
  ];
}

function reading(ports: WebhookPagePorts): readonly Handler[] {
  return [
    handle(definitions.listEndpoints, async ({ accountId, role }) => {
      const listed = await ports.endpoints.store.listEndpoints(accountId, endpointsListedMax);
      return give({ endpoints: [...(await showEndpoints(listed, role, ports))] });
    }),
    handle(definitions.findEndpoint, async ({ accountId, role, params }) => {
      const endpoint = await findOwn(accountId, params.id, ports);
      if (endpoint === undefined) return nothingThere;
      return give({ endpoint: await showEndpoint(endpoint, role, ports) });
    }),
  ];
}

function writing(ports: WebhookPagePorts): readonly Handler[] {
  const { endpoints, clock } = ports;
  return [
    handle(definitions.addEndpoint, async (call) => {
      const { accountId, role, body } = call;
      const added = await endpoints.service.add(accountId, body, authorOf(call, clock));
      if (added.ok) {
        const { endpoint, secret, warnings } = added;
        const shown = await showEndpoint(endpoint, role, ports);
        return give({ endpoint: shown, secret, warnings: [...warnings] });
      }
      return added.why === 'fields'
        ? refuseFields(added.refusals)
        : refuse('too many endpoints', { details: { max: extrasMax } });
    }),
    handle(definitions.changeEndpoint, async (call) => {
      const { accountId, role, params, body } = call;
      const endpoint = await findOwn(accountId, params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const changed = await endpoints.service.change(endpoint, body, authorOf(call, clock));
      if (!changed.ok) {
        return changed.why === 'fields' ? refuseFields(changed.refusals) : nothingThere;
      }
      const shown = await showEndpoint(changed.endpoint, role, ports);
      return give({ endpoint: shown, warnings: [...changed.warnings] });
    }),
    handle(definitions.removeEndpoint, async (call) => {
      const endpoint = await findOwn(call.accountId, call.params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const removed = await endpoints.store.removeEndpoint(endpoint.id, authorOf(call, clock));
      return removed ? give(undefined) : nothingThere;
    }),
  ];
}

function holding(ports: WebhookPagePorts): readonly Handler[] {
  const { endpoints, clock } = ports;
  return [
    handle(definitions.pauseEndpoint, async (call) => {
      const endpoint = await findOwn(call.accountId, call.params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const isPaused = await endpoints.store.pauseEndpoint(endpoint.id, authorOf(call, clock));
      return isPaused ? give(undefined) : refuse('endpoint is held');
    }),
    handle(definitions.resumeEndpoint, async (call) => {
      const endpoint = await findOwn(call.accountId, call.params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const isActive = await endpoints.service.resume(
        endpoint.id,
        call.body,
        authorOf(call, clock),
      );
      return isActive ? give(undefined) : refuse('endpoint is active');
    }),
    handle(definitions.skipEvent, async (call) => {
      const endpoint = await findOwn(call.accountId, call.params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const eventId = await endpoints.service.skip(endpoint, authorOf(call, clock));
      return eventId === undefined ? refuse('nothing to skip') : give({ eventId: String(eventId) });
    }),
  ];
}
