import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { dnsResolver, RememberingResolver, systemResolver } from './name-resolver.ts';

const type = { a: 1, aaaa: 28 };

/** A name server that knows one name: its records by type, each with a TTL of 30 s. */
async function openNameServer(name: string, records: Record<number, readonly Buffer[]>) {
  const socket: Socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const questionEnd = query.indexOf(0, 12) + 5;
    const isKnown = nameIn(query) === name;
    const found = isKnown ? (records[query.readUInt16BE(questionEnd - 4)] ?? []) : [];
    socket.send(answerTo(query.subarray(0, questionEnd), isKnown, found), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const close = async (): Promise<void> => {
    socket.close();
    await once(socket, 'close');
  };
  return { address: `127.0.0.1:${socket.address().port}`, [Symbol.asyncDispose]: close };
}

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; (query[at] ?? 0) > 0; at += 1 + (query[at] ?? 0)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
  }
  return labels.join('.');
}

/** RFC 1035 §4.1: the header with its counts, the question again, then the records. */
function answerTo(question: Buffer, isKnown: boolean, records: readonly Buffer[]): Buffer {
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  for (const [at, count] of [1, records.length, 0, 0].entries()) {
    header.writeUInt16BE(count, 4 + 2 * at);
  }
  const parts = records.flatMap((data) => {
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc00c, 0);
    fixed.writeUInt16BE(data.length === 4 ? type.a : type.aaaa, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt32BE(30, 6);
    fixed.writeUInt16BE(data.length, 10);
    return [fixed, data];
  });
  return Buffer.concat([header, question.subarray(12), ...parts]);
}

suite('a resolver that asks name servers', () => {
  test('finds the addresses of both families, IPv4 first, and their TTL', async () => {
    await using server = await openNameServer('client.example', {
      [type.a]: [Buffer.from([93, 184, 216, 34])],
      [type.aaaa]: [Buffer.from('26062800022000010000000000000001', 'hex')],
    });
    assert.deepEqual(await dnsResolver([server.address]).resolve('client.example'), {
      addresses: ['93.184.216.34', '2606:2800:220:1::1'],
      ttlS: 30,
    });
  });

  test('is content with one family, and finds nothing where there is nothing', async () => {
    await using server = await openNameServer('client.example', {
      [type.a]: [Buffer.from([93, 184, 216, 34])],
    });
    const resolver = dnsResolver([server.address]);
    assert.deepEqual((await resolver.resolve('client.example')).addresses, ['93.184.216.34']);
    assert.deepEqual((await resolver.resolve('nowhere.example')).addresses, []);
  });
});

test('the machine itself knows localhost', async () => {
  const { addresses } = await systemResolver().resolve('localhost');
  assert.ok(addresses.includes('127.0.0.1') || addresses.includes('::1'));
});

test('what is remembered is kept for as long as its TTL says, a minute at most', async () => {
  const clock = new HeldClock();
  let asked = 0;
  const counting = (ttlS: number) => ({
    resolve: async () => {
      asked += 1;
      return { addresses: ['93.184.216.34'], ttlS };
    },
  });
  for (const [ttlS, keptS] of [
    [30, 30],
    [86_400, 60],
    [0, 5],
  ] as const) {
    const resolver = new RememberingResolver(counting(ttlS), clock);
    asked = 0;
    await resolver.resolve('client.example');
    await new Promise(setImmediate);
    clock.advance(keptS * 1_000 - 1);
    await resolver.resolve('client.example');
    assert.equal(asked, 1);
    clock.advance(1);
    await resolver.resolve('client.example');
    assert.equal(asked, 2);
  }
});
