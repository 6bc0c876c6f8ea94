/** Texts that wait are cancelled and moved, over a real link to a real operator on loopback. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { recipientIdOf } from '#model/ids.ts';
import { cancelledInQueue } from '#model/recipient-state.ts';
import { partRefusal } from '#sms/links/part-refusal.ts';
import type { SendRequest } from '#sms/send-request.ts';
import {
  type LinkWorld,
  type LinkWorldOptions,
  later,
  openLinkWorld,
  silent,
  take,
} from '#test/harness/link-world.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { openTwoOperators } from '#test/harness/two-operators.ts';
import { TaskRunner } from './task-runner.ts';
import type { NewLaneTask, WaitingFilter } from './waiting-store.ts';

const hourMs = 3_600_000;
const author = { actor: 'test', atMs };
const phones = ['33612345601', '33612345602', '33612345603'].map(phone);
const [first, second, third] = phones as [
  (typeof phones)[0],
  (typeof phones)[0],
  (typeof phones)[0],
];

/** Of an account's texts whose operator answers when the test says so, one at a time. */
async function setup(options: LinkWorldOptions = {}) {
  const world = await openLinkWorld({
    script: later,
    balance: 10_000_000,
    ...options,
    settings: { window: 1, ...options.settings },
  });
  const runner = openRunner(world);
  return {
    world,
    sms: world.sms,
    send: (changes: Partial<SendRequest> = {}) => world.send({ phones, ...changes }),
    cancel: (filter: Partial<WaitingFilter> = {}) =>
      run(world, { kind: 'cancel', filter: filterOf(filter), toOperatorId: null }),
    states: (messageId: number) => Promise.all(phones.map((to) => world.sms.state(messageId, to))),
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

function openRunner({ engine, sms }: LinkWorld): TaskRunner {
  const { storage, log } = sms;
  const runner = new TaskRunner({
    tasks: storage.jobs,
    store: storage.jobs,
    engine,
    isMine: () => true,
    changes: storage.changes,
    clock: systemClock,
    log,
  });
  runner.start();
  return runner;
}

function filterOf(filter: Partial<WaitingFilter>): WaitingFilter {
  return { accountId: 1, beforeMs: atMs + hourMs, ...filter };
}

/** Orders it, and waits until everybody is through; how many texts it were. */
async function run({ sms }: LinkWorld, task: NewLaneTask): Promise<number> {
  const { jobs: waiting } = sms.storage;
  const id = await waiting.addTask(task, author);
  for (;;) {
    const [standing] = await waiting.listTasks(1);
    if (standing?.id === id && standing.state === 'done') return standing.texts;
    await systemClock.sleep(20);
  }
}

suite('texts that wait', { concurrency: true }, () => {
  test('are cancelled, told and paid back once each; what is with the operator stays', async () => {
    await using at = await setup();
    const { world, sms } = at;
    const { messageId } = await at.send();
    const submitted = await world.smsc.submits.next();
    const paid = await sms.balance();
    assert.equal(await at.cancel(), 2);
    assert.deepEqual(await at.states(messageId), ['waiting', 'not delivered', 'not delivered']);
    assert.equal(await sms.balance(), paid + 80_000);
    assert.deepEqual(
      sms.told.all.map(({ phone: to }) => to),
      [second, third],
    );
    submitted.answer(take(submitted));
    await sms.logged('part.submitted');
    assert.equal(world.engine.waiting().parts, 0);
    assert.equal(world.smsc.submits.all.length, 1);
    assert.equal(await at.cancel(), 0);
  });

  test('are cancelled in the table alone as well, and those stay that are not meant', async () => {
    await using at = await setup();
    const { sms } = at;
    const scheduled = { scheduledAtMs: atMs + 24 * hourMs };
    const meant = await at.send({ ...scheduled, tag: 'spring' });
    const other = await at.send({ ...scheduled, tag: 'summer' });
    assert.equal(await at.cancel({ tag: 'spring', prefix: second }), 1);
    assert.deepEqual(await at.states(meant.messageId), ['waiting', 'not delivered', 'waiting']);
    assert.deepEqual(await at.states(other.messageId), ['waiting', 'waiting', 'waiting']);
    assert.equal(await at.cancel({ beforeMs: atMs - hourMs }), 0);
    assert.equal(await at.cancel({ accountId: 99 }), 0);
    assert.equal(await at.cancel({ lane: 'sms/1' }), 0);
    assert.equal(await sms.owed(), 5);
  });

  test('of several parts are cancelled whole, also where a crash came between them', async () => {
    await using at = await setup();
    const { world, sms } = at;
    const wish = { text: 'a'.repeat(400), phones: [first], scheduledAtMs: atMs + 24 * hourMs };
    const whole = await at.send(wish);
    const torn = await at.send(wish);
    const partial = await at.send({ ...wish, phones: [second] });
    const paid = await sms.balance();
    const parts = await partsOf(world, torn.messageId);
    const [refused] = parts;
    const refusal = { reason: cancelledInQueue, mayBeTaken: false };
    const fact = await partRefusal(refused, refusal, {
      reports: { deliveryReports: async () => [] },
      atMs,
    });
    await sms.opened.facts.refused(fact);
    // One part has left: the phone would get a text without its end.
    const [gone] = await partsOf(world, partial.messageId);
    await sms.opened.facts.refused({
      ...fact,
      job: gone.job,
      events: [],
      cost: fact.cost,
      reason: 'x',
    });
    assert.equal(await at.cancel(), 2);
    assert.equal(await sms.state(whole.messageId, first), 'not delivered');
    assert.equal(await sms.balance(), paid + 240_000);
    assert.equal(await sms.owed(), 2);
  });

  test('stay where nobody knows whether the operator has them', async () => {
    await using at = await setup({ script: silent });
    const { world, sms } = at;
    const { messageId } = await at.send({ phones: [first] });
    await world.smsc.submits.next();
    await world.smsc.kill();
    await sms.logged('submit.uncertain');
    assert.equal(await at.cancel(), 0);
    assert.equal(await sms.state(messageId, first), 'waiting');
    assert.equal(await sms.owed(), 1);
  });

  test('of a stopped lane are cancelled, and the others of it go on when it is resumed', async () => {
    await using at = await setup({ script: take });
    const { world, sms } = at;
    const lane = `sms/${sms.operator.id}/0:normal/${sms.account.id}`;
    sms.paused.add(lane);
    await at.send();
    assert.equal(await at.cancel({ prefix: second }), 1);
    assert.equal(world.smsc.submits.all.length, 0);
    sms.paused.clear();
    await world.apply(await sms.readDirectory());
    await world.smsc.submits.next(({ n }) => n === 2);
    const to = world.smsc.submits.all.map(({ pdu }) => pdu.destination.address);
    assert.deepEqual(to, [first, third]);
  });

  test('stay when somebody stops the task first', async () => {
    await using at = await setup();
    const { sms } = at;
    const { jobs: waiting } = sms.storage;
    const filter = filterOf({});
    const id = await waiting.addTask({ kind: 'cancel', filter, toOperatorId: null }, author);
    assert.equal(await waiting.stopTask(id, author), true);
    await at.send();
    assert.equal(await at.cancel({ accountId: 99 }), 0);
    assert.equal(await sms.owed(), 3);
  });
});

suite('texts that wait for one operator', { concurrency: true }, () => {
  test('are moved to another one as it takes them, schedules are kept, and the price is', async () => {
    await using two = await openTwoOperators({ script: later, settings: { window: 1 } });
    const { world } = two;
    const { sms } = world;
    await using _ = openRunner(world);
    const now = await world.send({ phones });
    const wish = { phones: [first], scheduledAtMs: atMs + 24 * hourMs };
    const scheduled = await world.send(wish);
    await two.first.submits.next();
    const paid = await sms.balance();
    const filter = filterOf({ operatorId: two.one.id });
    assert.equal(await run(world, { kind: 'move', filter, toOperatorId: two.two.id }), 3);
    await two.second.submits.next(({ n }) => n === 2);
    const to = two.second.submits.all.map(({ pdu }) => pdu.destination.address);
    assert.deepEqual(to.toSorted(), [second, third]);
    assert.equal(await sms.balance(), paid);
    assert.equal(two.first.submits.all.length, 1);
    const choices = await sms.storage.operators.listChoices(recipientIdOf(now.messageId, 1));
    assert.equal(choices.at(-1)?.reason.code, 'moved by an administrator');
    const lanes = await sms.storage.jobs.partLanes();
    assert.ok(lanes.includes(`sms/${two.two.id}/0:normal/${sms.account.id}`), lanes.join());
    assert.equal(await sms.state(scheduled.messageId, first), 'waiting');
  });

  test('stay where the other one has no route, or would need more parts', async () => {
    await using two = await openTwoOperators({
      script: later,
      settings: { window: 1 },
      secondRoute: { prefix: '49' },
      secondSettings: { defaultAlphabet: 'ascii' },
    });
    const { world } = two;
    await using _ = openRunner(world);
    await world.send({ phones });
    await two.first.submits.next();
    const filter = filterOf({ operatorId: two.one.id });
    assert.equal(await run(world, { kind: 'move', filter, toOperatorId: two.two.id }), 0);
    assert.equal(two.second.submits.all.length, 0);
    assert.equal(await world.sms.owed(), 3);
  });
});

async function partsOf({ sms }: LinkWorld, messageId: number) {
  const { jobs: waiting } = sms.storage;
  const found = [];
  for (const lane of await waiting.partLanes()) {
    const slice = await waiting.waitingSlice(lane, { dueAtMs: 0, jobId: 0 }, 100);
    found.push(...(await waiting.findParts(slice.map(({ jobId }) => jobId))));
  }
  const parts = found.filter(({ load }) => load.message.id === messageId);
  return parts as [(typeof parts)[0], ...typeof parts];
}
