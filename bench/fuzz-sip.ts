/**
 * Feeds a user agent with SIP that is right, bent, cut and made up, 200,000 messages by default:
 *
 *   node bench/fuzz-sip.ts [messages] [seed]
 *
 * Each goes through scanner, judgement, answer and framer, and a part of them to a listening agent by
 * UDP and TCP. Nothing may throw, nothing may take long, and a good OPTIONS must be answered at the end.
 */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { type SipRequest, scanDatagram } from '#numbers/sip/message.ts';
import { parseSdp } from '#numbers/sip/sdp.ts';
import { findAudio } from '#numbers/sip/sdp-audio.ts';
import { StreamFramer } from '#numbers/sip/transport/stream-framer.ts';
import {
  judgeRequest,
  judgeResponse,
  refuseContent,
  refuseExtensions,
} from '#numbers/sip/validate.ts';
import { stampVia } from '#numbers/sip/via.ts';
import { replyTo, writeResponse } from '#numbers/sip/write-message.ts';
import { type MessageChange, sipText } from '#test/harness/sip-messages.ts';
import { offerSdp, openPhone } from '#test/harness/sip-phones.ts';

const total = Number(process.argv[2] ?? 200_000);
const seed = Number(process.argv[3] ?? 1);
/** A message that takes longer would stall the audio's signalling; a busy machine may pause us, too. */
const slowMs = 10;

/** xorshift32: the same seed gives the same messages on every machine. */
let state = seed | 1;
function chance(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

const sdp = offerSdp.toString();
const changes: readonly MessageChange[] = [
  {},
  { start: 'SIP/2.0 200 OK' },
  { start: 'INVITE sip:b@127.0.0.1 SIP/2.0', lines: ['c: application/sdp'], body: sdp },
  { start: 'BYE sip:b@127.0.0.1 SIP/2.0', fields: { To: '<sip:b@127.0.0.1>;tag=x' } },
  { start: 'CANCEL sip:b@127.0.0.1 SIP/2.0' },
  { start: 'PRACK sip:b@127.0.0.1 SIP/2.0', lines: ['RAck: 1 1 INVITE', 'Require: 100rel'] },
  { lines: ['Authorization: Digest realm="a", nonce="b", username="c", qop=auth, nc=00000001'] },
  { lines: ['Record-Route: <sip:p;lr>, "x \\" y" <sip:q>', 'Session-Expires: 90;refresher=uac'] },
  {
    start: 'OPTIONS sip:[2001:db8::1]:5070;a=b SIP/2.0',
    lines: ['Content-Length: 3'],
    body: 'abc',
  },
];
const goods = changes.map((change) => sipText(change));
/** What grammars stumble over. */
const pieces = [
  '"',
  '<',
  '>',
  ';',
  ',',
  '\r\n',
  ' ',
  '\t',
  '=',
  '\\',
  '%00',
  '@',
  '[',
  ':',
  '\0',
  'é',
].map((text) => Buffer.from(text, 'latin1'));

function bend(good: Buffer): Buffer {
  let octets = good;
  for (let left = chance(5); left >= 0; left--) {
    const at = chance(octets.length + 1);
    const kind = chance(5);
    const put = kind < 2 ? Buffer.alloc(1, chance(256)) : (pieces[chance(pieces.length)] ?? good);
    const repeated = Buffer.concat(Array.from({ length: kind === 4 ? chance(400) : 1 }, () => put));
    const skipped = kind === 1 ? chance(60) : kind === 0 ? 1 : 0;
    octets = Buffer.concat([octets.subarray(0, at), repeated, octets.subarray(at + skipped)]);
  }
  return octets;
}

const counts = new Map<string, number>();
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);

function answer(request: SipRequest, note: (what: string) => void): void {
  const source = { transport: 'udp', address: '192.0.2.1', port: 9 } as const;
  const stamped = stampVia(request, { ...source, localAddress: '', localPort: 0 });
  const judged = judgeRequest(stamped);
  const refused = judged.ok ? (refuseExtensions(request) ?? refuseContent(request)) : judged;
  note(refused === undefined ? 'taken' : `refused ${refused.status}`);
  const reply = writeResponse(replyTo(stamped, { status: 200, ...refused, toTag: 'fuzz' }));
  // What we say must be readable, whatever we were told.
  assert.ok(scanDatagram(reply).ok, reply.toString('latin1'));
}

function read(octets: Buffer, note: (what: string) => void): void {
  const scanned = scanDatagram(octets);
  if (!scanned.ok) note('dropped');
  else if (scanned.message.kind === 'request') answer(scanned.message, note);
  else note(judgeResponse(scanned.message).ok ? 'response taken' : 'response dropped');
  const parsed = parseSdp(octets.subarray(Math.max(0, octets.indexOf('v=0'))));
  if (parsed !== undefined) findAudio(parsed, { isLoopback: false });
}

function timed(octets: Buffer, note: (what: string) => void): number {
  const startedAt = performance.now();
  read(octets, note);
  return performance.now() - startedAt;
}

/** What was slow because the machine was busy is fast when it comes again. */
function take(octets: Buffer): void {
  if (timed(octets, count) <= slowMs) return;
  const again = [1, 2, 3].map(() => timed(octets, () => undefined));
  if (Math.min(...again) > slowMs) count('slow');
}

function frame(octets: Buffer): void {
  const framer = new StreamFramer();
  for (let at = 0; at < octets.length; ) {
    const step = 1 + chance(700);
    framer.push(octets.subarray(at, at + step));
    while (framer.next() !== undefined);
    at += step;
  }
}

await using udp = await openPhone();
await using tcp = await openPhone({ transport: 'tcp' });
for (const phone of [udp, tcp]) phone.told.take = (call) => call.refuse(486);
const socket = createSocket('udp4');

const startedAt = performance.now();
for (let fed = 0; fed < total; fed++) {
  const good = goods[chance(goods.length)] ?? Buffer.alloc(0);
  const octets = chance(10) === 0 ? good : bend(good);
  take(octets);
  if (fed % 10 === 0) frame(Buffer.concat([octets, good, bend(good)]));
  if (fed % 20 === 0) socket.send(octets.subarray(0, 60_000), udp.hop.port, '127.0.0.1');
  if (fed % 200 === 0) {
    const stream = connect(tcp.hop.port, '127.0.0.1').on('error', () => undefined);
    stream.end(octets);
    stream.resume();
    await new Promise((resolve) => stream.once('close', resolve));
  }
}
socket.close();

for (const phone of [udp, tcp]) {
  const probe = {
    method: 'OPTIONS',
    uri: 'sip:x',
    from: '<sip:a@127.0.0.1>',
    to: '<sip:x>',
  } as const;
  const outcome = await phone.agent.request({ ...probe, hop: phone.hop });
  assert.ok(
    outcome.kind === 'answered' && outcome.status === 200,
    `${phone.hop.transport} is deaf`,
  );
  for (const what of phone.told.counted) count(`${phone.hop.transport}: ${what}`);
}
const seconds = Math.round((performance.now() - startedAt) / 1_000);
const report = {
  fed: total,
  seed,
  seconds,
  ...Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b))),
};
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
assert.equal(counts.get('udp: handler threw') ?? 0, 0);
assert.equal(counts.get('tcp: handler threw') ?? 0, 0);
assert.equal(counts.get('slow') ?? 0, 0, 'messages that take too long');
