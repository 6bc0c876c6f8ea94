/** Webhooks fetched instead of received: pages, a page that waits, and a stream that goes on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';

type Told = {
  readonly id: string;
  readonly event: string;
  readonly createdAt: string;
  readonly test?: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
};

type Page = { readonly events: readonly Told[]; readonly next: string; readonly hasMore: boolean };

async function pull(app: OpenedApp, parameters = ''): Promise<Page> {
  const { status, json } = await app.get(`/v1/events?apiKey=${app.testKey}${parameters}`);
  assert.equal(status, 200, JSON.stringify(json));
  return json as unknown as Page;
}

async function send(app: OpenedApp, tag: string): Promise<void> {
  const message = { phoneNumbers: '+33639980001', message: 'Hello', tag };
  const { status } = await app.post('/v1/send', { apiKey: app.testKey, ...message });
  assert.equal(status, 200);
}

test('an account without an endpoint fetches its events, page by page, also after a restart', async () => {
  let folder: string;
  let next: string;
  await using first = await openApp();
  {
    folder = first.folder;
    const begin = await pull(first);
    assert.deepEqual([begin.events, begin.hasMore], [[], false]);
    await send(first, 'one');
    const page = await pull(first, `&after=${begin.next}&wait=30`);
    assert.equal(page.events.length, 1);
    const [event] = page.events;
    assert.ok(event);
    assert.deepEqual([event.event, event.test], ['dlr', true]);
    assert.match(event.id, /^msg_\d+$/);
    assert.deepEqual([event.payload['tag'], event.payload['status']], ['one', 'delivered']);
    assert.deepEqual((await pull(first, `&after=${page.next}`)).events, []);
    assert.equal((await pull(first)).events.length, 1);
    assert.deepEqual((await pull(first, '&event=reply,stop')).events, []);
    assert.equal((await pull(first, '&since=3600')).events.length, 1);
    next = page.next;
    await first.app[Symbol.asyncDispose]();
  }
  await using second = await openApp({}, folder);
  await send(second, 'two');
  const page = await pull(second, `&after=${next}&wait=30`);
  assert.deepEqual(
    page.events.map(({ payload }) => payload['tag']),
    ['two'],
  );
});

test('what cannot be read is refused by its field', async () => {
  await using app = await openApp();
  const wrong: readonly (readonly [string, string])[] = [
    ['after=nonsense', 'after'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['wait=abc', 'wait'],
    ['wait=31', 'wait'],
    ['event=d%20lr', 'event'],
    ['since=60&after=now', 'since'],
  ];
  for (const [parameters, field] of wrong) {
    const { status, json } = await app.get(`/v1/events?apiKey=${app.testKey}&${parameters}`);
    const [element] = json['errors'] as { readonly elementId: string }[];
    assert.deepEqual(
      [status, json['code'], element?.elementId],
      [400, 9, `children[${field}].data`],
      parameters,
    );
  }
});

test('XML has the payload as a text', async () => {
  await using app = await openApp();
  await send(app, 'a"b');
  await pull(app, '&wait=30');
  const reply = await fetch(`${app.url}/v1/events?apiKey=${app.testKey}&_format=xml`);
  assert.match(
    await reply.text(),
    /<events><item><id>msg_\d+<\/id><event>dlr<\/event>.*<payload>\{&quot;status&quot;.*<\/payload><\/item><\/events><next>/,
  );
});

test('a stream tells each event once, and goes on where its client stood', async () => {
  await using app = await openApp();
  const address = `${app.url}/v1/events/stream?apiKey=${app.testKey}`;
  const open = (lastEventId?: string): Promise<Response> =>
    fetch(address, lastEventId === undefined ? {} : { headers: { 'Last-Event-ID': lastEventId } });
  await using first = await readStream(await open());
  await send(app, 'one');
  const one = await first.next();
  assert.equal(one.event, 'dlr');
  assert.equal(one.data.payload['tag'], 'one');
  await first[Symbol.asyncDispose]();
  await send(app, 'two');
  await using second = await readStream(await open(one.id));
  const two = await second.next();
  assert.equal(two.data.payload['tag'], 'two');
  await using again = await readStream(await open(one.id));
  assert.deepEqual(await again.next(), two);
  const refused = await open('nonsense');
  assert.equal(refused.status, 400);
});

test('a server that stops ends its streams and answers who waits', async () => {
  const app = await openApp();
  const stream = await fetch(`${app.url}/v1/events/stream?apiKey=${app.testKey}`);
  const waiting = pull(app, '&wait=30');
  // The wait has begun once another request on the same server is answered behind it.
  await pull(app);
  await app[Symbol.asyncDispose]();
  assert.deepEqual((await waiting).events, []);
  assert.match(await stream.text(), /^retry: 1000\n\n/);
});

test('an account has so many streams and no more', async () => {
  await using app = await openApp();
  const open = (): Promise<Response> => fetch(`${app.url}/v1/events/stream?apiKey=${app.testKey}`);
  const streams = await Promise.all(Array.from({ length: 10 }, open));
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
  const refused = await open();
  assert.equal(refused.status, 429);
  assert.ok(refused.headers.get('retry-after'));
  for (const stream of streams) await stream.body?.cancel();
  // A place is free as soon as its client has gone.
  let status = 429;
  while (status === 429) {
    const again = await open();
    status = again.status;
    await again.body?.cancel();
  }
  assert.equal(status, 200);
});

type Streamed = { readonly id: string; readonly event: string; readonly data: Told };

/** Server-sent events as a client takes them: those that have data. */
async function readStream(response: Response) {
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.ok(reader);
  let text = '';
  return {
    async next(): Promise<Streamed> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const { value, done } = await reader.read();
          assert.equal(done, false, 'the stream has ended');
          text += value;
          continue;
        }
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const fields = new Map(
          block.split('\n').map((line): [string, string] => {
            const [name = '', ...value] = line.split(': ');
            return [name, value.join(': ')];
          }),
        );
        const data = fields.get('data');
        if (data === undefined) continue;
        const [id = '', event = ''] = [fields.get('id'), fields.get('event')];
        return { id, event, data: JSON.parse(data) as Told };
      }
    },
    [Symbol.asyncDispose]: () => reader.cancel(),
  };
}
