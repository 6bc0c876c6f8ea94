import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { onBoundaryFailure } from '#core/boundary.ts';
import fixtures from '#fixtures/smpp/malformed.json' with { type: 'json' };
import { openBound, openSession, pdu, reply } from '#test/harness/smpp-session.ts';
import { blankBody } from './layout.ts';
import type { Pdu } from './pdu.ts';
import type { Answer } from './session-types.ts';

/** An answer as a test reads it. */
function brief({ command, status, sequence }: Pdu): string {
  return `${command} ${status} to ${sequence}`;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

suite('what a peer sends gets what it deserves', () => {
  for (const { name, hex, answers, counted, closes, keeps } of fixtures.cases) {
    for (const way of ['in one piece', 'an octet at a time']) {
      test(`${name}, ${way}`, async () => {
        // A promise, so that the answer to a message follows the answers to all else.
        const { session, wire, told } = await openBound({ answer: async () => ({ status: 0 }) });
        const octets = Buffer.from(hex, 'hex');
        const step = way === 'in one piece' ? octets.length : 1;
        for (let at = 0; at < octets.length; at += step) {
          session.received(octets.subarray(at, at + step));
        }
        await nextTurn();
        assert.equal(wire.flush().toString('hex'), answers.join(''));
        assert.deepEqual(told.errors, counted);
        assert.equal(told.closed, closes ? 'stream lost' : undefined);
        assert.deepEqual(
          told.unreadable.map((kept) => kept.toString('hex')),
          keeps === null ? [] : [keeps],
        );
      });
    }
  }
});

suite('a session that dialled', () => {
  test('answers enquire_link before it is bound, and no message', async () => {
    const { session, wire, receive } = openSession();
    receive(pdu('enquire_link', 7));
    assert.deepEqual(wire.sent().map(brief), ['enquire_link_resp 0 to 7']);
    const bind = session.bind('bind_transceiver', blankBody('bind_transceiver'));
    receive(pdu('deliver_sm', 8, reply), pdu('unbind', 9));
    assert.deepEqual(wire.sent().map(brief), [
      'bind_transceiver 0 to 1',
      'deliver_sm_resp 4 to 8',
      'unbind_resp 4 to 9',
    ]);
    receive(pdu('bind_transceiver_resp', 1, { systemId: 'OPERATOR' }));
    assert.deepEqual(await bind, { kind: 'bound', peerSystemId: 'OPERATOR', tlvs: [] });
  });

  test('says which status its bind was refused with', async () => {
    for (const answer of ['bind_receiver_resp', 'generic_nack'] as const) {
      const { session, receive } = openSession();
      const bind = session.bind('bind_receiver', blankBody('bind_receiver'));
      receive(pdu(answer, 1, {}, 0x0e));
      assert.deepEqual(await bind, { kind: 'refused', status: 0x0e });
    }
  });

  test('submits and hears what became of each', async () => {
    const { submit, wire, receive } = await openBound();
    const outcomes = [submit(), submit(), submit(), submit()];
    assert.deepEqual(
      wire.sent().map(brief),
      [2, 3, 4, 5].map((n) => `submit_sm 0 to ${n}`),
    );
    receive(
      pdu('submit_sm_resp', 3, { messageId: 'b' }),
      pdu('submit_sm_resp', 2, { messageId: 'a' }),
      pdu('submit_sm_resp', 4, { messageId: 'ignored' }, 0x14),
      pdu('generic_nack', 5, {}, 0x58),
    );
    assert.deepEqual(await Promise.all(outcomes), [
      { kind: 'answered', status: 0, messageId: 'a', tlvs: [] },
      { kind: 'answered', status: 0, messageId: 'b', tlvs: [] },
      { kind: 'answered', status: 0x14, messageId: '', tlvs: [] },
      { kind: 'answered', status: 0x58, messageId: '', tlvs: [] },
    ]);
  });

  test('a peer that is congested says so with its refusal too', async () => {
    const { submit, receive } = await openBound();
    const outcome = submit();
    const tlvs = [{ tag: 0x0428, value: Buffer.of(95) }];
    receive(pdu('submit_sm_resp', 2, { tlvs }, 0x58));
    assert.deepEqual(await outcome, { kind: 'answered', status: 0x58, messageId: '', tlvs });
  });

  test('has room for as many submits as its window, and tells when a slot is free', async () => {
    const { session, submit, wire, receive, told } = await openBound({ window: 2 });
    assert.equal(session.room, 2);
    const open = [submit(), submit()];
    assert.equal(session.room, 0);
    assert.deepEqual(await submit(), { kind: 'unsent' });
    wire.flush();
    told.ready = 0;
    receive(pdu('submit_sm_resp', 2), pdu('submit_sm_resp', 3));
    await Promise.all(open);
    await nextTurn();
    assert.equal(told.ready, 1, 'once a turn');
    assert.equal(session.room, 2);
  });

  test('has no room while the socket takes no more', async () => {
    const { session, wire, told } = await openBound();
    wire.isWritable = false;
    assert.equal(session.room, 0);
    wire.isWritable = true;
    told.ready = 0;
    session.drained();
    await nextTurn();
    assert.equal(told.ready, 1);
  });

  test('submits nothing on a bind that only receives, or before it is bound', async () => {
    const receiver = await openBound({ mode: 'rx' });
    assert.equal(receiver.session.room, 0);
    assert.deepEqual(await receiver.submit(), { kind: 'unsent' });
    assert.deepEqual(await openSession().submit(), { kind: 'unsent' });
  });

  test('takes no delivery on a bind that only transmits', async () => {
    const { wire, receive } = await openBound({ mode: 'tx' });
    receive(pdu('deliver_sm', 5, reply), pdu('data_sm', 6));
    assert.deepEqual(wire.sent().map(brief), ['deliver_sm_resp 4 to 5', 'data_sm_resp 4 to 6']);
  });

  test('never sends what does not fit', async () => {
    const { session, submit, wire } = await openBound();
    const source = { ton: 5, npi: 0, address: 'a name of more than twenty' };
    const outcome = submit(1, { source });
    assert.deepEqual(await outcome, { kind: 'unfit', field: 'source' });
    assert.equal(session.room, 10);
    assert.equal(wire.flush().length, 0);
  });

  test('sends no TLVs to a peer of version 3.3', async () => {
    const { session, submit, wire, receive } = openSession();
    const bind = { ...blankBody('bind_transmitter'), interfaceVersion: 0x33 };
    const bound = session.bind('bind_transmitter', bind);
    receive(pdu('bind_transmitter_resp', 1));
    await bound;
    wire.flush();
    const tlvs = [{ tag: 0x0204, value: Buffer.of(0, 1) }];
    void submit(1, { tlvs });
    assert.deepEqual(wire.sent()[0]?.body.tlvs, []);
  });

  test('a response to another command than the one that was sent answers nothing', async () => {
    const { submit, receive, told } = await openBound();
    const outcome = submit();
    receive(pdu('deliver_sm_resp', 2), pdu('submit_sm_resp', 2, { messageId: 'a' }));
    assert.deepEqual(told.errors, ['response to nothing']);
    assert.equal((await outcome).kind, 'answered');
  });
});

suite('a delivery is answered when its handler has settled', () => {
  test('each with its own status, in the order of settling', async () => {
    const settle: ((answer: Answer) => void)[] = [];
    const answer = (): Promise<Answer> => new Promise((resolve) => settle.push(resolve));
    const { wire, receive } = await openBound({ answer });
    receive(pdu('deliver_sm', 70, reply), pdu('deliver_sm', 71, reply));
    await nextTurn();
    assert.equal(wire.flush().length, 0);
    settle[1]?.({ status: 0 });
    settle[0]?.({ status: 0x65 });
    await nextTurn();
    assert.deepEqual(wire.sent().map(brief), [
      'deliver_sm_resp 0 to 71',
      'deliver_sm_resp 101 to 70',
    ]);
  });

  test('a handler that throws or rejects makes the peer come again', async () => {
    const failures: string[] = [];
    using _ = onBoundaryFailure(({ boundary }) => failures.push(boundary));
    const answers = [
      () => {
        throw new Error('thrown');
      },
      () => Promise.reject(new Error('rejected')),
    ];
    const { wire, receive, told } = await openBound({ answer: () => answers.shift()?.() as never });
    receive(pdu('deliver_sm', 1, reply), pdu('deliver_sm', 2, reply));
    await nextTurn();
    assert.deepEqual(wire.sent().map(brief), [
      'deliver_sm_resp 100 to 1',
      'deliver_sm_resp 100 to 2',
    ]);
    assert.deepEqual(told.errors, ['handler failed', 'handler failed']);
    assert.deepEqual(failures, ['smpp.request', 'smpp.request']);
  });

  test('after two seconds it is refused for now, and a later answer is not sent', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const { wire, receive, clock } = await openBound({ answer: () => promise });
    receive(pdu('deliver_sm', 1, reply));
    clock.advance(2_000);
    assert.deepEqual(wire.sent().map(brief), ['deliver_sm_resp 100 to 1']);
    resolve({ status: 0 });
    await nextTurn();
    assert.equal(wire.flush().length, 0);
  });

  test('when 200 wait the socket is paused, and read on once one has settled', async () => {
    const settle: (() => void)[] = [];
    const answer = (): Promise<Answer> =>
      new Promise((resolve) => settle.push(() => resolve({ status: 0 })));
    const { wire, receive, told } = await openBound({ answer });
    receive(...Array.from({ length: 203 }, (_, sequence) => pdu('deliver_sm', sequence, reply)));
    assert.equal(told.requests.length, 200);
    assert.equal(wire.isPaused, true);
    settle[0]?.();
    await nextTurn();
    assert.equal(told.requests.length, 201);
    assert.equal(wire.isPaused, true);
    for (const each of settle.splice(0)) each();
    await nextTurn();
    assert.equal(told.requests.length, 203);
    assert.equal(wire.isPaused, false);
  });

  test('when 200 have waited too long, more are refused at once and the link flows', async () => {
    const settle: (() => void)[] = [];
    const answer = (): Promise<Answer> =>
      new Promise((resolve) => settle.push(() => resolve({ status: 0 })));
    const { wire, receive, told, clock } = await openBound({ answer });
    receive(...Array.from({ length: 201 }, (_, sequence) => pdu('deliver_sm', sequence, reply)));
    clock.advance(2_000);
    assert.equal(wire.isPaused, false);
    assert.deepEqual(
      wire.sent().map(brief),
      Array.from({ length: 201 }, (_, sequence) => `deliver_sm_resp 100 to ${sequence}`),
    );
    receive(pdu('deliver_sm', 300, reply), pdu('enquire_link', 301));
    assert.deepEqual(wire.sent().map(brief), [
      'deliver_sm_resp 100 to 300',
      'enquire_link_resp 0 to 301',
    ]);
    assert.equal(told.requests.length, 200, 'no more than that were ever handed over');
    for (const each of settle) each();
    await nextTurn();
    receive(pdu('deliver_sm', 302, reply));
    assert.equal(told.requests.length, 201);
  });
});

suite('the end of a session settles everything', () => {
  test('a submit that was written is uncertain, one that was not is unsent', async () => {
    const { session, submit, wire, told } = await openBound();
    const written = submit();
    wire.flush();
    const unwritten = submit();
    session.gone(new Error('reset'));
    assert.deepEqual(await written, { kind: 'uncertain', why: 'link lost' });
    assert.deepEqual(await unwritten, { kind: 'unsent' });
    assert.equal(told.closed, 'connection lost');
    assert.deepEqual(await submit(), { kind: 'unsent' });
  });

  test('a bind under way ends with it', async () => {
    const { session, told } = openSession();
    const bind = session.bind('bind_transceiver', blankBody('bind_transceiver'));
    session.gone(undefined);
    assert.deepEqual(await bind, { kind: 'closed' });
    assert.equal(told.closed, 'peer hung up');
    const again = session.bind('bind_transceiver', blankBody('bind_transceiver'));
    assert.deepEqual(await again, { kind: 'closed' });
  });

  test('when the peer unbinds, open responses are awaited and no more submits taken', async () => {
    const { session, submit, wire, receive, told } = await openBound();
    const outcome = submit();
    receive(pdu('unbind', 9));
    assert.deepEqual(wire.sent().map(brief), ['submit_sm 0 to 2', 'unbind_resp 0 to 9']);
    assert.equal(session.room, 0);
    assert.equal(told.closed, undefined);
    receive(pdu('submit_sm_resp', 2, { messageId: 'a' }));
    assert.equal((await outcome).kind, 'answered');
    assert.equal(told.closed, 'peer unbound');
    assert.equal(wire.closed, 'ended');
  });

  test('when the peer unbinds and never answers, five seconds are enough', async () => {
    const { submit, wire, receive, told, clock } = await openBound();
    const outcome = submit();
    wire.flush();
    receive(pdu('unbind', 9));
    clock.advance(4_750);
    assert.equal(told.closed, undefined);
    clock.advance(250);
    assert.equal(told.closed, 'peer unbound');
    assert.deepEqual(await outcome, { kind: 'uncertain', why: 'link lost' });
  });

  test('told to unbind, it waits for responses and deliveries, unbinds, and closes', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const { session, submit, wire, receive, told } = await openBound({ answer: () => promise });
    const outcome = submit();
    wire.flush();
    receive(pdu('deliver_sm', 5, reply));
    session.unbind();
    assert.deepEqual(await submit(), { kind: 'unsent' });
    receive(pdu('submit_sm_resp', 2));
    assert.equal((await outcome).kind, 'answered');
    assert.equal(wire.flush().length, 0);
    resolve({ status: 0 });
    await nextTurn();
    assert.deepEqual(wire.sent().map(brief), ['deliver_sm_resp 0 to 5', 'unbind 0 to 3']);
    receive(pdu('unbind_resp', 3));
    assert.equal(told.closed, 'told to close');
  });

  test('told to unbind, it waits five seconds for responses and five for its answer', async () => {
    const { session, submit, wire, told, clock } = await openBound();
    void submit();
    wire.flush();
    session.unbind();
    clock.advance(5_000);
    assert.deepEqual(wire.sent().map(brief), ['unbind 0 to 3']);
    assert.equal(told.closed, undefined);
    clock.advance(5_000);
    assert.equal(told.closed, 'told to close');
  });

  test('no timer is left behind', async () => {
    const { session, clock } = await openBound();
    session.gone(undefined);
    assert.equal(clock.timersWaiting, 0);
  });
});

suite('a session that was dialled', () => {
  const smsc = { role: 'smsc' } as const;

  test('takes a bind and says who it is', async () => {
    const { wire, receive, session } = openSession({ ...smsc, bindRequested: () => 0 });
    receive(pdu('bind_transceiver', 900, { systemId: 'ME', interfaceVersion: 0x34 }));
    await nextTurn();
    const [answer] = wire.sent();
    assert.deepEqual(
      answer,
      pdu('bind_transceiver_resp', 900, {
        systemId: 'OPERATOR',
        tlvs: [{ tag: 0x0210, value: Buffer.of(0x34) }],
      }),
    );
    assert.equal(session.room, 10);
  });

  test('tells a peer of version 3.3 nothing it cannot read', async () => {
    const { wire, receive } = openSession({ ...smsc, bindRequested: () => 0 });
    receive(pdu('bind_receiver', 1, { interfaceVersion: 0x33 }));
    await nextTurn();
    assert.deepEqual(wire.sent()[0]?.body.tlvs, []);
  });

  test('refuses a bind with the status it is given, and closes', async () => {
    const { wire, receive, told } = openSession({ ...smsc, bindRequested: () => 0x0e });
    receive(pdu('bind_transmitter', 1, { interfaceVersion: 0x34 }));
    await nextTurn();
    assert.deepEqual(wire.sent().map(brief), ['bind_transmitter_resp 14 to 1']);
    assert.equal(told.closed, 'bind refused');
    assert.equal(wire.closed, 'ended');
  });

  test('works through what came behind the bind once that is answered', async () => {
    const { wire, receive, told } = openSession({
      ...smsc,
      bindRequested: async () => 0,
      answer: () => ({ status: 0, body: { messageId: '1', tlvs: [] } }),
    });
    receive(pdu('bind_transmitter', 1), pdu('submit_sm', 2));
    assert.equal(told.requests.length, 0);
    await nextTurn();
    assert.deepEqual(wire.sent().map(brief), [
      'bind_transmitter_resp 0 to 1',
      'submit_sm_resp 0 to 2',
    ]);
  });

  test('refuses a second bind, submits before the bind, and what only an operator sends', async () => {
    const { wire, receive } = openSession({ ...smsc, bindRequested: () => 0 });
    receive(pdu('submit_sm', 1));
    receive(pdu('bind_transmitter', 2));
    await nextTurn();
    receive(pdu('bind_transmitter', 3), pdu('deliver_sm', 4, reply));
    assert.deepEqual(wire.sent().map(brief), [
      'submit_sm_resp 4 to 1',
      'bind_transmitter_resp 0 to 2',
      'bind_transmitter_resp 5 to 3',
      'deliver_sm_resp 4 to 4',
    ]);
  });

  test('a check of the password that fails is not a yes', async () => {
    const { wire, receive } = openSession({
      ...smsc,
      bindRequested: () => Promise.reject(new Error('store is closed')),
    });
    receive(pdu('bind_transmitter', 2));
    await nextTurn();
    assert.deepEqual(wire.sent().map(brief), ['bind_transmitter_resp 8 to 2']);
  });

  test('answers every kind of request with its own response', async () => {
    const { wire, receive } = openSession({
      ...smsc,
      bindRequested: () => 0,
      answer: () => ({ status: 3 }),
    });
    receive(pdu('bind_transceiver', 1));
    await nextTurn();
    wire.flush();
    const commands = ['submit_multi', 'query_sm', 'cancel_sm', 'replace_sm', 'data_sm'] as const;
    receive(...commands.map((command, sequence) => pdu(command, sequence)));
    assert.deepEqual(
      wire.sent().map(brief),
      commands.map((command, sequence) => `${command}_resp 3 to ${sequence}`),
    );
  });
});
