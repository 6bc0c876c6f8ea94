import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { aJob, aMessage, aRecipient, atMs } from '#test/harness/records.ts';
import { Gatherings, type Group } from './gathering.ts';

const message = aMessage();
const recipient = aRecipient(message);

function aPart(part: number, recipientId = recipient.id) {
  const load = { message, recipient: { ...recipient, id: recipientId }, part, intended: false };
  return { job: aJob({ subject: recipientId * 100 + part }), load };
}

function setup() {
  const clock = new HeldClock(atMs);
  const groups: (readonly number[])[] = [];
  const move = async (group: Group): Promise<boolean> => {
    groups.push(group.map(({ load }) => load.part));
    return true;
  };
  return { clock, gatherings: new Gatherings(clock), groups, move };
}

async function fail(): Promise<boolean> {
  throw new Error('Away');
}

suite('parts of one text', () => {
  test('move once, in their order, when the last has come', async () => {
    const { gatherings, groups, move } = setup();
    const moved = [3, 1, 2].map((part) => gatherings.join(aPart(part), 3, move));
    assert.deepEqual(await Promise.all(moved), [true, true, true]);
    assert.deepEqual(groups, [[1, 2, 3]]);
  });

  test('stay where they are when some have not come within ten seconds', async () => {
    const { clock, gatherings, groups, move } = setup();
    const first = gatherings.join(aPart(1), 2, move);
    clock.advance(10_000);
    assert.equal(await first, false);
    // What comes now is the beginning of another try.
    const second = gatherings.join(aPart(2), 2, move);
    clock.advance(10_000);
    assert.equal(await second, false);
    assert.deepEqual(groups, []);
  });

  test('all hear that the move failed, and gather again', async () => {
    const { gatherings, groups, move } = setup();
    const failed = [1, 2].map((part) => gatherings.join(aPart(part), 2, fail));
    const outcomes = await Promise.allSettled(failed);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    const again = [1, 2].map((part) => gatherings.join(aPart(part), 2, move));
    assert.deepEqual(await Promise.all(again), [true, true]);
    assert.deepEqual(groups, [[1, 2]]);
  });

  test('of more than ten thousand texts do not wait', async () => {
    const { clock, gatherings, move } = setup();
    const waiting = Array.from({ length: 10_000 }, (_, index) =>
      gatherings.join(aPart(1, index + 1), 2, move),
    );
    assert.equal(await gatherings.join(aPart(1, 10_001), 2, move), false);
    clock.advance(10_000);
    assert.ok((await Promise.all(waiting)).every((moved) => !moved));
  });
});
