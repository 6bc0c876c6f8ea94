/** An operator that is away, refuses, talks nonsense or hangs up: messages wait, and leave when it is well. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { openSimulatedOperator } from '#simulator/simulated-operator.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const bindResponse = 0x80000009;
const invalidPassword = 0x0e;

/** What a sick operator does with a connection. */
const illnesses: Readonly<Record<string, (socket: Socket) => void>> = {
  'answers garbage': (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'hangs up at once': (socket) => void socket.destroy(),
  'never answers the bind': () => undefined,
  'closes in the middle of a PDU': (socket) =>
    void socket.once('data', () => void socket.end(Buffer.from([0, 0, 0, 64, 0x80, 0, 0]))),
  'refuses the bind': (socket) =>
    void socket.once('data', (bind: Buffer) => {
      const answer = Buffer.alloc(17);
      answer.writeUInt32BE(17, 0);
      answer.writeUInt32BE(bindResponse, 4);
      answer.writeUInt32BE(invalidPassword, 8);
      bind.copy(answer, 12, 12, 16);
      socket.write(answer);
    }),
};

suite('a message waits while its operator', () => {
  for (const [illness, treat] of Object.entries(illnesses)) {
    test(`${illness}, and is accepted all the same`, async () => {
      await using folder = await openParleyFolder();
      await using operator = await listen(treat);
      const { key, url } = await serveWith(folder, operator.port);
      await operator.visited;
      const sent = await send(url, key);
      assert.equal(sent.success, true);
      const told = await fetch(
        `${url}/v1/message-status?apiKey=${key}&messageId=${sent.message_id}&phoneNumber=+33612345678`,
      );
      assert.equal(((await told.json()) as { statut: string }).statut, 'Waiting');
    });
  }
});

test('an operator that comes back gets what waited for it, and its receipts arrive', async () => {
  await using folder = await openParleyFolder();
  await using sink = await openWebhookSink();
  const away = await listen((socket) => void socket.destroy());
  const { key, url } = await serveWith(folder, away.port, sink.url);
  await away.visited;
  assert.equal((await send(url, key)).success, true);
  await away[Symbol.asyncDispose]();
  await using back = await openSimulatedOperator({
    host: '127.0.0.1',
    port: away.port,
    systemId: 'us',
    password: 'secret',
    clock: systemClock,
    random: () => 0,
    log: openLog('silent'),
  });
  const [report] = await sink.until(1);
  assert.match(report?.body ?? '', /"status":"delivered"/);
  assert.equal(back.submits, 1);
});

async function serveWith(folder: ParleyFolder, port: number, dlrUrl?: string) {
  const owner = ['--name', 'Acme', '--email', 'a@acme.example', '--balance', '10'];
  const made = await folder.read('account', 'create', ...owner);
  const keys = made['keys'] as { readonly key: string; readonly bases: readonly string[] }[];
  const key = keys.find(({ bases }) => bases.includes('sms'))?.key ?? '';
  const bind = ['--host', '127.0.0.1', '--port', String(port), '--system-id', 'us'];
  await folder.run(['operator', 'add', '--name', 'acme', ...bind], { input: 'secret' });
  await folder.run(['route', 'set', '--prefix', '33', '--operator', 'acme', '--price', '0.04']);
  const server = await folder.serve('--webhook-allow', '127.0.0.0/8');
  if (dlrUrl !== undefined) {
    const account = made['account'] as { readonly id: number };
    const environment = { PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };
    await folder.run(['account', 'set', String(account.id), '--dlr-url', dlrUrl], { environment });
  }
  return { key, url: `http://127.0.0.1:${server.port}` };
}

async function send(url: string, apiKey: string) {
  const body = JSON.stringify({ apiKey, phoneNumbers: '+33612345678', message: 'Hello' });
  const response = await fetch(`${url}/v1/send`, { method: 'POST', body });
  return (await response.json()) as { readonly success: boolean; readonly message_id: number };
}

async function listen(treat: (socket: Socket) => void) {
  const server: Server = createServer();
  const sockets = new Set<Socket>();
  const visited = once(server, 'connection');
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    treat(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    visited,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
