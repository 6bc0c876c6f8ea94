/** A TLS trunk to Kamailio and from it, each side verifying the other's certificate; and one whose certificate nobody vouches for. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { number, target } from '#test/harness/call-world.ts';
import { openCallingApp, openCallingProgram } from '#test/harness/calling-program.ts';
import { CommandLine } from '#test/harness/command-line.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { HurriedClock } from '#test/harness/hurried-clock.ts';
import { openKamailio, withoutKamailioTls } from '#test/harness/kamailio.ts';
import { pause } from '#test/harness/pause.ts';
import { answerSdp, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const timeout = 120_000;
const configuration = path.join(import.meta.dirname, '../../fixtures/sip/kamailio/carrier.cfg');
const fixtures = path.join(import.meta.dirname, '../../fixtures/tls');
/** They speak for `localhost`; that of the carrier is signed by the authority, ours by itself. */
const [authority, ofCarrier, ours] = ['authority', 'carrier', 'receiver'].map((name) =>
  path.join(fixtures, `${name}.cert.pem`),
) as [string, string, string];

/** A carrier that takes peers that show a certificate by `trusted`, with a callee behind it. */
async function openCarrier(callee: Phone, trusted: string) {
  const tlsPort = await freeTcpPort();
  const defines = [
    `CALLEE="sip:127.0.0.1:${callee.hop.port}"`,
    `CERT="${ofCarrier}"`,
    `KEY="${path.join(fixtures, 'carrier.key.pem')}"`,
    `CA="${trusted}"`,
  ];
  const places = [`tls:127.0.0.1:${tlsPort}`];
  return { tlsPort, kamailio: await openKamailio({ configuration, places, defines }) };
}

const tlsTrunk = {
  transport: 'tls',
  host: 'localhost',
  inbound: true,
  sources: [],
  authUser: 'parley',
} as const;

/** The program registers at the carrier by TLS, and all calls go that way. */
async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const caller = stack.use(await openPhone());
  const callee = stack.use(await openPhone());
  const { tlsPort, kamailio } = await openCarrier(callee, ours);
  stack.use(kamailio);
  const wish = { calleePort: tlsPort, trunkIn: { inbound: false, outbound: false } };
  const program = stack.use(
    await openCallingProgram(
      { ...wish, trunkOut: tlsTrunk, environment: { NODE_EXTRA_CA_CERTS: authority } },
      '--sip-listen=udp:127.0.0.1:0,tls:127.0.0.1:0',
      `--sip-tls-cert=${ours}`,
      `--sip-tls-key=${path.join(fixtures, 'receiver.key.pem')}`,
    ),
  );
  const given = ['trunk', 'set', 'outward', '--register', 'on', '--password', 'secret'];
  const { code, err } = await program.folder.run(given);
  assert.equal(code, 0, err);
  const moved = stack.move();
  const dispose = () => moved.disposeAsync();
  return { program, caller, callee, port: kamailio.port, [Symbol.asyncDispose]: dispose };
}

suite('a TLS trunk at Kamailio', { skip: withoutKamailioTls, timeout }, () => {
  test('registers, is called and calls, each side verifying the other', async () => {
    await using world = await openWorld();
    const { program, caller, callee, port } = world;
    const coming = callee.told.calls.next();
    const call = async () => {
      const hop = { transport: 'udp', address: '127.0.0.1', port } as const;
      const to = `<sip:+${number}@127.0.0.1>`;
      dial(caller, hop, { uri: 'sip:parley@127.0.0.1', to });
      return Promise.race([coming, caller.told.failed.next()]);
    };
    let first = await call();
    // Nobody has registered yet.
    while ('kind' in first) {
      assert.deepEqual([first.kind, 'status' in first && first.status], ['refused', 404]);
      await pause(100);
      first = await call();
    }
    assert.match(first.request.uri, new RegExp(`^sip:\\+${target}@`));
    first.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
    const { session } = await caller.told.answered.next();
    await callee.told.acks.next();
    session.bye();
    assert.equal((await callee.told.ends.next()).cause, 'bye');
    const [record] = await program.ended(1);
    const { cause, trunkIn, trunkOut } = record ?? {};
    assert.deepEqual([cause, trunkIn, trunkOut], ['caller_hung_up', 'outward', 'outward']);
    const { out } = await program.folder.run(['trunk', 'list']);
    assert.match(out, /^outward .*localhost:\d+ tls/m);
  });

  test('gets no call where no authority vouches for it, and the list of trunks says so', async () => {
    await using caller = await openPhone();
    await using callee = await openPhone();
    const { tlsPort, kamailio } = await openCarrier(callee, ours);
    await using _ = kamailio;
    const trunkOut = { ...tlsTrunk, inbound: false };
    await using app = await openCallingApp({ calleePort: tlsPort, trunkOut }, new HurriedClock(10));
    const hop = { transport: 'udp', address: '127.0.0.1', port: app.port } as const;
    dial(caller, hop, { uri: `sip:+${number}@127.0.0.1` });
    const failure = await caller.told.failed.next();
    assert.ok(failure.kind === 'refused', failure.kind);
    assert.equal(failure.status, 503);
    const commands = new CommandLine(app.opened.folder);
    const told =
      /down: no answer to \d+ OPTIONS in a row \(its certificate is of no known authority\)/;
    while (!told.test((await commands.type('trunk', 'list')).out)) await pause(50);
    const found = /trunk outward .*its certificate is of no known authority/;
    while (!found.test((await commands.type('doctor')).out)) await pause(50);
    assert.equal(callee.told.calls.size, 0);
  });
});
