/** Calls through the whole program with another implementation on both sides of it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import type { CallRecord, EndCause } from '#numbers/calls/call-record.ts';
import { number } from '#test/harness/call-world.ts';
import { type CallingApp, openCallingApp } from '#test/harness/calling-program.ts';
import { freeUdpPort } from '#test/harness/free-port.ts';
import { type SippWish, sippAnswers, sippCalls, withoutSipp } from '#test/harness/sipp.ts';

const timeout = 400_000;
const called = `+${number}`;

type Wish = Pick<SippWish, 'calls' | 'lost' | 'rate'> & {
  readonly caller: string;
  readonly callee: string;
  readonly options?: { readonly ringMs: number };
};

/** The callee also hears OPTIONS, which it takes for calls: it goes on until it is told to end. */
async function run(wish: Wish, then: (app: CallingApp) => Promise<void> = async () => undefined) {
  const calleePort = await freeUdpPort();
  await using app = await openCallingApp({
    calleePort,
    options: wish.options ?? {},
    balance: 1_000_000_000,
    trunkIn: { maxCps: 1_000 },
    trunkOut: { maxCps: 1_000 },
  });
  const over = new AbortController();
  const { calls, lost, rate } = wish;
  const load = { calls, ...(lost !== undefined && { lost }), ...(rate !== undefined && { rate }) };
  const callee = await sippAnswers({
    scenario: wish.callee,
    ...load,
    calls: 100_000,
    port: calleePort,
    signal: over.signal,
  });
  const { code, screen } = await sippCalls(app.port, called, { scenario: wish.caller, ...load });
  const records = await ended(app, calls);
  await then(app);
  over.abort();
  await callee.ended;
  return { code, screen, records, app };
}

async function ended({ storage }: CallingApp, count: number): Promise<readonly CallRecord[]> {
  for (;;) {
    const query = { beforeId: Number.MAX_SAFE_INTEGER, limit: 10_000 };
    const calls = await storage.calls.listCalls(query);
    if (calls.filter(({ endedAtMs }) => endedAtMs !== null).length >= count) return calls;
    await systemClock.sleep(50);
  }
}

const stories: readonly (readonly [string, string, string, EndCause])[] = [
  ['answered and hung up by the caller', 'caller-answered', 'callee-answers', 'caller_hung_up'],
  ['hung up by the callee', 'caller-hung-up-on', 'callee-hangs-up', 'callee_hung_up'],
  ['cancelled', 'caller-cancels', 'callee-rings', 'caller_cancelled'],
  ['busy', 'caller-refused', 'callee-refuses', 'busy'],
  ['offered by the callee', 'caller-without-offer', 'callee-offers', 'caller_hung_up'],
  ['put on hold and taken up again', 'caller-holds', 'callee-held', 'caller_hung_up'],
  ['with early media', 'caller-answered', 'callee-early', 'caller_hung_up'],
];

/** Where sipp waits for one answer at a time, and for no ringing, which nobody sends again. */
const bearsLoss = new Set(['caller-answered', 'caller-refused']);

suite('sipp calls sipp through us', { skip: withoutSipp, timeout, concurrency: 3 }, () => {
  for (const [story, caller, callee, cause] of stories) {
    test(story, async () => {
      const { code, screen, records } = await run({ caller, callee, calls: 10 });
      assert.deepEqual(new Set(records.map((record) => record.cause)), new Set([cause]), screen);
      assert.equal(code, 0, screen);
    });
  }

  test('answered by nobody', async () => {
    const wish = { caller: 'caller-unanswered', callee: 'callee-rings', calls: 5 };
    const { code, screen, records } = await run({ ...wish, options: { ringMs: 5_000 } });
    assert.equal(code, 0, screen);
    assert.deepEqual(new Set(records.map(({ cause }) => cause)), new Set(['no_answer']));
  });

  for (const [story, caller, callee, cause] of stories.filter(([, name]) => bearsLoss.has(name))) {
    test(`${story}, where three packets of ten are lost on each side`, async () => {
      const { records } = await run({ caller, callee, calls: 5, lost: 30 });
      // What the carrier has not heard of in 32 s has failed, on any line.
      const causes = records.map((record) => record.cause);
      assert.ok(causes.filter((each) => each === cause).length >= 3, causes.join());
    });
  }
});

test('after a thousand calls nothing is held', { skip: withoutSipp, timeout }, async () => {
  const wish = { caller: 'caller-answered', callee: 'callee-answers', calls: 1_000, rate: 100 };
  const { code, screen, records } = await run(wish, async ({ opened }) => {
    const isHeld = () => Object.values(opened.app.calls?.counts ?? {}).some((count) => count > 0);
    while (isHeld()) await systemClock.sleep(100);
  });
  assert.equal(code, 0, screen);
  assert.equal(records.length, 1_000);
  assert.ok(records.every(({ cause }) => cause === 'caller_hung_up'));
});
