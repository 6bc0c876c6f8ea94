/** What a page hears live: events behind their cursors, resumed without a gap, and ended with the session. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import type { HttpReply } from '#api/http/http-message.ts';
import { HttpServer } from '#api/http/http-server.ts';
import {
  type OperationHandlerPorts,
  operationHandlers,
} from '#api/operations/operation-handlers.ts';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import type { Role } from '#core/permissions.ts';
import type { ReplyStream } from '#core/reply-stream.ts';
import { liveNeeds } from '#test/harness/page-ports.ts';
import { openPageWorld, type PageWorld } from '#test/harness/page-world.ts';
import { aMatch, anAcceptance, anEvent, aSubmit, atMs, money } from '#test/harness/records.ts';
import { LivePages, type LivePorts } from '#webhooks/live/live-pages.ts';
import type { Moment, MomentSource } from '#webhooks/live/moment.ts';
import { writeCursor } from '#webhooks/pull/event-cursor.ts';

/** A reader that keeps what it was told. */
class Reader implements ReplyStream {
  readonly #ended = new AbortController();
  #told = '';
  #heard: (() => void) | undefined;
  waitingBytes = 0;

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  async write(text: string): Promise<void> {
    this.#told += text;
    this.#heard?.();
  }

  end(): void {
    this.#ended.abort(new Error('The stream has ended'));
  }

  drop(): void {
    this.end();
  }

  async until(form: RegExp): Promise<string> {
    while (!form.test(this.#told)) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
    return this.#told;
  }
}

/** Moments as a test says them. */
class Said implements MomentSource {
  readonly #ears = new Set<(moment: Moment) => void>();

  listen(accountId: number, hear: (moment: Moment) => void): Disposable {
    const ear = (moment: Moment): void => {
      if (moment.accountId === accountId) hear(moment);
    };
    this.#ears.add(ear);
    return { [Symbol.dispose]: () => void this.#ears.delete(ear) };
  }

  publish(moment: Moment): void {
    for (const ear of this.#ears) ear(moment);
  }
}

async function storeEvents({ installation: { storage } }: PageWorld, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    account_id: 1,
    kind: 'dlr',
    order_key: '1/33639980001',
    url: null,
    body: Buffer.from('{}'),
    created_at: atMs,
    test: 0 as const,
  }));
  await storage.database.write([
    { query: storage.database.build.insertInto('webhook_event').values(rows) },
  ]);
}

type Changed = Partial<LivePorts & Pick<OperationHandlerPorts, 'roleNow'>>;

async function openWorld({ roleNow = async (_, { role }) => role, ...change }: Changed = {}) {
  let ports: OperationHandlerPorts | undefined;
  const world = await openPageWorld((opened) => {
    ports = { ...opened, roleNow };
    return [];
  });
  const livePages = new LivePages({ ...liveNeeds(world.installation.storage), ...change });
  const handlers = operationHandlers({ ...must(ports, 'ports of the world'), livePages });
  const handler = handlers.find(({ definition }) => definition.path.endsWith('/event-live'));
  const { storage } = world.installation;
  const account = must(await storage.accounts.findAccount(1), 'account of the world');
  const funds = { accountId: 1, purse: 'live', kind: 'top-up', actor: 'test', atMs } as const;
  await storage.accounts.move({ ...funds, amount: money(10_000_000) });
  const listen = async (headers: Record<string, string> = {}, role: Role = 'owner') => {
    const told = await must(handler, 'handler of the stream').answer({
      who: { userId: 1 } as never,
      accountId: 1,
      role,
      request: { headers, query: '' } as never,
    });
    assert.ok(told.ok && 'raw' in told);
    return told.raw;
  };
  const happen = async (id: number) => {
    const acceptance = anAcceptance(account, id);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    await storage.messages.recordFacts({ submits: [submit], receipts: [], refusals: [] });
    const receipts = [aMatch(submit, anEvent(id))];
    await storage.messages.recordFacts({ submits: [], receipts, refusals: [] });
  };
  // A stream of events has been used once its first number was reserved.
  await storage.ids.reserveIds('event', 1);
  return { world, listen, happen };
}

/** The stream on a real socket; whether it is open is what the server thinks. */
async function serve(listen: () => Promise<HttpReply>) {
  let isBegun = false;
  let out: ReplyStream | undefined;
  const reply = await listen();
  const stream = (opened: ReplyStream): void => {
    isBegun = true;
    out = opened;
    reply.stream?.(opened);
  };
  const answered = { ...reply, stream };
  const server = await HttpServer.listen({
    addresses: [{ host: '127.0.0.1', port: 0 }],
    site: {
      admit: () => undefined,
      bodyBytesMax: () => 1_000,
      answer: async () => answered,
      refuse: () => answered,
    },
    clock: systemClock,
    everyHeaders: [],
  });
  return {
    port: must(server.addresses[0], 'address').port,
    isOpen: () => !isBegun || out?.ended.aborted === false,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function open(reply: HttpReply): Reader {
  const reader = new Reader();
  must(reply.stream, 'stream of the reply')(reader);
  return reader;
}

suite('live updates', () => {
  test('tell what happens behind a cursor, from which a reader resumes', async () => {
    const { world, listen, happen } = await openWorld();
    await using _ = world;
    const reader = open(await listen());
    const begun = await reader.until(/id: [\w-]+\n\n/);
    const cursor = /id: (?<id>[\w-]+)/.exec(begun)?.groups?.['id'] ?? '';
    await happen(1);
    assert.match(await reader.until(/data: .*\n\n/), /event: dlr\ndata: \{"id":"msg_1"/);
    reader.end();
    await happen(2);
    const again = open(await listen({ 'last-event-id': cursor }));
    assert.match(await again.until(/msg_2/), /msg_1/);
    again.end();
  });

  test('tell no contents to people who may not read them', async () => {
    const { world, listen, happen } = await openWorld();
    await using _ = world;
    const reader = open(await listen({}, 'viewer'));
    await reader.until(/id: /);
    await happen(1);
    assert.doesNotMatch(await reader.until(/data: .*\n\n/), /payload/);
    reader.end();
  });

  test('end when their reader may read no more', async () => {
    let passedMs = 0;
    const monotonicMs = () => {
      passedMs += 31_000;
      return passedMs;
    };
    const clock = { ...systemClock, monotonicMs };
    const { world, listen, happen } = await openWorld({ roleNow: async () => undefined, clock });
    await using _ = world;
    const reader = open(await listen());
    await reader.until(/id: /);
    await happen(1);
    if (!reader.ended.aborted) await once(reader.ended, 'abort');
  });

  test('tell no contents from the second on in which their reader may not read them any more', async () => {
    const moments = new Said();
    let role: Role = 'owner';
    let passedMs = 0;
    const monotonicMs = () => {
      passedMs += 1_001;
      return passedMs;
    };
    const clock = { ...systemClock, monotonicMs };
    const { world, listen } = await openWorld({ moments, roleNow: async () => role, clock });
    await using _ = world;
    const reader = open(await listen());
    await reader.until(/id: /);
    const moment = { accountId: 1, about: '1/33639980001', atMs } as const;
    moments.publish({ ...moment, kind: 'message.accepted', tell: () => ({ text: 'before' }) });
    await reader.until(/"text":"before"/);
    role = 'viewer';
    moments.publish({ ...moment, kind: 'message.submitted', tell: () => ({ text: 'after' }) });
    assert.doesNotMatch(await reader.until(/event: message\.submitted\ndata: .*\n\n/), /after/);
    reader.end();
  });

  test('are twenty for a person, and no more until one of them ends', async () => {
    const { world, listen } = await openWorld();
    await using _ = world;
    const replies: HttpReply[] = [];
    for (let count = 0; count < 20; count += 1) replies.push(await listen());
    await assert.rejects(listen());
    const reader = open(must(replies[0], 'first reply'));
    await reader.until(/id: /);
    reader.end();
    let again: HttpReply | undefined;
    while (again === undefined) again = await listen().catch(() => undefined);
    assert.equal(again.status, 200);
  });

  test('tell what was taken and tried besides what is stored, in the order of time', async () => {
    const moments = new Said();
    const { world, listen, happen } = await openWorld({ moments });
    await using _ = world;
    const reader = open(await listen());
    await reader.until(/id: /);
    const about = '1/33639980001';
    const moment = { accountId: 1, about, tell: () => ({ messageId: 1 }) } as const;
    moments.publish({ ...moment, kind: 'message.accepted', atMs: atMs - 5 });
    moments.publish({ ...moment, kind: 'message.submitted', atMs: atMs - 4, accountId: 2 });
    await happen(1);
    const told = await reader.until(/"msg_1"/);
    assert.match(told, /event: message\.accepted\ndata: .*"payload":\{"messageId":1\}/);
    assert.ok(told.indexOf('message.accepted') < told.indexOf('msg_1'));
    assert.doesNotMatch(told, /submitted/);
    reader.end();
  });

  test('count what a page could not show, and keep some of each kind', async () => {
    const moments = new Said();
    const { world, listen } = await openWorld({ moments });
    await using _ = world;
    const reader = open(await listen({}, 'viewer'));
    await reader.until(/id: /);
    const moment = { accountId: 1, about: '1/33639980001', atMs, tell: () => ({}) } as const;
    for (let n = 0; n < 999; n += 1) moments.publish({ ...moment, kind: 'message.accepted' });
    moments.publish({ ...moment, kind: 'call.ended', about: '33187650001/33639980001' });
    const told = await reader.until(/event: sampled\ndata: .*\n/);
    assert.match(
      told,
      /data: \{"shown":50,"seen":1000,"kinds":\["message.accepted","call.ended"\]/,
    );
    assert.equal(told.match(/event: message\.accepted/g)?.length, 49);
    assert.equal(told.match(/event: call\.ended/g)?.length, 1);
    assert.doesNotMatch(told, /33639980001|payload/);
    reader.end();
  });

  test('go on from now where what is new is more than a look, and say so', async () => {
    const { world, listen } = await openWorld();
    await using _ = world;
    const cursor = writeCursor(new Map());
    await storeEvents(world, 2_500);
    const reader = open(await listen({ 'last-event-id': cursor }));
    const told = await reader.until(/event: sampled\ndata: .*\n\n/);
    assert.match(told, /"shown":50,"seen":2000,"kinds":\["dlr"\],"isWhole":false/);
    assert.ok(told.includes(`id: ${writeCursor(new Map([[0, 2_500]]))}\n`));
    reader.end();
  });

  test('come in pieces a tenth of a second apart, however much happens', async () => {
    const moments = new Said();
    const { world, listen } = await openWorld({ moments });
    await using _ = world;
    const reader = open(await listen());
    await reader.until(/id: /);
    const moment = { accountId: 1, about: '1', atMs, tell: () => ({}) } as const;
    const begunAtMs = systemClock.monotonicMs();
    for (let second = 0; second < 10; second += 1) {
      for (let n = 0; n < 500; n += 1) moments.publish({ ...moment, kind: 'message.accepted' });
      await systemClock.sleep(50);
    }
    const elapsedMs = systemClock.monotonicMs() - begunAtMs;
    const told = await reader.until(/event: sampled/);
    const pieces = told.match(/event: sampled/g) ?? [];
    assert.ok(pieces.length <= 1 + elapsedMs / 100, `${pieces.length} in ${elapsedMs} ms`);
    reader.end();
  });

  test('let go of a client that takes nothing, and go on when it comes back', async () => {
    const moments = new Said();
    const { world, listen } = await openWorld({ moments });
    await using _ = world;
    await using server = await serve(listen);
    const stuck = connect(server.port, '127.0.0.1');
    stuck.pause();
    stuck.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const gone = once(stuck, 'close');
    stuck.on('error', () => stuck.destroy());
    const text = 'x'.repeat(100_000);
    const moment = { accountId: 1, about: '1', atMs, tell: () => ({ text }) } as const;
    while (server.isOpen()) {
      for (let n = 0; n < 50; n += 1) moments.publish({ ...moment, kind: 'message.accepted' });
      await systemClock.sleep(20);
    }
    stuck.resume();
    await gone;
    const reader = open(await listen({ 'last-event-id': writeCursor(new Map()) }));
    await reader.until(/id: /);
    moments.publish({ ...moment, kind: 'message.accepted', tell: () => ({ text: 'again' }) });
    await reader.until(/"text":"again"/);
    reader.end();
  });

  test('drop a reader that is more than a megabyte behind', async () => {
    const moments = new Said();
    const { world, listen } = await openWorld({ moments });
    await using _ = world;
    const reader = open(await listen());
    await reader.until(/id: /);
    reader.waitingBytes = 1_048_577;
    const gone = once(reader.ended, 'abort');
    const moment = { accountId: 1, about: '1', atMs, tell: () => ({}) } as const;
    moments.publish({ ...moment, kind: 'message.accepted' });
    await gone;
  });
});
