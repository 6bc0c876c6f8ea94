/** Where what is sealed of an endpoint stands, besides its secrets. */
import type { Endpoint } from './endpoint.ts';

type Place = Pick<Endpoint, 'accountId' | 'source'>;

export function headersPlace({ accountId, source }: Place): string {
  return `webhook_endpoint/${accountId}-${source}/headers`;
}

export function keyPlace({ accountId, source }: Place): string {
  return `webhook_endpoint/${accountId}-${source}/key`;
}
