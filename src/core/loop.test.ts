import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openLog } from './log.ts';
import { Loop } from './loop.ts';

function setup(work: (round: number) => Promise<void> | void) {
  const clock = new HeldClock();
  const lines: string[] = [];
  let rounds = 0;
  const loop = new Loop({
    name: 'sweep',
    everyMs: 100,
    clock,
    log: openLog('info', (line) => lines.push(line)),
    work: async () => {
      rounds += 1;
      await work(rounds);
    },
  });
  return { loop, clock, lines, rounds: () => rounds };
}

suite('a loop', () => {
  test('works at once, and again so long after each round', async () => {
    const { loop, clock, rounds } = setup(() => undefined);
    await using running = loop;
    running.start();
    assert.equal(rounds(), 1);
    await turn();
    clock.advance(99);
    await turn();
    assert.equal(rounds(), 1);
    clock.advance(1);
    await turn();
    assert.equal(rounds(), 2);
  });

  test('poked while it rests, works at once; poked while it works, once more', async () => {
    const round = Promise.withResolvers<void>();
    const { loop, rounds } = setup((n) => (n === 2 ? round.promise : undefined));
    await using running = loop;
    running.start();
    await turn();
    running.poke();
    await turn();
    assert.equal(rounds(), 2);
    running.poke();
    running.poke();
    await turn();
    assert.equal(rounds(), 2);
    round.resolve();
    await turn();
    assert.equal(rounds(), 3);
  });

  test('never runs two rounds at a time', async () => {
    const round = Promise.withResolvers<void>();
    const { loop, clock, rounds } = setup(() => round.promise);
    loop.start();
    loop.start();
    await turn();
    clock.advance(1_000);
    await turn();
    assert.equal(rounds(), 1);
    round.resolve();
    await loop[Symbol.asyncDispose]();
  });

  test('goes on after a round that failed, and says so', async () => {
    const { loop, clock, lines, rounds } = setup((round) => {
      if (round === 1) throw new Error('The storage is away');
    });
    await using running = loop;
    running.start();
    await turn();
    clock.advance(100);
    await turn();
    assert.equal(rounds(), 2);
    assert.equal(lines.length, 1);
    const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    assert.equal(line['event'], 'loop.failed');
    assert.equal(line['loop'], 'sweep');
    assert.equal(line['reason'], 'The storage is away');
  });

  test('stops after the round that is under way', async () => {
    const round = Promise.withResolvers<void>();
    const { loop, clock, rounds } = setup(() => round.promise);
    loop.start();
    const stopping = loop[Symbol.asyncDispose]();
    const first = await Promise.race([stopping, turn('still working')]);
    assert.equal(first, 'still working');
    round.resolve();
    await stopping;
    assert.equal(rounds(), 1);
    assert.equal(clock.timersWaiting, 0);
  });

  test('may be stopped twice, and before it was started', async () => {
    const { loop, rounds } = setup(() => undefined);
    await loop[Symbol.asyncDispose]();
    await loop[Symbol.asyncDispose]();
    loop.start();
    await loop[Symbol.asyncDispose]();
    assert.equal(rounds(), 0);
  });
});
