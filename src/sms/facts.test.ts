import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { must } from '#core/assert.ts';
import type { Gathering } from '#queue/batcher.ts';
import { IdSource } from '#queue/id-source.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { aMatch, anAcceptance, anEvent, aRefusal, aSubmit, phone } from '#test/harness/records.ts';
import { openSmsWorld, type SmsWorld } from '#test/harness/sms-world.ts';
import { FactRecorder } from './facts.ts';
import type { Acceptance, Facts } from './message-store.ts';

/** Messages that were accepted, and a recorder that notes its calls and what it handed on. */
async function setup(world: SmsWorld, messages: number, gathering?: Gathering) {
  const { messages: store } = world.storage;
  const accepted: Acceptance[] = [];
  for (let id = 1; id <= messages; id += 1) accepted.push(anAcceptance(world.account, id));
  await store.acceptMessages(accepted);
  const calls: Facts[] = [];
  const handed: OwedEvent[] = [];
  let nextId = 1;
  const recorder = new FactRecorder({
    store: {
      recordFacts: (facts) => {
        calls.push(facts);
        return store.recordFacts(facts);
      },
    },
    eventIds: await IdSource.open(100, async (count) => {
      nextId += count;
      return nextId - count;
    }),
    eventsStored: (events) => handed.push(...events),
    gathering,
  });
  return { accepted, calls, handed, recorder };
}

suite('facts', () => {
  test('of one turn are one commit, and each caller hears of its own', async () => {
    await using world = await openSmsWorld();
    const { accepted, recorder, calls, handed } = await setup(world, 3);
    const [first, second, third] = accepted as [Acceptance, Acceptance, Acceptance];
    const submit = aSubmit(first);
    const results = await Promise.all([
      recorder.refused(aRefusal(third, anEvent(1))),
      recorder.received(aMatch(submit, anEvent(2))),
      recorder.submitted(submit),
      recorder.submitted(aSubmit(second)),
      recorder.received(aMatch(aSubmit(second, { submittedPartId: 999 }), anEvent(0))),
    ]);
    assert.deepEqual(results, [true, 'state changed', [], [], 'unknown part']);
    assert.equal(calls.length, 1);
    assert.equal(handed.length, 2);
    assert.equal(recorder.unsettled, 0);
  });

  test('of submits wait for company: a receipt takes those of earlier turns into its commit', async () => {
    await using world = await openSmsWorld();
    const patient = { waitMs: 600_000, enough: 64 };
    const { accepted, recorder, calls } = await setup(world, 3, patient);
    const [first, second, third] = accepted as [Acceptance, Acceptance, Acceptance];
    const waiting = [recorder.submitted(aSubmit(first))];
    await turn();
    waiting.push(recorder.submitted(aSubmit(second)));
    await turn();
    assert.equal(calls.length, 0);
    const submit = aSubmit(third);
    waiting.push(recorder.submitted(submit));
    assert.equal(await recorder.received(aMatch(submit, anEvent(1))), 'state changed');
    await Promise.all(waiting);
    assert.deepEqual(
      calls.map(({ submits, receipts }) => [submits.length, receipts.length]),
      [[3, 1]],
    );
  });

  test('of submits go after a while where nobody comes', async () => {
    await using world = await openSmsWorld();
    const { accepted, recorder, calls } = await setup(world, 1);
    assert.deepEqual(await recorder.submitted(aSubmit(must(accepted[0], 'acceptance'))), []);
    assert.equal(calls.length, 1);
  });

  test('get their events’ ids in the order in which the calls go out', async () => {
    await using world = await openSmsWorld();
    const { accepted, recorder, calls } = await setup(world, 4);
    const refuse = (acceptance: Acceptance) =>
      recorder.refused(aRefusal(acceptance, anEvent(acceptance.message.id)));
    const first = accepted.slice(0, 2).map(refuse);
    await turn();
    const second = accepted.slice(2).map(refuse);
    await Promise.all([...first, ...second]);
    const ids = calls.map(({ refusals }) =>
      refusals.flatMap(({ events }) => events.map(({ id }) => id)),
    );
    assert.deepEqual(ids, [
      [1, 2],
      [3, 4],
    ]);
  });

  test('hand on an event with the id that its job speaks of', async () => {
    await using world = await openSmsWorld();
    const { accepted, recorder, handed } = await setup(world, 1);
    const event = anEvent(0, { orderKey: 'a' });
    await recorder.refused(aRefusal(must(accepted[0], 'acceptance'), event));
    assert.deepEqual(handed, [{ ...event, id: 1, job: { ...event.job, subject: 1 } }]);
  });

  test('that change no state hand on no event', async () => {
    await using world = await openSmsWorld();
    const { accepted, recorder, handed } = await setup(world, 1);
    const submit = aSubmit(must(accepted[0], 'acceptance'));
    await recorder.submitted(submit);
    const waiting = { receipt: { outcome: 'waiting', word: 'ENROUTE' } } as const;
    const results = [
      await recorder.received(aMatch(submit, anEvent(0), waiting)),
      await recorder.received(aMatch(submit, anEvent(0), waiting)),
    ];
    assert.deepEqual(results, ['state changed', 'nothing new']);
    assert.equal(handed.length, 1);
  });

  test('tell a submit of the receipts that came before it', async () => {
    await using world = await openSmsWorld();
    const { accepted, recorder } = await setup(world, 1);
    const submit = aSubmit(must(accepted[0], 'acceptance'));
    const early = {
      outcome: 'delivered',
      word: 'DELIVRD',
      error: '000',
      receivedAtMs: 5,
      doneAtMs: null,
      address: 'prefer',
    } as const;
    const { operatorId, remoteId } = submit;
    await world.storage.messages.matchOrKeepReceipts([
      { operatorId, remoteId, phone: phone('33612345678'), ...early },
    ]);
    const [kept] = await recorder.submitted(submit);
    assert.equal(kept?.remoteId, remoteId);
    assert.equal(kept.outcome, 'delivered');
  });

  test('that could not be stored hand on nothing, and every caller hears why', async () => {
    await using world = await openSmsWorld();
    const { accepted, recorder, handed } = await setup(world, 2);
    world.away = true;
    const refusing = accepted.map((each) => recorder.refused(aRefusal(each, anEvent(0))));
    await Promise.all(refusing.map((each) => assert.rejects(each, { name: 'StorageUnavailable' })));
    assert.deepEqual(handed, []);
  });

  test('wait for ids where none could be reserved', async () => {
    await using world = await openSmsWorld();
    const { accepted } = await setup(world, 1);
    const blocks = [Promise.resolve(1), new Promise<number>(() => undefined)];
    const eventIds = await IdSource.open(1, () => blocks.shift() as Promise<number>);
    eventIds.take();
    const recorder = new FactRecorder({
      store: world.storage.messages,
      eventIds,
      eventsStored: () => assert.fail('nothing was stored'),
    });
    const refusal = aRefusal(must(accepted[0], 'acceptance'), anEvent(0));
    await assert.rejects(recorder.refused(refusal), { name: 'StorageUnavailable' });
    assert.equal(await world.owed(), 1);
  });
});
