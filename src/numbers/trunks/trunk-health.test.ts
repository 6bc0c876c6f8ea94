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
    agent: () => ({ resolve: async () => [hop], request: async () => replies.shift() ?? timedOut }),
    trunks: () => new TrunkDirectory([trunk]),
    clock,
    log: openLog('silent'),
  });
  return { clock, trunk, health, replies };
}

/** Where its turn comes, beside one of which nothing is known. */
function placeIn(health: TrunkHealth, trunk: Trunk): 'first' | 'last' | 'none' {
  const other = { ...trunk, id: 2 };
  const order = health.inOrder([trunk, other]);
  return order.includes(trunk) ? (order[0] === trunk ? 'first' : 'last') : 'none';
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
    assert.equal(placeIn(health, trunk), 'first');
    await health.look();
    assert.equal(placeIn(health, trunk), 'last');
    replies.push({ kind: 'answered', status: 404 } as RequestOutcome);
    await health.look();
    assert.equal(placeIn(health, trunk), 'first');
  });

  test('is there as long as calls over it are answered, whatever it does with questions', async () => {
    const { trunk, health } = setup();
    await health.look();
    health.heard(trunk);
    await health.look();
    assert.equal(placeIn(health, trunk), 'first');
    await health.look();
    assert.equal(placeIn(health, trunk), 'last');
    health.heard(trunk);
    assert.equal(placeIn(health, trunk), 'first');
  });

  test('that is not asked is never down', async () => {
    const { trunk, health } = setup({ optionsPing: false });
    await health.look();
    await health.look();
    assert.equal(placeIn(health, trunk), 'first');
    assert.partialDeepStrictEqual(health.standings(() => null)[0], {
      state: 'unasked',
      asked: null,
    });
  });

  test('rests for as long as it asks, and no longer than a minute', () => {
    const { trunk, health, clock } = setup();
    health.rest(trunk, 10_000);
    assert.equal(placeIn(health, trunk), 'none');
    clock.advance(10_000);
    assert.equal(placeIn(health, trunk), 'first');
    health.rest(trunk, 3_600_000);
    clock.advance(60_000);
    assert.equal(placeIn(health, trunk), 'first');
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
    const [before] = health.standings(() => null);
    assert.deepEqual([before?.state, before?.asked], ['unasked', null]);
    replies.push({ kind: 'answered', status: 200, response: undefined as never });
    await health.look();
    health.take(trunk);
    health.rest(trunk, 5_000);
    const [standing] = health.standings(() => null);
    assert.partialDeepStrictEqual(standing, { state: 'resting', calls: 1, misses: 0 });
    assert.equal(standing?.restsUntilMs, clock.nowMs() + 5_000);
    assert.deepEqual(standing.asked, { atMs: clock.nowMs(), status: 200, durationMs: 0 });
    clock.advance(5_000);
    assert.equal(health.standings(() => null)[0]?.state, 'up');
    await health.look();
    await health.look();
    assert.partialDeepStrictEqual(health.standings(() => null)[0], { state: 'down', misses: 2 });
    assert.equal(health.standings(() => null)[0]?.asked?.status, null);
  });
});
