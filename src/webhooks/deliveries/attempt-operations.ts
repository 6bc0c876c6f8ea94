/** `endpoint attempts`, `deliveries`: what was posted to an endpoint, and what came of it. */
import { z } from 'zod';
import { idInput } from '#core/common-inputs.ts';
import { operation, Refusal } from '#core/operation.ts';
import { accountOfEndpoint, endpointId, findOwn } from '#webhooks/endpoints/endpoint-input.ts';
import { named } from '#webhooks/endpoints/endpoint-operations.ts';
import { attemptView, showAttempt } from './delivery-view.ts';
import { attemptsMax, type DeliveryPorts, nextAfter } from './event-operations.ts';

type AttemptPorts = Pick<DeliveryPorts, 'endpointManagement'>;

const deliveriesShown = 10;

export const listAttempts = operation({
  name: 'endpoint attempts',
  does: 'reads',
  needs: 'read contents',
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: z.strictObject({
    endpoint: endpointId,
    event: idInput.optional(),
    after: idInput.optional(),
    limit: z.int().min(1).max(attemptsMax).default(50),
  }),
  output: z.object({ attempts: z.array(attemptView), after: z.int().nullable() }),
  refusals: ['endpoint is not there'],
  async run(ports: AttemptPorts, { endpoint: id, event, after, limit }, caller) {
    const endpoint = await findOwn(ports, { endpoint: id }, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const { store } = ports.endpointManagement;
    if (event !== undefined) {
      const all = await store.attemptsOf([event], attemptsMax);
      const own = all.filter(({ endpointId: of }) => of === id);
      return { attempts: own.map(showAttempt), after: null };
    }
    const failed = await store.failedAttempts(id, after ?? Number.MAX_SAFE_INTEGER, limit);
    return { attempts: failed.map(showAttempt), after: nextAfter(failed, limit) };
  },
});

export const listDeliveries = operation({
  name: 'endpoint deliveries',
  does: 'reads',
  needs: 'read contents',
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: named,
  output: z.object({ deliveries: z.array(attemptView.extend({ kind: z.string() })) }),
  refusals: ['endpoint is not there'],
  async run(ports: AttemptPorts, input, caller) {
    const endpoint = await findOwn(ports, input, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const { store } = ports.endpointManagement;
    const last = await store.lastAttempts(endpoint, deliveriesShown);
    const deliveries = last.map(async (attempt) => {
      const event = await store.findEvent(caller.accountId, attempt.eventId);
      return { ...showAttempt(attempt), kind: event?.kind ?? '' };
    });
    return { deliveries: await Promise.all(deliveries) };
  },
});
