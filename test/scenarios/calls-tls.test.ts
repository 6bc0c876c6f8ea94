/** Calls by TLS through the whole program: in by its own certificate, and on to a carrier that shows one. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { plainFingerprint } from '#numbers/sip/transport/shown-certificates.ts';
import type { TrunkSettings } from '#numbers/trunks/trunk.ts';
import { number } from '#test/harness/call-world.ts';
import { type CallingProgram, openCallingProgram } from '#test/harness/calling-program.ts';
import { answerSdp, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const timeout = 120_000;
/** It speaks for `localhost`, and for no address. */
const fixtures = path.join(import.meta.dirname, '../../fixtures/tls');
const certFile = path.join(fixtures, 'receiver.cert.pem');
const keyFile = path.join(fixtures, 'receiver.key.pem');
const fingerprint = plainFingerprint(new X509Certificate(await readFile(certFile)).fingerprint256);

type World = AsyncDisposable & {
  readonly caller: Phone;
  readonly callee: Phone;
  readonly program: CallingProgram;
};

async function openWorld(wish: {
  readonly host: string;
  readonly trusts: boolean;
  readonly trunkIn?: Partial<TrunkSettings>;
  readonly trunkOut?: Partial<TrunkSettings>;
}): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const cert = await readFile(certFile, 'utf8');
  const key = await readFile(keyFile, 'utf8');
  const listeners = [{ transport: 'tls', host: '127.0.0.1', port: 0, tls: { cert, key } }] as const;
  const caller = stack.use(await openPhone({ settings: { listeners, ca: cert } }));
  const callee = stack.use(await openPhone({ settings: { listeners, ca: cert } }));
  const program = stack.use(
    await openCallingProgram(
      {
        calleePort: callee.hop.port,
        trunkIn: { transport: 'tls', ...wish.trunkIn },
        trunkOut: { transport: 'tls', host: wish.host, ...wish.trunkOut },
        environment: wish.trusts ? { NODE_EXTRA_CA_CERTS: certFile } : {},
      },
      '--sip-listen=udp:127.0.0.1:0,tls:127.0.0.1:0',
      `--sip-tls-cert=${certFile}`,
      `--sip-tls-key=${keyFile}`,
    ),
  );
  const moved = stack.move();
  return { caller, callee, program, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

function call({ caller, program }: World, uri = `sip:+${number}@localhost`): void {
  dial(caller, { ...program.hopBy('tls'), serverName: 'localhost' }, { uri });
}

async function refusal({ caller }: World): Promise<number> {
  const failure = await caller.told.failed.next();
  assert.ok(failure.kind === 'refused', failure.kind);
  return failure.status;
}

suite('a call by TLS', { timeout, concurrency: 2 }, () => {
  for (const scheme of ['sip', 'sips']) {
    test(`to a ${scheme} address is led on by TLS, and hung up from either end`, async () => {
      await using world = await openWorld({ host: 'localhost', trusts: true });
      const { caller, callee, program } = world;
      call(world, `${scheme}:+${number}@localhost`);
      const incoming = await callee.told.calls.next();
      assert.equal(incoming.source.transport, 'tls');
      incoming.ring(180);
      const session = incoming.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
      await callee.told.acks.next();
      const answered = await caller.told.answered.next();
      if (scheme === 'sip') session?.bye();
      else answered.session.bye();
      assert.equal((await caller.told.ends.next()).cause, 'bye');
      assert.equal((await callee.told.ends.next()).cause, 'bye');
      const [record] = await program.ended(1);
      assert.equal(record?.cause, scheme === 'sip' ? 'callee_hung_up' : 'caller_hung_up');
    });
  }

  test('goes to no carrier whose certificate nobody vouches for', async () => {
    await using world = await openWorld({ host: 'localhost', trusts: false });
    call(world);
    assert.equal(await refusal(world), 503);
    const [record] = await world.program.ended(1);
    assert.deepEqual([record?.cause, record?.cost], ['trunk_failed', 0]);
    assert.equal(world.callee.told.calls.size, 0);
  });

  test('goes to no carrier whose certificate speaks for another', async () => {
    await using world = await openWorld({ host: '127.0.0.1', trusts: true });
    call(world);
    assert.equal(await refusal(world), 503);
    assert.equal((await world.program.ended(1))[0]?.cause, 'trunk_failed');
    assert.equal(world.callee.told.calls.size, 0);
  });

  test('goes to a carrier whose own certificate is the one that was named, whatever it says', async () => {
    const certificates = [fingerprint];
    const wish = { host: '127.0.0.1', trusts: false, trunkOut: { certificates } };
    await using world = await openWorld({ ...wish, trunkIn: { certificates } });
    call(world);
    const incoming = await world.callee.told.calls.next();
    incoming.answer({ sdp: answerSdp }, world.callee.told.sessionHandlers());
    const answered = await world.caller.told.answered.next();
    answered.session.bye();
    assert.equal((await world.program.ended(1))[0]?.cause, 'caller_hung_up');
  });

  test('goes to no carrier that shows another certificate than the one that was named', async () => {
    const trunkOut = { certificates: ['0'.repeat(64)] };
    await using world = await openWorld({ host: 'localhost', trusts: true, trunkOut });
    call(world);
    assert.equal(await refusal(world), 503);
    assert.equal((await world.program.ended(1))[0]?.cause, 'trunk_failed');
    assert.equal(world.callee.told.calls.size, 0);
  });

  test('is refused where the carrier that it comes from is known by another certificate', async () => {
    const trunkIn = { certificates: ['0'.repeat(64)] };
    await using world = await openWorld({ host: 'localhost', trusts: true, trunkIn });
    call(world);
    assert.equal(await refusal(world), 403);
    assert.equal(world.callee.told.calls.size, 0);
  });

  test('does not reach us where the caller does not know our certificate', async () => {
    await using world = await openWorld({ host: 'localhost', trusts: true });
    await using wary = await openPhone();
    dial(wary, { ...world.program.hopBy('tls'), serverName: 'localhost' });
    assert.equal((await wary.told.failed.next()).kind, 'unreachable');
    assert.deepEqual(await world.program.calls(), []);
  });
});
