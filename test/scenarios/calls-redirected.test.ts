/** Calls that a proxy in front leads on, calls that their callee redirects, and callees that no trunk reaches. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { HeaderField } from '#numbers/sip/headers.ts';
import { number, target } from '#test/harness/call-world.ts';
import {
  type CallingApp,
  openCallingApp,
  type ProgramWish,
} from '#test/harness/calling-program.ts';
import { openKamailio, withoutKamailio } from '#test/harness/kamailio.ts';
import { pause } from '#test/harness/pause.ts';
import { aTrunk, atMs } from '#test/harness/records.ts';
import { answerSdp, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const timeout = 90_000;
const configuration = path.join(import.meta.dirname, '../../deploy/kamailio.cfg');

type World = AsyncDisposable & {
  readonly app: CallingApp;
  readonly caller: Phone;
  readonly callee: Phone;
};

async function openWorld(wish: Omit<ProgramWish, 'calleePort'> = {}): Promise<World> {
  const stack = new AsyncDisposableStack();
  const caller = stack.use(await openPhone());
  const callee = stack.use(await openPhone());
  const app = stack.use(await openCallingApp({ ...wish, calleePort: callee.hop.port }));
  return { app, caller, callee, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

function call({ app, caller }: World, port = app.port): void {
  const hop = { transport: 'udp', address: '127.0.0.1', port } as const;
  dial(caller, hop, { uri: `sip:+${number}@127.0.0.1` });
}

async function refusal({ caller }: World): Promise<number> {
  const failure = await caller.told.failed.next();
  assert.ok(failure.kind === 'refused', failure.kind);
  return failure.status;
}

async function record({ app }: World) {
  for (;;) {
    const [last] = await app.storage.calls.listCalls({ beforeId: 99, limit: 1 });
    if (typeof last?.endedAtMs === 'number') return last;
    await pause(20);
  }
}

function moved(to: string): readonly HeaderField[] {
  return [['contact', `<sip:${to}@attacker.example;user=phone>`]];
}

suite('a proxy in front, with the configuration of deploy/', { timeout }, () => {
  const redirecting = { trunkIn: { media: 'redirect' }, perMinute: 0 } as const;

  test('leads a call to where our 302 says, and tells the carrier who diverted it', {
    skip: withoutKamailio,
  }, async () => {
    await using world = await openWorld(redirecting);
    const { app, callee, caller } = world;
    const defines = [`PARLEY="sip:127.0.0.1:${app.port}"`];
    await using proxy = await openKamailio({ configuration, defines });
    call(world, proxy.port);
    const incoming = await callee.told.calls.next();
    assert.match(incoming.request.uri, new RegExp(`^sip:\\+${target}@127\\.0\\.0\\.1:`));
    assert.match(incoming.request.headers.get('diversion') ?? '', new RegExp(`\\+${number}@`));
    incoming.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
    const { session } = await caller.told.answered.next();
    await callee.told.acks.next();
    session.bye();
    assert.equal((await callee.told.ends.next()).cause, 'bye');
    const { cause, sipStatus, kind, cost, billedS } = await record(world);
    assert.deepEqual([cause, sipStatus, kind, cost, billedS], ['redirected', 302, 'forward', 0, 0]);
  });

  test('goes to the next carrier where the first cannot', { skip: withoutKamailio }, async () => {
    await using world = await openWorld({ ...redirecting, trunkOut: { priority: 1 } });
    const { app, callee } = world;
    await using other = await openPhone();
    callee.told.take = (incoming) => incoming.refuse(503);
    other.told.take = (incoming) => incoming.refuse(486);
    await addTrunk(app, other.hop.port);
    const defines = [`PARLEY="sip:127.0.0.1:${app.port}"`];
    await using proxy = await openKamailio({ configuration, defines });
    call(world, proxy.port);
    assert.equal(await refusal(world), 486);
  });

  test('gets no call that would have to be billed', async () => {
    await using world = await openWorld({ trunkIn: { media: 'redirect' } });
    call(world);
    assert.equal(await refusal(world), 403);
    assert.equal((await record(world)).rule, 'a redirected call cannot be billed');
  });
});

suite('a callee that redirects', { timeout }, () => {
  test('is followed once, by our own trunks, to the number in its Contact', async () => {
    await using world = await openWorld();
    const { callee } = world;
    call(world);
    (await callee.told.calls.next()).refuse(302, { headers: moved('+33112345679') });
    const second = await callee.told.calls.next();
    assert.match(second.request.uri, /^sip:\+33112345679@127\.0\.0\.1/);
    second.refuse(302, { headers: moved('+33112345670') });
    assert.equal(await refusal(world), 480);
  });

  test('does not lead a call to where its account may not call, nor back', async () => {
    await using world = await openWorld();
    const { callee } = world;
    for (const to of ['+12025550123', '+33899123456', `+${number}`, 'nobody']) {
      call(world);
      (await callee.told.calls.next()).refuse(302, { headers: moved(to) });
      assert.equal(await refusal(world), 480, to);
    }
    assert.equal(callee.told.calls.size, 0);
  });
});

suite('a callee that no trunk reaches', { timeout }, () => {
  const options = { unanswered: 'voicemail', fallbackEmail: 'me@acme.example' } as const;

  for (const status of [503, 480]) {
    test(`after 503 of one trunk and ${status} of the other voicemail answers`, async () => {
      await using world = await openWorld({ options, trunkOut: { priority: 1 } });
      const { app, caller, callee } = world;
      await using other = await openPhone();
      callee.told.take = (incoming) => incoming.refuse(503);
      other.told.take = (incoming) => incoming.refuse(status);
      await addTrunk(app, other.hop.port);
      call(world);
      const { session } = await caller.told.answered.next();
      session.bye();
      const { rule } = await record(world);
      assert.equal(rule, status === 503 ? 'unanswered: trunk_failed' : 'unanswered: no_answer');
    });
  }
});

suite('audio that passes between the two ends', { timeout }, () => {
  test('has sessions of five minutes on both legs', async () => {
    const bypass = { media: 'bypass' } as const;
    await using world = await openWorld({ trunkIn: bypass, trunkOut: bypass });
    const { caller, callee } = world;
    call(world);
    const incoming = await callee.told.calls.next();
    assert.equal(incoming.request.headers.get('session-expires'), '300');
    incoming.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
    const { session } = await caller.told.answered.next();
    const ok = caller.told.traces
      .map(({ octets }) => octets.toString())
      .find((text) => text.startsWith('SIP/2.0 200'));
    assert.match(ok ?? '', /^Session-Expires: 300;refresher=/m);
    session.bye();
    await record(world);
  });
});

/** One that is tried behind the first. */
async function addTrunk({ opened, storage }: CallingApp, port: number): Promise<void> {
  const settings = { inbound: false, host: '127.0.0.1', port, priority: 2 };
  await storage.trunks.createTrunk(
    { ...aTrunk(settings), name: 'second' },
    { actor: 'test', atMs },
  );
  while (opened.app.calls?.standings().length !== 4) await pause(20);
}
