/** `endpoint pause`, `resume`, `skip`: what is pending waits, goes on, or is passed over. */
import { z } from 'zod';
import { textOf } from '#core/input-form.ts';
import { atMsOf, momentForm, readMoment } from '#core/moment.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import type { Backlog } from '#webhooks/management/endpoint-service.ts';
import { accountOfEndpoint, type EndpointPorts, endpointId, findOwn } from './endpoint-input.ts';
import { endpointReads, named } from './endpoint-operations.ts';

export const pauseEndpoint = operation({
  name: 'endpoint pause',
  does: 'writes',
  needs: 'manage keys',
  whileClosed: true,
  changes: endpointReads,
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: named,
  output: z.object({ endpoint: z.int(), state: z.literal('paused') }),
  refusals: ['endpoint is not there', 'endpoint is held'],
  async run(ports: EndpointPorts, input, caller) {
    const endpoint = await findOwn(ports, input, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const isPaused = await ports.endpointManagement.store.pauseEndpoint(endpoint.id, caller);
    return isPaused
      ? { endpoint: endpoint.id, state: 'paused' as const }
      : refuse('endpoint is held', { params: input });
  },
});

export const resumeEndpoint = operation({
  name: 'endpoint resume',
  does: 'writes',
  needs: 'manage keys',
  changes: endpointReads,
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: z.strictObject({
    endpoint: endpointId,
    send: z.enum(['all', 'none']).optional(),
    newerThan: textOf({ read: readMoment }, momentForm).optional(),
  }),
  output: z.object({ endpoint: z.int(), state: z.literal('active') }),
  refusals: ['endpoint is not there', 'endpoint is active', 'two ways to go on'],
  async run(ports: EndpointPorts, { endpoint: id, send, newerThan }, caller) {
    if (send !== undefined && newerThan !== undefined) return refuse('two ways to go on');
    const endpoint = await findOwn(ports, { endpoint: id }, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const backlog: Backlog =
      newerThan === undefined
        ? { send: send ?? 'all' }
        : { send: 'newer', thanMs: atMsOf(newerThan, caller.atMs) };
    const isActive = await ports.endpointManagement.service.resume(id, backlog, caller);
    return isActive
      ? { endpoint: id, state: 'active' as const }
      : refuse('endpoint is active', { params: { endpoint: id } });
  },
});

export const skipEvent = operation({
  name: 'endpoint skip',
  does: 'writes',
  needs: 'manage keys',
  changes: endpointReads,
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: named,
  output: z.object({ eventId: z.string() }),
  refusals: ['endpoint is not there', 'nothing to skip'],
  async run(ports: EndpointPorts, input, caller) {
    const endpoint = await findOwn(ports, input, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const eventId = await ports.endpointManagement.service.skip(endpoint, caller);
    return eventId === undefined
      ? refuse('nothing to skip', { params: input })
      : { eventId: String(eventId) };
  },
});
