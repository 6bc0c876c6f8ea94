import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { patience, submit } from '#test/harness/link-steps.ts';
import { type LinkWorld, later, openLinkWorld, refuse, take } from '#test/harness/link-world.ts';
import { aReceiptPdu } from '#test/harness/sms-world.ts';

const minutes = 60_000;

function figures(world: LinkWorld) {
  return must(world.engine.links(world.sms.operator.id)[0], 'link of the operator');
}

suite('the figures of a bind', () => {
  test('say what waits for its answer, and how the others were answered', async () => {
    await using world = await openLinkWorld({ script: later, settings: { window: 7 } });
    await world.send();
    await world.send();
    const first = await submit(world, 1);
    await submit(world, 2);
    assert.partialDeepStrictEqual(figures(world), {
      place: 0,
      connections: [{ mode: 'trx', state: 'bound', peer: 'OPERATOR' }],
      window: 7,
      unanswered: 2,
      ratePerSecond: null,
      answers: [],
      roundTrip: null,
    });
    world.clock.advance(40);
    first.answer(take(first));
    await world.sms.logged('part.submitted');
    const { unanswered, answers, roundTrip } = figures(world);
    assert.deepEqual([unanswered, answers], [1, [{ status: 'ESME_ROK', count: 1 }]]);
    assert.deepEqual(roundTrip, { meanMs: 40, mostMs: 40 });
  });

  test('say why it is not bound, and when it is tried again', async () => {
    await using world = await openLinkWorld({ started: false });
    world.smsc.bindStatus = 0x0e;
    await world.begin();
    await world.sms.logged('operator.lost');
    assert.deepEqual(figures(world).connections, [
      {
        mode: 'trx',
        state: 'waiting',
        peer: '',
        lost: 'bind refused (ESME_RINVPASWD)',
        retryAtMs: world.clock.nowMs() + 300_000,
      },
    ]);
  });

  test('are of nobody where the bind is not open here', async () => {
    await using world = await openLinkWorld();
    assert.deepEqual(world.engine.links(99), []);
    assert.equal(world.engine.trace(99, true), 0);
  });
});

suite('a trace', () => {
  test('shows envelopes in both directions, and neither texts nor whole phones', async () => {
    await using world = await openLinkWorld({ script: () => refuse(0x0b) });
    assert.equal(world.engine.trace(world.sms.operator.id, true), 1);
    await world.send({ text: 'Secret words' });
    await submit(world, 1);
    const peer = await world.smsc.peers.next(({ systemId }) => systemId === 'PARLEY');
    await peer.deliver(aReceiptPdu({ id: 'none' }));
    await world.sms.quiet();
    const { pdus } = figures(world).trace;
    assert.deepEqual(
      pdus.map(({ way, command }) => `${way} ${command}`),
      ['sent deliver_sm_resp', 'received deliver_sm', 'received submit_sm_resp', 'sent submit_sm'],
    );
    assert.partialDeepStrictEqual(pdus.at(-1), { destination: '+336*****78', textOctets: 12 });
    assert.equal(pdus.at(-2)?.status, 'ESME_RINVDSTADR');
    assert.doesNotMatch(JSON.stringify(pdus), /Secret|33612345678/);
  });

  test('ends by itself after a quarter of an hour, and is kept to look at', async () => {
    await using world = await openLinkWorld();
    world.engine.trace(world.sms.operator.id, true);
    await patience(world, 14 * minutes);
    assert.notEqual(figures(world).trace.endsAtMs, null);
    await patience(world, 2 * minutes);
    const { endsAtMs, pdus } = figures(world).trace;
    assert.equal(endsAtMs, null);
    const seen = pdus.length;
    assert.ok(seen > 0, 'enquiries were seen');
    await patience(world, 2 * minutes);
    assert.equal(figures(world).trace.pdus.length, seen);
  });

  test('keeps the newest 500, and begins anew when it is begun again', async () => {
    await using world = await openLinkWorld({
      settings: { window: 1_000 },
      balance: 1_000_000_000,
    });
    world.engine.trace(world.sms.operator.id, true);
    for (let n = 0; n < 300; n += 1) await world.send({ text: `${n}` });
    await submit(world, 300);
    await world.sms.quiet();
    const { pdus } = figures(world).trace;
    assert.equal(pdus.length, 500);
    assert.equal(pdus[0]?.command, 'submit_sm_resp');
    world.engine.trace(world.sms.operator.id, true);
    assert.deepEqual(figures(world).trace.pdus, []);
    world.engine.trace(world.sms.operator.id, false);
    await world.send();
    await submit(world, 301);
    await world.sms.quiet();
    assert.deepEqual(figures(world).trace, { endsAtMs: null, pdus: [] });
  });
});
