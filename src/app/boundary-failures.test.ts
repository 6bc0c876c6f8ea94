import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { boundary, dropped } from '#core/boundary.ts';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { reportBoundaryFailures } from './boundary-failures.ts';

const entries = boundary('test.failures', 'datagram');

function setup() {
  const lines: Record<string, unknown>[] = [];
  const counted: string[] = [];
  const clock = new HeldClock();
  const telling = reportBoundaryFailures({
    log: openLog('info', (line) => lines.push(JSON.parse(line) as Record<string, unknown>)),
    clock,
    tally: { boundaryFailed: (name) => counted.push(name) },
  });
  return { lines, counted, clock, [Symbol.dispose]: () => telling[Symbol.dispose]() };
}

const fail = (error: Error, end = dropped): void =>
  entries.run(() => {
    throw error;
  }, end);

suite('failures at the boundaries', () => {
  test('have a line each with class, code, words and place, and are counted', () => {
    using world = setup();
    fail(Object.assign(new Error('The peer is gone'), { code: 'EPIPE' }));
    const { event, boundary: name, error, code, reason, at } = world.lines[0] ?? {};
    assert.deepEqual(
      { event, name, error, code, reason },
      {
        event: 'boundary.failed',
        name: 'test.failures',
        error: 'Error',
        code: 'EPIPE',
        reason: 'The peer is gone',
      },
    );
    assert.match(String(at), /^src\/app\/boundary-failures\.test\.ts:\d+/);
    assert.deepEqual(world.counted, ['test.failures']);
  });

  test('say nothing of what the engine says, which may repeat what a peer has sent', () => {
    using world = setup();
    for (const provoke of [
      () => 'refusal' in (Buffer.from('secret').toString() as unknown as object),
      () => new Intl.Locale('secret of a peer'),
      () => JSON.parse('{"secret": }') as unknown,
      () => Buffer.alloc('secret' as unknown as number),
    ]) {
      entries.run(provoke, dropped);
    }
    assert.equal(world.lines.length, 4);
    for (const line of world.lines) {
      assert.doesNotMatch(JSON.stringify(line), /secret/);
      assert.equal(line['reason'], undefined);
    }
  });

  test('tell in the same line that the end failed too', () => {
    using world = setup();
    fail(new Error('first'), () => {
      throw new Error('second');
    });
    assert.equal(world.lines.length, 1);
    const { endFailed } = world.lines[0] ?? {};
    assert.equal((endFailed as { readonly reason: string }).reason, 'second');
  });

  test('write ten lines a minute for a boundary, then say how many were left out', () => {
    using world = setup();
    for (let each = 0; each < 25; each += 1) fail(new Error('again'));
    assert.equal(world.lines.length, 10);
    assert.equal(world.counted.length, 25);
    world.clock.advance(60_000);
    fail(new Error('later'));
    assert.equal(world.lines.at(-1)?.['unwritten'], 15);
  });
});
