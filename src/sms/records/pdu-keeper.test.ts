import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { atMs } from '#test/harness/records.ts';
import type { KeptPdu } from './kept-pdu.ts';
import { PduKeeper } from './pdu-keeper.ts';

const pdu: KeptPdu = {
  partId: 1,
  operatorId: 1,
  atMs,
  command: 'submit_sm',
  status: 0,
  octets: Buffer.alloc(16),
  text: '',
};

function setup() {
  const stored: number[] = [];
  const store = { keepPdus: async (pdus: readonly KeptPdu[]) => void stored.push(pdus.length) };
  return {
    stored,
    keeper: new PduKeeper({ store, clock: new HeldClock(atMs), log: openLog('silent') }),
  };
}

suite('PDUs for timelines', () => {
  test('are stored together, and at the end what waits', async () => {
    const { stored, keeper } = setup();
    for (let n = 0; n < 3; n += 1) keeper.take(() => [pdu]);
    await keeper[Symbol.asyncDispose]();
    assert.deepEqual(stored, [3]);
  });

  test('are not made where too many wait', async () => {
    const { stored, keeper } = setup();
    let made = 0;
    for (let n = 0; n < 1_000; n += 1) {
      keeper.take(() => {
        made += 1;
        return [pdu];
      });
    }
    await keeper[Symbol.asyncDispose]();
    assert.deepEqual([made, stored], [120, [120]]);
  });

  test('that cannot be made trouble nobody', async () => {
    const { stored, keeper } = setup();
    keeper.take(() => {
      throw new RangeError('source does not fit its field');
    });
    await keeper[Symbol.asyncDispose]();
    assert.deepEqual(stored, []);
  });
});
