/** The endpoint that a command is about, if it is one of the caller's. */
import type { Call } from '#api/commands/command.ts';
import { type Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { Endpoint } from '#webhooks/endpoint.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import type { FieldRefusal } from '#webhooks/management/endpoint-rules.ts';

export type WebhookPorts = { readonly endpoints: EndpointManagement; readonly clock: Clock };

type Found =
  | { readonly ok: true; readonly endpoint: Endpoint }
  | { readonly ok: false; readonly refusal: Refusal };

/** An account may have so many origins that its requests name, and a few of its own. */
export const listedMax = 1_100;

export const unknownEndpoint = refuse('endpoint is unknown', { field: 'id' });

/** After all other fields are read. One of somebody else is as unknown as none. */
export async function findEndpoint(
  { caller }: Call,
  fields: Fields,
  { endpoints }: WebhookPorts,
): Promise<Found> {
  const text = fields.isGiven('endpointId')
    ? fields.text('endpointId')
    : fields.requiredText('id', 'endpoint id is missing');
  if (fields.refusal !== undefined) return { ok: false, refusal: fields.refusal };
  const id = parseWholeNumber(text ?? '');
  const endpoint = id === undefined ? undefined : await endpoints.store.findEndpoint(id);
  return endpoint?.accountId === caller.account.id
    ? { ok: true, endpoint }
    : { ok: false, refusal: unknownEndpoint };
}

export function authorOf({ caller }: Call, clock: Clock): Author {
  return { actor: `api key ${caller.key.id}`, atMs: clock.nowMs() };
}

/** Refusals of the rules, each about its parameter. */
export function refuseFields(refusals: readonly FieldRefusal[]): Refusal {
  const [first, ...rest] = refusals.map(({ field, reason }) => ({
    word: 'endpoint field is refused' as const,
    field,
    details: { reason },
  }));
  return first === undefined ? unknownEndpoint : { ok: false, problems: [first, ...rest] };
}
