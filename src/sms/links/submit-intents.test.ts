import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { patience, rebind, submit, times } from '#test/harness/link-steps.ts';
import { later, openLinkWorld, refuse, take } from '#test/harness/link-world.ts';

const hourMs = 3_600_000;

suite('where nothing uncertain may go twice', () => {
  test('a lost submit is held, and what its operator may have taken is not paid back', async () => {
    await using world = await openLinkWorld({ script: later, settings: { uncertain: 'hold' } });
    await world.send({ validityMs: hourMs });
    await submit(world, 1);
    world.smsc.script = take;
    await world.smsc.kill();
    await world.sms.logged('submit.uncertain');
    await world.smsc.listen();
    await rebind(world);
    await world.sms.quiet();
    assert.equal(world.smsc.submits.all.length, 1);
    world.clock.advance(hourMs);
    await patience(world, 10_000);
    const line = await world.sms.logged('part.refused');
    assert.equal(line['reason'], 'uncertain');
    assert.equal(await world.sms.balance(), 1_000_000 - 40_000);
    assert.equal(world.smsc.submits.all.length, 1);
  });

  test('it may fail at once', async () => {
    await using world = await openLinkWorld({ script: later, settings: { uncertain: 'fail' } });
    await world.send();
    await submit(world, 1);
    await world.smsc.kill();
    const line = await world.sms.logged('part.refused');
    assert.equal(line['reason'], 'uncertain');
    assert.equal(await world.sms.balance(), 1_000_000 - 40_000);
  });

  test('a definite refusal is paid back', async () => {
    await using world = await openLinkWorld({
      script: () => refuse(0x0b),
      settings: { uncertain: 'hold' },
    });
    await world.send();
    await world.sms.logged('part.refused');
    assert.equal(await world.sms.balance(), 1_000_000);
  });

  test('what was taken is owed no more', async () => {
    await using world = await openLinkWorld({ settings: { uncertain: 'fail' } });
    await world.send({ text: 'a'.repeat(400) });
    await times(world, 'part.submitted', 3);
    assert.equal(await world.sms.owed(), 0);
    assert.equal(world.smsc.submits.all.length, 3);
  });

  test('a throttled part is not uncertain, and goes again', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n === 1 ? refuse(0x58) : take(submitted)),
      settings: { uncertain: 'hold' },
    });
    await world.send();
    await world.sms.logged('submit.refused');
    await world.sms.quiet();
    world.clock.advance(1_000);
    await world.sms.logged('part.submitted');
    assert.equal(world.smsc.submits.all.length, 2);
  });
});
