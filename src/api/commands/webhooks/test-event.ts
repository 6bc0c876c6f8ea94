/** `webhook/test`: posts a sample and tells what came back. */
import type { Run } from '#api/commands/command.ts';
import { Fields } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { verifyingCode } from '#webhooks/management/endpoint-test.ts';
import { sampleKinds } from '#webhooks/management/sample-kinds.ts';
import { findEndpoint, type WebhookPorts } from './found-endpoint.ts';

export function sendTest(ports: WebhookPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const kind = fields.oneOf('event', sampleKinds) ?? 'dlr';
    const found = await findEndpoint(call, fields, ports);
    if (!found.ok) return found.refusal;
    const tested = await ports.endpoints.test(found.endpoint, kind);
    if (!tested.ok) return refuse('too many tests', { retryAfterS: tested.waitMs / 1_000 });
    const { received, problem, answer, request } = tested;
    return succeed({
      received,
      event: kind,
      status: answer.status,
      error: problem,
      durationMs: Math.round(answer.durationMs),
      phases: { ...answer.phases },
      ip: answer.ip,
      request,
      response: { head: answer.head, body: answer.body.slice(0, 4_096) },
      verify: verifyingCode,
    });
  };
}
