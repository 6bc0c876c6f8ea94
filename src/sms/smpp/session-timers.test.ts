import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openBound, openSession, pdu, reply } from '#test/harness/smpp-session.ts';
import { blankBody } from './layout.ts';
import type { Answer } from './session-types.ts';

const secondMs = 1_000;

suite('a session asks a silent peer whether it is there', () => {
  test('after 30 s of silence, and drops the link 10 s later', async () => {
    const { wire, clock, told } = await openBound();
    clock.advance(29 * secondMs);
    assert.deepEqual(wire.sent(), []);
    clock.advance(secondMs);
    assert.deepEqual(wire.sent(), [pdu('enquire_link', 2)]);
    clock.advance(9_500);
    assert.equal(told.closed, undefined);
    clock.advance(500);
    assert.equal(told.closed, 'enquire_link unanswered');
    assert.equal(wire.closed, 'destroyed');
  });

  test('and goes on when it answers', async () => {
    const { wire, clock, told, receive } = await openBound();
    for (let sequence = 2; sequence < 6; sequence++) {
      clock.advance(30 * secondMs);
      assert.deepEqual(wire.sent(), [pdu('enquire_link', sequence)]);
      receive(pdu('enquire_link_resp', sequence));
    }
    assert.equal(told.closed, undefined);
  });

  test('not while octets arrive', async () => {
    const { session, wire, clock } = await openBound();
    for (let second = 0; second < 100; second++) {
      clock.advance(secondMs);
      session.received(Buffer.alloc(0));
    }
    assert.deepEqual(wire.sent(), []);
  });

  test('not while it is we who do not read', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const { wire, clock, told, receive } = await openBound({
      answer: () => promise,
      unansweredMax: 1,
      answerWithinMs: 600_000,
    });
    receive(pdu('deliver_sm', 1, reply));
    assert.equal(wire.isPaused, true);
    clock.advance(300 * secondMs);
    assert.deepEqual(wire.sent(), []);
    assert.equal(told.closed, undefined);
    resolve({ status: 0 });
  });

  test('not because our own process stood still', async () => {
    const { wire, clock, told } = await openBound();
    const standStill = clock.monotonicMs.bind(clock);
    clock.monotonicMs = () => standStill() + 100 * secondMs;
    clock.advance(secondMs);
    assert.deepEqual(wire.sent(), []);
    assert.equal(told.closed, undefined);
  });
});

suite('a bind that does not come is not awaited for ever', () => {
  test('our bind has 30 s to be answered', async () => {
    const { session, clock, told } = openSession();
    const bind = session.bind('bind_transceiver', blankBody('bind_transceiver'));
    clock.advance(29_500);
    assert.equal(told.closed, undefined);
    clock.advance(500);
    assert.equal(told.closed, 'bind unanswered');
    assert.deepEqual(await bind, { kind: 'closed' });
  });

  test('the peer has 10 s to bind', () => {
    const { clock, told, receive } = openSession({ role: 'smsc', bindRequested: () => 0 });
    clock.advance(9_500);
    receive(pdu('enquire_link', 1));
    clock.advance(500);
    assert.equal(told.closed, 'no bind came');
  });
});

suite('a submit without an answer', () => {
  test('is uncertain after 60 s, and its slot is free', async () => {
    const { session, submit, clock, told } = await openBound({
      window: 1,
      enquireAfterMs: 600_000,
    });
    const outcome = submit();
    clock.advance(59_750);
    assert.equal(session.room, 0);
    told.ready = 0;
    clock.advance(250);
    assert.deepEqual(await outcome, { kind: 'uncertain', why: 'no response' });
    assert.equal(session.room, 1);
    assert.equal(told.ready, 1);
    assert.equal(told.closed, undefined);
  });

  test('may still be answered for ten minutes, and its sequence number is not used again', async () => {
    const { submit, clock, told, receive } = await openBound({ enquireAfterMs: 9_000_000 });
    void submit(71);
    void submit(72);
    clock.advance(60 * secondMs);
    receive(pdu('submit_sm_resp', 2, { messageId: 'late' }));
    const answer = { status: 0, messageId: 'late', tlvs: [] };
    assert.deepEqual(told.late, [{ reference: 71, answer }]);
    clock.advance(600 * secondMs);
    receive(pdu('submit_sm_resp', 2, { messageId: 'again' }));
    receive(pdu('submit_sm_resp', 3, { messageId: 'too late' }));
    assert.equal(told.late.length, 1);
    assert.deepEqual(told.errors, ['response to nothing', 'response to nothing']);
  });

  test('five in a row end the link', async () => {
    const { submit, clock, told } = await openBound({ enquireAfterMs: 9_000_000 });
    const outcomes = Array.from({ length: 5 }, () => submit());
    clock.advance(60 * secondMs);
    assert.equal(told.closed, 'responses stopped');
    for (const outcome of outcomes) assert.equal((await outcome).kind, 'uncertain');
  });

  test('four do not, nor four and four with an answer in between', async () => {
    const { submit, clock, told, receive } = await openBound({ enquireAfterMs: 9_000_000 });
    for (let sequence = 2; sequence < 12; sequence += 5) {
      for (let count = 0; count < 4; count++) void submit();
      clock.advance(60 * secondMs);
      const answered = submit();
      receive(pdu('submit_sm_resp', sequence + 4));
      await answered;
    }
    assert.equal(told.closed, undefined);
  });

  test('two minutes without any response, while requests wait, end the link', async () => {
    const { submit, clock, told, session } = await openBound({
      window: 2,
      enquireAfterMs: 9_000_000,
    });
    for (let second = 0; second < 119; second++) {
      if (session.room > 0) void submit();
      clock.advance(secondMs);
      session.received(Buffer.alloc(0));
    }
    assert.equal(told.closed, undefined);
    clock.advance(secondMs);
    assert.equal(told.closed, 'responses stopped');
  });
});
