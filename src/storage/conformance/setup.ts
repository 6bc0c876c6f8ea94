/** What the suites of all stores begin with. */
import type { Account } from '#accounts/account.ts';
import { atMs, money } from '#test/harness/records.ts';
import type { Storage } from '../storage.ts';

export const noEvents = { submits: [], receipts: [], refusals: [] } as const;
export const smsLane = { lane: 'sms/1/0:normal/1', limit: 10, nowMs: atMs };
export const webhookLane = { lane: 'webhook/1', limit: 10, nowMs: atMs };

export function withAccount(storage: Storage, balance = 1_000_000): Promise<Account> {
  return storage.accounts.createAccount(
    {
      name: 'Acme',
      email: 'a@acme.example',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(balance),
      testBalance: money(0),
      createdAtMs: atMs,
    },
    'test',
  );
}

/** Without the prototype that a backend's rows may have. */
export function plain(rows: readonly object[]): object[] {
  return rows.map((row) => ({ ...row }));
}

export function anAttempt(jobId: number) {
  return {
    eventId: 1,
    endpointId: 1,
    jobId,
    n: 1,
    atMs,
    outcome: 'retry',
    status: 500,
    error: 'answered 500',
    durationMs: 3,
    ip: '192.0.2.1',
    responseHead: '',
    responseBody: '',
  } as const;
}
