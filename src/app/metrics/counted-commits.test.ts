import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { noEvents, withAccount } from '#test/conformance/setup.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import {
  aMatch,
  anAcceptance,
  anEvent,
  aReceipt,
  aRefusal,
  aSubmit,
  atMs,
} from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { Commits } from '../commits.ts';
import { countCommits } from './counted-commits.ts';
import { makeMeters } from './meters.ts';

const operatorName = (id: number): string => `operator${id}`;

async function setup() {
  const kept = await openTemporaryStorage();
  const meters = makeMeters();
  const commits = new Commits(new HeldClock());
  countCommits(commits, { meters, operatorName });
  const storage = commits.announcing(kept);
  const account = await withAccount(storage);
  return {
    storage,
    account,
    async value(metric: 'unmatched' | 'claimed' | 'awaited' | 'expired' | 'incomplete') {
      const { values } = await meters[metric].get();
      return values.map(({ labels, value }) => [labels.operator, value]);
    },
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

suite('commits count', () => {
  test('a receipt whose part is not known, and that its part came afterwards', async () => {
    await using world = await setup();
    const acceptance = anAcceptance(world.account, 1);
    const submit = aSubmit(acceptance);
    await world.storage.messages.acceptMessages([acceptance]);
    const [unknown] = await world.storage.messages.matchOrKeepReceipts([aReceipt(submit)]);
    assert.equal(unknown, undefined);
    assert.deepEqual(await world.value('unmatched'), [['operator1', 1]]);
    const facts = await world.storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    assert.deepEqual(await world.value('awaited'), [['operator1', 1]]);
    assert.deepEqual(await world.value('claimed'), []);
    const kept = must(facts.submits[0]?.[0], 'kept receipt');
    const receipts = [aMatch(submit, anEvent(1), { keptReceiptId: kept.id })];
    await world.storage.messages.recordFacts({ ...noEvents, receipts });
    assert.deepEqual(await world.value('claimed'), [['operator1', 1]]);
  });

  test('a part that expired here, and not one that its operator refused', async () => {
    await using world = await setup();
    const [first, second] = [1, 2].map((id) => anAcceptance(world.account, id));
    const both = [must(first, 'first'), must(second, 'second')];
    await world.storage.messages.acceptMessages(both);
    const refusals = both.map((acceptance, at) =>
      aRefusal(acceptance, anEvent(at + 1), { reason: at === 0 ? 'expired_in_queue' : 'stopped' }),
    );
    await world.storage.messages.recordFacts({ ...noEvents, refusals });
    assert.deepEqual(await world.value('expired'), [['operator1', 1]]);
  });

  test('a text of which parts never came', async () => {
    await using world = await setup();
    const message = {
      operatorId: 1,
      sender: '33612345678',
      receiver: '36105',
      kind: 'unclaimed',
      accountId: null,
      text: 'Hello',
      octets: Buffer.from('Hello'),
      dataCoding: 0,
      receivedAtMs: atMs,
      partsTotal: 3,
      answersMessageId: 0,
      test: false,
    } as const;
    const items = [2, 3].map((partsReceived) => ({
      kind: 'message' as const,
      message: { ...message, partsReceived },
      events: [],
      groupId: null,
    }));
    await world.storage.inbound.recordInbound(items);
    assert.deepEqual(await world.value('incomplete'), [['operator1', 1]]);
  });
});
