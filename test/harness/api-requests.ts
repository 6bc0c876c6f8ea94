/** Requests of the API as its log keeps them. */
import type { RequestRecord } from '#accounts/requests/request-record.ts';
import { atMs } from './records.ts';

export function anApiRequest(
  change: Partial<RequestRecord> & { accountId: number },
): RequestRecord {
  return {
    atMs,
    requestId: 'r',
    method: 'POST',
    path: '/v1/send',
    status: 200,
    code: 200,
    refusal: null,
    durationMs: 3,
    keyId: null,
    network: '192.0.0.0/16',
    octets: 12,
    parameters: '{}',
    answer: '',
    skipped: 0,
    ...change,
  };
}
