/** Phones that hold a call, or move its audio, without raising the version of their description: many do. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Session } from '#numbers/sip/user-agent.ts';
import { number } from '#test/harness/call-world.ts';
import { openCallingApp } from '#test/harness/calling-program.ts';
import { openEars, sampleTone } from '#test/harness/rtp-ears.ts';
import { audioPortIn, describe, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const timeout = 60_000;
const pcma = { law: 'pcma', payloadType: 8, eventPayloadType: undefined } as const;

type Talk = AsyncDisposable & {
  readonly callee: Phone;
  readonly session: Session;
  /** What the callee was offered. */
  readonly offered: Buffer | undefined;
  /** What the caller was answered. */
  readonly answer: Buffer | undefined;
};

/** A call that was answered, from audio at one port to audio at another. */
async function talking(ports: { readonly caller: number; readonly callee: number }): Promise<Talk> {
  const stack = new AsyncDisposableStack();
  const caller = stack.use(await openPhone());
  const callee = stack.use(await openPhone());
  const app = stack.use(await openCallingApp({ calleePort: callee.hop.port }));
  const hop = { transport: 'udp', address: '127.0.0.1', port: app.port } as const;
  const offer = describe('caller', 1, ports.caller);
  dial(caller, hop, { uri: `sip:+${number}@127.0.0.1`, offer });
  const incoming = await callee.told.calls.next();
  const sdp = describe('callee', 1, ports.callee);
  incoming.answer({ sdp }, callee.told.sessionHandlers());
  const { session, sdp: answer } = await caller.told.answered.next();
  await callee.told.acks.next();
  stack.defer(() => session.bye());
  const { offer: offered } = incoming;
  const dispose = () => stack.disposeAsync();
  return { callee, session, offered, answer, [Symbol.asyncDispose]: dispose };
}

function withLine(sdp: Buffer, line: string): Buffer {
  return Buffer.from(`${sdp.toString()}${line}\r\n`);
}

function originIn(sdp: Buffer | undefined): { readonly id: string; readonly version: number } {
  const found = /^o=\S+ (?<id>\d+) (?<version>\d+) /m.exec(sdp?.toString() ?? '')?.groups;
  return { id: found?.['id'] ?? 'none', version: Number(found?.['version']) };
}

suite('an offer under the version of the last one', { timeout }, () => {
  test('holds the call and takes it up again, in a session whose id stays and whose version rises by one', async () => {
    await using talk = await talking({ caller: 40_000, callee: 40_002 });
    const { callee, session } = talk;
    const plain = describe('callee', 1, 40_002);
    callee.told.reply = ({ sdp }) => ({
      status: 200,
      sdp: sdp?.includes('sendonly') ? withLine(plain, 'a=recvonly') : plain,
    });
    const held = await session.offer(withLine(describe('caller', 1, 40_000), 'a=sendonly'));
    assert.ok(held.kind === 'agreed');
    assert.match(held.sdp?.toString() ?? '', /a=recvonly/);
    assert.match((await callee.told.offers.next()).sdp?.toString() ?? '', /a=sendonly/);
    const back = await session.offer(describe('caller', 1, 40_000));
    assert.ok(back.kind === 'agreed');
    assert.doesNotMatch(back.sdp?.toString() ?? '', /a=recvonly/);
    const first = originIn(talk.answer);
    const versions = [held.sdp, back.sdp].map(originIn);
    assert.deepEqual(versions, [
      { id: first.id, version: first.version + 1 },
      { id: first.id, version: first.version + 2 },
    ]);
  });

  test('moves the audio to the port that it names', async () => {
    await using before = await openEars();
    await using after = await openEars();
    await using atCallee = await openEars();
    await using talk = await talking({ caller: before.port, callee: atCallee.port });
    const { session } = talk;
    const ofCaller = audioPortIn(talk.answer);
    before.speakTo(ofCaller, sampleTone(100), pcma);
    await atCallee.hear(5);
    const moved = await session.offer(describe('caller', 1, after.port));
    assert.ok(moved.kind === 'agreed');
    assert.equal(audioPortIn(moved.sdp), ofCaller);
    const said = atCallee.speakTo(audioPortIn(talk.offered), sampleTone(100), pcma);
    assert.deepEqual(await after.hear(5), said);
    after.speakTo(ofCaller, sampleTone(100), pcma);
    await atCallee.hear(5);
  });

  test('is only a sign of life where no octet of it has changed', async () => {
    await using talk = await talking({ caller: 40_000, callee: 40_002 });
    const again = await talk.session.offer(describe('caller', 1, 40_000));
    assert.ok(again.kind === 'agreed');
    assert.deepEqual(again.sdp, talk.answer);
    assert.equal(talk.callee.told.offers.size, 0);
  });
});
