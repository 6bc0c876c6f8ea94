import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { encodePdu } from '#sms/smpp/encode.ts';
import { openLinkWorld } from '#test/harness/link-world.ts';
import { aReceiptPdu } from '#test/harness/sms-world.ts';

suite('a bind', () => {
  test('that is refused says why, and when it is tried again', async () => {
    await using world = await openLinkWorld({ started: false });
    world.smsc.bindStatus = 0x0e;
    await world.begin();
    const line = await world.sms.logged('operator.lost');
    assert.equal(line['status'], 'ESME_RINVPASWD');
    assert.equal(line['retryAtMs'], world.clock.nowMs() + 300_000);
    const { name } = world.sms.operator;
    assert.deepEqual(world.sms.tallied, [['lost', name, 'bind refused', 0x0e]]);
    assert.equal(world.engine.bound(world.sms.operator.id), 0);
    world.smsc.bindStatus = 0;
    world.clock.advance(300_000);
    await world.bound(1);
    assert.equal(world.engine.bound(world.sms.operator.id), 1);
  });

  test('to nobody says so, and parts wait for it', async () => {
    await using world = await openLinkWorld({ started: false });
    await world.smsc.kill();
    await world.begin();
    const line = await world.sms.logged('operator.lost');
    assert.equal(line['lost'], 'connect failed');
    assert.equal(line['code'], 'ECONNREFUSED');
    await world.send();
    await world.smsc.listen();
    world.clock.advance(1_000);
    await world.sms.logged('part.submitted');
  });

  test('counts as none any more when its link is lost', async () => {
    await using world = await openLinkWorld();
    await world.smsc.kill();
    await world.sms.lines.next(
      (line) => line['event'] === 'operator.lost' && line['operator'] === 'one',
    );
    assert.equal(world.engine.bound(world.sms.operator.id), 0);
  });

  test('notes a delivery that it could not read', async () => {
    await using world = await openLinkWorld();
    const peer = await world.smsc.peers.next(({ systemId }) => systemId === 'PARLEY');
    const whole = encodePdu({
      command: 'deliver_sm',
      status: 0,
      sequence: 7,
      body: aReceiptPdu({ id: 'x' }),
    });
    const cut = Buffer.from(whole.subarray(0, 30));
    cut.writeUInt32BE(30, 0);
    peer.sendOctets(cut);
    const line = await world.sms.logged('deliver.unreadable');
    assert.equal(line['octets'], 30);
    assert.equal(line['operator'], 'one');
  });

  test('writes no password, no text and no whole phone in the log', async () => {
    await using world = await openLinkWorld();
    await world.send({ text: 'CANARY' });
    const { peer } = await world.smsc.submits.next();
    await world.sms.logged('part.submitted');
    await peer.deliver(aReceiptPdu({ id: '1' }));
    await peer.deliver(aReceiptPdu({ id: 'unknown' }));
    await peer.deliver(aReceiptPdu({ id: '1', esmClass: 0 }));
    await world.smsc.kill();
    await world.sms.logged('operator.lost');
    const log = JSON.stringify(world.sms.lines.all);
    assert.doesNotMatch(log, /CANARY|secret|33612345678/);
  });
});
