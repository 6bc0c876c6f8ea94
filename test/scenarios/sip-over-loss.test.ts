/** Calls between two phones over a network that loses three datagrams of ten, in both directions. */
import assert from 'node:assert/strict';
import { platform } from 'node:os';
import { suite, test } from 'node:test';
import { openLossyLink } from '#test/harness/lossy-link.ts';
import { answerSdp, describe, dial, offerSdp, openPhone } from '#test/harness/sip-phones.ts';

/** A lost last word is waited for as long as RFC 3261 says: 32 s, twice where a BYE follows. */
const timeout = 110_000;
const share = 0.3;
/** Only there every address of 127/8 is this machine. */
const skip = platform() === 'linux' ? false : 'needs addresses beside 127.0.0.1 on loopback';

async function openPair(seed: number) {
  const stack = new AsyncDisposableStack();
  const names = { caller: `127.0.1.${seed}`, callee: `127.0.2.${seed}` };
  const [caller, callee] = await Promise.all(
    [names.caller, names.callee].map(async (publicAddress, at) => {
      const phone = stack.use(await openPhone({ settings: { publicAddress } }));
      const place = { address: publicAddress, port: phone.hop.port };
      return { phone, link: stack.use(await openLossyLink(place, { share, seed: seed * 2 + at })) };
    }),
  );
  assert.ok(caller !== undefined && callee !== undefined);
  const hop = { ...callee.phone.hop, address: names.callee };
  const lost = (): number => caller.link.lost() + callee.link.lost();
  const close = (): Promise<void> => stack.disposeAsync();
  return { caller: caller.phone, callee: callee.phone, hop, lost, [Symbol.asyncDispose]: close };
}

suite('over a lossy network', { timeout, skip, concurrency: 8 }, () => {
  for (const seed of [1, 2, 3]) {
    test(`a call is answered, held, and hung up, once more with seed ${seed}`, async () => {
      await using pair = await openPair(seed);
      const { caller, callee, hop } = pair;
      callee.told.reply = () => ({ status: 200, sdp: describe('held', 2) });
      dial(caller, hop);
      const call = await callee.told.calls.next();
      call.ring(180);
      call.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
      const { session } = await caller.told.answered.next();
      const held = await session.offer(describe('hold', 2));
      assert.equal(held.kind, 'agreed');
      session.bye();
      assert.equal((await callee.told.ends.next()).cause, 'bye');
      assert.equal(callee.told.calls.size, 0);
    });

    test(`a call without an offer has its answer, once more with seed ${seed}`, async () => {
      await using pair = await openPair(seed + 10);
      const { caller, callee, hop } = pair;
      dial(caller, hop, { offer: undefined });
      const call = await callee.told.calls.next();
      const ofCallee = call.answer({ sdp: offerSdp }, callee.told.sessionHandlers());
      const { session } = await caller.told.answered.next();
      session.acknowledge(answerSdp);
      assert.equal((await callee.told.acks.next())?.toString(), answerSdp.toString());
      ofCallee?.bye();
      assert.equal((await caller.told.ends.next()).by, 'peer');
    });

    test(`a call is cancelled, once more with seed ${seed}`, async () => {
      await using pair = await openPair(seed + 20);
      const { caller, callee, hop } = pair;
      const made = dial(caller, hop);
      const call = await callee.told.calls.next();
      call.ring(180);
      made.cancel();
      assert.deepEqual(await caller.told.failed.next(), { kind: 'cancelled' });
      assert.ok(pair.lost() >= 0);
    });

    test(`a call is refused, once more with seed ${seed}`, async () => {
      await using pair = await openPair(seed + 30);
      const { caller, callee, hop } = pair;
      dial(caller, hop);
      (await callee.told.calls.next()).refuse(486);
      const failure = await caller.told.failed.next();
      assert.ok(failure.kind === 'refused' && failure.status === 486);
    });
  }
});
