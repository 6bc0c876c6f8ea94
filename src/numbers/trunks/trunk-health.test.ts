import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { aTrunk } from '#test/harness/records.ts';
import type { Hop, RequestOutcome } from '../sip/user-agent.ts';
import type { Trunk, TrunkSettings } from './trunk.ts';
import { TrunkDirectory } from './trunk-directory.ts';
import { TrunkHealth } from './trunk-health.ts';

const hop: Hop = { transport: 'udp', address: '127.0.0.1', port: 5_060 };
const timedOut: RequestOutcome = { kind: 'timed out' };

function setup(settings: Partial<TrunkSettings> = {}) {
  const clock = new HeldClock();
  const trunk: Trunk = { ...aTrunk({ host: '127.0.0.1', ...settings }), id: 1, tracedUntilMs: 0 };
  const replies: RequestOutcome[] = [];
  const health = new TrunkHealth({
    agent: () => ({
      resolve: async () => [hop],
      request: async () => replies.shift() ?? timedOut,
    }),
    trunks: () => new TrunkDirectory([trunk]),
    clock,
    log: openLog('silent'),
  });
  return { clock, trunk, health, replies };
}

suite('calls that come in by a trunk', () => {
  test('are taken up to its calls a second, then refused, then not answered', () => {
    const { trunk, health, clock } = setup({ maxCps: 2 });
    const verdicts = Array.from({ length: 6 }, () => health.admit(trunk));
    assert.deepEqual(verdicts, ['take', 'take', 'refuse', 'refuse', 'ignore', 'ignore']);
    clock.advance(1_000);
    assert.equal(health.admit(trunk), 'take');
  });

  test('are as many at once as it may carry', () => {
    const { trunk, health, clock } = setup({ maxCalls: 1 });
    assert.equal(health.admit(trunk), 'take');
    clock.advance(1_000);
    assert.equal(health.admit(trunk), 'refuse');
    health.released(trunk);
    clock.advance(1_000);
    assert.equal(health.admit(trunk), 'take');
  });

  test('count once where they are asked to sign in and come again', () => {
    const { trunk, health } = setup({ maxCps: 2 });
    for (let n = 0; n < 2; n += 1) {
      assert.equal(health.admit(trunk), 'take');
      assert.equal(health.challenged(trunk), true);
      assert.equal(health.admit(trunk), 'take');
    }
    assert.equal(health.callsOf(trunk), 2);
    assert.equal(health.admit(trunk), 'refuse');
  });

  test('are asked to sign in no more often in a second than they may come', () => {
    const { trunk, health, clock } = setup({ maxCps: 1 });
    const ask = (): boolean => health.admit(trunk) === 'take' && health.challenged(trunk);
    assert.deepEqual([ask(), ask()], [true, false]);
    clock.advance(1_000);
    assert.equal(ask(), true);
    assert.equal(health.callsOf(trunk), 0);
  });
});

suite('a trunk that calls go to', () => {
  test('is down after two questions without an answer, and up after any', async () => {
    const { trunk, health, replies } = setup();
    await health.look();
    assert.equal(health.isUp(trunk), true);
    await health.look();
    assert.equal(health.isUp(trunk), false);
    replies.push({ kind: 'answered', status: 404 } as RequestOutcome);
    await health.look();
    assert.equal(health.isUp(trunk), true);
  });

  test('is there as long as calls over it are answered, whatever it does with questions', async () => {
    const { trunk, health } = setup();
    await health.look();
    health.heard(trunk);
    await health.look();
    assert.equal(health.isUp(trunk), true);
    await health.look();
    assert.equal(health.isUp(trunk), false);
    health.heard(trunk);
    assert.equal(health.isUp(trunk), true);
  });

  test('rests for as long as it asks, and no longer than a minute', () => {
    const { trunk, health, clock } = setup();
    health.rest(trunk, 10_000);
    assert.equal(health.isUp(trunk), false);
    clock.advance(10_000);
    assert.equal(health.isUp(trunk), true);
    health.rest(trunk, 3_600_000);
    clock.advance(60_000);
    assert.equal(health.isUp(trunk), true);
  });

  test('gets as many calls at once and in a second as it carries', () => {
    const { trunk, health, clock } = setup({ maxCalls: 2, maxCps: 1 });
    assert.deepEqual([health.take(trunk), health.take(trunk)], [true, false]);
    clock.advance(1_000);
    assert.equal(health.take(trunk), true);
    clock.advance(1_000);
    assert.equal(health.take(trunk), false);
  });
});

suite('how a trunk stands', () => {
  test('is told with its last OPTIONS, its calls and its rest', async () => {
    const { trunk, health, clock, replies } = setup();
    const [before] = health.standings();
    assert.deepEqual([before?.state, before?.asked], ['unasked', null]);
    replies.push({ kind: 'answered', status: 200, response: undefined as never });
    await health.look();
    health.take(trunk);
    health.rest(trunk, 5_000);
    const [standing] = health.standings();
    assert.partialDeepStrictEqual(standing, { state: 'resting', calls: 1, misses: 0 });
    assert.equal(standing?.restsUntilMs, clock.nowMs() + 5_000);
    assert.deepEqual(standing.asked, { atMs: clock.nowMs(), status: 200, durationMs: 0 });
    clock.advance(5_000);
    assert.equal(health.standings()[0]?.state, 'up');
    await health.look();
    await health.look();
    assert.partialDeepStrictEqual(health.standings()[0], { state: 'down', misses: 2 });
    assert.equal(health.standings()[0]?.asked?.status, null);
  });
});
