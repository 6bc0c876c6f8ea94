import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { patience, rebind, submit, texts, times } from '#test/harness/link-steps.ts';
import {
  type LinkWorld,
  later,
  openLinkWorld,
  refuse,
  silent,
  take,
} from '#test/harness/link-world.ts';
import { phone } from '#test/harness/records.ts';
import { aReceiptPdu } from '#test/harness/sms-world.ts';

suite('a refusal', () => {
  test('because the queue is full is asked again after 30 seconds', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n === 1 ? refuse(0x14) : take(submitted)),
    });
    await world.send();
    await putOff(world, 1);
    world.clock.advance(29_000);
    await world.sms.quiet();
    assert.equal(world.smsc.submits.all.length, 1);
    world.clock.advance(1_500);
    await world.sms.logged('part.submitted');
    assert.equal(world.smsc.submits.all.length, 2);
    assert.deepEqual(texts(world), ['Hello', 'Hello']);
  });

  test('because the queue is full, twenty times, makes the bind slow down', async () => {
    await using world = await openLinkWorld({
      settings: { window: 1 },
      script: (submitted) => (submitted.n <= 20 ? refuse(0x14) : take(submitted)),
    });
    for (let sent = 0; sent < 21; sent += 1) {
      await world.send({ text: `text ${sent}`, phones: [phone(`336${12_000_000 + sent}`)] });
    }
    await world.sms.logged('operator.full');
    await world.sms.quiet();
    assert.equal(world.smsc.submits.all.length, 20);
    world.clock.advance(999);
    await world.sms.quiet();
    assert.equal(world.smsc.submits.all.length, 20);
    world.clock.advance(1);
    await world.sms.logged('part.submitted');
    assert.equal(texts(world).at(-1), 'text 20');
  });

  test('that may pass is asked twice again, and then it is one', async () => {
    await using world = await openLinkWorld({ script: () => refuse(0x08) });
    await world.send();
    for (const n of [1, 2]) {
      await putOff(world, n);
      world.clock.advance(30_500);
    }
    await world.sms.logged('part.refused');
    assert.equal(world.smsc.submits.all.length, 3);
    assert.equal(await world.sms.balance(), 1_000_000);
  });

  test('for our settings says that the fault is ours', async () => {
    await using world = await openLinkWorld({ script: () => refuse(0x15) });
    await world.send();
    const line = await world.sms.logged('submit.refused');
    assert.equal(line['fault'], 'ours');
    assert.equal(line['status'], 'ESME_RINVSERTYP');
  });
});

/** Waits until a part's retry is stored, after so many submits. */
async function putOff(world: LinkWorld, submits: number): Promise<void> {
  await submit(world, submits);
  await world.sms.quiet();
}

suite('an operator that says slow down', () => {
  test('gets nothing for a second, then the part again, which counts no attempt', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n <= 20 ? refuse(0x58) : take(submitted)),
    });
    await world.send();
    for (let n = 1; n <= 20; n += 1) {
      await submit(world, n);
      await times(world, 'submit.refused', n);
      await world.sms.quiet();
      assert.equal(world.smsc.submits.all.length, n);
      world.clock.advance(1_000);
    }
    const line = await world.sms.logged('part.submitted');
    assert.equal(line['attempt'], 0);
  });

  test('in mid-window gets the parts again in their order', async () => {
    await using world = await openLinkWorld({ script: later, settings: { window: 5 } });
    const sent = ['1', '2', '3', '4', '5', '6'];
    for (const text of sent) await world.send({ text });
    await submit(world, 5);
    world.smsc.script = take;
    for (const { answer } of world.smsc.submits.all) answer(refuse(0x58));
    await times(world, 'submit.refused', 5);
    await patience(world, 10_000);
    await times(world, 'part.submitted', 6);
    assert.deepEqual(texts(world).slice(5), sent);
  });
});

suite('a submit nobody answers', () => {
  test('is uncertain, and goes again a minute later with the same octets', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n === 1 ? silent(submitted) : take(submitted)),
    });
    await world.send();
    await submit(world, 1);
    await patience(world, 60_500);
    const line = await world.sms.logged('submit.uncertain');
    assert.equal(line['why'], 'no response');
    await patience(world, 61_000);
    await world.sms.logged('part.submitted');
    const [first, second] = world.smsc.submits.all.map(({ pdu }) => pdu.shortMessage);
    assert.deepEqual(second, first);
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('does not go again if its answer comes late', async () => {
    await using world = await openLinkWorld({ script: later });
    const { messageId } = await world.send();
    const submitted = await submit(world, 1);
    await patience(world, 60_500);
    await world.sms.logged('submit.uncertain');
    submitted.answer(take(submitted));
    await world.sms.logged('part.submitted');
    assert.equal(await world.sms.owed(), 0);
    await patience(world, 120_000);
    assert.equal(world.smsc.submits.all.length, 1);
    await submitted.peer.deliver(aReceiptPdu({ id: '1' }));
    assert.equal(await world.sms.state(messageId), 'delivered');
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('and went again is recorded under both ids, and counts once', async () => {
    await using world = await openLinkWorld({ script: later });
    const { messageId } = await world.send();
    const first = await submit(world, 1);
    await patience(world, 60_500);
    await world.sms.logged('submit.uncertain');
    await patience(world, 61_000);
    const second = await submit(world, 2);
    first.answer(take(first));
    await times(world, 'part.submitted', 1);
    second.answer(take(second));
    await times(world, 'part.submitted', 2);
    assert.equal(world.engine.waiting().parts, 0);
    await second.peer.deliver(aReceiptPdu({ id: '2' }));
    await first.peer.deliver(aReceiptPdu({ id: '1' }));
    assert.equal(await world.sms.state(messageId), 'delivered');
    assert.equal(world.sms.told.all.length, 1);
  });
});

test('a throttle of one phone waits a second alone, and the others go on', async () => {
  let throttles = 0;
  await using world = await openLinkWorld({
    balance: 100_000_000,
    script: (submitted) => {
      const isBusy = submitted.pdu.destination.address === '33699999999' && throttles < 3;
      if (isBusy) throttles += 1;
      return isBusy ? refuse(0x58) : take(submitted);
    },
  });
  const phones = Array.from({ length: 80 }, (_, n) => phone(`336${12_000_000 + n}`));
  await world.send({ phones: phones.slice(0, 40) });
  await submit(world, 40);
  await world.sms.quiet();
  await world.send({ phones: [phone('33699999999')] });
  await world.send({ phones: phones.slice(40) });
  await submit(world, 81);
  await world.sms.quiet();
  assert.equal(world.engine.waiting().parts, 1);
  const links = world.engine.links(world.sms.operator.id);
  assert.deepEqual(
    links.map(({ ratePerSecond }) => ratePerSecond),
    [null],
  );
  await patience(world, 6_000);
  assert.equal(world.engine.waiting().parts, 0);
});

test('a submit that stays unanswered is given up after the third, and nothing is given back', async () => {
  await using world = await openLinkWorld({ script: silent });
  const { messageId } = await world.send();
  const balance = await world.sms.balance();
  await patience(world, 10 * 60_000);
  assert.equal(world.smsc.submits.all.length, 3);
  const line = await world.sms.logged('part.refused');
  assert.equal(line['reason'], 'unanswered');
  assert.equal(await world.sms.state(messageId), 'not delivered');
  assert.equal(await world.sms.balance(), balance);
  assert.equal(world.engine.waiting().parts, 0);
});

test('a part that closes the link each time is given up after the third', async () => {
  await using world = await openLinkWorld({
    script: (submitted) => {
      submitted.peer.close();
      return silent(submitted);
    },
  });
  const { messageId } = await world.send();
  await patience(world, 60_000);
  assert.equal(world.smsc.submits.all.length, 3);
  assert.equal(await world.sms.state(messageId), 'not delivered');
});

test('a part that was once in doubt and then expires is not given back', async () => {
  await using world = await openLinkWorld({ script: silent });
  const { messageId } = await world.send({ validityMs: 90_000 });
  const balance = await world.sms.balance();
  await patience(world, 100_000);
  assert.equal(world.smsc.submits.all.length, 1);
  assert.equal(await world.sms.state(messageId), 'not delivered');
  assert.equal(await world.sms.balance(), balance);
});

suite('a link that is lost', () => {
  test('in mid-window has its parts sent again after the rebind, at once and in order', async () => {
    await using world = await openLinkWorld({ script: later });
    const sent = ['1', '2', '3', '4'];
    for (const text of sent) await world.send({ text });
    await submit(world, 4);
    world.smsc.script = take;
    await world.smsc.kill();
    await times(world, 'submit.uncertain', 4);
    await world.smsc.listen();
    await rebind(world);
    await times(world, 'part.submitted', 4);
    assert.deepEqual(texts(world), [...sent, ...sent]);
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('keeps what waited behind the window, which goes once', async () => {
    await using world = await openLinkWorld({ script: later, settings: { window: 2 } });
    const sent = ['1', '2', '3', '4'];
    for (const text of sent) await world.send({ text });
    await submit(world, 2);
    world.smsc.script = take;
    await world.smsc.kill();
    await times(world, 'submit.uncertain', 2);
    await world.smsc.listen();
    await rebind(world);
    await times(world, 'part.submitted', 4);
    assert.deepEqual(texts(world), ['1', '2', ...sent]);
  });

  test('because the operator wants another bind sends the part after it', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n === 1 ? refuse(0x04) : take(submitted)),
    });
    await world.send();
    await world.sms.logged('submit.refused');
    await world.sms.logged('operator.lost');
    await rebind(world);
    const line = await world.sms.logged('part.submitted');
    assert.equal(line['attempt'], 0);
  });
});
