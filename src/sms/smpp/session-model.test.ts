/** Any order of submits, answers, noise, time and endings: what always holds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openBound, pdu, reply } from '#test/harness/smpp-session.ts';
import type { Pdu } from './pdu.ts';
import type { RequestOutcome } from './window.ts';

const window = 4;

type World = Awaited<ReturnType<typeof openWorld>>;

async function openWorld() {
  const bound = await openBound({ window, answer: async () => ({ status: 0 }) });
  const submits = { count: 0, settled: 0, outcomes: new Map<string, number>() };
  /** Sequence numbers of submits that the peer has seen and not answered. */
  const seen = new Set<number>();
  const open = new Set<number>();
  const settle = (reference: number, outcome: RequestOutcome): void => {
    submits.settled++;
    open.delete(reference);
    submits.outcomes.set(outcome.kind, (submits.outcomes.get(outcome.kind) ?? 0) + 1);
  };
  return { ...bound, submits, seen, open, settle, sequences: new Set<number>() };
}

/** The turn ends: what was sent is written, and the peer sees it. */
function endTurn(world: World): void {
  for (const sent of world.wire.sent()) {
    if (sent.command !== 'submit_sm') continue;
    assert.ok(!world.seen.has(sent.sequence), 'a sequence number that is pending is used again');
    world.seen.add(sent.sequence);
  }
}

const anyOf = (numbers: ReadonlySet<number>, chance: number): number | undefined =>
  [...numbers][chance % Math.max(1, numbers.size)];

type Step = (world: World) => Promise<void> | void;

function submit(world: World): void {
  const reference = world.submits.count++;
  const hadRoom = world.session.room > 0;
  if (hadRoom) world.open.add(reference);
  void world.submit(reference).then((outcome) => world.settle(reference, outcome));
}

function answer(chance: number, make: (sequence: number) => Pdu): Step {
  return (world) => {
    const sequence = anyOf(world.seen, chance);
    if (sequence === undefined) return;
    world.seen.delete(sequence);
    world.receive(make(sequence));
  };
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>(submit) },
  { weight: 4, arbitrary: fc.constant<Step>(endTurn) },
  {
    weight: 5,
    arbitrary: fc
      .nat()
      .map((chance) => answer(chance, (n) => pdu('submit_sm_resp', n, { messageId: String(n) }))),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map((chance) => answer(chance, (n) => pdu('generic_nack', n, {}, 0x58))),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 40_000 }).map<Step>((ms) => ({ clock }) => {
      clock.advance(ms);
    }),
  },
  {
    weight: 1,
    arbitrary: fc.nat(50).map<Step>((sequence) => ({ receive }) => {
      receive(pdu('deliver_sm', sequence, reply), pdu('enquire_link', sequence));
    }),
  },
  {
    weight: 1,
    arbitrary: fc.nat(20).map<Step>((sequence) => ({ receive }) => {
      receive(pdu('submit_sm_resp', sequence), pdu('enquire_link_resp', sequence));
    }),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map<Step>((isWritable) => ({ wire, session }) => {
      wire.isWritable = isWritable;
      if (isWritable) session.drained();
    }),
  },
);

const ending: fc.Arbitrary<Step> = fc.constantFrom<Step>(
  ({ session }) => session.gone(undefined),
  ({ session }) => session.gone(new Error('reset')),
  ({ session, clock }) => {
    session.unbind();
    clock.advance(10_000);
  },
  ({ receive, clock }) => {
    receive(pdu('unbind', 5));
    clock.advance(5_000);
  },
  ({ session }) => session.received(Buffer.alloc(16)),
  ({ clock }) => clock.advance(3_600_000),
);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('every submit settles once, and no more than the window are ever open', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), ending, async (steps, end) => {
      const world = await openWorld();
      for (const each of steps) {
        await each(world);
        assert.ok(world.open.size <= window, 'more open than the window');
        // Promises settle between the turns.
        await Promise.resolve();
      }
      await end(world);
      await turn();
      assert.ok(world.told.closed !== undefined, 'the session goes on');
      assert.equal(world.submits.settled, world.submits.count, 'a promise stays open');
      assert.equal(world.clock.timersWaiting, 0, 'a timer stays behind');
    }),
    { numRuns: 1_000 },
  );
});
