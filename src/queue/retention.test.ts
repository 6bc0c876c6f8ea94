import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { leaderLoop } from './leader-job.ts';
import { type Age, retention } from './retention.ts';

const dayMs = 86_400_000;

/** A walk that forgets these rows, commit by commit. */
function setup(commits: readonly number[]) {
  const clock = new HeldClock();
  const lines: string[] = [];
  const asked: Age[] = [];
  const state = { commits: 0, ended: 0, isLeader: true };
  async function* walk(age: Age): AsyncGenerator<number> {
    asked.push(age);
    try {
      for (const rows of commits) {
        state.commits += 1;
        yield rows;
      }
    } finally {
      state.ended += 1;
    }
  }
  const log = openLog('info', (line) => lines.push(line));
  const job = retention({ name: 'messages', days: 90, walks: [walk, walk], clock, log });
  const loop = leaderLoop(job, { isLeader: () => state.isLeader, clock, log });
  return { loop, clock, lines, asked, state };
}

suite('retention', () => {
  test('walks over all that is older than its days, with a pause after each commit', async () => {
    const { loop, clock, lines, asked, state } = setup([3, 2]);
    const nowMs = clock.nowMs();
    await using running = loop;
    running.start();
    for (const commits of [1, 2, 3, 4]) {
      await turn();
      assert.equal(state.commits, commits);
      clock.advance(50);
    }
    await turn();
    const age = { nowMs, beforeMs: nowMs - 90 * dayMs };
    assert.deepEqual(asked[0], age);
    assert.equal(asked.length, 2);
    assert.equal(lines.length, 1);
    assert.match(
      lines[0] ?? '',
      /"what":"messages","rows":10,"days":90,"event":"retention\.forgotten"/,
    );
  });

  test('comes round every hour, and is silent where nothing was old', async () => {
    const { loop, clock, lines, asked } = setup([]);
    await using running = loop;
    running.start();
    for (let second = 0; second < 3_600; second += 1) {
      await turn();
      assert.equal(asked.length, 2);
      clock.advance(1_000);
    }
    await turn();
    assert.equal(asked.length, 4);
    assert.equal((asked[2]?.beforeMs ?? 0) - (asked[0]?.beforeMs ?? 0), 3_600_000);
    assert.deepEqual(lines, []);
  });

  test('leaves it to another process until it is its turn', async () => {
    const { loop, clock, asked, state } = setup([]);
    await using running = loop;
    state.isLeader = false;
    running.start();
    await turn();
    assert.equal(asked.length, 0);
    state.isLeader = true;
    clock.advance(10_000);
    await turn();
    assert.equal(asked.length, 2);
  });

  test('a stop in the middle ends the walk, and is no failure', async () => {
    const { loop, lines, state } = setup([1, 1, 1]);
    loop.start();
    await turn();
    await loop[Symbol.asyncDispose]();
    assert.deepEqual(state, { commits: 1, ended: 1, isLeader: true });
    assert.deepEqual(lines, []);
  });
});
