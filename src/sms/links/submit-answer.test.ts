import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { judgeRefusal } from './submit-answer.ts';

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

suite('an answer to a submit', () => {
  test('0x58: slow down, however often', () => {
    for (const attempt of [0, 2, 50])
      assert.deepEqual(judgeRefusal(0x58, attempt), { do: 'slow down' });
  });

  test('0x04: the bind has to be made anew', () => {
    assert.deepEqual(judgeRefusal(0x04, 0), { do: 'rebind' });
  });

  test('0x14 and 0x64: later, doubling from 30 seconds to 10 minutes, without end', () => {
    for (const status of [0x14, 0x64]) {
      const waits = [0, 1, 2, 3, 4, 5, 2_000].map((attempt) => judgeRefusal(status, attempt));
      const seconds = [30, 60, 120, 240, 480, 600, 600];
      assert.deepEqual(
        waits,
        seconds.map((each) => ({ do: 'retry', inMs: each * 1_000 })),
      );
    }
  });

  test('0x08, 0x45, 0xFF, a vendor’s and an unknown one: twice again, then refused', () => {
    for (const status of [0x08, 0x45, 0xff, 0x400, 0x451, 0x4ff, 0x99, 0xffff_ffff]) {
      const verdicts = [0, 1, 2].map((attempt) => judgeRefusal(status, attempt));
      const again = { do: 'retry', inMs: 30_000 };
      const reason = `refused_0x${status.toString(16).padStart(2, '0')}`;
      const refusal = { do: 'refuse', reason, fault: 'the message', elsewhere: true };
      assert.deepEqual(verdicts, [again, again, refusal]);
    }
  });

  test('0x0A: the sender is refused', () => {
    const refusal = { do: 'refuse', reason: 'sender_refused', fault: 'the message' };
    assert.deepEqual(judgeRefusal(0x0a, 0), { ...refusal, elsewhere: true });
  });

  test('0x0B, 0x65, 0x66 and 0xFE: this message will never be taken', () => {
    const verdicts = [0x0b, 0x65, 0x66, 0xfe].map((status) => judgeRefusal(status, 0));
    assert.deepEqual(
      verdicts,
      ['refused_0x0b', 'refused_0x65', 'refused_0x66', 'refused_0xfe'].map((reason) => ({
        do: 'refuse',
        reason,
        fault: 'the message',
        elsewhere: false,
      })),
    );
  });

  test('a status that says our settings do not fit: refused, and the fault is ours', () => {
    const setup = [
      ...range(0x01, 0x03),
      ...range(0x06, 0x07),
      0x15,
      ...range(0x42, 0x43),
      ...range(0x48, 0x55),
      ...range(0x61, 0x63),
      ...range(0xc0, 0xc4),
      ...range(0x100, 0x106),
    ];
    for (const status of setup) {
      const verdict = judgeRefusal(status, 0);
      assert.ok(verdict.do === 'refuse', `0x${status.toString(16)}`);
      assert.deepEqual([verdict.fault, verdict.elsewhere], ['ours', true]);
    }
  });

  test('a code of the operator’s own: what its table says', () => {
    const table = {
      '0x451': 'later',
      '0x452': 'refused',
      '0x453': 'slow-down',
      '0x454': 'setup',
      '0x455': 'sender',
    } as const;
    const verdict = (status: number) => judgeRefusal(status, 0, table);
    assert.deepEqual(verdict(0x451), { do: 'retry', inMs: 30_000 });
    const refused = { do: 'refuse', reason: 'refused_0x452', fault: 'the message' } as const;
    assert.deepEqual(verdict(0x452), { ...refused, elsewhere: false });
    assert.deepEqual(verdict(0x453), { do: 'slow down' });
    const setup = { do: 'refuse', reason: 'refused_0x454', fault: 'ours', elsewhere: true };
    assert.deepEqual(verdict(0x454), setup);
    assert.equal((verdict(0x455) as { reason: string }).reason, 'sender_refused');
    assert.deepEqual(verdict(0x456), { do: 'retry', inMs: 30_000 });
  });
});
