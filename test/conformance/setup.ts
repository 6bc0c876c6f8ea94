/** What the suites of all stores begin with. */

import type { Account } from '#accounts/account.ts';
import type { AuditRecord } from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import type { Lease } from '#queue/lease.ts';
import type { Storage } from '#storage/storage.ts';
import { aMatch, anAcceptance, anEvent, aSubmit, atMs, money } from '#test/harness/records.ts';

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

/** The first person of all, who reads French and owns the account. */
export async function withFrenchOwner(
  { people, settings }: Storage,
  { accountId, email }: { readonly accountId: number; readonly email: string },
): Promise<void> {
  const author = { actor: 'test', atMs };
  await settings.saveSetting('setup', 'token');
  const user = { email, name: 'Ada', passwordHash: 'h', createdAtMs: atMs };
  const made = must(await people.createFirstUser(user, { name: 'setup', value: 'token' }), 'user');
  await people.changeUser(made.id, { language: 'fr' }, author);
  await people.setRole(accountId, made.id, 'owner', author);
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
    phases: { resolveMs: 0, connectMs: 0, tlsMs: 0, answerMs: 3 },
    url: '',
    ip: '192.0.2.1',
    responseHead: '',
    responseBody: '',
  } as const;
}

export async function withEvents(storage: Storage, keys: readonly string[]): Promise<void> {
  const account = await withAccount(storage, 100_000_000);
  const acceptances = keys.map((_, index) => anAcceptance(account, index + 1));
  await storage.messages.acceptMessages(acceptances);
  const submits = acceptances.map((acceptance) => aSubmit(acceptance));
  const receipts = submits.map((submit, index) => {
    const orderKey = keys[index] ?? '';
    const event = anEvent(index + 1, { orderKey });
    return aMatch(submit, { ...event, job: event.job && { ...event.job, orderKey } });
  });
  await storage.messages.recordFacts({ ...noEvents, submits, receipts });
}

const ofSetup: ReadonlySet<string> = new Set(['account.created', 'operator.added']);

/** What is in the audit, the newest first, but for what a test begins with. */
export async function auditBehindSetup(storage: Storage): Promise<readonly AuditRecord[]> {
  const records = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 10);
  return records.filter(({ action }) => !ofSetup.has(action));
}

/** The newest of a name that changes hands each time. */
export async function aLease(storage: Storage): Promise<Lease> {
  const [lease] = await storage.leases.take(1, ['work'], 0);
  return must(lease, 'lease just taken');
}

export async function drain(walk: AsyncIterable<number>): Promise<number> {
  let rows = 0;
  for await (const forgotten of walk) rows += forgotten;
  return rows;
}
