/** Octets that nobody can read, and TLS that does not come about, are in the log: a line for each kind, however many come. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { suite, test } from 'node:test';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';
import { until } from '#test/harness/pause.ts';
import { SmtpDialogue } from '#test/harness/smtp-dialogue.ts';

const fixtures = path.join(import.meta.dirname, '../../fixtures/tls');
const cert = path.join(fixtures, 'receiver.cert.pem');
const key = path.join(fixtures, 'receiver.key.pem');

type Line = Readonly<Record<'event' | 'protocol' | 'network' | 'way' | 'why', string>> & {
  readonly count: number;
};

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openParleyFolder({ PARLEY_LOG: 'info' }));
  const names = ['http', 'smpp', 'smppTls', 'smtp', 'sip', 'sipTls'] as const;
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await freeTcpPort()] as const)),
  ) as Record<(typeof names)[number], number>;
  await addOperator(folder, ports.smppTls);
  const child = folder.spawn([
    'serve',
    `--port=${ports.http}`,
    `--smpp-port=${ports.smpp}`,
    `--smpp-tls-port=${ports.smppTls}`,
    `--smpp-tls-cert=${cert}`,
    `--smpp-tls-key=${key}`,
    `--smtp-in=${ports.smtp}`,
    `--sip-listen=127.0.0.1:${ports.sip},tls:127.0.0.1:${ports.sipTls}`,
    `--sip-tls-cert=${cert}`,
    `--sip-tls-key=${key}`,
    '--mail-catcher-port=0',
  ]);
  const lines: Line[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    const read = JSON.parse(line) as Line;
    if (/^security\.(?:parser-refused|tls-failed)$/.test(read.event)) lines.push(read);
  });
  await once(child.stdout, 'data');
  child.stdout.resume();
  const stood = stack.move();
  return { ports, lines, [Symbol.asyncDispose]: () => stood.disposeAsync() };
}

/** Whose certificate nobody has signed that we know. */
async function addOperator(folder: ParleyFolder, port: number): Promise<void> {
  const place = ['--name', 'one', '--host', '127.0.0.1', '--port', String(port), '--tls'];
  const { code, err } = await folder.run(['operator', 'add', ...place, '--system-id', 'PARLEY'], {
    input: 'secret',
  });
  assert.equal(code, 0, err);
}

/** Says that to a port, and hears until it hangs up. */
async function shout(port: number, octets: string | Buffer): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  socket.end(octets);
  if (!socket.closed) await once(socket, 'close');
}

function kindOf({ event, protocol, way }: Line): string {
  return [event.replace('security.', ''), protocol, way].join(' ').trim();
}

suite('what a peer does wrong', { timeout: 120_000 }, () => {
  test('is one line for each kind and network, which says no word of the peer', async () => {
    await using world = await openWorld();
    const { ports, lines } = world;
    const secret = 'CANARY';
    const garbage = Buffer.concat([Buffer.alloc(16, 0xff), Buffer.from(secret)]);
    const xml = `<send>${secret}`;
    const post = `POST /v1/send HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${xml.length}\r\n\r\n${xml}`;
    const udp = createSocket('udp4');
    for (let times = 0; times < 5; times += 1) {
      await shout(ports.http, `${secret} \x00\r\n\r\n`);
      await shout(ports.http, post);
      await shout(ports.smpp, garbage);
      for (const port of [ports.smppTls, ports.sipTls]) await shout(port, `${secret}\r\n\r\n`);
      // Of those that are no trunk nothing is read but answers to our own questions.
      udp.send(`SIP/2.0 ${secret}`, ports.sip, '127.0.0.1');
      await using dialogue = await SmtpDialogue.open(ports.smtp);
      await dialogue.say(secret, `${secret} ${secret}`, 'EHLO client.example', 'STARTTLS');
      dialogue.write(`${secret}\r\n\r\n`);
    }
    udp.close();
    const told = () => [...new Set(lines.map(kindOf))].toSorted();
    const expected = [
      'parser-refused HTTP',
      'parser-refused SIP',
      'parser-refused SMPP',
      'parser-refused SMTP',
      'parser-refused XML',
      'tls-failed SIP in',
      'tls-failed SMPP in',
      'tls-failed SMPP out',
      'tls-failed SMTP in',
    ];
    await until(async () => (told().length === expected.length ? true : undefined));
    assert.deepEqual(told(), expected);
    const places = lines.map((line) => `${kindOf(line)} ${line.network}`);
    assert.equal(new Set(places).size, places.length, places.join('\n'));
    for (const line of lines) {
      // Of a connection that is gone already nobody can say whose it was.
      assert.match(line.network, /^127\.0\.0\.0\/16$|^unknown$/);
      assert.doesNotMatch(JSON.stringify(line), /CANARY/);
    }
  });
});
