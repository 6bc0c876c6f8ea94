/** Two phones of another make talk through us: what each says is heard by the other, and by nobody else. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { Baresip, withoutBaresip } from '#test/harness/baresip.ts';
import { number, target } from '#test/harness/call-world.ts';
import { openCallingApp } from '#test/harness/calling-program.ts';
import { toneStrength } from '#test/harness/tones.ts';

const timeout = 120_000;
const tones = { caller: 440, callee: 1_000 } as const;
/** What each of them listens to. */
const heardMs = 2_000;

suite('baresip calls baresip through us', { skip: withoutBaresip, timeout, concurrency: 2 }, () => {
  for (const hangsUp of ['caller', 'callee'] as const) {
    test(`each hears the other, until the ${hangsUp} hangs up`, async () => {
      await using caller = await Baresip.open({ user: '+33612345678', hertz: tones.caller });
      await using callee = await Baresip.open({ user: `+${target}`, hertz: tones.callee });
      await using app = await openCallingApp({ calleePort: callee.port });
      caller.dial(`sip:+${number}@127.0.0.1:${app.port}`);
      const [atCaller, atCallee] = await Promise.all([
        caller.heard(heardMs),
        callee.heard(heardMs),
      ]);
      assertHeard(atCaller, tones.callee, tones.caller);
      assertHeard(atCallee, tones.caller, tones.callee);
      (hangsUp === 'caller' ? caller : callee).hangUp();
      while ((app.opened.app.calls?.counts.calls ?? 0) > 0) await systemClock.sleep(20);
      const [call] = await app.storage.calls.listCalls({ beforeId: 99, limit: 9 });
      assert.equal(call?.cause, `${hangsUp}_hung_up`);
      assert.ok(call.billedS >= 1);
    });
  }
});

function assertHeard(samples: Int16Array, tone: number, own: number): void {
  const [wanted, unwanted] = [toneStrength(samples, tone), toneStrength(samples, own)];
  assert.ok(
    wanted > 1_000 && wanted > 20 * unwanted,
    `${wanted} of ${tone} Hz, ${unwanted} of ${own} Hz`,
  );
}
