import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { must } from '#core/assert.ts';
import type { Owed } from '#queue/job.ts';
import type { MessageClass, OutgoingPart } from '#sms/message.ts';
import { aJob, aMessage, aRecipient, atMs } from '#test/harness/records.ts';
import { SubmitLanes } from './submit-lanes.ts';

type Part = Owed<OutgoingPart>;

let lastId = 0;

function parts(count: number, messageClass: MessageClass, accountId = 1): Part[] {
  const message = aMessage({ class: messageClass, accountId });
  const load = { message, recipient: aRecipient(message), part: 1, intended: false };
  return Array.from({ length: count }, () => {
    lastId += 1;
    return { job: aJob({ id: lastId, lane: `sms/1/0:${messageClass}/${accountId}` }), load };
  });
}

/** Lanes that have read their empty tables and were offered these parts. */
async function setup(...waiting: readonly Part[][]) {
  const table: Part[] = [];
  const failures: unknown[] = [];
  const budget = { held: 0, max: 100_000 };
  const told = { refills: 0, reads: 0, away: false };
  const paused = new Set<string>();
  const lanes = new SubmitLanes({
    read: async ({ lane }) => {
      told.reads += 1;
      if (told.away) throw new Error('away');
      return table.filter(({ job }) => job.lane === lane);
    },
    budget,
    isPaused: (lane) => paused.has(lane),
    refilled: () => {
      told.refills += 1;
    },
    readFailed: (error) => failures.push(error),
  });
  for (const each of waiting.flat()) lanes.offer(each, atMs);
  await turn();
  return { lanes, table, failures, budget, told, paused };
}

function take(lanes: SubmitLanes, count: number): Part[] {
  return Array.from({ length: count }, () => lanes.next(atMs)).filter((part) => part !== undefined);
}

function countBy(taken: readonly Part[], key: (part: Part) => string | number) {
  const counts: Record<string, number> = {};
  for (const part of taken) counts[key(part)] = (counts[key(part)] ?? 0) + 1;
  return counts;
}

suite('what a bind sends next', () => {
  test('is urgent, normal and bulk 8 : 4 : 1, spread out', async () => {
    const { lanes } = await setup(parts(200, 'bulk'), parts(200, 'normal'), parts(200, 'urgent'));
    const taken = take(lanes, 130);
    assert.deepEqual(
      countBy(taken, ({ load }) => load.message.class),
      { urgent: 80, normal: 40, bulk: 10 },
    );
    const inFirstThirteen = taken.slice(0, 13).map(({ load }) => load.message.class);
    assert.doesNotMatch(inFirstThirteen.join(' '), /urgent urgent urgent/);
  });

  test('is anything there is where a class has nothing', async () => {
    const { lanes } = await setup(parts(20, 'bulk'));
    assert.equal(take(lanes, 30).length, 20);
  });

  test('is an account’s after an account’s, however much one of them has', async () => {
    const { lanes } = await setup(
      parts(500, 'normal', 1),
      parts(3, 'normal', 2),
      parts(3, 'normal', 3),
    );
    const accounts = take(lanes, 12).map(({ load }) => load.message.accountId);
    assert.deepEqual(accounts, [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 1, 1]);
  });

  test('is each account’s own parts in the order they came', async () => {
    const { lanes } = await setup(parts(5, 'normal', 1), parts(5, 'normal', 2));
    const taken = take(lanes, 10).filter(({ load }) => load.message.accountId === 2);
    const ids = taken.map(({ job }) => job.id);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    assert.equal(ids.length, 5);
  });

  test('is an urgent part at once, behind a campaign that is under way', async () => {
    const { lanes } = await setup(parts(1_000, 'bulk', 1));
    take(lanes, 100);
    const [urgent] = parts(1, 'urgent', 2) as [Part];
    lanes.offer(urgent, atMs);
    await turn();
    const next = [lanes.next(atMs), lanes.next(atMs)];
    assert.ok(next.some((part) => part?.job.id === urgent.job.id));
  });
});

suite('the lanes of a bind', () => {
  test('read what stands in the table when they are woken, and say so', async () => {
    const { lanes, table, told } = await setup();
    table.push(...parts(3, 'normal'));
    lanes.wake('sms/1/0:normal/1', 0, atMs);
    await turn();
    assert.equal(told.refills, 1);
    assert.equal(take(lanes, 5).length, 3);
  });

  test('do not read a name that is not theirs', async () => {
    const { lanes, told } = await setup();
    lanes.wake('sms/1/0:strange/1', 0, atMs);
    await turn();
    assert.equal(told.reads, 0);
  });

  test('that could not be read are read again when they are woken', async () => {
    const { lanes, table, told, failures } = await setup();
    table.push(...parts(1, 'normal'));
    told.away = true;
    lanes.wake('sms/1/0:normal/1', 0, atMs);
    await turn();
    assert.equal(failures.length, 1);
    told.away = false;
    lanes.wake('sms/1/0:normal/1', 0, atMs);
    await turn();
    assert.equal(take(lanes, 5).length, 1);
  });

  test('take back what could not go, put off what failed, and let go of what is done', async () => {
    const { lanes, budget } = await setup(parts(3, 'normal'));
    const [first, second, third] = take(lanes, 3) as [Part, Part, Part];
    lanes.giveBack(first);
    lanes.putOff(second, 1);
    lanes.finish(third);
    assert.equal(budget.held, 1);
    assert.deepEqual(take(lanes, 3), [first]);
    assert.equal(budget.held, 0);
  });

  test('hand out all that has expired, of every class and account', async () => {
    const { lanes } = await setup(parts(2, 'urgent'), parts(2, 'normal', 5), parts(2, 'bulk'));
    assert.equal(lanes.takeExpired(atMs).length, 0);
    assert.equal(lanes.takeExpired(atMs + 48 * 3_600_000).length, 6);
    assert.equal(lanes.next(atMs), undefined);
  });

  test('hand nothing of a lane out that somebody has stopped, and go on where they stood', async () => {
    const { lanes, paused } = await setup(parts(3, 'bulk', 1), parts(3, 'bulk', 2));
    const [first] = lanes.waiting();
    paused.add(must(first, 'part of account 1').job.lane);
    const taken = take(lanes, 10).map(({ load }) => load.message.accountId);
    assert.deepEqual(taken, [2, 2, 2]);
    assert.deepEqual(lanes.waiting(), []);
    paused.clear();
    assert.equal(take(lanes, 10).length, 3);
  });

  test('give their share of the budget back when they close', async () => {
    const { lanes, budget } = await setup(parts(10, 'urgent'), parts(10, 'bulk'));
    lanes.close();
    assert.equal(budget.held, 0);
    assert.equal(lanes.next(atMs), undefined);
  });

  test('of many accounts that have nothing are not all kept', async () => {
    const { lanes, told } = await setup();
    for (let account = 1; account <= 150; account += 1) {
      lanes.offer(parts(1, 'normal', account)[0] as Part, atMs);
    }
    await turn();
    for (const part of take(lanes, 200)) lanes.finish(part);
    take(lanes, 2);
    const before = told.reads;
    for (let account = 1; account <= 150; account += 1) {
      lanes.offer(parts(1, 'normal', account)[0] as Part, atMs);
    }
    await turn();
    // A lane that was let go begins by reading again.
    assert.equal(told.reads - before, 50);
  });
});
