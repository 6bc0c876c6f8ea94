/** What two phones of ours say to each other, and what the program says to them, read by a packet analyser. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { Trace } from '#numbers/sip/user-agent.ts';
import { number, rentNumber } from '#test/harness/call-world.ts';
import { type CallingApp, openCallingApp } from '#test/harness/calling-program.ts';
import { phone } from '#test/harness/records.ts';
import { openEars, sampleTone } from '#test/harness/rtp-ears.ts';
import {
  answerSdp,
  audioPortIn,
  describe,
  dial,
  openPhone,
  type Phone,
  talk,
} from '#test/harness/sip-phones.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { faulty, readCalls, withoutTshark } from '#test/harness/tshark.ts';
import { type Datagram, writeUdpCapture } from '#test/harness/udp-capture.ts';

test('tshark reads all that two phones say, and calls none of it malformed', {
  skip: withoutTshark,
  timeout: 60_000,
}, async () => {
  using folder = temporaryFolder();
  await using caller = await openPhone();
  await using callee = await openPhone();
  await sayEverything(caller, callee);
  const file = path.join(folder.path, 'sip.pcap');
  const to = callee.hop.port;
  const datagrams = caller.told.traces.map(({ direction, octets }) => {
    const from = caller.hop.port;
    return direction === 'out' ? { from, to, octets } : { from: to, to: from, octets };
  });
  await writeUdpCapture(file, datagrams);
  const read = (filter: string, field: string) =>
    readCalls({ capture: file, sip: [to] }, filter, field);
  assert.deepEqual(await read(faulty, 'frame.number'), []);
  assert.equal((await read('sip', 'frame.number')).length, datagrams.length);
  const methods = new Set(await read('sip.Method', 'sip.Method'));
  for (const method of ['INVITE', 'ACK', 'BYE', 'CANCEL', 'INFO', 'UPDATE', 'OPTIONS']) {
    assert.ok(methods.has(method), method);
  }
  assert.ok((await read('sdp', 'sdp.media')).length >= 4);
});

async function sayEverything(caller: Phone, callee: Phone): Promise<void> {
  callee.told.reply = () => ({ status: 200, sdp: describe('held', 2) });
  const headers = [['diversion', '<sip:+37060000009@127.0.0.1>;reason=unconditional']] as const;
  const { ofCaller } = await talk(caller, callee, { headers });
  await ofCaller.offer(describe('hold', 2));
  await ofCaller.offer(describe('hold', 3), { by: 'UPDATE' });
  await ofCaller.info('application/dtmf-relay', Buffer.from('Signal=5\r\nDuration=160\r\n'));
  ofCaller.bye([['reason', 'Q.850;cause=16;text="Normal call clearing"']]);
  await callee.told.ends.next();
  const cancelled = dial(caller, callee);
  const ringing = await callee.told.calls.next();
  ringing.ring(183, { sdp: answerSdp });
  await caller.told.rings.next();
  cancelled.cancel();
  await caller.told.failed.next();
  dial(caller, callee);
  (await callee.told.calls.next()).refuse(503, { headers: [['retry-after', '10']] });
  await caller.told.failed.next();
  await caller.agent.request({
    method: 'OPTIONS',
    hop: callee.hop,
    uri: 'sip:127.0.0.1',
    from: '<sip:parley@127.0.0.1>',
    to: '<sip:127.0.0.1>',
  });
}

test('tshark reads all that the program says in calls that are led on, recorded and refused', {
  skip: withoutTshark,
  timeout: 120_000,
}, async () => {
  using folder = temporaryFolder();
  await using caller = await openPhone();
  await using callee = await openPhone();
  await using app = await openCallingApp({ calleePort: callee.hop.port });
  await using atCaller = await openEars();
  await using atCallee = await openEars();
  const hop = { transport: 'udp', address: '127.0.0.1', port: app.port } as const;
  const offer = describe('caller', 1, atCaller.port);
  await leadOn({ caller, callee, hop, atCaller, atCallee });
  await record(app, { caller, hop, offer, atCaller });
  dial(caller, hop, { uri: 'sip:+33199009999@127.0.0.1', offer });
  await caller.told.failed.next();
  const audio = [atCaller, atCallee].flatMap((ears) =>
    ears.all.map((octets) => heardAt(ears.port, octets)),
  );
  const signalling = [caller, callee].flatMap(({ told, hop: { port } }) =>
    told.traces.map((trace) => datagramOf(trace, port)),
  );
  const capture = path.join(folder.path, 'calls.pcap');
  await writeUdpCapture(capture, [...signalling, ...audio]);
  const ports = { sip: [app.port], rtp: [atCaller.port, atCallee.port] };
  const read = (filter: string, field: string) => readCalls({ capture, ...ports }, filter, field);
  assert.deepEqual(await read(faulty, '_ws.col.Info'), []);
  assert.equal((await read('sip', 'frame.number')).length, signalling.length);
  assert.equal((await read('rtp.version == 2', 'frame.number')).length, audio.length);
  const statuses = new Set(await read('sip.Status-Code', 'sip.Status-Code'));
  for (const status of ['100', '180', '183', '200', '404']) assert.ok(statuses.has(status), status);
});

type Ears = Awaited<ReturnType<typeof openEars>>;

/** With early media, hold and keys, and audio in both directions. */
async function leadOn(world: {
  readonly caller: Phone;
  readonly callee: Phone;
  readonly hop: Phone['hop'];
  readonly atCaller: Ears;
  readonly atCallee: Ears;
}): Promise<void> {
  const { caller, callee, hop, atCaller, atCallee } = world;
  const tone = { law: 'pcma', payloadType: 8 } as const;
  const offer = describe('caller', 1, atCaller.port);
  dial(caller, hop, { uri: `sip:+${number}@127.0.0.1`, offer });
  const incoming = await callee.told.calls.next();
  const answer = describe('callee', 1, atCallee.port);
  incoming.ring(180);
  incoming.ring(183, { sdp: answer });
  incoming.answer({ sdp: answer }, callee.told.sessionHandlers());
  const { session, sdp } = await caller.told.answered.next();
  await callee.told.acks.next();
  const said = atCaller.speakTo(audioPortIn(sdp), sampleTone(200), tone);
  await atCallee.hear(said.length);
  const back = atCallee.speakTo(audioPortIn(incoming.offer), sampleTone(200), tone);
  await atCaller.hear(back.length);
  callee.told.reply = () => ({ status: 200, sdp: describe('callee', 2, atCallee.port) });
  await session.offer(describe('caller', 2, atCaller.port));
  await session.info('application/dtmf-relay', Buffer.from('Signal=5\r\nDuration=160\r\n'));
  session.bye();
  await callee.told.ends.next();
}

/** A number whose calls are recorded: its greeting is heard, and something said. */
async function record(
  { storage, accountId }: CallingApp,
  world: {
    readonly caller: Phone;
    readonly hop: Phone['hop'];
    readonly offer: Buffer;
    readonly atCaller: Ears;
  },
): Promise<void> {
  const digits = phone('33755000002');
  const rule = { kind: 'voicemail', target: 'a@acme.example' } as const;
  await rentNumber(storage, { accountId, digits, rule });
  const { caller, hop, offer, atCaller } = world;
  dial(caller, hop, { uri: `sip:+${digits}@127.0.0.1`, offer });
  const { session, sdp } = await caller.told.answered.next();
  atCaller.speakTo(audioPortIn(sdp), sampleTone(200), { law: 'pcma', payloadType: 8 });
  await atCaller.hear(50);
  session.bye();
  await caller.told.ends.next();
}

function datagramOf({ direction, peer, octets }: Trace, ours: number): Datagram {
  return direction === 'out'
    ? { from: ours, to: peer.port, octets }
    : { from: peer.port, to: ours, octets };
}

/** From which of our ports it came does not matter to who reads it. */
function heardAt(to: number, octets: Buffer): Datagram {
  return { from: 42_000, to, octets };
}
