/** The log of requests: kept masked, listed by filters, bounded, forgotten and erased. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestRecord } from '#accounts/requests/request-record.ts';
import { maskAddress, maskPhone } from '#core/log.ts';
import type { Storage } from '#storage/storage.ts';
import { anApiRequest } from '#test/harness/api-requests.ts';
import { atMs } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { address, anAccount, byEmail, byPhone, other, person } from './erasure-rows.ts';

const dayMs = 86_400_000;
const newest = { beforeId: Number.MAX_SAFE_INTEGER, limit: 100 };

export function apiRequests(open: () => Promise<Storage>): void {
  test('requests are listed by filters, the newest first, and found whole', async () => {
    await using storage = await open();
    const { id: accountId } = await storage.accounts.createAccount(anAccount, 'test');
    const { id: neighbour } = await storage.accounts.createAccount(anAccount, 'test');
    const of = (change: Partial<RequestRecord>) => anApiRequest({ accountId, ...change });
    await storage.accounts.keepApiRequests([
      of({ atMs, path: '/v1/send', requestId: 'a', keyId: 1 }),
      of({ atMs: atMs + 1, path: '/v1/ME', method: 'GET', requestId: 'b', status: 401 }),
      of({
        atMs: atMs + 2,
        answer: '{"message":"100 %_"}',
        requestId: 'c',
        status: 500,
        skipped: 7,
      }),
      anApiRequest({ accountId: neighbour, requestId: 'd' }),
    ]);
    const list = async (filter: Parameters<Storage['accounts']['listApiRequests']>[1]) => {
      const found = await storage.accounts.listApiRequests(accountId, filter, newest);
      return found.map(({ requestId }) => requestId).join('');
    };
    assert.equal(await list({}), 'cba');
    assert.equal(await list({ statusClass: 4 }), 'b');
    assert.equal(await list({ method: 'GET' }), 'b');
    assert.equal(await list({ path: 'V1/me' }), 'b');
    assert.equal(await list({ keyId: 1 }), 'a');
    assert.equal(await list({ fromMs: atMs + 1, toMs: atMs + 2 }), 'b');
    assert.equal(await list({ text: '0 %_"' }), 'c');
    assert.equal(await list({ text: '%' }), 'c');
    const [first] = await storage.accounts.listApiRequests(accountId, {}, newest);
    const id = first?.id ?? 0;
    const found = await storage.accounts.findApiRequest(accountId, id);
    const { id: _, ...record } = found ?? {};
    const whole = { atMs: atMs + 2, answer: '{"message":"100 %_"}', requestId: 'c', status: 500 };
    assert.deepEqual({ ...record }, of({ ...whole, skipped: 7 }));
    assert.equal(await storage.accounts.findApiRequest(neighbour, id), undefined);
    const early = { ...newest, afterId: 0, limit: 1 };
    const [oldest] = await storage.accounts.listApiRequests(accountId, {}, early);
    assert.equal(oldest?.requestId, 'a');
    const older = await storage.accounts.listApiRequests(accountId, {}, { beforeId: id, limit: 1 });
    assert.deepEqual(
      older.map(({ requestId }) => requestId),
      ['b'],
    );
  });

  test('an account keeps its newest requests, by their number and by their octets', async () => {
    await using storage = await open();
    const { id: accountId } = await storage.accounts.createAccount(anAccount, 'test');
    const { id: neighbour } = await storage.accounts.createAccount(anAccount, 'test');
    const requests = Array.from({ length: 63 }, (_, n) =>
      anApiRequest({ accountId, requestId: String(n), parameters: 'x'.repeat(1_000) }),
    );
    await storage.accounts.keepApiRequests([...requests, anApiRequest({ accountId: neighbour })]);
    const kept = async (id: number) => {
      const found = await storage.accounts.listApiRequests(id, {}, newest);
      return found.map(({ requestId }) => requestId);
    };
    await storage.accounts.trimApiRequests(accountId, { rowsMax: 60, octetsMax: 1_000_000 });
    assert.equal((await kept(accountId)).length, 60);
    await storage.accounts.trimApiRequests(accountId, { rowsMax: 60, octetsMax: 2_500 });
    assert.deepEqual(await kept(accountId), ['62', '61']);
    await storage.accounts.trimApiRequests(accountId, { rowsMax: 60, octetsMax: 2_500 });
    assert.equal((await kept(accountId)).length, 2);
    assert.equal((await kept(neighbour)).length, 1);
  });

  test('old requests are forgotten', async () => {
    await using storage = await open();
    const { id: accountId } = await storage.accounts.createAccount(anAccount, 'test');
    await storage.accounts.keepApiRequests([
      anApiRequest({ accountId }),
      anApiRequest({ accountId, atMs: atMs + 2 * dayMs }),
    ]);
    const age = { nowMs: atMs + 3 * dayMs, beforeMs: atMs + dayMs };
    for await (const _ of storage.history.forgetApiRequests(age));
    assert.equal((await storage.accounts.listApiRequests(accountId, {}, newest)).length, 1);
  });

  test('a person who is erased is in no request, and others stay', async () => {
    await using storage = await open();
    const { id: accountId } = await storage.accounts.createAccount(anAccount, 'test');
    const { id: neighbour } = await storage.accounts.createAccount(anAccount, 'test');
    const showing = (requestId: string, text: string) =>
      anApiRequest({ accountId, requestId, parameters: JSON.stringify({ to: text }) });
    await storage.accounts.keepApiRequests([
      showing('phone', maskPhone(person)),
      showing('as dialled at home', maskPhone(`0${person.slice(2)}`)),
      showing('other', maskPhone(other)),
      { ...showing('answer', ''), answer: JSON.stringify({ to: maskPhone(person) }) },
      showing('address', maskAddress(address)),
      { ...showing('neighbour', maskPhone(person)), accountId: neighbour },
    ]);
    const left = async (of: number) => {
      const found = await storage.accounts.listApiRequests(of, {}, newest);
      return found.map(({ requestId }) => requestId);
    };
    await storage.erasures.erase({ ...byPhone, accountId }, anAuthor);
    assert.deepEqual(await left(accountId), ['address', 'other']);
    assert.deepEqual(await left(neighbour), ['neighbour']);
    await storage.erasures.erase({ ...byEmail, accountId: neighbour }, anAuthor);
    assert.deepEqual(await left(accountId), ['address', 'other']);
    await storage.erasures.erase(byEmail, anAuthor);
    assert.deepEqual(await left(accountId), ['other']);
  });
}
