/** One end of a real WebSocket, with a clock in the test's hands and a call that keeps what it is told. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { until } from '#test/harness/pause.ts';
import { type LineCall, type LineHolder, PhoneLine } from './phone-line.ts';

type Wish = {
  readonly mayGoOn?: () => Promise<boolean>;
  readonly autoPong?: boolean;
  readonly fails?: boolean;
};

async function openWorld({ mayGoOn = async () => true, autoPong = true, fails }: Wish = {}) {
  const clock = new HeldClock();
  const said: string[] = [];
  const over = Promise.withResolvers<void>();
  let holder: LineHolder | undefined;
  const call: LineCall = {
    decide: (what) => said.push(what),
    hangUp: (side = 'caller') => {
      said.push(`hang up ${side}`);
      over.resolve();
    },
    take: (side) => said.push(`take ${side}`),
    press: (key) => said.push(`press ${key}`),
    stream: (octets) => said.push(`${octets.length} octets`),
    playSample: async (language) => void said.push(`sample ${language}`),
    over: over.promise,
  };
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const lines: PhoneLine[] = [];
  server.on('connection', (socket) => {
    const line = new PhoneLine(socket, {
      clock,
      log: openLog('silent'),
      mayGoOn,
      call: async (_, given) => {
        if (fails === true) throw new Error('the storage is away');
        holder = given;
        return call;
      },
    });
    lines.push(line);
  });
  const { port } = server.address() as AddressInfo;
  const page = new WebSocket(`ws://127.0.0.1:${port}`, { autoPong });
  const closed = once(page, 'close').then(([code]) => code as number);
  const told: string[] = [];
  page.on('message', (data, isBinary) => {
    told.push(isBinary ? `${(data as Buffer).length} octets` : (data as Buffer).toString());
  });
  await once(page, 'open');
  await until(async () => lines[0]);
  return {
    /** Second by second; what is looked at in one has been before the next. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        await until(async () => (clock.timersWaiting === 1 ? true : undefined));
        clock.advance(1_000);
      }
    },
    clock,
    page,
    closed,
    told,
    said,
    send: (order: object) => page.send(JSON.stringify(order)),
    begun: () => until(async () => holder),
    async [Symbol.asyncDispose]() {
      page.terminate();
      await closed;
      server.close();
    },
  };
}

const order = { do: 'call', from: '33639980001', to: '33639981000' };

suite('a phone line', () => {
  test('passes orders and sound on, and tells what becomes of the call', async () => {
    await using world = await openWorld();
    world.send(order);
    const holder = await world.begun();
    for (const wish of [
      { do: 'answer' },
      { do: 'take', side: 'called' },
      { do: 'press', key: '#' },
      { do: 'speak sample', language: 'en' },
    ]) {
      world.send(wish);
    }
    world.page.send(Buffer.alloc(320));
    holder.tell('called', { what: 'rings', from: '33639980001' });
    holder.heard(Buffer.alloc(320));
    world.send({ do: 'hang up', side: 'called' });
    assert.equal(await world.closed, 1_000);
    const asked = ['answer', 'take called', 'press #', 'sample en', '320 octets'];
    assert.deepEqual(world.said.slice(0, 6), [...asked, 'hang up called']);
    assert.deepEqual(world.told, [
      '{"side":"called","what":"rings","from":"33639980001"}',
      '320 octets',
    ]);
  });

  test('is closed where nothing is ordered', async () => {
    await using world = await openWorld();
    await world.pass(10);
    assert.equal(await world.closed, 4_408);
  });

  test('is closed with the session, and its call is hung up', async () => {
    let stands = true;
    await using world = await openWorld({ mayGoOn: async () => stands });
    world.send(order);
    await world.begun();
    const pinged = once(world.page, 'ping');
    await world.pass(10);
    await pinged;
    // What comes behind the answer to the ping.
    world.send({ do: 'press', key: '1' });
    await until(async () => (world.said.includes('press 1') ? true : undefined));
    stands = false;
    // As soon as a stream of what happens ends.
    await world.pass(1);
    assert.equal(await world.closed, 4_401);
    assert.equal(world.said.at(-1), 'hang up caller');
  });

  test('whose page is silent is cut, and its call is hung up', async () => {
    await using world = await openWorld({ autoPong: false });
    world.send(order);
    await world.begun();
    await world.pass(20);
    assert.equal(await world.closed, 1_006);
    await until(async () => (world.said.includes('hang up caller') ? true : undefined));
  });

  test('says so where the call cannot begin', async () => {
    await using world = await openWorld({ fails: true });
    world.send(order);
    assert.equal(await world.closed, 1_000);
    assert.deepEqual(world.told, ['{"side":"caller","what":"failed","why":"the phone broke"}']);
  });

  test('takes one call, and nothing that is no order', async () => {
    for (const nonsense of ['{', 'null', '{"do":"press","key":"12"}', JSON.stringify(order)]) {
      await using world = await openWorld();
      world.send(order);
      await world.begun();
      world.page.send(nonsense);
      assert.equal(await world.closed, 1_008, nonsense);
    }
  });
});
