import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LargeSends } from './large-sends.ts';

/** Work that goes on until it is told to end, and who has begun. */
function openWork(sends: LargeSends) {
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const replies: Promise<number>[] = [];
  const begin = (count: number): void => {
    for (let each = 0; each < count; each += 1) {
      const place = replies.length;
      const end = Promise.withResolvers<void>();
      ends.push(end);
      replies.push(
        sends.takeTurn(async () => {
          begun.push(place);
          await end.promise;
          return place;
        }),
      );
    }
  };
  const end = async (place: number): Promise<void> => {
    ends[place]?.resolve();
    await replies[place];
  };
  return { begun, begin, end, ends, replies };
}

suite('large sends', () => {
  test('two are under way, the others wait in their order', async () => {
    const { begun, begin, end, replies, ends } = openWork(new LargeSends());
    begin(5);
    assert.deepEqual(begun, [0, 1]);
    await end(1);
    assert.deepEqual(begun, [0, 1, 2]);
    await end(2);
    assert.deepEqual(begun, [0, 1, 2, 3]);
    for (const each of ends) each.resolve();
    assert.deepEqual(await Promise.all(replies), [0, 1, 2, 3, 4]);
  });

  test('one that fails makes room as well', async () => {
    const sends = new LargeSends();
    const failing = Array.from({ length: 3 }, () =>
      sends.takeTurn(() => Promise.reject(new Error('The disk is full'))),
    );
    for (const each of failing) await assert.rejects(each, { message: 'The disk is full' });
    assert.equal(await sends.takeTurn(async () => 'done'), 'done');
  });

  test('two hundred may wait', async () => {
    const sends = new LargeSends();
    const { begin, ends, replies } = openWork(sends);
    begin(201);
    assert.equal(sends.isFull, false);
    begin(1);
    assert.equal(sends.isFull, true);
    for (const each of ends) each.resolve();
    await Promise.all(replies);
    assert.equal(sends.isFull, false);
  });
});
