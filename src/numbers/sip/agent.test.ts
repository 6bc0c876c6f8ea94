import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { onBoundaryFailure } from '#core/boundary.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import {
  answerSdp,
  describe,
  dial,
  offerSdp,
  openPhone,
  type Phone,
  talk,
} from '#test/harness/sip-phones.ts';

const timeout = 10_000;

async function pair(transport: 'udp' | 'tcp' = 'udp') {
  const stack = new AsyncDisposableStack();
  const caller = stack.use(await openPhone({ transport }));
  const callee = stack.use(await openPhone({ transport }));
  return { caller, callee, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

function lines(phone: Phone, direction: 'in' | 'out'): string[] {
  return phone.told.traces
    .filter((trace) => trace.direction === direction)
    .map(({ octets }) => octets.toString('latin1').split('\r\n', 1)[0] ?? '');
}

for (const transport of ['udp', 'tcp'] as const) {
  suite(`a call over ${transport}`, { timeout }, () => {
    test('rings, is answered, and is hung up by the caller', async () => {
      await using phones = await pair(transport);
      const { caller, callee } = phones;
      dial(caller, callee);
      const call = await callee.told.calls.next();
      assert.equal(call.offer?.toString(), offerSdp.toString());
      assert.equal(call.source.address, '127.0.0.1');
      call.ring(180);
      call.ring(183, { sdp: answerSdp });
      assert.equal((await caller.told.rings.next()).status, 180);
      assert.equal((await caller.told.rings.next()).sdp?.toString(), answerSdp.toString());
      const session = call.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
      assert.ok(session);
      assert.equal(call.answer({ sdp: answerSdp }, callee.told.sessionHandlers()), undefined);
      const answered = await caller.told.answered.next();
      assert.equal(answered.sdp?.toString(), answerSdp.toString());
      assert.equal(await callee.told.acks.next(), undefined);
      assert.equal(session.state, 'open');
      answered.session.bye([['reason', 'Q.850;cause=16']]);
      assert.deepEqual(await caller.told.ends.next(), {
        by: 'us',
        cause: 'bye',
        reason: undefined,
      });
      assert.deepEqual(await callee.told.ends.next(), {
        by: 'peer',
        cause: 'bye',
        reason: 'Q.850;cause=16',
      });
      assert.equal(callee.agent.counts.dialogs, 0);
    });

    test('is hung up by the callee', async () => {
      await using phones = await pair(transport);
      const { ofCallee } = await talk(phones.caller, phones.callee);
      ofCallee.bye();
      assert.equal((await phones.caller.told.ends.next()).by, 'peer');
    });

    test('is refused with the reason and the fields that were given', async () => {
      await using phones = await pair(transport);
      dial(phones.caller, phones.callee);
      const call = await phones.callee.told.calls.next();
      call.refuse(486, { reason: 'Engaged', headers: [['retry-after', '5']] });
      const failure = await phones.caller.told.failed.next();
      assert.ok(failure.kind === 'refused');
      assert.equal(failure.status, 486);
      assert.equal(failure.response.reason, 'Engaged');
      assert.equal(failure.response.headers.get('retry-after'), '5');
    });

    test('is cancelled while it rings', async () => {
      await using phones = await pair(transport);
      const made = dial(phones.caller, phones.callee);
      const call = await phones.callee.told.calls.next();
      call.ring(180);
      await phones.caller.told.rings.next();
      made.cancel([['reason', 'SIP;cause=200']]);
      assert.equal(await phones.callee.told.cancelled.next(), 'cancelled: SIP;cause=200');
      assert.deepEqual(await phones.caller.told.failed.next(), { kind: 'cancelled' });
      assert.ok(call.isOver);
      assert.ok(lines(phones.caller, 'in').includes('SIP/2.0 487 Request Terminated'));
    });

    test('without an offer gets one in 200 and answers in ACK', async () => {
      await using phones = await pair(transport);
      dial(phones.caller, phones.callee, { offer: undefined });
      const call = await phones.callee.told.calls.next();
      assert.equal(call.offer, undefined);
      call.answer({ sdp: offerSdp }, phones.callee.told.sessionHandlers());
      const { session, sdp } = await phones.caller.told.answered.next();
      assert.equal(sdp?.toString(), offerSdp.toString());
      session.acknowledge(answerSdp);
      assert.equal((await phones.callee.told.acks.next())?.toString(), answerSdp.toString());
    });
  });
}

suite('within a session', { timeout }, () => {
  test('hold is offered and answered from both ends, by INVITE and by UPDATE', async () => {
    await using phones = await pair();
    const { caller, callee } = phones;
    const { ofCaller, ofCallee } = await talk(caller, callee);
    for (const phone of [caller, callee]) {
      phone.told.reply = () => ({ status: 200, sdp: describe('held') });
    }
    const held = await ofCaller.offer(describe('hold', 2));
    assert.ok(held.kind === 'agreed');
    assert.equal(held.sdp?.toString(), describe('held').toString());
    assert.equal((await callee.told.offers.next()).by, 'INVITE');
    const again = await ofCallee.offer(describe('hold', 3), { by: 'UPDATE' });
    assert.equal(again.kind, 'agreed');
    assert.equal((await caller.told.offers.next()).by, 'UPDATE');
    assert.equal(ofCallee.localSdp?.toString(), describe('hold', 3).toString());
  });

  test('an offer that is refused changes nothing', async () => {
    await using phones = await pair();
    const { ofCaller } = await talk(phones.caller, phones.callee);
    assert.deepEqual(await ofCaller.offer(describe('fax', 2)), { kind: 'refused', status: 488 });
    assert.equal(ofCaller.state, 'open');
    assert.equal(ofCaller.localSdp?.toString(), offerSdp.toString());
  });

  test('an offer that is unchanged is a refresh and is not asked of anybody', async () => {
    await using phones = await pair();
    const { ofCaller } = await talk(phones.caller, phones.callee);
    const outcome = await ofCaller.offer(offerSdp);
    assert.ok(outcome.kind === 'agreed');
    assert.equal(outcome.sdp?.toString(), answerSdp.toString());
    assert.equal(phones.callee.told.offers.size, 0);
  });

  test('without an offer the other side makes one, and its answer goes in ACK', async () => {
    await using phones = await pair();
    const { ofCaller } = await talk(phones.caller, phones.callee);
    const acknowledged = new Promise<Buffer | undefined>((resolve) => {
      phones.callee.told.reply = () => ({
        status: 200,
        sdp: describe('theirs', 2),
        acknowledged: resolve,
      });
    });
    const outcome = await ofCaller.offer(undefined);
    assert.ok(outcome.kind === 'agreed');
    assert.equal(outcome.sdp?.toString(), describe('theirs', 2).toString());
    outcome.acknowledge(describe('ours', 2));
    assert.equal((await acknowledged)?.toString(), describe('ours', 2).toString());
  });

  test('two offers at once: one waits and is made again', async () => {
    await using phones = await pair();
    const { caller, callee } = phones;
    const { ofCaller, ofCallee } = await talk(caller, callee);
    for (const phone of [caller, callee]) {
      phone.told.reply = () => ({ status: 200, sdp: describe('yes', 9) });
    }
    const outcomes = await Promise.all([
      ofCaller.offer(describe('one', 2)),
      ofCallee.offer(describe('two', 2)),
    ]);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['agreed', 'agreed'],
    );
  });

  test('INFO brings what it carries', async () => {
    await using phones = await pair();
    const { ofCaller } = await talk(phones.caller, phones.callee);
    const outcome = await ofCaller.info('application/dtmf-relay', Buffer.from('Signal=#'));
    assert.ok(outcome.kind === 'answered' && outcome.status === 200);
    assert.equal(await phones.callee.told.infos.next(), 'application/dtmf-relay: Signal=#');
  });

  test('a handler that throws is 500 and counted, and the session stays', async () => {
    const failures: string[] = [];
    using _ = onBoundaryFailure(({ boundary }) => failures.push(boundary));
    await using phones = await pair();
    const { ofCaller } = await talk(phones.caller, phones.callee);
    phones.callee.told.reply = () => {
      throw new Error('a fault of ours');
    };
    assert.deepEqual(await ofCaller.offer(describe('x', 2)), { kind: 'refused', status: 500 });
    assert.deepEqual(
      phones.callee.told.counted.filter((what) => what === 'handler threw'),
      ['handler threw'],
    );
    assert.deepEqual(failures, ['sip.application']);
    assert.equal(ofCaller.state, 'open');
  });

  test('a peer that has forgotten the dialog ends it', async () => {
    await using phones = await pair();
    const { caller, callee } = phones;
    const { ofCaller } = await talk(caller, callee);
    await callee.agent[Symbol.asyncDispose]();
    assert.equal((await caller.told.ends.next()).by, 'peer');
    assert.deepEqual(await ofCaller.offer(describe('x', 2)), { kind: 'session ended' });
  });
});

suite('who rings', { timeout }, () => {
  test('each fork has a To-tag of its own, and the answered one goes on', async () => {
    await using phones = await pair();
    dial(phones.caller, phones.callee);
    const call = await phones.callee.told.calls.next();
    call.ring(183, { fork: 'one', sdp: describe('one') });
    call.ring(183, { fork: 'two', sdp: describe('two') });
    const first = await phones.caller.told.rings.next();
    const second = await phones.caller.told.rings.next();
    assert.notEqual(first.fork, second.fork);
    assert.equal(phones.callee.agent.counts.dialogs, 2);
    call.answer({ fork: 'two', sdp: describe('two') }, phones.callee.told.sessionHandlers());
    const { session } = await phones.caller.told.answered.next();
    await phones.callee.told.acks.next();
    assert.equal(phones.callee.agent.counts.dialogs, 1);
    session.bye();
    await phones.callee.told.ends.next();
  });

  test('a caller who requires it gets reliable ringing, and the offer in it is answered by PRACK', async () => {
    await using phones = await pair();
    dial(phones.caller, phones.callee, { headers: [['require', '100rel']] });
    const call = await phones.callee.told.calls.next();
    call.ring(180);
    await phones.caller.told.rings.next();
    assert.match(lastIn(phones.caller), /^RSeq: \d+$/m);
    assert.match(lastIn(phones.caller), /^Require: 100rel$/m);
    assert.ok(!call.isOver);
  });

  test('a handler that throws refuses the call with 500', async () => {
    using _ = onBoundaryFailure(() => undefined);
    await using phones = await pair();
    phones.callee.told.take = () => {
      throw new Error('a fault of ours');
    };
    dial(phones.caller, phones.callee);
    const failure = await phones.caller.told.failed.next();
    assert.ok(failure.kind === 'refused' && failure.status === 500);
  });
});

function lastIn(phone: Phone): string {
  const all = phone.told.traces.filter(({ direction }) => direction === 'in');
  return all.at(-1)?.octets.toString('latin1').replaceAll('\r', '') ?? '';
}

suite('nobody there', { timeout }, () => {
  test('a port where nobody listens is unreachable by TCP at once', async () => {
    await using caller = await openPhone({ transport: 'tcp' });
    dial(caller, { transport: 'tcp', address: '127.0.0.1', port: 1 });
    assert.deepEqual(await caller.told.failed.next(), {
      kind: 'unreachable',
      cause: 'ECONNREFUSED',
    });
  });

  test('nobody answers by UDP: seven INVITEs in 32 s, then it has timed out', async () => {
    const clock = new HeldClock();
    await using caller = await openPhone({ clock });
    dial(caller, { transport: 'udp', address: '127.0.0.1', port: 9 });
    await new Promise(setImmediate);
    clock.advance(31_999);
    assert.equal(caller.told.failed.size, 0);
    clock.advance(1);
    assert.deepEqual(await caller.told.failed.next(), { kind: 'timed out' });
    assert.equal(lines(caller, 'out').length, 7);
    assert.equal(caller.agent.counts.transactions, 0);
  });

  test('a stranger gets silence, and is counted', async () => {
    await using caller = await openPhone();
    await using callee = await openPhone({ admits: () => false });
    const outcome = caller.agent.request({
      method: 'OPTIONS',
      hop: callee.hop,
      uri: 'sip:127.0.0.1',
      from: '<sip:a@127.0.0.1>',
      to: '<sip:127.0.0.1>',
    });
    await until(() => callee.told.counted.includes('stranger'));
    assert.equal(callee.told.traces.length, 0);
    await caller.agent[Symbol.asyncDispose]();
    void outcome;
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}
