/** Judges signatures by what is kept of the event and of the account's endpoints. */
import type { Clock } from '#core/clock.ts';
import type { Sealer } from '#core/sealed.ts';
import type { Endpoint } from '#webhooks/endpoint.ts';
import {
  checkSignature,
  eventIdOf,
  type KnownSecret,
  readHeaderLines,
  type SignatureVerdict,
} from '#webhooks/management/check-signature.ts';
import type { EventStore } from '#webhooks/pull/event-store.ts';
import { secretPlace } from '#webhooks/signature.ts';
import type { EndpointManagement } from './endpoint-management.ts';

export type VerdictPorts = {
  readonly endpointManagement: Pick<EndpointManagement, 'store'>;
  readonly webhooks: Pick<EventStore, 'findBodies'>;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

type Received = { readonly atMs: number; readonly head: string; readonly body: Uint8Array };

/** An account may have so many origins that its requests name, and a few of its own. */
const endpointsMax = 1_100;
const attemptsMax = 200;

type Pasted = { readonly secret: string; readonly headers: string; readonly body: string };

/** What is known of other accounts has no part in it. */
export async function judgePasted(
  accountId: number,
  { secret, headers: lines, body }: Pasted,
  ports: VerdictPorts,
): Promise<SignatureVerdict> {
  const headers = readHeaderLines(lines);
  const { store } = ports.endpointManagement;
  const eventId = eventIdOf(headers);
  const event = eventId === undefined ? undefined : await store.findEvent(accountId, eventId);
  const endpoints = await store.listEndpoints(accountId, endpointsMax);
  return checkSignature({ headers, body: Buffer.from(body) }, secret.trim(), {
    nowMs: ports.clock.nowMs(),
    sentBody: event && (await bodyOf(event.id, ports)),
    others: endpoints.flatMap((endpoint) => secretsOf(endpoint, ports)),
  });
}

/** By the secrets of the endpoints that the event was posted to; undefined: none of them is known. */
export async function judgeReceived(
  request: Received,
  ports: VerdictPorts,
): Promise<SignatureVerdict | undefined> {
  const headers = readHeaderLines(request.head);
  const eventId = eventIdOf(headers);
  if (eventId === undefined) return undefined;
  const secrets = await sendersOf(eventId, ports);
  const sentBody = await bodyOf(eventId, ports);
  const verdicts = secrets.map(({ secret }) =>
    checkSignature({ headers, body: request.body }, secret, {
      nowMs: request.atMs,
      sentBody,
      others: [],
    }),
  );
  return verdicts.find(({ verdict }) => verdict === 'right') ?? verdicts[0];
}

async function sendersOf(eventId: number, ports: VerdictPorts): Promise<readonly KnownSecret[]> {
  const { store } = ports.endpointManagement;
  const attempts = await store.attemptsOf([eventId], attemptsMax);
  // An SMPP user's stand there under its id with a minus.
  const ids = new Set(attempts.map(({ endpointId }) => endpointId).filter((id) => id > 0));
  const endpoints = await Promise.all([...ids].map((id) => store.findEndpoint(id)));
  return endpoints.flatMap((endpoint) => (endpoint ? secretsOf(endpoint, ports) : []));
}

/** Also those that sign no more. */
function secretsOf(endpoint: Endpoint, { sealer }: VerdictPorts): readonly KnownSecret[] {
  const place = secretPlace(endpoint);
  return endpoint.secrets.map(({ sealed }) => ({
    endpointId: endpoint.id,
    secret: sealer.open(sealed, place),
  }));
}

async function bodyOf(eventId: number, { webhooks }: VerdictPorts) {
  return (await webhooks.findBodies([eventId])).get(eventId);
}
