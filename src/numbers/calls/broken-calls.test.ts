/** Whatever breaks while a call is carried out, it ends on both legs, and no money stays set aside. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { onBoundaryFailure } from '#core/boundary.ts';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { type CallWish, type CallWorld, number, openCallWorld } from '#test/harness/call-world.ts';
import { answerSdp, dial } from '#test/harness/sip-phones.ts';
import type { MediaCall } from '../sip/media/media.ts';
import { CallEndings } from './call-endings.ts';
import type { CallServicePorts } from './call-service-ports.ts';

const timeout = 120_000;
const broken = new Error('broken');

function breaks(): never {
  throw broken;
}

const failing = async (): Promise<never> => breaks();

type Fault = (usual: CallServicePorts) => Partial<CallServicePorts>;

/** An object with some of its methods replaced. */
function but<Value extends object>(value: Value, over: Partial<Value>): Value {
  return new Proxy(value, {
    get(target, name) {
      if (name in over) return Reflect.get(over, name) as unknown;
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });
}

const withCall =
  (over: (call: MediaCall) => Partial<MediaCall>): Fault =>
  ({ media }) => ({
    media: but(media, {
      async open(order, handlers) {
        const call = await media.open(order, handlers);
        return call && but(call, over(call));
      },
    }),
  });

const lockFails = (side: 'a' | 'b'): Fault =>
  withCall((call) => ({
    lock: (at, peer) => {
      if (at === side) breaks();
      call.lock(at, peer);
    },
  }));

const faults: readonly (readonly [string, Fault])[] = [
  [
    'the answer of the commit that begins it is lost',
    ({ calls }) => ({
      calls: but(calls, {
        async beginCall(call, reserve) {
          await calls.beginCall(call, reserve);
          return breaks();
        },
      }),
    }),
  ],
  ['no port can be opened', ({ media }) => ({ media: but(media, { open: failing }) })],
  ['no port is left', ({ media }) => ({ media: but(media, { open: async () => undefined }) })],
  ['our own address is not known', () => ({ ourAddress: breaks })],
  ['no carrier has an address', ({ agent }) => ({ agent: but(agent, { resolve: failing }) })],
  ['a secret does not open', () => ({ passwordOf: breaks })],
  ['the other leg cannot be made', ({ agent }) => ({ agent: but(agent, { call: breaks }) })],
  ['the caller’s description cannot be carried', lockFails('a')],
  ['the callee’s description cannot be carried', lockFails('b')],
  ['the answer cannot be written', ({ calls }) => ({ calls: but(calls, { answered: failing }) })],
  [
    'the answer cannot even be asked for',
    ({ calls }) => ({ calls: but(calls, { answered: breaks }) }),
  ],
  [
    'the ports do not close',
    withCall((call) => ({
      async close() {
        await call.close();
        return breaks();
      },
    })),
  ],
  [
    'the storage is away when it ends',
    ({ calls }) => {
      let tries = 0;
      const flaky = {
        async endCall(...given: Parameters<typeof calls.endCall>) {
          tries += 1;
          return tries < 2 ? breaks() : calls.endCall(...given);
        },
      };
      return {
        endings: new CallEndings({ calls: flaky, clock: systemClock, log: openLog('silent') }),
      };
    },
  ],
  ['nobody can be told that it was missed', () => ({ missed: breaks })],
];

/** What else may be on the way of a call. */
const voicemail = { rule: { kind: 'voicemail', target: 'a@acme.example' } } as const;
const fallback = {
  options: {
    unanswered: 'voicemail',
    fallbackEmail: 'a@acme.example',
    missedCallEmail: 'b@acme.example',
  },
} as const;

suite('a call breaks', { timeout, concurrency: 2 }, () => {
  for (const [what, fault] of faults) {
    test(`where ${what}`, () => breakCall({ broken: fault }, 'answers'));
  }

  test('where a message cannot be recorded', () =>
    breakCall({ ...voicemail, broken: () => ({ voicemail: { take: breaks } }) }, 'answers'));

  test('where a message cannot be recorded in place of the callee', () =>
    breakCall({ ...fallback, broken: () => ({ voicemail: { take: breaks } }) }, 'is busy'));

  test('where nobody can be told that the callee was busy', () =>
    breakCall(
      { options: { missedCallEmail: 'b@acme.example' }, broken: () => ({ missed: breaks }) },
      'is busy',
    ));
});

async function breakCall(wish: CallWish, callee: 'answers' | 'is busy'): Promise<void> {
  using _ = onBoundaryFailure(() => undefined);
  await using world = await openCallWorld(wish);
  world.callee.told.take = (incoming) => {
    if (callee === 'is busy') incoming.refuse(486);
    else incoming.answer({ sdp: answerSdp }, world.callee.told.sessionHandlers());
  };
  dial(world.caller, world.hop, { uri: `sip:+${number}@127.0.0.1` });
  await callerIsDone(world);
  const { cost, endedAtMs } = await world.record();
  assert.ok(endedAtMs !== null);
  assert.equal(await world.balance(), 10_000_000 - cost);
  const sums = await world.storage.accounts.ledgerSums(world.accountId, 'live');
  assert.equal(sums.balance, sums.movements - sums.costs);
  while (world.agent.counts.dialogs > 0 || world.callee.agent.counts.dialogs > 0) {
    await systemClock.sleep(10);
  }
  assert.deepEqual(world.media.counts, { calls: 0, ports: 0 });
}

/** Refused, or answered and hung up by either end. */
async function callerIsDone({ caller: { told } }: CallWorld): Promise<void> {
  const failed = told.failed.next();
  const ended = told.answered.next().then(({ session }) => {
    session.bye();
    return told.ends.next();
  });
  await Promise.race([failed, ended]);
}
