/** Calls with another implementation, in both directions, also over a network that loses three packets of ten. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseUri } from '#numbers/sip/uri.ts';
import type { IncomingCall } from '#numbers/sip/user-agent.ts';
import {
  answerSdp,
  describe,
  dial,
  offerSdp,
  openPhone,
  type Phone,
} from '#test/harness/sip-phones.ts';
import { type SippWish, sippAnswers, sippCalls, withoutSipp } from '#test/harness/sipp.ts';

const timeout = 110_000;
const calls = 10;

/** What the phone does is told by whom the caller dials. */
function behave(phone: Phone, call: IncomingCall): void {
  const uri = parseUri(call.request.uri);
  const user = uri?.scheme === 'sip' ? uri.user : undefined;
  const answer = (): void => {
    const sdp = call.offer === undefined ? offerSdp : answerSdp;
    const session = call.answer({ sdp }, phone.told.sessionHandlers());
    if (user === 'hangs-up') session?.bye();
  };
  if (user === 'busy') call.refuse(486);
  else {
    call.ring(180);
    if (user !== 'rings') answer();
  }
}

async function openCallee(transport: 'udp' | 'tcp'): Promise<Phone> {
  const phone = await openPhone({ transport });
  phone.told.take = (call) => behave(phone, call);
  phone.told.reply = () => ({ status: 200, sdp: describe('held', 2) });
  return phone;
}

const callers = [
  ['caller-answered', 'answers'],
  ['caller-hung-up-on', 'hangs-up'],
  ['caller-refused', 'busy'],
  ['caller-cancels', 'rings'],
  ['caller-without-offer', 'answers'],
  ['caller-holds', 'answers'],
  ['caller-requires-reliable', 'answers'],
  ['caller-asks', 'nobody'],
] as const;

/**
 * Where sipp has one answer to wait for at a time: it takes any 200 for the one that it wants next, and
 * waits for ever for a 180 that is lost, which nobody sends again. sip-over-loss.test.ts has the others.
 */
const bearsLoss = new Set([
  'caller-answered',
  'caller-hung-up-on',
  'caller-refused',
  'caller-without-offer',
  'caller-asks',
]);

async function callUs(scenario: string, user: string, wish: Partial<SippWish>): Promise<void> {
  await using phone = await openCallee(wish.transport ?? 'udp');
  const { code, screen } = await sippCalls(phone.hop.port, user, { scenario, calls, ...wish });
  assert.equal(code, 0, screen);
  if (wish.lost === undefined) await untilQuiet(phone);
}

async function untilQuiet(phone: Phone): Promise<void> {
  while (phone.agent.counts.dialogs > 0) await new Promise(setImmediate);
}

suite('sipp calls us', { skip: withoutSipp, timeout, concurrency: 4 }, () => {
  for (const [scenario, user] of callers) {
    test(scenario, () => callUs(scenario, user, {}));
  }
  for (const [scenario, user] of callers.filter(([name]) => bearsLoss.has(name))) {
    test(`${scenario}, over a lossy network`, () => callUs(scenario, user, { calls: 5, lost: 30 }));
  }
  for (const [scenario, user] of callers.filter(([name]) => name !== 'caller-cancels')) {
    test(`${scenario}, by TCP`, () => callUs(scenario, user, { transport: 'tcp' }));
  }
});

suite('we call sipp', { skip: withoutSipp, timeout, concurrency: 4 }, () => {
  test('callee-rings', async () => {
    await withCallee('callee-rings', async (phone, hop) => {
      const call = dial(phone, hop);
      await phone.told.rings.next();
      call.cancel();
      assert.deepEqual(await phone.told.failed.next(), { kind: 'cancelled' });
    });
  });

  test('callee-answers', async () => {
    await withCallee('callee-answers', async (phone, hop) => {
      dial(phone, hop);
      const { session } = await phone.told.answered.next();
      session.bye();
      await phone.told.ends.next();
    });
  });

  test('callee-refuses', async () => {
    await withCallee('callee-refuses', async (phone, hop) => {
      dial(phone, hop);
      const failure = await phone.told.failed.next();
      assert.ok(failure.kind === 'refused' && failure.status === 486);
    });
  });

  test('callee-offers', async () => {
    await withCallee('callee-offers', async (phone, hop) => {
      dial(phone, hop, { offer: undefined });
      const { session, sdp } = await phone.told.answered.next();
      assert.match(sdp?.toString() ?? '', /m=audio/);
      session.acknowledge(answerSdp);
      session.bye();
      await phone.told.ends.next();
    });
  });
});

async function withCallee(
  scenario: string,
  call: (phone: Phone, hop: Phone['hop']) => Promise<void>,
): Promise<void> {
  await using phone = await openPhone();
  const callee = await sippAnswers({ scenario, calls: 3 });
  const hop = { transport: 'udp', address: '127.0.0.1', port: callee.port } as const;
  for (let made = 0; made < 3; made++) await call(phone, hop);
  const { code, screen } = await callee.ended;
  assert.equal(code, 0, screen);
  await untilQuiet(phone);
}
