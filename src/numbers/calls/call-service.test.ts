import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import {
  type CallWish,
  type CallWorld,
  number,
  openCallWorld,
  target,
} from '#test/harness/call-world.ts';
import { answerSdp, describe, dial, offerSdp } from '#test/harness/sip-phones.ts';
import type { CallOrder, IncomingCall } from '../sip/user-agent.ts';
import { CallCaps } from './call-caps.ts';

const timeout = 120_000;

/** The caller dials the number. */
function call(world: CallWorld, order: Partial<CallOrder> = {}) {
  return dial(world.caller, world.hop, { uri: `sip:+${number}@127.0.0.1`, ...order });
}

/** Called, rung and answered: both sessions. */
async function talking(world: CallWorld) {
  call(world);
  const incoming = await world.callee.told.calls.next();
  incoming.ring(180);
  const ofCallee = incoming.answer({ sdp: answerSdp }, world.callee.told.sessionHandlers());
  assert.ok(ofCallee);
  const { session: ofCaller, sdp } = await world.caller.told.answered.next();
  await world.callee.told.acks.next();
  return { ofCaller, ofCallee, incoming, sdp };
}

function portIn(sdp: Buffer | undefined): number {
  return Number(/^m=audio (?<port>\d+)/m.exec(sdp?.toString() ?? '')?.groups?.['port']);
}

async function refusedWith(world: CallWorld): Promise<number> {
  const failure = await world.caller.told.failed.next();
  assert.ok(failure.kind === 'refused', failure.kind);
  return failure.status;
}

suite('a call to a rented number', { timeout }, () => {
  test('is led on with audio through us, and billed from the answer to the BYE', async () => {
    await using world = await openCallWorld();
    const { ofCaller, incoming, sdp } = await talking(world);
    const { request } = incoming;
    assert.match(request.uri, new RegExp(`^sip:\\+${target}@127.0.0.1`));
    assert.equal(request.headers.get('max-forwards'), '69');
    assert.match(request.headers.get('diversion') ?? '', new RegExp(`<sip:\\+${number}@`));
    assert.notEqual(incoming.callId, '');
    for (const described of [incoming.offer, sdp]) {
      const port = portIn(described);
      assert.ok(port >= 41_000 && port <= 41_999, `${port}`);
      assert.doesNotMatch(described?.toString() ?? '', /o=(?:offer|answer)/);
    }
    assert.equal(await world.balance(), 10_000_000 - 120_000);
    ofCaller.bye();
    assert.equal((await world.callee.told.ends.next()).by, 'peer');
    const record = await world.record();
    assert.equal(record.cause, 'caller_hung_up');
    assert.ok(record.billedS >= 1 && record.ringingAtMs !== null && record.answeredAtMs !== null);
    assert.equal(record.cost, record.billedS * 1_000);
    assert.deepEqual([record.number, record.target, record.trunkOut], [number, target, 'outward']);
    assert.equal(await world.balance(), 10_000_000 - record.cost);
    assert.deepEqual(world.media.counts, { calls: 0, ports: 0 });
    assert.equal(world.agent.counts.dialogs, 0);
  });

  test('is hung up by the callee', async () => {
    await using world = await openCallWorld();
    const { ofCallee } = await talking(world);
    ofCallee.bye();
    assert.equal((await world.caller.told.ends.next()).by, 'peer');
    assert.equal((await world.record()).cause, 'callee_hung_up');
  });

  test('passes descriptions as they are where both trunks bypass us', async () => {
    const bypass = { media: 'bypass' } as const;
    await using world = await openCallWorld({ trunkIn: bypass, trunkOut: bypass });
    const { incoming, sdp, ofCaller } = await talking(world);
    assert.equal(incoming.offer?.toString(), offerSdp.toString());
    assert.equal(sdp?.toString(), answerSdp.toString());
    ofCaller.bye();
    await world.record();
  });

  test('carries early media of several phones apart', async () => {
    await using world = await openCallWorld();
    call(world);
    const incoming = await world.callee.told.calls.next();
    incoming.ring(183, { fork: 'one', sdp: describe('one') });
    incoming.ring(183, { fork: 'two', sdp: describe('two') });
    const [one, two] = [await world.caller.told.rings.next(), await world.caller.told.rings.next()];
    assert.notEqual(one.fork, two.fork);
    assert.equal(portIn(one.sdp), portIn(two.sdp));
    incoming.refuse(486);
    assert.equal(await refusedWith(world), 486);
    await world.record();
  });

  test('without an offer gets the callee’s, and gives back the caller’s answer', async () => {
    await using world = await openCallWorld();
    call(world, { offer: undefined });
    const incoming = await world.callee.told.calls.next();
    assert.equal(incoming.offer, undefined);
    const ofCallee = incoming.answer({ sdp: offerSdp }, world.callee.told.sessionHandlers());
    const { session, sdp } = await world.caller.told.answered.next();
    assert.ok(portIn(sdp) >= 41_000);
    session.acknowledge(answerSdp);
    const answer = await world.callee.told.acks.next();
    assert.ok(portIn(answer) >= 41_000);
    ofCallee?.bye();
    await world.record();
  });

  test('is put on hold from either end', async () => {
    await using world = await openCallWorld();
    const { ofCaller, ofCallee } = await talking(world);
    for (const [name, asking, asked] of [
      ['caller', ofCaller, world.callee],
      ['callee', ofCallee, world.caller],
    ] as const) {
      const held = describe(name, 2).toString().replace('a=rtpmap', 'a=sendonly\r\na=rtpmap');
      const reply = describe(`${name}-held`, 2)
        .toString()
        .replace('a=rtpmap', 'a=recvonly\r\na=rtpmap');
      asked.told.reply = () => ({ status: 200, sdp: Buffer.from(reply) });
      const outcome = await asking.offer(Buffer.from(held));
      assert.ok(outcome.kind === 'agreed');
      assert.match(outcome.sdp?.toString() ?? '', /a=recvonly/);
      assert.match((await asked.told.offers.next()).sdp?.toString() ?? '', /a=sendonly/);
    }
    ofCaller.bye();
    await world.record();
  });

  test('passes INFO from one end to the other', async () => {
    await using world = await openCallWorld();
    const { ofCaller } = await talking(world);
    await ofCaller.info('application/dtmf-relay', Buffer.from('Signal=5'));
    assert.equal(await world.callee.told.infos.next(), 'application/dtmf-relay: Signal=5');
    ofCaller.bye();
    await world.record();
  });
});

suite('a call that nobody takes', { timeout }, () => {
  for (const [status, cause] of [
    [486, 'busy'],
    [480, 'no_answer'],
    [404, 'nonexistent'],
    [603, 'declined'],
  ] as const) {
    test(`hears the callee’s ${status}, costs nothing and is told of`, async () => {
      await using world = await openCallWorld({ options: { missedCallEmail: 'a@acme.example' } });
      call(world);
      (await world.callee.told.calls.next()).refuse(status);
      assert.equal(await refusedWith(world), status);
      const record = await world.record();
      assert.deepEqual([record.cause, record.cost, record.sipStatus], [cause, 0, status]);
      assert.equal(await world.balance(), 10_000_000);
      assert.deepEqual(
        world.missed.map((missed) => [missed.cause, missed.tellTo]),
        [[cause, 'a@acme.example']],
      );
    });
  }

  test('is cancelled on the other leg when the caller gives up', async () => {
    await using world = await openCallWorld();
    const outgoing = call(world);
    const incoming = await world.callee.told.calls.next();
    incoming.ring(180);
    await world.caller.told.rings.next();
    outgoing.cancel();
    assert.match(await world.callee.told.cancelled.next(), /cancelled/);
    assert.equal((await world.caller.told.failed.next()).kind, 'cancelled');
    const record = await world.record();
    assert.deepEqual([record.cause, record.sipStatus, record.cost], ['caller_cancelled', 487, 0]);
  });

  test('is given up after its ringing time', async () => {
    await using world = await openCallWorld({ options: { ringMs: 5_000 } });
    call(world);
    (await world.callee.told.calls.next()).ring(180);
    assert.equal(await refusedWith(world), 480);
    await world.callee.told.cancelled.next();
    assert.equal((await world.record()).cause, 'no_answer');
  });

  test('is never led where a callee redirects it', async () => {
    await using world = await openCallWorld();
    call(world);
    const incoming = await world.callee.told.calls.next();
    incoming.refuse(302, { headers: [['contact', '<sip:+88213000001@127.0.0.1>']] });
    assert.equal(await refusedWith(world), 480);
    assert.equal((await world.record()).cause, 'rejected');
  });

  test('goes to voicemail where its number says so, with another To-tag', async () => {
    const options = { unanswered: 'voicemail', fallbackEmail: 'a@acme.example' } as const;
    await using world = await openCallWorld({ options });
    call(world);
    (await world.callee.told.calls.next()).refuse(486);
    while (world.voicemails.length === 0) await systemClock.sleep(10);
    const [order] = world.voicemails;
    assert.ok(order);
    assert.deepEqual([order.mailTo, order.accountId], ['a@acme.example', world.accountId]);
    assert.equal(order.call.isOver, false);
    order.call.refuse(480);
    order.ended({ cause: 'no_answer', sipStatus: 480, answeredAtMs: null, hasMessage: false });
    assert.equal((await world.record()).rule, 'unanswered: busy');
  });
});

function to(digits: string) {
  return { uri: `sip:+${digits}@127.0.0.1` };
}

suite('a call is refused', { timeout }, () => {
  for (const [what, wish, order, status, rule] of [
    ['to a number that is not ours', {}, to('33755999999'), 404, 'number is not ours'],
    ['that cannot be read', {}, { uri: 'sip:sales@127.0.0.1' }, 404, 'number is not ours'],
    ['beyond the price limit', { perMinute: 1_000_001 }, {}, 403, 'destination has no price'],
    ['without the money for two minutes', { balance: 119_999 }, {}, 403, 'balance'],
    [
      'abroad, where nobody opened it',
      { rule: { kind: 'forward', target: '4420123456' } },
      {},
      403,
      'destination is closed',
    ],
    [
      'that has come this way before',
      {},
      { headers: [['diversion', `<sip:+${number}@a.example>`]] },
      482,
      'diverted by the number before',
    ],
    ['without a hop left', {}, { maxForwards: 0 }, 483, 'no hop is left'],
    ['where no trunk goes', { trunkOut: { prefixes: ['44'] } }, {}, 503, 'no trunk goes there'],
  ] as const) {
    test(`${what}: ${status}`, async () => {
      await using world = await openCallWorld(wish as CallWish);
      call(world, order);
      assert.equal(await refusedWith(world), status);
      const record = await world.record();
      assert.deepEqual([record.sipStatus, record.rule, record.cost], [status, rule, 0]);
      assert.equal(await world.balance(), (wish as CallWish).balance ?? 10_000_000);
    });
  }

  test('when one caller tries again and again', async () => {
    const limits = { perNumber: 9, perAccount: 9, perAccountASecond: 99, perPairAMinute: 2 };
    const caps = new CallCaps(systemClock, limits);
    await using world = await openCallWorld({ ports: { caps } });
    world.callee.told.take = (incoming: IncomingCall) => incoming.refuse(480);
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      call(world);
      statuses.push(await refusedWith(world));
    }
    assert.deepEqual(statuses, [480, 480, 486]);
    assert.equal((await world.record()).rule, 'calls of one caller a minute');
  });

  test('above the calls a second of its trunk, and hears nothing at all far above them', async () => {
    const verdicts = ['take', 'refuse', 'ignore'] as const;
    const calls = verdicts.values();
    await using world = await openCallWorld({
      broken: ({ health }) => {
        health.admit = () => calls.next().value ?? 'ignore';
        return {};
      },
    });
    world.callee.told.take = (incoming: IncomingCall) => incoming.refuse(486);
    const made = verdicts.map(() => call(world));
    const statuses = [await refusedWith(world), await refusedWith(world)];
    assert.deepEqual(statuses, [503, 486]);
    const heard = world.caller.told.traces.filter(({ direction }) => direction === 'in');
    const of = (callId = '') => heard.filter(({ octets }) => octets.includes(callId)).length;
    assert.deepEqual(
      made.map(({ callId }) => of(callId) > 0),
      [true, true, false],
    );
  });
});

suite('a trunk that fails', { timeout }, () => {
  test('gives way to the next one', async () => {
    await using world = await openCallWorld();
    const { storage, callee } = world;
    const made = await storage.trunks.listTrunks();
    assert.equal(made.length, 2);
    let tries = 0;
    callee.told.take = (incoming: IncomingCall) => {
      tries += 1;
      incoming.refuse(500);
    };
    call(world);
    assert.equal(await refusedWith(world), 503);
    assert.equal(tries, 1);
    assert.equal((await world.record()).cause, 'trunk_failed');
  });

  test('does not answer OPTIONS twice, and is passed over until it does', async () => {
    await using world = await openCallWorld({ trunkOut: { port: 9 } });
    call(world);
    assert.equal(await refusedWith(world), 503);
    assert.equal((await world.record()).cause, 'trunk_failed');
  });

  test('is left alone for as long as its 503 asks', async () => {
    await using world = await openCallWorld();
    world.callee.told.take = (incoming: IncomingCall) =>
      incoming.refuse(503, { headers: [['retry-after', '30 (busy)']] });
    call(world);
    assert.equal(await refusedWith(world), 503);
    await world.record();
    let tries = 0;
    world.callee.told.take = () => (tries += 1);
    call(world);
    assert.equal(await refusedWith(world), 503);
    assert.equal((await world.record()).rule, 'no trunk goes there');
    assert.equal(tries, 0);
  });
});

suite('a trunk that must sign in', { timeout }, () => {
  const trunkIn = { authInUser: 'carrier' };

  test('is asked to, and then carries calls', async () => {
    await using world = await openCallWorld({ trunkIn });
    call(world, { credentials: { user: 'carrier', password: 'secret' } });
    (await world.callee.told.calls.next()).refuse(486);
    assert.equal(await refusedWith(world), 486);
    await world.record();
  });

  test('hears 403 for another password, and 401 without any', async () => {
    await using world = await openCallWorld({ trunkIn });
    call(world, { credentials: { user: 'carrier', password: 'guessed' } });
    assert.equal(await refusedWith(world), 403);
    call(world);
    assert.equal(await refusedWith(world), 401);
    assert.deepEqual(await world.calls(), []);
  });
});
