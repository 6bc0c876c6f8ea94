/** What the search box finds, what the figures say, and what a page hears live, over a real folder. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { makeRequestId } from '#core/request-id.ts';
import type { NewCall } from '#numbers/calls/call-record.ts';
import type { RecordQuery } from '#sms/records/message-record-store.ts';
import { anEmailAcceptance } from '#test/harness/email-records.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import { anAcceptance, aSubmit, atMs, money, phone } from '#test/harness/records.ts';

const aNewCall: NewCall = {
  id: 77,
  accountId: 1,
  payerId: 1,
  number: '33755000001',
  hops: [],
  caller: '33612345678',
  target: '33698765432',
  kind: 'forward',
  trunkIn: 'in',
  processId: 1,
  startedAtMs: atMs,
  perMinute: money(0),
  firstS: 1,
  nextS: 1,
};
const noCost = {
  ringingAtMs: null,
  answeredAtMs: null,
  trunkOut: '',
  billedS: 0,
  cost: money(0),
  rule: '',
};

const viewer = { roles: { 1: 'viewer' as const } };
const stranger = { roles: { 2: 'owner' as const } };

async function openWorld() {
  const world = await openPageWorld();
  const { storage } = world.installation;
  const account = must(await storage.accounts.findAccount(1), 'account of the world');
  const funds = { accountId: 1, purse: 'live', kind: 'top-up', actor: 'test', atMs } as const;
  await storage.accounts.move({ ...funds, amount: money(10_000_000) });
  return { world, storage, account };
}

suite('the search of the dashboard', () => {
  test('finds messages by phone in any form, by id and by tag', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    await storage.messages.acceptMessages([
      anAcceptance(account, 5, { message: { tag: 'spring' } }),
      anAcceptance(account, 6, { recipient: { phone: phone('33699999999') } }),
    ]);
    for (const text of ['06 12 34 56 78', '+33612345678', '0033612345678', '5', 'spring']) {
      const { found } = await world.get(
        `/api/accounts/1/operations/account-search?q=${encodeURIComponent(text)}`,
      );
      assert.partialDeepStrictEqual(found, [{ kind: 'message', messageId: 5, place: 0 }], text);
      assert.equal((found as unknown[]).length, 1, text);
    }
    const { found } = await world.get(
      '/api/accounts/1/operations/account-search?q=nothing',
      viewer,
    );
    assert.deepEqual(found, []);
  });

  test('finds emails by their tag, beside texts that have it', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const tagged = anEmailAcceptance(account, 41, { email: { tag: 'spring' } });
    assert.equal((await storage.emails.acceptEmail(tagged)).kind, 'accepted');
    await storage.emails.acceptEmail(anEmailAcceptance(account, 42));
    await storage.messages.acceptMessages([
      anAcceptance(account, 5, { message: { tag: 'spring' } }),
    ]);
    const { found } = await world.get('/api/accounts/1/operations/account-search?q=spring');
    const kinds = (found as { kind: string }[]).map(({ kind }) => kind);
    assert.deepEqual(kinds.toSorted(), ['email', 'message']);
  });

  test('finds emails by address, id and request, and addresses that get none', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const accepted = anEmailAcceptance(account, 41);
    await storage.emails.acceptEmail({
      ...accepted,
      email: { ...accepted.email, requestId: 'ab'.repeat(12) },
    });
    const address = 'person-0@example.net';
    const why = { reason: 'manual', source: 'client', atMs } as const;
    await storage.suppressions.addSuppressions([{ accountId: 1, stream: '', address, ...why }]);
    const find = async (q: string, person?: Parameters<typeof world.get>[1]) =>
      (
        await world.get(
          `/api/accounts/1/operations/account-search?q=${encodeURIComponent(q)}`,
          person,
        )
      )['found'];
    for (const q of ['41', 'ab'.repeat(12), 'Person-0@Example.net']) {
      const found = (await find(q)) as { kind: string }[];
      const email = found.find(({ kind }) => kind === 'email');
      assert.partialDeepStrictEqual(email, { emailId: '41', subject: 'Hello' }, q);
    }
    const shown = JSON.stringify(await find(address));
    assert.match(shown, /"kind":"suppression","at":"[^"]+","address":"person-0@example.net"/);
    assert.doesNotMatch(JSON.stringify(await find(address, viewer)), /Hello|person-0/);
  });

  test('finds a message by its request and by what its operator calls it', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const requestId = 'cd'.repeat(12);
    const accepted = anAcceptance(account, 5, { message: { requestId } });
    const submit = aSubmit(accepted);
    await storage.messages.acceptMessages([accepted]);
    await storage.messages.recordFacts({ submits: [submit], receipts: [], refusals: [] });
    for (const q of [requestId, submit.remoteId]) {
      const { found } = await world.get(`/api/accounts/1/operations/account-search?q=${q}`);
      assert.partialDeepStrictEqual(found, [{ kind: 'message', messageId: 5 }], q);
    }
  });

  test('finds a message by its request also where thousands came after it', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const requestId = makeRequestId(atMs);
    await storage.messages.acceptMessages([
      anAcceptance(account, 5, { message: { requestId, acceptedAtMs: atMs + 30_000 } }),
      anAcceptance(account, 6, { message: { acceptedAtMs: atMs + 60_000 } }),
    ]);
    const asked: RecordQuery[] = [];
    const { messages } = storage;
    const standing = { ...messages };
    Object.assign(messages, {
      listRecords: (query: RecordQuery) => {
        asked.push(query);
        return standing.listRecords(query);
      },
    });
    const { found } = await world.get(`/api/accounts/1/operations/account-search?q=${requestId}`);
    assert.partialDeepStrictEqual(found, [{ kind: 'message', messageId: 5 }]);
    const byRequest = asked.filter((query) => query.requestId !== undefined);
    assert.ok(
      byRequest.every(({ fromMs }) => fromMs !== undefined),
      'the newest end was read',
    );
  });

  test('finds messages and emails by what their client calls the request', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const clientRequestId = 'order 42/a;b';
    await storage.messages.acceptMessages([
      anAcceptance(account, 5, { message: { clientRequestId } }),
      anAcceptance(account, 6),
    ]);
    const q = encodeURIComponent(clientRequestId);
    const { found } = await world.get(`/api/accounts/1/operations/account-search?q=${q}`);
    assert.partialDeepStrictEqual(found, [{ kind: 'message', messageId: 5 }]);
    assert.equal((found as readonly unknown[]).length, 1);
    const { email, ...accepted } = anEmailAcceptance(account, 41);
    await storage.emails.acceptEmail({ ...accepted, email: { ...email, clientRequestId } });
    const both = (await world.get(`/api/accounts/1/operations/account-search?q=${q}`))['found'] as {
      kind: string;
    }[];
    assert.deepEqual(both.map(({ kind }) => kind).toSorted(), ['email', 'message']);
  });

  test('finds calls by their id and by each number that has to do with them', async () => {
    const { world, storage } = await openWorld();
    await using _ = world;
    const end = { endedAtMs: atMs + 5, cause: 'busy', sipStatus: 486 } as const;
    await storage.calls.recordRefused(aNewCall, { ...noCost, ...end });
    for (const q of ['77', '0612345678', '+33755000001', '+33698765432']) {
      const { found } = await world.get(
        `/api/accounts/1/operations/account-search?q=${encodeURIComponent(q)}`,
      );
      assert.partialDeepStrictEqual(found, [
        { kind: 'call', callId: 77, number: '+33755000001', phone: '+33612345678' },
      ]);
    }
    const { found } = await world.get(
      '/api/accounts/1/operations/account-search?q=0612345678',
      viewer,
    );
    assert.partialDeepStrictEqual(found, [{ kind: 'call', phone: '+336*****78' }]);
    const other = await world.get('/api/accounts/2/operations/account-search?q=77', stranger);
    assert.deepEqual(other['found'], []);
  });

  test('finds who has said STOP, masked for who may not read phones', async () => {
    const { world, storage } = await openWorld();
    await using _ = world;
    const stopped = phone('33612345678');
    await storage.stops.addStop({
      accountId: 1,
      phone: stopped,
      source: 'client',
      createdAtMs: atMs,
    });
    const path = '/api/accounts/1/operations/account-search?q=0612345678';
    assert.partialDeepStrictEqual((await world.get(path))['found'], [
      { kind: 'stop', phone: '+33612345678' },
    ]);
    assert.partialDeepStrictEqual((await world.get(path, viewer))['found'], [
      { kind: 'stop', phone: '+336*****78' },
    ]);
  });

  test('finds nothing of another account', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    await storage.messages.acceptMessages([anAcceptance(account, 5)]);
    for (const text of ['5', '0612345678']) {
      const { found } = await world.get(
        `/api/accounts/2/operations/account-search?q=${text}`,
        stranger,
      );
      assert.deepEqual(found, []);
    }
  });
});

suite('the statistics of the dashboard', () => {
  test('add up hours to the days of the account, empty ones too', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    // 23:30 and 00:30 in Paris, an hour behind UTC there.
    const late = Date.UTC(2030, 0, 9, 22, 30);
    const early = Date.UTC(2030, 0, 9, 23, 30);
    await storage.messages.acceptMessages([
      anAcceptance(account, 5, { message: { acceptedAtMs: late } }),
      anAcceptance(account, 6, { message: { acceptedAtMs: early } }),
      anAcceptance(account, 7, { message: { acceptedAtMs: early } }),
    ]);
    const [from, until] = ['2030-01-09T12:00:00Z', '2030-01-11T12:00:00Z'];
    const span = `by=day&from=${from}&until=${until}`;
    const path = `/api/accounts/1/operations/ledger-statistics?product=sms&${span}`;
    const told = await world.get(path);
    assert.partialDeepStrictEqual(told, { currency: 'EUR', parts: 3, cost: '0.114' });
    assert.deepEqual(told['steps'], [
      { from: '2030-01-08T23:00:00.000Z', parts: 1, cost: '0.038' },
      { from: '2030-01-09T23:00:00.000Z', parts: 2, cost: '0.076' },
      { from: '2030-01-10T23:00:00.000Z', parts: 0, cost: '0' },
    ]);
    const backwards = path.replace(`from=${from}`, `from=${until}`);
    assert.equal((await world.ask('GET', backwards)).status, 400);
  });
});
