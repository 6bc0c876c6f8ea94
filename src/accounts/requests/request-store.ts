/** What the log of requests asks of the storage. */
import type { Place } from '#core/id-paging.ts';
import type {
  KeptRequest,
  ListedRequest,
  RequestBounds,
  RequestFilter,
  RequestRecord,
} from './request-record.ts';

export interface RequestStore {
  /** In one commit that nobody waits for; 1,000 at most. */
  keepApiRequests(requests: readonly RequestRecord[]): Promise<void>;
  /** Drops the oldest of an account until the others are within its bounds. */
  trimApiRequests(accountId: number, bounds: RequestBounds): Promise<void>;
  listApiRequests(
    accountId: number,
    filter: RequestFilter,
    page: Place & { readonly limit: number },
  ): Promise<readonly ListedRequest[]>;
  findApiRequest(accountId: number, id: number): Promise<KeptRequest | undefined>;
}
