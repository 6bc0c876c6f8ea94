import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Job, Owed } from './job.ts';
import { LaneMemory, type LaneMemoryOptions } from './lane-memory.ts';

type Part = Owed<string>;

function job(id: number, over: Partial<Job> = {}): Part {
  const lane = 'sms/1/0:normal/1';
  const made = { id, lane, dueAtMs: 0, attempt: 0, orderKey: null, expiresAtMs: 9e9, subject: id };
  return { job: { ...made, ...over }, load: `load ${id}` };
}

/** A lane over a table in an array, whose reads answer when the test says so. */
function setup(rows: Part[] = [], options: Partial<LaneMemoryOptions<string>> = {}) {
  const reads: {
    readonly limit: number;
    readonly answer: () => void;
    readonly fail: () => void;
  }[] = [];
  const budget = options.budget ?? { held: 0, max: 1_000 };
  const lane = new LaneMemory<string>('sms/1/0:normal/1', {
    // What is answered is the table as it was when it was asked.
    read: ({ limit, nowMs }) => {
      const seen = rows.filter(({ job: { dueAtMs } }) => dueAtMs <= nowMs).slice(0, limit);
      return new Promise((resolve, reject) =>
        reads.push({
          limit,
          answer: () => resolve(seen),
          fail: () => reject(new Error('The storage is away')),
        }),
      );
    },
    jobsMax: 100,
    budget,
    ordered: false,
    ...options,
  });
  return { lane, rows, reads, budget, taken: () => takeAll(lane) };
}

/** A lane that has read its table. */
async function setupRead(rows: Part[] = [], options: Partial<LaneMemoryOptions<string>> = {}) {
  const world = setup(rows, options);
  await read(world);
  return world;
}

async function read({ lane, reads }: ReturnType<typeof setup>, nowMs = 0): Promise<void> {
  const done = lane.refill(nowMs);
  reads.at(-1)?.answer();
  await done;
}

function takeAll(lane: LaneMemory<string>): number[] {
  const ids: number[] = [];
  for (let owed = lane.take(); owed !== undefined; owed = lane.take()) ids.push(owed.job.id);
  return ids;
}

function take(lane: LaneMemory<string>): Part {
  const owed = lane.take();
  assert.ok(owed !== undefined);
  return owed;
}

function thirtyFrom(id: number): Part[] {
  return Array.from({ length: 30 }, (_, index) => job(id + index));
}

function keyed(id: number, orderKey = 'a', over: Partial<Job> = {}): Part {
  return job(id, { orderKey, ...over });
}

function setupKeyed(rows: Part[]) {
  return setupRead(rows, { ordered: true });
}

suite('a lane', () => {
  test('begins by reading: what is offered before stands in the table', async () => {
    const { lane, rows, taken, ...rest } = setup([job(1)]);
    assert.ok(lane.wantsRefill);
    rows.push(job(2));
    lane.offer(job(2), 0);
    assert.deepEqual(taken(), []);
    await read({ lane, rows, taken, ...rest });
    assert.deepEqual(taken(), [1, 2]);
  });

  test('takes what it is offered from then on, without another read', async () => {
    const { lane, reads, taken } = await setupRead();
    lane.offer(job(1), 0);
    lane.offer(job(2), 0);
    lane.offer(job(1), 0);
    assert.deepEqual(taken(), [1, 2]);
    assert.ok(!lane.wantsRefill);
    assert.equal(reads.length, 1);
  });

  test('says whether it takes offers: while it reads and after, until older jobs may wait in the table alone', async () => {
    const { lane, reads } = setup();
    assert.ok(!lane.takesOffers);
    const done = lane.refill(0);
    assert.ok(lane.takesOffers);
    reads.at(-1)?.answer();
    await done;
    assert.ok(lane.takesOffers);
    lane.hint();
    assert.ok(!lane.takesOffers);
  });

  test('leaves in the table what is not due yet', async () => {
    const { lane, taken } = await setupRead();
    lane.offer(job(1, { dueAtMs: 1 }), 0);
    assert.deepEqual(taken(), []);
    assert.ok(lane.idle);
  });

  test('holds offers that arrive while it reads, behind the rows and none of them twice', async () => {
    const { lane, rows, reads, taken } = setup([job(1), job(2)]);
    const done = lane.refill(0);
    lane.offer(job(2), 0);
    rows.push(job(3));
    lane.offer(job(3), 0);
    assert.deepEqual(taken(), []);
    reads[0]?.answer();
    await done;
    assert.deepEqual(taken(), [1, 2, 3]);
    assert.ok(!lane.wantsRefill);
  });

  test('forgets what waits when its rows have changed, but not what is in flight', async () => {
    const { lane, rows, budget, ...rest } = await setupRead([job(1), job(2), job(3)]);
    const inFlight = take(lane);
    rows.splice(0, 3, job(1), job(2, { expiresAtMs: 5 }));
    lane.forget();
    assert.equal(budget.held, 0);
    assert.ok(lane.knows(1) && !lane.knows(2));
    assert.ok(lane.wantsRefill);
    await read({ lane, rows, budget, ...rest });
    assert.equal(take(lane).job.expiresAtMs, 5);
    assert.equal(lane.take(), undefined);
    lane.finish(inFlight.job);
    assert.equal(budget.held, 0);
  });

  test('holds nothing of a read that began before its rows changed', async () => {
    const { lane, rows, reads, taken, ...rest } = setup([job(1, { expiresAtMs: 9 })]);
    const done = lane.refill(0);
    rows.splice(0, 1, job(1, { expiresAtMs: 5 }));
    lane.forget();
    reads[0]?.answer();
    await done;
    assert.deepEqual(taken(), []);
    assert.ok(lane.wantsRefill);
    await read({ lane, rows, reads, taken, ...rest });
    assert.equal(take(lane).job.expiresAtMs, 5);
  });

  test('holds no offer behind rows that it has not read', async () => {
    const { lane, reads, taken } = setup([job(1), job(2), job(3)], { jobsMax: 2 });
    const done = lane.refill(0);
    lane.offer(job(4), 0);
    reads[0]?.answer();
    await done;
    assert.deepEqual(taken(), [1, 2]);
    assert.ok(lane.wantsRefill);
  });

  test('does not send again what was finished while a read still had it', async () => {
    const { lane, rows, reads, taken } = await setupRead([job(1), job(2)]);
    const [first, second] = [take(lane), take(lane)];
    lane.wake(1);
    const done = lane.refill(0);
    rows.length = 0;
    lane.finish(first.job);
    lane.putOff(second.job, 1);
    reads[1]?.answer();
    await done;
    assert.deepEqual(taken(), []);
  });

  test('does not send what a late answer has finished while it waited', async () => {
    const { lane, taken, budget } = await setupRead([job(1), job(2)]);
    lane.finish(job(1).job);
    assert.deepEqual(taken(), [2]);
    assert.equal(budget.held, 0);
  });

  test('reads once for all who ask at the same time', async () => {
    const { lane, reads } = setup();
    const both = Promise.all([lane.refill(0), lane.refill(0)]);
    reads[0]?.answer();
    await both;
    assert.equal(reads.length, 1);
  });

  test('whose read failed reads again', async () => {
    const world = setup([job(1)]);
    const failed = world.lane.refill(0);
    world.reads[0]?.fail();
    await assert.rejects(failed, /away/);
    assert.ok(world.lane.wantsRefill);
    await read(world);
    assert.deepEqual(world.taken(), [1]);
  });

  test('that is woken reads when it has run dry, not before', async () => {
    const { lane, taken } = await setupRead([job(1)]);
    lane.wake(1);
    assert.ok(!lane.wantsRefill);
    taken();
    assert.ok(!lane.wantsRefill);
    lane.wake(1);
    assert.ok(lane.wantsRefill);
  });

  test('that is woken for a row in flight looks behind it less and less often, and anew once one was put off', async () => {
    const world = await setupRead([job(1), job(2)]);
    const { lane, taken } = world;
    const readsOf = async (wakes: number): Promise<number> => {
      const before = world.reads.length;
      for (let n = 0; n < wakes; n += 1) {
        lane.wake(1);
        if (lane.wantsRefill) await read(world);
      }
      return world.reads.length - before;
    };
    assert.deepEqual(taken(), [1, 2]);
    assert.equal(await readsOf(64), 8);
    lane.putOff(job(2).job, 1);
    assert.equal(await readsOf(1), 1);
    assert.deepEqual(taken(), [2]);
  });

  test('that never runs dry reads all the same for a retry that has fallen due', async () => {
    const world = await setupRead([job(2), job(3)]);
    world.rows.unshift(job(1, { attempt: 1 }));
    world.lane.wake(1);
    assert.ok(world.lane.wantsRefill);
    await read(world);
    assert.ok(!world.lane.wantsRefill);
    assert.deepEqual(world.taken(), [2, 3, 1]);
  });

  test('is idle when nothing waits and nothing is in flight', async () => {
    const { lane } = await setupRead([job(1)]);
    assert.ok(!lane.idle);
    const owed = take(lane);
    assert.ok(!lane.idle);
    lane.finish(owed.job);
    assert.ok(lane.idle);
  });

  test('takes what it was given back before what came after it', async () => {
    const { lane, taken } = await setupRead([1, 2, 3, 4].map((id) => job(id)));
    const window = [take(lane), take(lane), take(lane)];
    for (const owed of window) lane.giveBack(owed);
    assert.deepEqual(taken(), [1, 2, 3, 4]);
  });

  test('hands out what has expired, wherever it stands, and leaves the rest', async () => {
    const rows = [job(1), job(2, { expiresAtMs: 5 }), job(3), job(4, { expiresAtMs: 6 })];
    const { lane, budget, taken } = await setupRead(rows);
    assert.deepEqual(lane.takeExpired(4), []);
    assert.deepEqual(
      lane.takeExpired(6).map((owed) => owed.job.id),
      [2, 4],
    );
    assert.equal(budget.held, 2);
    assert.ok(!lane.idle);
    assert.deepEqual(taken(), [1, 3]);
  });

  test('stays whole over thousands of jobs', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => job(index + 1));
    const { lane, budget, taken } = await setupRead(many, {
      jobsMax: 10_000,
      budget: { held: 0, max: 10_000 },
    });
    assert.deepEqual(
      taken(),
      many.map((owed) => owed.job.id),
    );
    assert.equal(budget.held, 0);
    assert.equal(lane.ready, 0);
  });
});

suite('a lane within its bounds', () => {
  test('forgets what does not fit, and reads it again when it has run dry', async () => {
    const world = await setupRead([], { jobsMax: 3 });
    const { lane, rows, taken } = world;
    for (const id of [1, 2, 3, 4, 5]) {
      rows.push(job(id));
      lane.offer(job(id), 0);
    }
    const inFlight = [take(lane), take(lane), take(lane)];
    assert.equal(lane.take(), undefined);
    assert.ok(lane.wantsRefill);
    await read(world);
    assert.deepEqual(taken(), [4, 5]);
    for (const { job: each } of inFlight) lane.finish(each);
  });

  test('reads past what is in flight, so that a stuck window does not hide the rest', async () => {
    const world = await setupRead(
      [1, 2, 3, 4].map((id) => job(id)),
      { jobsMax: 2 },
    );
    assert.deepEqual(world.taken(), [1, 2]);
    await read(world);
    assert.equal(world.reads[1]?.limit, 4);
    assert.deepEqual(world.taken(), [3, 4]);
    assert.ok(world.lane.wantsRefill);
  });

  test('shares a budget with the others, and has a little even when it is used up', async () => {
    const budget = { held: 0, max: 20 };
    const first = await setupRead(thirtyFrom(1), { budget });
    const second = await setupRead(thirtyFrom(101), { budget });
    assert.equal(first.lane.ready, 20);
    assert.equal(second.lane.ready, 16);
    assert.equal(budget.held, 36);
    first.taken();
    second.taken();
    assert.equal(budget.held, 0);
    assert.ok(first.lane.wantsRefill);
  });

  test('gives its share of the budget back when it closes, also of a read under way', async () => {
    const { lane, reads, budget } = await setupRead([job(1), job(2)], { jobsMax: 2 });
    const owed = take(lane);
    const done = lane.refill(0);
    lane.close();
    assert.equal(budget.held, 0);
    reads[1]?.answer();
    await done;
    assert.equal(lane.take(), undefined);
    lane.finish(owed.job);
    assert.equal(budget.held, 0);
  });
});

suite('a lane in order', () => {
  test('takes the jobs of a key one at a time, and others meanwhile', async () => {
    const rows = [keyed(1), keyed(2), keyed(3, 'b'), job(4), keyed(5)];
    const { lane, taken, budget } = await setupKeyed(rows);
    assert.deepEqual(taken(), [1, 3, 4]);
    assert.equal(budget.held, 0);
    lane.finish(keyed(1).job);
    assert.deepEqual(taken(), [2]);
    lane.finish(keyed(2).job);
    assert.deepEqual(taken(), [5]);
  });

  test('keeps their order when a later one stands in the line behind the one that waits', async () => {
    const { lane, taken } = await setupKeyed([keyed(1), keyed(2), job(3), keyed(4)]);
    const first = take(lane);
    assert.equal(take(lane).job.id, 3);
    lane.finish(first.job);
    assert.deepEqual(taken(), [2]);
  });

  test('holds a key back while its first job is in retry', async () => {
    const world = await setupKeyed([keyed(1), keyed(2)]);
    const { lane, rows, taken } = world;
    lane.putOff(take(lane).job, 1);
    lane.offer(keyed(3), 0);
    assert.deepEqual(taken(), []);
    assert.ok(!lane.idle);
    rows.splice(0, 1, keyed(1, 'a', { attempt: 1, dueAtMs: 5 }));
    lane.wake(1);
    await read(world, 5);
    assert.deepEqual(taken(), [1]);
    lane.finish(keyed(1).job);
    assert.deepEqual(taken(), [2]);
  });

  test('takes a job back from its retry though memory is full of those that wait for it', async () => {
    const rows = [1, 2, 3, 4].map((id) => keyed(id));
    const world = await setupRead(rows, { ordered: true, jobsMax: 4 });
    const { lane, taken } = world;
    lane.putOff(take(lane).job, 1);
    assert.deepEqual(taken(), []);
    lane.offer(keyed(5), 0);
    assert.deepEqual(taken(), []);
    rows[0] = keyed(1, 'a', { attempt: 1 });
    lane.wake(1);
    await read(world);
    assert.deepEqual(taken(), [1]);
  });

  test('holds a key back for a job that was in retry before this owner came', async () => {
    const [retried] = [job(1, { orderKey: 'a', attempt: 1, dueAtMs: 50 })] as const;
    const world = setup([retried], { ordered: true, readInRetry: async () => [retried.job] });
    const done = world.lane.refill(0);
    await new Promise(setImmediate);
    world.reads[0]?.answer();
    await done;
    world.lane.offer(job(2, { orderKey: 'a' }), 0);
    world.lane.offer(job(3, { orderKey: 'b' }), 0);
    assert.deepEqual(world.taken(), [3]);
  });

  test('lets the others of a key pass one that has failed five times', async () => {
    const { lane, taken } = await setupKeyed([keyed(1), keyed(2)]);
    lane.putOff(take(lane).job, 5);
    assert.deepEqual(taken(), [2]);
  });

  test('a job given back keeps its key, though it falls due after the ones behind it', async () => {
    const retried = keyed(1, 'a', { attempt: 1, dueAtMs: 5 });
    const { lane, taken } = await setupKeyed([]);
    lane.offer(retried, 5);
    const owed = take(lane);
    lane.offer(keyed(2), 5);
    assert.deepEqual(taken(), []);
    lane.giveBack(owed);
    assert.deepEqual(taken(), [1]);
  });
});

function standsBack(owed: Part): boolean {
  return owed.job.id < 100;
}

suite('jobs that stand back', () => {
  const back = thirtyFrom(1);

  test('are taken in their order while nothing else waits', async () => {
    const { taken } = await setupRead(back, { standsBack });
    assert.deepEqual(
      taken(),
      back.map(({ job: { id } }) => id),
    );
  });

  test('let everything else pass, and take one turn in eight meanwhile', async () => {
    const { lane, taken } = await setupRead(back, { standsBack });
    take(lane);
    for (const owed of thirtyFrom(101)) lane.offer(owed, 0);
    const order = taken();
    assert.deepEqual(order.slice(0, 9), [101, 102, 103, 104, 105, 106, 107, 2, 108]);
    assert.equal(order.indexOf(130), 33);
    assert.equal(order.length, 59);
  });

  test('and are given back stand where they stood', async () => {
    const { lane, taken } = await setupRead(back.slice(0, 3), { standsBack });
    const first = take(lane);
    lane.offer(job(101), 0);
    lane.giveBack(first);
    assert.deepEqual(taken(), [101, 1, 2, 3]);
  });

  test('and others of their key go one at a time', async () => {
    const rows = [keyed(1), keyed(2)];
    const { lane } = await setupRead(rows, { standsBack, ordered: true });
    const first = take(lane);
    lane.offer(keyed(101), 0);
    assert.equal(lane.take(), undefined);
    lane.finish(first.job);
    assert.equal(take(lane).job.id, 101);
  });
});
