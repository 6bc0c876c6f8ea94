/** Events of look-ups that are told by webhook: `lookup`, one for each number, with the body that the command builds. */
import { type OwedEvent, unnumbered } from '#queue/owed-event.ts';
import { type AccountEndpoints, destinationsOf } from './account-endpoints.ts';
import { oweDeliveries } from './owed-delivery.ts';

export type LookupFact = {
  readonly accountId: number;
  /** Shared by the numbers of one request. */
  readonly campaignId: number;
  /** One for each number. */
  readonly results: readonly object[];
  /** As the request named them; null: the account's own. */
  readonly url: string | null;
  readonly endpointId: number | null;
  readonly test: boolean;
  readonly atMs: number;
};

export type LookupEventPorts = {
  readonly endpoints: Pick<AccountEndpoints, 'find'>;
  readonly nextJobId: () => number;
};

const kind = 'lookup';

/** Without an endpoint they are stored all the same: they can be pulled, and replayed later. */
export async function lookupEvents(
  { accountId, campaignId, results, url, endpointId, test, atMs }: LookupFact,
  ports: LookupEventPorts,
): Promise<readonly OwedEvent[]> {
  const endpoints = await ports.endpoints.find(accountId);
  const asked = { kind, requestEndpointId: endpointId };
  const endpointIds = destinationsOf(asked, endpoints, 'report');
  return results.map((result, index) => {
    const orderKey = `${kind}/${campaignId}/${index + 1}`;
    return {
      id: unnumbered,
      accountId,
      kind,
      orderKey,
      url,
      body: Buffer.from(JSON.stringify({ campaignId, ...result })),
      createdAtMs: atMs,
      test,
      ...oweDeliveries({ endpointIds, orderKey, atMs }, ports),
    };
  });
}
