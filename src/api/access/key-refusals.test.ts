import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { callerOf } from '#test/harness/api-world.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { KeyRefusals } from './key-refusals.ts';

function setup(note: () => Promise<void> = async () => undefined) {
  const clock = new HeldClock();
  const lines: string[] = [];
  const addresses: unknown[] = [];
  const refusals = new KeyRefusals({
    note: (_, { details }) => {
      addresses.push((details as { readonly address: string }).address);
      return note();
    },
    clock,
    log: openLog('info', (line) => lines.push(line)),
  });
  return { clock, lines, addresses, refusals };
}

suite('the refusal of a key by its bounds', () => {
  test('is told once an hour for each key and reason, without the host it came from', () => {
    const { clock, addresses, refusals } = setup();
    const caller = callerOf('live');
    const other = { ...caller, key: { ...caller.key, id: 4 } };
    refusals.tell(caller, 'key has expired', '::ffff:192.0.2.9');
    refusals.tell(caller, 'key has expired', '198.51.100.7');
    refusals.tell(caller, 'key may not do this', '2001:db8:7:1::5');
    refusals.tell(other, 'key has expired', '198.51.100.7');
    assert.deepEqual(addresses, ['192.0.2.*', '2001:db8:7:…', '198.51.100.*']);
    clock.advance(3_600_000);
    refusals.tell(caller, 'key has expired', '192.0.2.9');
    assert.equal(addresses.length, 4);
  });

  test('that the storage does not take is a line in the log, and nothing else', async () => {
    const { lines, refusals } = setup(() => Promise.reject(new Error('disk full')));
    refusals.tell(callerOf('live'), 'key has expired', '192.0.2.9');
    await new Promise(setImmediate);
    assert.equal(lines.filter((line) => line.includes('audit.failed')).length, 1);
  });
});
