/** An endpoint's secret is replaced, and the ones before it end. */
import { refuseFields } from '#api/commands/webhooks/found-endpoint.ts';
import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import { overlap, secretsMax } from '#webhooks/management/endpoint-service.ts';
import * as definitions from './definitions.ts';
import { findOwn, nothingThere, type WebhookPagePorts } from './ports.ts';
import { showSecrets } from './shown.ts';

const hourMs = 3_600_000;

export function secretHandlers(ports: WebhookPagePorts): readonly Handler[] {
  const { endpoints, clock } = ports;
  return [
    handle(definitions.rotateSecret, async (call) => {
      const endpoint = await findOwn(call.accountId, call.params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const { overlapHours, secret } = call.body;
      const overlapMs = overlapHours === undefined ? overlap.usualMs : overlapHours * hourMs;
      const wish = { overlapMs, secret };
      const rotated = await endpoints.service.rotate(endpoint, wish, authorOf(call, clock));
      if (rotated.ok) {
        const secrets = showSecrets(rotated.secrets, clock.nowMs());
        return give({ secret: rotated.secret, secrets });
      }
      switch (rotated.why) {
        case 'fields':
          return refuseFields(rotated.refusals);
        case 'too many secrets':
          return refuse('too many secrets', { details: { max: secretsMax } });
        case 'changed meanwhile':
          return refuse('endpoint was changed meanwhile');
        default:
          return unreachable(rotated);
      }
    }),
    handle(definitions.showSecret, async (call) => {
      const endpoint = await findOwn(call.accountId, call.params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const shown = await endpoints.service.showSecret(endpoint, authorOf(call, clock));
      if (shown.ok) return give({ secret: shown.secret });
      const isShown = shown.why === 'shown already';
      return refuse(isShown ? 'secret was shown' : 'endpoint was changed meanwhile');
    }),
    handle(definitions.revokeSecrets, async (call) => {
      const endpoint = await findOwn(call.accountId, call.params.id, ports);
      if (endpoint === undefined) return nothingThere;
      const isRevoked = await endpoints.service.revoke(endpoint, authorOf(call, clock));
      return isRevoked ? give(undefined) : refuse('endpoint was changed meanwhile');
    }),
  ];
}
