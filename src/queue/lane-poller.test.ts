import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openLog } from '#core/log.ts';
import { lanePageMax } from '#model/engines.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import type { LaneWithWork } from './job.ts';
import { LanePoller } from './lane-poller.ts';

/** A name is that of a lane with something due. */
function setup(
  look: (nowMs: number) => readonly (string | LaneWithWork)[],
  changes?: () => number,
) {
  const clock = new HeldClock(0);
  const woken: string[] = [];
  const lines: string[] = [];
  const poller = new LanePoller({
    engine: 'webhook',
    jobs: {
      changes,
      lanesWithWork: async (engine, nowMs): Promise<readonly LaneWithWork[]> => {
        assert.equal(engine, 'webhook');
        return look(nowMs).map((found) =>
          typeof found === 'string' ? { lane: found, earliestJobId: 1 } : found,
        );
      },
    },
    clock,
    log: openLog('warn', (line) => lines.push(line)),
    everyMs: 500,
    wake: (lane) => woken.push(lane),
  });
  return { poller, clock, woken, lines };
}

suite('a lane poller', () => {
  test('wakes the lanes that have work, at once and then each time', async () => {
    const { poller, clock, woken } = setup((nowMs) => (nowMs === 0 ? ['a', 'b'] : ['b']));
    await using running = poller;
    running.start();
    await turn();
    assert.deepEqual(woken, ['a', 'b']);
    clock.advance(500);
    await turn();
    assert.deepEqual(woken, ['a', 'b', 'b']);
  });

  test('reads thousands of lanes a page at a time, and wakes those that have something due', async () => {
    const names = Array.from({ length: 600 }, (_, n) => `mail/${1_000 + n}`);
    const pages: number[] = [];
    const jobs = {
      lanesWithWork: async (_engine: string, _nowMs: number, after = '') => {
        const page = names.filter((name) => name > after).slice(0, lanePageMax);
        pages.push(page.length);
        return page.map((lane, n) => ({ lane, earliestJobId: n % 2 === 0 ? n : null }));
      },
    };
    const woken: string[] = [];
    const log = openLog('warn', () => undefined);
    await using poller = new LanePoller({
      engine: 'mail',
      jobs,
      clock: new HeldClock(0),
      log,
      everyMs: 500,
      wake: (lane) => woken.push(lane),
    });
    poller.start();
    while (pages.length < 3) await turn();
    await turn();
    assert.deepEqual(pages, [256, 256, 88]);
    assert.equal(woken.length, 300);
    assert.equal(new Set(woken).size, 300);
  });

  test('goes on when the storage was away', async () => {
    const { poller, clock, woken, lines } = setup((nowMs) => {
      if (nowMs === 0) throw new Error('away');
      return ['a'];
    });
    await using running = poller;
    running.start();
    await turn();
    clock.advance(500);
    await turn();
    assert.deepEqual(woken, ['a']);
    assert.match(lines.join(''), /lanes\.unreadable/);
  });

  test('reads nothing again until something is stored, once there are no jobs, due or not', async () => {
    let [stored, looks] = [1, 0];
    const jobs: { readonly lane: string; readonly dueAtMs: number }[] = [];
    const look = (nowMs: number) => {
      looks += 1;
      return jobs.map(({ lane, dueAtMs }) =>
        dueAtMs <= nowMs ? lane : { lane, earliestJobId: null },
      );
    };
    const { poller, clock, woken } = setup(look, () => stored);
    await using running = poller;
    const rounds = async (count: number): Promise<void> => {
      for (let round = 0; round < count; round += 1) {
        clock.advance(500);
        await turn();
      }
    };
    running.start();
    await turn();
    const before = looks;
    await rounds(5);
    assert.equal(looks, before);
    jobs.push({ lane: 'a', dueAtMs: clock.nowMs() + 1_400 });
    stored += 1;
    await rounds(2);
    assert.deepEqual(woken, []);
    // Nothing is stored meanwhile: it has become due.
    await rounds(1);
    assert.deepEqual(woken, ['a']);
  });

  test('may be stopped twice, and before it was started', async () => {
    const { poller, clock } = setup(() => []);
    await poller[Symbol.asyncDispose]();
    await poller[Symbol.asyncDispose]();
    poller.start();
    await poller[Symbol.asyncDispose]();
    assert.equal(clock.timersWaiting, 0);
  });
});
