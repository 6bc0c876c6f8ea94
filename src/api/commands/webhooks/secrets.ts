/** `webhook/rotate` and `revoke`: a new secret, beside the old ones for a while, and their end. */
import type { Run } from '#api/commands/command.ts';
import { Fields } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import { overlap, secretsMax } from '#webhooks/management/endpoint-desk.ts';
import { tellSecrets } from './endpoint-json.ts';
import { authorOf, findEndpoint, refuseFields, type WebhookPorts } from './found-endpoint.ts';

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
    const rotated = await endpoints.desk.rotate(found.endpoint, wish, authorOf(call, clock));
    if (rotated.ok) {
      const secrets = tellSecrets(rotated.secrets, clock.nowMs());
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

export function revokeSecrets(ports: WebhookPorts): Run {
  const { endpoints, clock } = ports;
  return async (call) => {
    const found = await findEndpoint(call, new Fields(call.parameters), ports);
    if (!found.ok) return found.refusal;
    const revoked = await endpoints.desk.revoke(found.endpoint, authorOf(call, clock));
    return revoked ? succeed({}) : refuse('endpoint was changed meanwhile', { field: 'id' });
  };
}
