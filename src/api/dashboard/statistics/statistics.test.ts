/** How messages went, as pages and spreadsheets get it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { delayBucket } from '#core/delays.ts';
import { countAt } from '#test/harness/count-messages.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import {
  type AcceptanceOver,
  aMatch,
  anAcceptance,
  anEvent,
  aReceipt,
  aRefusal,
  aSubmit,
  atMs,
  money,
  phone,
} from '#test/harness/records.ts';

const hourMs = 3_600_000;

async function openWorld() {
  const world = await openPageWorld();
  const { storage } = world.installation;
  const account = must(await storage.accounts.findAccount(1), 'account of the world');
  const funds = { accountId: 1, purse: 'live', kind: 'top-up', actor: 'test', atMs } as const;
  await storage.accounts.move({ ...funds, amount: money(10_000_000) });
  await storage.ids.reserveIds('message', 20);
  const accept = async (id: number, over: AcceptanceOver = {}) => {
    const acceptance = anAcceptance(account, id, over);
    await storage.messages.acceptMessages([acceptance]);
    return acceptance;
  };
  const deliver = async (id: number, afterMs: number, over: AcceptanceOver = {}) => {
    const acceptance = await accept(id, over);
    const submit = aSubmit(acceptance);
    const receivedAtMs = acceptance.message.acceptedAtMs + afterMs;
    const match = { ...aMatch(submit, anEvent(id)), receipt: aReceipt(submit, { receivedAtMs }) };
    await storage.messages.recordFacts({ submits: [submit], receipts: [match], refusals: [] });
  };
  const refuse = async (id: number) => {
    const refusals = [aRefusal(await accept(id), anEvent(id), { reason: 'refused_0x0b' })];
    await storage.messages.recordFacts({ submits: [], receipts: [], refusals });
  };
  const count = (nowMs: number) => countAt(storage.messages, nowMs);
  return { world, accept, deliver, refuse, count };
}

function pathOf(from: number, until: number, rest = ''): string {
  const [since, before] = [from, until].map((one) => new Date(one).toISOString());
  const asked = `mode=live&by=day&from=${since}&until=${before}${rest}`;
  return `/api/accounts/1/operations/message-statistics${rest === '' ? '' : '-export'}?${asked}`;
}

function at(acceptedAtMs: number): AcceptanceOver {
  return { message: { acceptedAtMs } };
}

suite('how messages went', () => {
  test('is told by day, country and operator, with how long they took and why some did not arrive', async () => {
    const { world, accept, deliver, refuse, count } = await openWorld();
    await using _ = world;
    await deliver(1, 1_500);
    const british = { recipient: { phone: phone('447700900123'), operatorId: 2 } };
    await deliver(2, 9_000, british);
    await refuse(3);
    await accept(4);
    await count(atMs + hourMs);
    const told = await world.get(pathOf(atMs, atMs + hourMs));
    assert.deepEqual(told['total'], {
      messages: 4,
      delivered: 2,
      notDelivered: 1,
      underWay: 1,
      parts: 4,
      cost: '0.114',
      halfWithinMs: delayBucket(1_500),
      mostWithinMs: delayBucket(9_000),
    });
    assert.partialDeepStrictEqual(told['countries'], [
      { country: 'FR', messages: 3, delivered: 1 },
      { country: 'GB', messages: 1, delivered: 1, halfWithinMs: delayBucket(9_000) },
    ]);
    assert.partialDeepStrictEqual(told['operators'], [{ messages: 3 }, { operator: '#2' }]);
    assert.deepEqual(told['errors'], [{ reason: 'refused_0x0b', messages: 1 }]);
  });

  test('has days of 23 and 25 hours where the account has them', async () => {
    const { world, deliver, count } = await openWorld();
    await using _ = world;
    // Clocks in Paris go forward on 31 March 2030 and back on 27 October.
    const spring = Date.UTC(2030, 2, 30, 23);
    const autumn = Date.UTC(2030, 9, 26, 22);
    await deliver(1, 10, at(spring));
    await deliver(2, 10, at(spring + 23 * hourMs - 1));
    await deliver(3, 10, at(spring + 23 * hourMs));
    await deliver(4, 10, at(autumn + 25 * hourMs - 1));
    await deliver(5, 10, at(autumn + 25 * hourMs));
    await count(autumn + 48 * hourMs);
    const days = async (from: number) => {
      const { steps } = await world.get(pathOf(from, from + 40 * hourMs));
      return (steps as { from: string; messages: number }[]).map((step) => [
        Date.parse(step.from),
        step.messages,
      ]);
    };
    assert.deepEqual(await days(spring), [
      [spring, 2],
      [spring + 23 * hourMs, 1],
    ]);
    assert.deepEqual(await days(autumn), [
      [autumn, 1],
      [autumn + 25 * hourMs, 1],
    ]);
  });

  test('is a file for each table', async () => {
    const { world, deliver, refuse, count } = await openWorld();
    await using _ = world;
    await deliver(1, 1_500);
    await refuse(2);
    await count(atMs + hourMs);
    const file = async (table: string) => {
      const { status, text, headers } = await world.ask(
        'GET',
        pathOf(atMs, atMs + hourMs, `&table=${table}`),
      );
      assert.equal(status, 200, text);
      assert.match(headers['content-type'] ?? '', /^text\/csv/);
      return text.trimEnd().split('\r\n');
    };
    const took = delayBucket(1_500);
    const columns =
      'messages,delivered,not_delivered,under_way,parts,cost,half_within_ms,most_within_ms';
    assert.deepEqual(await file('countries'), [
      `country,${columns}`,
      `FR,2,1,1,0,2,0.038,${took},${took}`,
    ]);
    assert.deepEqual(await file('errors'), ['reason,messages', 'refused_0x0b,1']);
    assert.deepEqual((await file('steps')).slice(0, 2), [
      `from,${columns}`,
      `${new Date(atMs - hourMs).toISOString()},2,1,1,0,2,0.038,${took},${took}`,
    ]);
    const [, operator = ''] = await file('operators');
    assert.ok(operator.endsWith(`,2,1,1,0,2,0.038,${took},${took}`), operator);
  });

  test('is refused for a time that is none, and nobody else sees it', async () => {
    const { world } = await openWorld();
    await using _ = world;
    const backwards = await world.ask('GET', pathOf(atMs, atMs - 1));
    assert.equal(backwards.status, 400);
    const long = await world.ask('GET', pathOf(atMs, atMs + 500 * 24 * hourMs, '&table=errors'));
    assert.equal(long.status, 400);
    const stranger = { roles: { 2: 'owner' as const } };
    const foreign = await world.ask('GET', pathOf(atMs, atMs + hourMs), undefined, stranger);
    assert.equal(foreign.status, 404);
  });
});
