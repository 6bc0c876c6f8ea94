/** What only other makes can prove: a registration and a digest at Kamailio, and long calls between two baresips. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import type { IncomingCall } from '#numbers/sip/user-agent.ts';
import { Baresip, withoutBaresip } from '#test/harness/baresip.ts';
import { number, target } from '#test/harness/call-world.ts';
import {
  type CallingProgram,
  openCallingApp,
  openCallingProgram,
} from '#test/harness/calling-program.ts';
import { HurriedClock } from '#test/harness/hurried-clock.ts';
import { openKamailio, withoutKamailio } from '#test/harness/kamailio.ts';
import { pause } from '#test/harness/pause.ts';
import { answerSdp, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const timeout = 120_000;
const configuration = path.join(import.meta.dirname, '../../fixtures/sip/kamailio/carrier.cfg');
const registered = { register: true, authUser: 'parley' } as const;

type World = AsyncDisposable & {
  readonly program: CallingProgram;
  readonly caller: Phone;
  readonly callee: Phone;
  readonly carrierPort: number;
  /** Its messages are traced. */
  readonly trunkId: number;
};

/** A carrier with a caller and a callee behind it; calls come from it and go to it by one trunk that registers. */
async function openWorld(password: string): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const caller = stack.use(await openPhone());
  const callee = stack.use(await openPhone());
  const defines = [`CALLEE="sip:127.0.0.1:${callee.hop.port}"`];
  const carrier = stack.use(await openKamailio({ configuration, defines }));
  const trunkIn = { inbound: false, outbound: false };
  const wish = {
    calleePort: carrier.port,
    trunkIn,
    trunkOut: { inbound: true, sources: [], maxCps: 10_000 },
  };
  const program = stack.use(await openCallingProgram(wish));
  const given = ['--register', 'on', '--auth-user', registered.authUser, '--password', password];
  const { trunks } = program.storage;
  const outward = (await trunks.listTrunks()).find(({ name }) => name === 'outward');
  const trunkId = outward?.id ?? 0;
  const tracedUntilMs = Date.now() + timeout;
  await trunks.changeTrunk(trunkId, { tracedUntilMs }, { actor: 'test', atMs: Date.now() });
  const said = await program.folder.run(['trunk', 'set', 'outward', ...given]);
  assert.equal(said.code, 0, said.err);
  const moved = stack.move();
  const dispose = () => moved.disposeAsync();
  const opened = { program, caller, callee, carrierPort: carrier.port, trunkId };
  return { ...opened, [Symbol.asyncDispose]: dispose };
}

/** The carrier's own subscriber calls the number. */
function callOverCarrier({ caller, carrierPort }: World): void {
  const hop = { transport: 'udp', address: '127.0.0.1', port: carrierPort } as const;
  const to = `<sip:+${number}@127.0.0.1>`;
  dial(caller, hop, { uri: 'sip:parley@127.0.0.1', to });
}

/** Nobody has registered yet, says the carrier: all that a caller may hear before the first call. */
const notYet = 404;

async function refusal({ caller }: World): Promise<number> {
  const failure = await caller.told.failed.next();
  assert.ok(failure.kind === 'refused', failure.kind);
  return failure.status;
}

/** Called again and again until we have registered. */
async function firstCall(world: World): Promise<IncomingCall> {
  const coming = world.callee.told.calls.next();
  for (;;) {
    callOverCarrier(world);
    const first = await Promise.race([coming, refusal(world)]);
    if (typeof first !== 'number') return first;
    assert.equal(first, notYet);
    await pause(100);
  }
}

suite('a trunk that registers at Kamailio', { skip: withoutKamailio, timeout }, () => {
  test('is called where it has registered, and calls with its digest', async () => {
    await using world = await openWorld('secret');
    const { program, caller, callee } = world;
    const first = await firstCall(world);
    assert.match(first.request.uri, new RegExp(`^sip:\\+${target}@`));
    assert.equal(first.request.headers.get('proxy-authorization'), undefined);
    first.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
    const { session } = await caller.told.answered.next();
    await callee.told.acks.next();
    session.bye();
    assert.equal((await callee.told.ends.next()).cause, 'bye');
    const [record] = await program.ended(1);
    assert.deepEqual([record?.cause, record?.trunkIn], ['caller_hung_up', 'outward']);
  });

  test('is registered when its wrong password was corrected', async () => {
    await using world = await openWorld('wrong');
    const { program, trunkId } = world;
    const refused = async () => {
      const query = { trunkId, beforeId: Number.MAX_SAFE_INTEGER, limit: 50 };
      const messages = await program.storage.trunks.listMessages(query);
      return messages.filter(({ text }) => text.startsWith('SIP/2.0 401')).length;
    };
    // The challenge, and the refusal of the proof.
    while ((await refused()) < 2) await pause(50);
    const given = ['trunk', 'set', 'outward', '--password', 'secret'];
    assert.equal((await program.folder.run(given)).code, 0);
    (await firstCall(world)).refuse(486);
  });

  test('takes each call while its trunks are read anew', async () => {
    await using world = await openWorld('secret');
    const { program, callee } = world;
    const seen = new Set<string>();
    callee.told.take = (call) => {
      seen.add(call.request.headers.get('from')?.includes(number) === true ? 'did' : 'caller');
      call.refuse(486);
    };
    const status = () => {
      callOverCarrier(world);
      return refusal(world);
    };
    for (let heard = await status(); heard !== 486; heard = await status()) {
      assert.equal(heard, notYet);
      await pause(100);
    }
    const change = program.folder.run(['trunk', 'set', 'outward', '--from', 'did']);
    // Until one was led on by the new settings.
    while (!seen.has('did')) assert.equal(await status(), 486);
    assert.equal((await change).code, 0);
  });
});

suite('a trunk with a wrong password at Kamailio', { skip: withoutKamailio, timeout }, () => {
  test('says in trunk list and doctor that its registrar refuses it, until it is corrected', async () => {
    await using world = await openWorld('wrong');
    const { folder } = world.program;
    const says = async (words: RegExp, ...command: readonly string[]) => {
      while (!words.test((await folder.run([...command])).out)) await pause(500);
    };
    await says(/registrar does not take our REGISTER \(401\)/, 'trunk', 'list');
    await says(/Compare user and password/, 'doctor');
    const given = ['--register', 'on', '--auth-user', 'parley', '--password', 'secret'];
    assert.equal((await folder.run(['trunk', 'set', 'outward', ...given])).code, 0);
    await says(/outward.*\bup$/m, 'trunk', 'list');
  });
});

suite('a call that lasts longer than its session', { skip: withoutBaresip, timeout }, () => {
  test('is refreshed on both legs, and goes on', async () => {
    const clock = new HurriedClock(30);
    await using caller = await Baresip.open({ user: '+33612345678', hertz: 440 });
    await using callee = await Baresip.open({ user: `+${target}`, hertz: 1_000 });
    await using app = await openCallingApp({ calleePort: callee.port }, clock);
    caller.dial(`sip:+${number}@127.0.0.1:${app.port}`);
    await callee.heard(500);
    const underWay = (): number => app.opened.app.calls?.counts.calls ?? 0;
    const beganMs = clock.monotonicMs();
    // Longer than the 1,800 s of a session: without an answer to its refresh it would have ended.
    while (clock.monotonicMs() - beganMs < 1_900_000) await systemClock.sleep(100);
    assert.equal(underWay(), 1);
    caller.hangUp();
    while (underWay() > 0) await systemClock.sleep(20);
    const [record] = await app.storage.calls.listCalls({ beforeId: 99, limit: 1 });
    assert.equal(record?.cause, 'caller_hung_up');
    assert.ok(record.billedS >= 1_900, `${record.billedS}`);
  });
});
