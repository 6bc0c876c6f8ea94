/** What must not be called, and what must not be said: each has its answer, and nothing of it is kept. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { platform } from 'node:os';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import type { CallRecord } from '#numbers/calls/call-record.ts';
import { number, rentNumber, target } from '#test/harness/call-world.ts';
import {
  type CallingApp,
  openCallingApp,
  type ProgramWish,
} from '#test/harness/calling-program.ts';
import { openRawSip } from '#test/harness/raw-sip.ts';
import { phone } from '#test/harness/records.ts';
import { openEars, sampleTone } from '#test/harness/rtp-ears.ts';
import {
  audioPortIn,
  describe,
  dial,
  offerSdp,
  openPhone,
  type Phone,
} from '#test/harness/sip-phones.ts';

const timeout = 180_000;
/** Only there every address of 127/8 is this machine. */
const skip = platform() === 'linux' ? false : 'needs addresses beside 127.0.0.1 on loopback';
const stranger = '127.0.0.2';

type World = AsyncDisposable & {
  readonly app: CallingApp;
  readonly caller: Phone;
  readonly callee: Phone;
};

async function openWorld(wish: Omit<ProgramWish, 'calleePort'> = {}): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const caller = stack.use(await openPhone());
  const callee = stack.use(await openPhone());
  const app = stack.use(await openCallingApp({ ...wish, calleePort: callee.hop.port }));
  const moved = stack.move();
  return { app, caller, callee, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

async function refusal({ app, caller }: World, uri = `sip:+${number}@127.0.0.1`): Promise<number> {
  dial(caller, { transport: 'udp', address: '127.0.0.1', port: app.port }, { uri });
  const failure = await caller.told.failed.next();
  assert.ok(failure.kind === 'refused', failure.kind);
  return failure.status;
}

async function lastCall({ app: { storage } }: World): Promise<CallRecord> {
  for (;;) {
    const [call] = await storage.calls.listCalls({ beforeId: Number.MAX_SAFE_INTEGER, limit: 1 });
    if (call !== undefined) return call;
    await systemClock.sleep(10);
  }
}

/** Transactions that are over are remembered for 32 s. */
async function untilNothingIsHeld({ app }: World): Promise<void> {
  const isHeld = () => Object.values(app.opened.app.calls?.counts ?? {}).some((count) => count > 0);
  while (isHeld()) await systemClock.sleep(100);
}

suite('a call that must not be made is refused, costs nothing, and reaches no carrier', {
  timeout,
  concurrency: 2,
}, () => {
  const other = phone('33755000002');
  const cases = [
    ['to the number itself', number, 482, 'numbers lead to each other'],
    ['round in a circle', other, 482, 'numbers lead to each other'],
    ['to a premium number', phone('33899123456'), 403, 'destination is closed'],
    ['to a satellite', phone('881612345678'), 403, 'destination is closed'],
    ['to a country that is closed', phone('442079460000'), 403, 'destination is closed'],
  ] as const;
  for (const [what, to, status, rule] of cases) {
    test(`${what}: ${status}`, async () => {
      await using world = await openWorld({ rule: { kind: 'forward', target: to } });
      const { storage, accountId } = world.app;
      const back = { kind: 'forward', target: number } as const;
      await rentNumber(storage, { accountId, digits: other, rule: back });
      assert.equal(await refusal(world), status);
      const { cost, rule: said, sipStatus } = await lastCall(world);
      assert.deepEqual([cost, said, sipStatus], [0, rule, status]);
      assert.equal((await storage.accounts.findAccount(accountId))?.balance, 10_000_000);
      assert.equal(world.callee.told.calls.size, 0);
    });
  }
});

/** Descriptions that can be read, and hold nothing for us. */
const video = offerSdp.toString().replace('m=audio', 'm=video');
const opus = describe('opus').toString().replace('RTP/AVP 8 101', 'RTP/AVP 96');
const sdp = 'Content-Type: application/sdp';
const kilobytes = (count: number): string => 'x'.repeat(count * 1_024);

suite('what must not be said', { timeout, concurrency: 4 }, () => {
  test('has its answer by UDP, and nothing of it is kept', async () => {
    const rule = { kind: 'voicemail', target: 'a@acme.example' } as const;
    await using world = await openWorld({ rule });
    await using raw = await openRawSip(world.app.port);
    const user = `+${number}`;
    const cases = [
      ['sdp-is-none', 400, { user, lines: [sdp], body: 'nonsense' }],
      ['sdp-without-version', 400, { user, lines: [sdp], body: 'm=audio 4000 RTP/AVP 8\r\n' }],
      ['no-audio', 488, { user, lines: [sdp], body: video }],
      ['foreign-codec', 488, { user, lines: [sdp], body: opus }],
      ['length-beyond', 400, { user, lines: [sdp, 'Content-Length: 9999'], body: video }],
      ['length-below-zero', 400, { user, lines: [sdp, 'Content-Length: -1'], body: video }],
      ['length-twice', 400, { user, lines: [sdp, 'l: 4', 'l: 5'], body: video }],
      ['length-cuts-sdp', 400, { user, lines: [sdp, 'l: 12'], body: video }],
      ['header-of-60-kb', 400, { user, lines: [`Subject: ${kilobytes(60)}`] }],
      ['headers-in-thousands', 400, { user, lines: Array.from({ length: 3_000 }, () => 'a: b') }],
      ['nobody', 404, {}],
    ] as const;
    for (const [callId, , change] of cases) raw.send(raw.text({ callId, ...change }));
    for (const [callId, status] of cases) assert.equal(await raw.final(callId), status, callId);
    await untilNothingIsHeld(world);
  });

  test('ends the connection by TCP', async () => {
    await using world = await openWorld();
    await using raw = await openRawSip(world.app.port);
    const question = { start: 'OPTIONS sip:127.0.0.1 SIP/2.0' };
    const cases = [
      ['no-length', /^SIP\/2.0 400/, question],
      ['length-below-zero', /^SIP\/2.0 400/, { ...question, lines: ['Content-Length: -5'] }],
      ['length-of-a-gigabyte', /^SIP\/2.0 400/, { ...question, lines: ['l: 999999999'] }],
      ['header-of-64-kb', /^$/, { ...question, lines: [`Subject: ${kilobytes(64)}`, 'l: 0'] }],
      ['two-lengths', /^SIP\/2.0 400/, { ...question, lines: ['l: 0', 'l: 7'] }],
    ] as const;
    for (const [callId, answer, change] of cases) {
      const octets = raw.text({ callId, ...change }, 'TCP');
      assert.match(await saidByTcp(world.app.tcpPort, octets), answer, callId);
    }
    await untilNothingIsHeld(world);
  });

  test('by nobody whom we know is not answered at all', { skip }, async () => {
    await using world = await openWorld();
    await using unknown = await openRawSip(world.app.port, stranger);
    await using known = await openRawSip(world.app.port);
    const user = `+${number}`;
    unknown.send(unknown.text({ callId: 'stranger', user }));
    unknown.send(unknown.text({ callId: 'asks', start: 'OPTIONS sip:127.0.0.1 SIP/2.0' }));
    unknown.send(unknown.text({ callId: 'wrong', lines: ['Content-Length: -1'] }));
    unknown.send(Buffer.from('what is this?'));
    // One socket hears both: what came before it is done with when this has its answer.
    known.send(known.text({ callId: 'known', start: 'OPTIONS sip:127.0.0.1 SIP/2.0' }));
    assert.equal(await known.final('known'), 200);
    assert.equal(unknown.heardAnything, false);
    const octets = unknown.text({ callId: 'by-tcp', user, lines: ['Content-Length: 0'] }, 'TCP');
    assert.equal(await saidByTcp(world.app.tcpPort, octets, stranger), '');
    await untilNothingIsHeld(world);
    assert.deepEqual(await world.app.storage.calls.listCalls({ beforeId: 99, limit: 9 }), []);
  });

  test('a hundred times a second is taken ten times, refused ten times, and then not answered', async () => {
    const maxCps = 10;
    await using world = await openWorld({ trunkIn: { maxCps } });
    await using raw = await openRawSip(world.app.port);
    // On a slow machine a burst may last for several seconds, each with calls of its own.
    for (let round = 0; ; round += 1) {
      const callIds = Array.from({ length: 100 }, (_, at) => `burst-${round}-${at}`);
      for (const callId of callIds) raw.send(raw.text({ callId }));
      raw.send(raw.text({ callId: `end-${round}`, start: 'OPTIONS sip:127.0.0.1 SIP/2.0' }));
      assert.equal(await raw.final(`end-${round}`), 200);
      const answered = callIds.filter((callId) => raw.statuses(callId).length > 0);
      const statuses = await Promise.all(answered.map((callId) => raw.final(callId)));
      assert.ok(statuses.every((status) => status === 404 || status === 503));
      const refused = statuses.filter((status) => status === 503).length;
      if (refused === maxCps && statuses.length === 2 * maxCps) break;
    }
    await untilNothingIsHeld(world);
  });
});

/** All that is said to these octets until the connection is closed from there. */
async function saidByTcp(port: number, octets: Buffer, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
  });
  socket.write(octets);
  await once(socket, 'close');
  return heard;
}

test('audio of a third party is neither heard nor followed', { skip, timeout }, async () => {
  await using world = await openWorld();
  await using caller = await openEars();
  await using callee = await openEars();
  await using third = await openEars(stranger);
  const { ofCaller, ports } = await talking(world, { caller: caller.port, callee: callee.port });
  const tone = { law: 'pcma', payloadType: 8 } as const;
  // Before anybody has spoken, when the relay does not know yet where audio comes from.
  for (const port of [ports.a, ports.b]) third.speakTo(port, sampleTone(200), tone);
  const first = caller.speakTo(ports.a, sampleTone(200), tone);
  assert.deepEqual(await callee.hear(first.length), first);
  const back = callee.speakTo(ports.b, sampleTone(200, 880), tone);
  assert.deepEqual(await caller.hear(back.length), back);
  for (const port of [ports.a, ports.b]) third.speakTo(port, sampleTone(200), tone);
  const second = caller.speakTo(ports.a, sampleTone(200), tone);
  assert.deepEqual(await callee.hear(second.length), second);
  assert.equal(third.heard, 0);
  ofCaller.bye();
  await lastCall(world);
});

async function talking(
  { app, caller, callee }: World,
  at: { readonly caller: number; readonly callee: number },
) {
  const hop = { transport: 'udp', address: '127.0.0.1', port: app.port } as const;
  dial(caller, hop, { uri: `sip:+${number}@127.0.0.1`, offer: describe('caller', 1, at.caller) });
  const incoming = await callee.told.calls.next();
  assert.match(incoming.request.uri, new RegExp(target));
  incoming.answer({ sdp: describe('callee', 1, at.callee) }, callee.told.sessionHandlers());
  const { session, sdp: answer } = await caller.told.answered.next();
  await callee.told.acks.next();
  return { ofCaller: session, ports: { a: audioPortIn(answer), b: audioPortIn(incoming.offer) } };
}
