/** `endpoint secret`, `rotate`, `revoke`, `test`: secrets that sign, and whether a receiver takes them. */

import { z } from 'zod';
import { faultOf, faultView } from '#core/attempt-fault.ts';
import { textOf } from '#core/input-form.ts';
import { writtenDuration } from '#core/moment.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { overlap, secretsMax } from '#webhooks/management/endpoint-service.ts';
import { verifyingCode } from '#webhooks/management/endpoint-test.ts';
import { sampleKinds } from '#webhooks/management/sample-kinds.ts';
import {
  accountOfEndpoint,
  type EndpointPorts,
  endpointId,
  endpointSecret,
  fieldRefused,
  findOwn,
} from './endpoint-input.ts';
import { endpointReads, named } from './endpoint-operations.ts';
import { secretView, viewSecrets } from './endpoint-view.ts';
import { endpointForms } from './words.ts';

/** Characters of an answer's body. */
const answerMax = 4_096;

const overlapInput = textOf(
  {
    read(text) {
      const ms = writtenDuration.read(text);
      return ms !== undefined && ms >= overlap.minMs && ms <= overlap.maxMs ? ms : undefined;
    },
  },
  endpointForms.overlap,
);

export const showSecret = operation({
  name: 'endpoint secret',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes: endpointReads,
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: named,
  output: z.object({ secret: z.string() }),
  refusals: ['endpoint is not there', 'secret was shown', 'endpoint was changed meanwhile'],
  async run(ports: EndpointPorts, input, caller) {
    const endpoint = await findOwn(ports, input, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const shown = await ports.endpointManagement.service.showSecret(endpoint, caller);
    if (shown.ok) return { secret: shown.secret };
    return shown.why === 'shown already'
      ? refuse('secret was shown', { params: input })
      : refuse('endpoint was changed meanwhile', { params: input });
  },
});

export const rotateSecret = operation({
  name: 'endpoint rotate',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes: endpointReads,
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: z.strictObject({
    endpoint: endpointId,
    overlap: overlapInput.optional(),
    secret: endpointSecret.optional(),
  }),
  output: z.object({ secret: z.string(), secrets: z.array(secretView) }),
  refusals: [
    'endpoint is not there',
    'endpoint field is refused',
    'too many secrets',
    'endpoint was changed meanwhile',
  ],
  async run(ports: EndpointPorts, { endpoint: id, overlap: overlapMs, secret }, caller) {
    const endpoint = await findOwn(ports, { endpoint: id }, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const wish = { overlapMs: overlapMs ?? overlap.usualMs, secret };
    const rotated = await ports.endpointManagement.service.rotate(endpoint, wish, caller);
    if (rotated.ok) {
      return { secret: rotated.secret, secrets: viewSecrets(rotated.secrets) };
    }
    if (rotated.why === 'fields') return fieldRefused(rotated.refusals);
    return refuse(
      rotated.why === 'too many secrets' ? 'too many secrets' : 'endpoint was changed meanwhile',
      { params: { endpoint: id, max: secretsMax } },
    );
  },
});

export const revokeSecrets = operation({
  name: 'endpoint revoke',
  does: 'writes',
  needs: 'manage keys',
  whileClosed: true,
  fresh: true,
  changes: endpointReads,
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: named,
  output: named,
  refusals: ['endpoint is not there', 'endpoint was changed meanwhile'],
  async run(ports: EndpointPorts, input, caller) {
    const endpoint = await findOwn(ports, input, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const isRevoked = await ports.endpointManagement.service.revoke(endpoint, caller);
    return isRevoked ? input : refuse('endpoint was changed meanwhile', { params: input });
  },
});

export const testEndpoint = operation({
  name: 'endpoint test',
  does: 'writes',
  needs: 'manage keys',
  changes: endpointReads,
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: z.strictObject({ endpoint: endpointId, kind: z.enum(sampleKinds).default('dlr') }),
  output: z.object({
    received: z.boolean(),
    status: z.int(),
    error: z.string(),
    fault: faultView,
    durationMs: z.int(),
    phases: z.object({ resolveMs: z.int(), connectMs: z.int(), tlsMs: z.int(), answerMs: z.int() }),
    ip: z.string(),
    /** As it was sent, without the values of the endpoint's own headers. */
    request: z.string(),
    response: z.object({ head: z.string(), body: z.string() }),
    /** Code that verifies such a request. */
    verify: z.string(),
  }),
  refusals: ['endpoint is not there', 'too many tests'],
  async run(ports: EndpointPorts, { endpoint: id, kind }, caller) {
    const endpoint = await findOwn(ports, { endpoint: id }, caller.accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const tested = await ports.endpointManagement.test(endpoint, kind);
    if (!tested.ok)
      return refuse('too many tests', { params: { retryAfterS: tested.waitMs / 1_000 } });
    const { received, problem, answer, request } = tested;
    return {
      received,
      status: answer.status,
      error: problem,
      fault: faultOf(problem),
      durationMs: Math.round(answer.durationMs),
      phases: { ...answer.phases },
      ip: answer.ip,
      request,
      response: { head: answer.head, body: answer.body.slice(0, answerMax) },
      verify: verifyingCode,
    };
  },
});
