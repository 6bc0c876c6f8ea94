/** `webhook/secret`, `rotate` and `revoke`: one nobody saw, a new one beside the old, and their end. */
import type { Call, Run } from '#api/commands/command.ts';
import { Fields } from '#api/parameters/fields.ts';
import { type Refusal, refuse, succeed } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import type { Endpoint } from '#webhooks/endpoint.ts';
import { overlap, secretsMax } from '#webhooks/management/endpoint-service.ts';
import { secretsToJson } from './endpoint-json.ts';
import {
  authorOf,
  findEndpoint,
  listedMax,
  refuseFields,
  type WebhookPorts,
} from './found-endpoint.ts';

export function rotateSecret(ports: WebhookPorts): Run {
  const { endpoints, clock } = ports;
  return async (call) => {
    const fields = new Fields(call.parameters);
    const [minS, maxS] = [overlap.minMs / 1_000, overlap.maxMs / 1_000];
    const overlapS = fields.wholeNumber('overlap', minS, maxS) ?? overlap.usualMs / 1_000;
    const secret = fields.text('secret');
    const found = await findEndpoint(call, fields, ports);
    if (!found.ok) return found.refusal;
    const wish = { overlapMs: overlapS * 1_000, secret };
    const rotated = await endpoints.service.rotate(found.endpoint, wish, authorOf(call, clock));
    if (rotated.ok) {
      const secrets = secretsToJson(rotated.secrets, clock.nowMs());
      return succeed({ secret: rotated.secret, secrets });
    }
    switch (rotated.why) {
      case 'fields':
        return refuseFields(rotated.refusals);
      case 'too many secrets':
        return refuse('too many secrets', { field: 'id', details: { max: secretsMax } });
      case 'changed meanwhile':
        return refuse('endpoint was changed meanwhile', { field: 'id' });
      default:
        return unreachable(rotated);
    }
  };
}

/** Of an endpoint, or without an id the one that all URLs of the account's requests share. */
export function showSecret(ports: WebhookPorts): Run {
  const { endpoints, clock } = ports;
  return async (call) => {
    const endpoint = await endpointToShow(call, ports);
    if ('ok' in endpoint) return endpoint;
    const shown = await endpoints.service.showSecret(endpoint, authorOf(call, clock));
    if (shown.ok) return succeed({ id: endpoint.id, url: endpoint.url, secret: shown.secret });
    return refuse(
      shown.why === 'shown already' ? 'secret was shown' : 'endpoint was changed meanwhile',
      { field: 'id' },
    );
  };
}

async function endpointToShow(call: Call, ports: WebhookPorts): Promise<Endpoint | Refusal> {
  const fields = new Fields(call.parameters);
  if (fields.isGiven('id') || fields.isGiven('endpointId')) {
    const found = await findEndpoint(call, fields, ports);
    return found.ok ? found.endpoint : found.refusal;
  }
  const named = await ports.endpoints.store.listEndpoints(call.caller.account.id, listedMax);
  return named.find(({ source }) => source === 'request') ?? refuse('no URL of a request');
}

export function revokeSecrets(ports: WebhookPorts): Run {
  const { endpoints, clock } = ports;
  return async (call) => {
    const found = await findEndpoint(call, new Fields(call.parameters), ports);
    if (!found.ok) return found.refusal;
    const revoked = await endpoints.service.revoke(found.endpoint, authorOf(call, clock));
    return revoked ? succeed({}) : refuse('endpoint was changed meanwhile', { field: 'id' });
  };
}
