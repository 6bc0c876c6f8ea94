/** What the bodies of requests may take of memory, and from whom. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import type { HttpReply, HttpRequest, RequestHead } from './http-message.ts';
import { HttpServer } from './http-server.ts';

const kilobyte = 1_024;
const bodies = {
  known: { all: 2_048 * kilobyte, ofOne: 1_024 * kilobyte },
  strangers: { all: 1_024 * kilobyte, ofOne: 512 * kilobyte },
};

const told = (status: number): HttpReply => ({ status, headers: [], body: '' });

/** A server that knows callers by X-Api-Key; `wrong` is nobody's. */
async function setup() {
  const clock = new HeldClock();
  const taken: number[] = [];
  const server = await HttpServer.listen({
    addresses: [{ host: '127.0.0.1', port: 0 }],
    site: {
      admit: () => undefined,
      bodyBytesMax: () => 24 * 1_048_576,
      identify: async ({ headers }: RequestHead) => {
        const key = headers['x-api-key'];
        if (key === undefined) return undefined;
        return key === 'wrong' ? { ok: false, reply: told(401) } : { ok: true, who: key };
      },
      answer: async ({ body }: HttpRequest) => {
        taken.push(body.length);
        return told(200);
      },
      refuse: ({ problems }) => told(problems[0].word === 'service is overloaded' ? 503 : 400),
    },
    clock,
    bodies,
    everyHeaders: [],
    trustedProxies: [{ family: 4, network: 127n, hostBits: 24n }],
  });
  const port = server.addresses[0]?.port ?? 0;
  const sockets: Socket[] = [];
  return {
    clock,
    taken,
    url: `http://127.0.0.1:${port}/`,
    /** Sends a head, and so many octets of its body of 600 KB. */
    async open(from: string, sent: number, ...fields: readonly string[]) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => socket.destroy());
      let heard = '';
      socket.on('data', (text: Buffer) => {
        heard += text.toString();
      });
      await once(socket, 'connect');
      const length = `Content-Length: ${600 * kilobyte}`;
      const lines = ['POST / HTTP/1.1', 'Host: a', `X-Forwarded-For: ${from}`, length, ...fields];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write('x'.repeat(sent * kilobyte));
      const status = async (): Promise<string | undefined> => {
        while (!heard.includes('\r\n\r\n')) await once(socket, 'data');
        return /HTTP\/1\.1 (?<status>\d+)/.exec(heard)?.groups?.['status'];
      };
      return { socket, status, heard: () => heard };
    },
    /** What was written has been read. */
    async settle(): Promise<void> {
      for (let times = 0; times < 20; times += 1) {
        await (await fetch(`http://127.0.0.1:${port}/`)).text();
      }
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}

suite('bodies that are read', () => {
  test('of strangers who are slow never keep out a caller whose key stands in the head', async () => {
    await using world = await setup();
    for (let at = 0; at < 8; at += 1) await world.open(`192.0.2.${at}`, 300);
    await world.settle();
    const mail = await world.open('198.51.100.7', 600, 'X-Api-Key: customer');
    assert.equal(await mail.status(), '200');
    assert.equal(world.taken.at(-1), 600 * kilobyte);
  });

  test('of strangers who are slow give way to one who is not', async () => {
    await using world = await setup();
    const slow = await Promise.all([1, 2, 3, 4].map((at) => world.open(`192.0.${at}.1`, 250)));
    await world.settle();
    world.clock.advance(10_000);
    const quick = await world.open('198.51.100.7', 500);
    const refused = await Promise.race(slow.map(({ status }) => status()));
    assert.equal(refused, '503');
    await world.settle();
    assert.equal(quick.heard(), '');
  });

  test('of one network are bounded before those of all are', async () => {
    await using world = await setup();
    const [first, second] = [
      await world.open('192.0.2.1', 400),
      await world.open('192.0.2.1', 400),
    ];
    assert.equal(await Promise.race([first.status(), second.status()]), '503');
    const other = await world.open('198.51.100.7', 400);
    await world.settle();
    assert.equal(other.heard(), '');
  });

  test('of ten thousand strangers together take no more than the budget', async () => {
    await using world = await setup();
    const all = [];
    for (let at = 0; at < 100; at += 1) all.push(await world.open(`10.${at}.0.1`, 60));
    await world.settle();
    const read = all.filter(({ heard }) => heard() === '').length;
    assert.ok(read * 60 * kilobyte <= bodies.strangers.all, `${read} are read`);
    assert.ok(read > 0);
  });

  test('with a wrong key in the head are refused before they are read', async () => {
    await using world = await setup();
    const wrong = await world.open('192.0.2.1', 0, 'X-Api-Key: wrong', 'Expect: 100-continue');
    assert.equal(await wrong.status(), '401');
    assert.deepEqual(world.taken, []);
  });

  test('in chunks ask for their caller once they are large, and are read whole', async () => {
    await using world = await setup();
    const pieces = Array.from({ length: 10 }, () => Buffer.alloc(60 * kilobyte));
    const posting = (key: string) =>
      fetch(world.url, {
        method: 'POST',
        headers: { 'X-Api-Key': key },
        body: ReadableStream.from(pieces),
        duplex: 'half',
      });
    assert.equal((await posting('customer')).status, 200);
    assert.deepEqual(world.taken, [600 * kilobyte]);
    assert.equal((await posting('wrong')).status, 401);
  });
});
