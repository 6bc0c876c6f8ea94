/** Calls where Parley has IPv6, both families on one socket, or several addresses. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import type { Hop, IncomingCall } from '#numbers/sip/user-agent.ts';
import { number } from '#test/harness/call-world.ts';
import {
  type CallingApp,
  openCallingApp,
  type ProgramWish,
} from '#test/harness/calling-program.ts';
import { pause } from '#test/harness/pause.ts';
import { openEars, sampleTone } from '#test/harness/rtp-ears.ts';
import { audioPortIn, describe, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const timeout = 60_000;
const pcma = { law: 'pcma', payloadType: 8, eventPayloadType: undefined } as const;

function phoneAt(host: string): Promise<Phone> {
  return openPhone({ settings: { listeners: [{ transport: 'udp', host, port: 0 }] } });
}

function openAt(places: string, wish: ProgramWish): Promise<CallingApp> {
  return openCallingApp({ ...wish, environment: { PARLEY_SIP_LISTEN: places } });
}

/** Where it says that it hears SIP, as a peer on that address reaches it. */
function hopAt({ opened }: CallingApp, written: string, address: string): Hop {
  const at = opened.app.banner.indexOf(`udp ${written}:`);
  assert.ok(at >= 0, opened.app.banner);
  const port = Number.parseInt(opened.app.banner.slice(at + `udp ${written}:`.length), 10);
  return { transport: 'udp', address, port };
}

function field(call: IncomingCall, name: string): string {
  return call.request.headers.get(name) ?? '';
}

/** Audio that sends back what it hears. */
async function openEcho(host: '127.0.0.1' | '::1') {
  const socket = createSocket(host === '::1' ? 'udp6' : 'udp4');
  socket.on('message', (octets, from) => socket.send(octets, from.port, from.address));
  socket.bind(0, host);
  await once(socket, 'listening');
  const sdp = describe('echo', 1, socket.address().port).toString();
  const written = host === '::1' ? 'IP6 ::1' : 'IP4 127.0.0.1';
  return {
    sdp: Buffer.from(sdp.replaceAll('IP4 127.0.0.1', written)),
    [Symbol.asyncDispose]: () => new Promise<void>((done) => socket.close(() => done())),
  };
}

/** Caller's and callee's audio are one and the same: what the caller says comes back. */
async function hearsItself(
  caller: Phone,
  callee: Phone,
  { hop, answer }: { readonly hop: Hop; readonly answer: Buffer },
) {
  await using ears = await openEars();
  const offer = describe('caller', 1, ears.port);
  dial(caller, hop, { uri: `sip:+${number}@127.0.0.1`, offer });
  const incoming = await callee.told.calls.next();
  incoming.answer({ sdp: answer }, callee.told.sessionHandlers());
  const { session, sdp } = await caller.told.answered.next();
  const said = ears.speakTo(audioPortIn(sdp), sampleTone(100), pcma);
  assert.deepEqual(await ears.hear(5), said);
  session.bye();
  await callee.told.ends.next();
  return { incoming, sdp: sdp?.toString() ?? '' };
}

async function untilOver({ opened }: CallingApp): Promise<void> {
  while ((opened.app.calls?.counts.calls ?? 0) > 0) await pause(10);
}

suite('a trunk on IPv6', { timeout }, () => {
  test('is called with brackets where addresses have them, and its audio meets that of an IPv4 caller', async () => {
    await using caller = await openPhone();
    await using callee = await phoneAt('::1');
    await using echo = await openEcho('::1');
    const trunkOut = { host: '::1' };
    const wish = { calleePort: callee.hop.port, trunkOut };
    await using app = await openAt('127.0.0.1:0,[::1]:0', wish);
    const hop = hopAt(app, '127.0.0.1', '127.0.0.1');
    const { incoming, sdp } = await hearsItself(caller, callee, { hop, answer: echo.sdp });
    assert.match(sdp, /^c=IN IP4 127\.0\.0\.1\r$/m);
    assert.match(incoming.request.uri, /@\[::1\];user=phone$/);
    assert.match(field(incoming, 'from'), /@\[::1\]>;tag=/);
    assert.match(field(incoming, 'p-asserted-identity'), /@\[::1\]>$/);
    assert.match(field(incoming, 'contact'), /^<sip:\[::1\]:\d+>$/);
    assert.match(field(incoming, 'via'), /^SIP\/2\.0\/UDP \[::1\]:\d+;/);
    assert.match(incoming.offer?.toString() ?? '', /^c=IN IP6 ::1\r$/m);
    await untilOver(app);
  });
});

suite('a socket on [::]', { timeout }, () => {
  test('serves IPv4 peers, who see an IPv4 address', async () => {
    await using caller = await openPhone();
    await using callee = await openPhone();
    await using echo = await openEcho('127.0.0.1');
    await using app = await openAt('[::]:0', { calleePort: callee.hop.port });
    const hop = hopAt(app, '[::]', '127.0.0.1');
    const { incoming, sdp } = await hearsItself(caller, callee, { hop, answer: echo.sdp });
    assert.match(sdp, /^c=IN IP4 127\.0\.0\.1\r$/m);
    assert.match(field(incoming, 'via'), /^SIP\/2\.0\/UDP 127\.0\.0\.1:\d+;/);
    assert.match(field(incoming, 'contact'), /^<sip:127\.0\.0\.1:\d+>$/);
    await untilOver(app);
  });
});

suite('two addresses', { timeout }, () => {
  test('a caller sees the one that it called, in SDP and in what is said within the call', async () => {
    await using caller = await openPhone();
    await using callee = await openPhone();
    await using ears = await openEars();
    await using app = await openAt('127.0.0.1:0,127.0.0.2:0', { calleePort: callee.hop.port });
    const hop = hopAt(app, '127.0.0.2', '127.0.0.2');
    const offer = describe('caller', 1, ears.port);
    dial(caller, hop, { uri: `sip:+${number}@127.0.0.2`, offer });
    const incoming = await callee.told.calls.next();
    assert.match(field(incoming, 'via'), /^SIP\/2\.0\/UDP 127\.0\.0\.1:\d+;/);
    const ofCallee = incoming.answer(
      { sdp: describe('callee', 1, 40_002) },
      callee.told.sessionHandlers(),
    );
    const { sdp } = await caller.told.answered.next();
    assert.match(sdp?.toString() ?? '', /^c=IN IP4 127\.0\.0\.2\r$/m);
    await callee.told.acks.next();
    ofCallee?.bye();
    await caller.told.ends.next();
    const bye = caller.told.traces.find(
      ({ direction, octets }) => direction === 'in' && octets.toString().startsWith('BYE '),
    );
    assert.deepEqual(bye?.peer, { transport: 'udp', address: '127.0.0.2', port: hop.port });
    assert.match(bye.octets.toString(), /^Via: SIP\/2\.0\/UDP 127\.0\.0\.2:\d+;/m);
    await untilOver(app);
  });
});
