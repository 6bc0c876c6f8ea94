/** The timers of RFC 3261 table 4 and RFC 6026, to the millisecond. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { sipText } from '#test/harness/sip-messages.ts';
import { Headers } from '../headers.ts';
import { type SipRequest, type SipResponse, scanDatagram } from '../message.ts';
import type { Flow } from '../transport/flow.ts';
import { judgeRequest, judgeResponse, type RequestEnvelope } from '../validate.ts';
import { replyTo } from '../write-message.ts';
import { Transactions } from './transactions.ts';

type Sent = { readonly atMs: number; readonly line: string };

function setup(isReliable = false) {
  const clock = new HeldClock();
  const sent: Sent[] = [];
  let token = 0;
  const transactions = new Transactions({
    clock,
    tokens: () => `token${token++}`,
    repeats: () => undefined,
  });
  const flow: Flow = {
    transport: isReliable ? 'tcp' : 'udp',
    address: '192.0.2.10',
    port: 5_060,
    ourAddress: '192.0.2.1',
    ourPort: 5_060,
    isReliable,
    isOpen: true,
    send: (octets) =>
      sent.push({ atMs: clock.monotonicMs(), line: octets.toString().split('\r\n', 1)[0] ?? '' }),
    toPort: () => flow,
    hold: () => undefined,
    release: () => undefined,
  };
  const timesOf = (start: string): number[] =>
    sent.filter(({ line }) => line.startsWith(start)).map(({ atMs }) => atMs);
  return { clock, transactions, flow, sent, timesOf };
}

function request(
  method: string,
  fields: Record<string, string> = {},
): { request: SipRequest; envelope: RequestEnvelope } {
  const scanned = scanDatagram(sipText({ start: `${method} sip:b@example.test SIP/2.0`, fields }));
  assert.ok(scanned.ok && scanned.message.kind === 'request');
  const judged = judgeRequest(scanned.message);
  assert.ok(judged.ok);
  return { request: scanned.message, envelope: judged.envelope };
}

/** Sends a request and answers it when it is told to. */
function asked(world: ReturnType<typeof setup>, method: string) {
  const told: string[] = [];
  const { request: plain } = request(method);
  const without = new Headers([...plain.headers].filter(([name]) => name !== 'via'));
  const sentRequest: SipRequest = { ...plain, headers: without };
  const transaction = world.transactions.send(sentRequest, {
    flow: world.flow,
    branch: 'z9hG4bKours',
    user: {
      response: ({ status }) => told.push(`${status}`),
      failed: ({ kind }) => told.push(kind),
    },
  });
  const answer = (status: number): boolean => {
    const asSent = request(method, { Via: 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKours' });
    const response: SipResponse = replyTo(asSent.request, { status, toTag: 'theirs' });
    const judged = judgeResponse(response);
    assert.ok(judged.ok);
    return world.transactions.takeResponse(response, judged.envelope);
  };
  return { told, answer, transaction };
}

suite('an INVITE that was sent', () => {
  test('goes again after T1 doubling, seven times in all, and has timed out after 64 T1', () => {
    const world = setup();
    const { told } = asked(world, 'INVITE');
    world.clock.advance(31_999);
    assert.deepEqual(world.timesOf('INVITE'), [0, 500, 1_500, 3_500, 7_500, 15_500, 31_500]);
    assert.deepEqual(told, []);
    world.clock.advance(1);
    assert.deepEqual(told, ['timed out']);
    assert.equal(world.transactions.size, 0);
    assert.equal(world.clock.timersWaiting, 0);
  });

  test('goes once over TCP', () => {
    const world = setup(true);
    asked(world, 'INVITE');
    world.clock.advance(31_999);
    assert.deepEqual(world.timesOf('INVITE'), [0]);
  });

  test('a provisional ends the repeats and the patience', () => {
    const world = setup();
    const { told, answer } = asked(world, 'INVITE');
    answer(180);
    world.clock.advance(100_000);
    assert.deepEqual(world.timesOf('INVITE'), [0]);
    assert.deepEqual(told, ['180']);
  });

  test('a refusal is acknowledged each time that it comes, for 32 s, and told once', () => {
    const world = setup();
    const { told, answer } = asked(world, 'INVITE');
    answer(486);
    world.clock.advance(500);
    answer(486);
    assert.deepEqual(world.timesOf('ACK'), [0, 500]);
    assert.deepEqual(told, ['486']);
    world.clock.advance(31_499);
    assert.equal(world.transactions.size, 1);
    world.clock.advance(1);
    assert.equal(world.transactions.size, 0);
    assert.equal(answer(486), false);
  });

  test('each 2xx is told for 32 s: forks answer one after the other', () => {
    const world = setup();
    const { told, answer } = asked(world, 'INVITE');
    answer(200);
    world.clock.advance(31_999);
    answer(200);
    assert.deepEqual(told, ['200', '200']);
    world.clock.advance(1);
    assert.equal(world.transactions.size, 0);
  });

  test('a lost connection fails it at once', () => {
    const world = setup(true);
    const { told } = asked(world, 'INVITE');
    world.transactions.lost(world.flow, 'ECONNRESET');
    assert.deepEqual(told, ['unreachable']);
    assert.equal(world.transactions.size, 0);
  });
});

suite('another request that was sent', () => {
  test('goes again after T1 doubling up to T2, and has timed out after 64 T1', () => {
    const world = setup();
    const { told } = asked(world, 'OPTIONS');
    world.clock.advance(32_000);
    const times = [0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500];
    assert.deepEqual(world.timesOf('OPTIONS'), times);
    assert.deepEqual(told, ['timed out']);
  });

  test('after a provisional it goes every T2', () => {
    const world = setup();
    const { answer } = asked(world, 'OPTIONS');
    answer(100);
    world.clock.advance(9_000);
    assert.deepEqual(world.timesOf('OPTIONS'), [0, 500, 4_500, 8_500]);
  });

  test('an answer that comes again within T4 is told once', () => {
    const world = setup();
    const { told, answer } = asked(world, 'OPTIONS');
    answer(200);
    assert.equal(answer(200), true);
    assert.deepEqual(told, ['200']);
    world.clock.advance(5_000);
    assert.equal(world.transactions.size, 0);
  });
});

function take(world: ReturnType<typeof setup>, method = 'INVITE', fields = {}) {
  const { request: came, envelope } = request(method, fields);
  return { came, taken: world.transactions.take(came, envelope, world.flow) };
}

suite('an INVITE that came', () => {
  test('a refusal goes again after T1 doubling up to T2, until its ACK, and ends T4 later', () => {
    const world = setup();
    const { came, taken } = take(world);
    assert.ok(taken.kind === 'new');
    taken.transaction.respond(replyTo(came, { status: 404 }));
    assert.equal(taken.transaction.respond(replyTo(came, { status: 200 })), undefined);
    world.clock.advance(8_000);
    assert.deepEqual(world.timesOf('SIP/2.0 404'), [0, 500, 1_500, 3_500, 7_500]);
    assert.equal(take(world, 'ACK').taken.kind, 'absorbed');
    world.clock.advance(4_999);
    assert.equal(world.timesOf('SIP/2.0 404').length, 5);
    assert.equal(world.transactions.size, 1);
    world.clock.advance(1);
    assert.equal(world.transactions.size, 0);
  });

  test('without an ACK it is forgotten after 32 s', () => {
    const world = setup();
    const { came, taken } = take(world);
    assert.ok(taken.kind === 'new');
    taken.transaction.respond(replyTo(came, { status: 404 }));
    world.clock.advance(32_000);
    assert.equal(world.transactions.size, 0);
    assert.equal(world.clock.timersWaiting, 0);
  });

  test('behind a 2xx its repeats are absorbed for 32 s, and the ACK is the session’s', () => {
    const world = setup();
    const { came, taken } = take(world);
    assert.ok(taken.kind === 'new');
    taken.transaction.respond(replyTo(came, { status: 200 }));
    assert.equal(take(world).taken.kind, 'absorbed');
    assert.equal(take(world, 'ACK').taken.kind, 'ack');
    assert.deepEqual(world.timesOf('SIP/2.0 200'), [0]);
    world.clock.advance(32_000);
    assert.equal(world.transactions.size, 0);
  });

  test('its last provisional answers its repeats', () => {
    const world = setup();
    const { came, taken } = take(world);
    assert.ok(taken.kind === 'new');
    taken.transaction.respond(replyTo(came, { status: 180 }));
    take(world);
    assert.equal(world.timesOf('SIP/2.0 180').length, 2);
  });

  test('without a branch it is known by everything else', () => {
    const world = setup();
    const old = { Via: 'SIP/2.0/UDP 192.0.2.10' };
    const { came, taken } = take(world, 'INVITE', old);
    assert.ok(taken.kind === 'new');
    taken.transaction.respond(replyTo(came, { status: 486, toTag: 'ours' }));
    assert.equal(take(world, 'INVITE', old).taken.kind, 'absorbed');
    const to = { ...old, To: '<sip:+33639980001@example.test>;tag=ours' };
    assert.equal(take(world, 'ACK', to).taken.kind, 'absorbed');
    assert.equal(take(world, 'INVITE', { ...old, 'Call-ID': 'another' }).taken.kind, 'new');
  });

  test('a cookie alone merges nothing', () => {
    const world = setup();
    const bare = { Via: 'SIP/2.0/UDP 192.0.2.10;branch=z9hG4bK' };
    assert.equal(take(world, 'INVITE', bare).taken.kind, 'new');
    assert.equal(take(world, 'INVITE', { ...bare, 'Call-ID': 'other' }).taken.kind, 'new');
  });

  test('the same call on another way is merged', () => {
    const world = setup();
    take(world);
    const other = { Via: 'SIP/2.0/UDP 192.0.2.10:5060;branch=z9hG4bKother' };
    assert.equal(take(world, 'INVITE', other).taken.kind, 'merged');
  });

  test('a CANCEL finds it', () => {
    const world = setup();
    take(world);
    const cancel = request('CANCEL');
    assert.ok(world.transactions.inviteOf(cancel.request, cancel.envelope));
    const lost = request('CANCEL', { Via: 'SIP/2.0/UDP 192.0.2.10;branch=z9hG4bKnone' });
    assert.equal(world.transactions.inviteOf(lost.request, lost.envelope), undefined);
  });

  test('another request keeps its answer for 32 s over UDP, and none over TCP', () => {
    for (const [isReliable, left] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const world = setup(isReliable);
      const { came, taken } = take(world, 'OPTIONS');
      assert.ok(taken.kind === 'new');
      taken.transaction.respond(replyTo(came, { status: 200 }));
      assert.equal(world.transactions.size, left);
      world.clock.advance(32_000);
      assert.equal(world.transactions.size, 0);
    }
  });
});
