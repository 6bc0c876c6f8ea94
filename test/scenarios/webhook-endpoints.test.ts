/** Endpoints as an account's developers handle them over HTTP: real receivers, the whole program. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { openWebhookSink, type Received } from '#test/harness/webhook-sink.ts';

/** Deliveries are made by a thread of their own, and must not look otherwise. */
const threads = { PARLEY_THREADS: '3' };

type Json = Readonly<Record<string, unknown>>;

const phones = Array.from({ length: 10 }, (_, n) => `+3363998000${n}`);

function clientOf(app: OpenedApp) {
  const ask = (command: string, parameters: object = {}) =>
    app.post(`/v1/${command}`, { apiKey: app.testKey, ...parameters });
  const done = async (command: string, parameters: object = {}): Promise<Json> => {
    const { status, json } = await ask(command, parameters);
    assert.equal(status, 200, `${command}: ${JSON.stringify(json)}`);
    return json;
  };
  const send = (phoneNumbers: string, more: object = {}) =>
    done('send', { phoneNumbers, message: 'Hello', ...more });
  /** Asks until it is so; the test's own time-out ends it. */
  const until = async (command: string, parameters: object, isSo: (json: Json) => boolean) => {
    for (;;) {
      const json = await done(command, parameters);
      if (isSo(json)) return json;
      await wait(50);
    }
  };
  return { ask, done, send, until };
}

function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const sent = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`;
  const mac = createHmac('sha256', key).update(sent).update(body).digest('base64');
  return signatures({ headers }).includes(`v1,${mac}`);
}

function signatures({ headers }: Pick<Received, 'headers'>): string[] {
  return String(headers['webhook-signature']).split(' ');
}

async function added(client: ReturnType<typeof clientOf>, parameters: object) {
  const { webhook } = await client.done('webhook/add', parameters);
  return webhook as Json & { readonly id: number; readonly secret: string };
}

function listed(json: Json): readonly Json[] {
  return json['data'] as readonly Json[];
}

/** The one that the test has added, beside those of the demo account. */
function extra(list: Json): Json {
  return listed(list).find(({ source }) => source === 'extra') ?? {};
}

function isOwed(count: number): (list: Json) => boolean {
  return (list) => extra(list)['owed'] === count;
}

function isAbout(phone: string): (received: Received) => boolean {
  return ({ body }) => body.includes(phone);
}

suite('webhook endpoints', { timeout: 120_000 }, () => {
  test('an added URL gets its copy of the kinds it takes, signed with its own secret', async () => {
    await using reports = await openWebhookSink();
    await using replies = await openWebhookSink();
    await using named = await openWebhookSink();
    await using app = await openApp(threads);
    const client = clientOf(app);
    const first = await added(client, {
      url: reports.url,
      events: 'dlr',
      headers: { 'X-Team': 'a' },
    });
    const second = await added(client, { url: replies.url, events: ['reply', 'stop'] });
    await client.send('+33639980001');
    // The receiver that the request names gets it, and the extra one a copy at its own URL.
    await client.send('+33639980002', { webhookUrl: `${named.url}/deep?id=7` });
    await reports.until(2);
    const [report] = await reports.until(1, isAbout('+33639980001'));
    const [copy] = await reports.until(1, isAbout('+33639980002'));
    assert.ok(report && copy);
    assert.ok(isSignedBy(first.secret, report) && isSignedBy(first.secret, copy));
    assert.deepEqual([report.headers['x-team'], report.url, copy.url], ['a', '/hook', '/hook']);
    const [original] = await named.until(1);
    assert.deepEqual([original?.url, original?.body], ['/hook/deep?id=7', copy.body]);
    assert.equal(original?.headers['webhook-id'], copy.headers['webhook-id']);
    await client.send('+33639980140');
    const [reply] = await replies.until(1);
    assert.equal(reply?.headers['webhook-event'], 'reply.short');
    assert.ok(isSignedBy(second.secret, reply));
    const ids = listed(await client.done('webhook/list')).map(({ id, source }) => [id, source]);
    assert.deepEqual(
      ids.filter(([, source]) => source === 'extra'),
      [
        [first.id, 'extra'],
        [second.id, 'extra'],
      ],
    );
    assert.ok(!JSON.stringify(await client.done('webhook/list')).includes('whsec_'));
  });

  test('a paused one keeps what it is owed, and goes on with all, some or none of it', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp(threads);
    const client = clientOf(app);
    const { id } = await added(client, { url: sink.url, events: 'dlr' });
    await client.done('webhook/pause', { id });
    assert.equal((await client.ask('webhook/pause', { id })).status, 409);
    await client.send(phones.slice(0, 3).join());
    await client.until('webhook/list', {}, isOwed(3));
    await client.done('webhook/resume', { id });
    await sink.until(3);
    assert.equal((await client.ask('webhook/resume', { id })).status, 409);
    await client.until('webhook/list', {}, isOwed(0));
    await client.done('webhook/pause', { id });
    await client.send(phones.slice(3, 5).join());
    await client.until('webhook/list', {}, isOwed(2));
    await client.done('webhook/resume', { id, send: 'none' });
    await client.until('webhook/list', {}, isOwed(0));
    await client.send('+33639980009');
    await sink.until(4);
    assert.equal(sink.received.length, 4);
    const dropped = listed(await client.done('webhook/attempts', { id }));
    assert.deepEqual(
      dropped.map(({ outcome }) => outcome),
      ['dropped', 'dropped'],
    );
  });

  test('410 disables one, says why, and a replay brings what it has missed', async () => {
    await using sink = await openWebhookSink();
    sink.answer = 410;
    await using app = await openApp(threads);
    const client = clientOf(app);
    const { id } = await added(client, { url: sink.url, events: 'dlr' });
    await client.send('+33639980001');
    const isDisabled = (json: Json): boolean => extra(json)['state'] === 'disabled';
    const list = await client.until('webhook/list', {}, isDisabled);
    assert.equal(extra(list)['reason'], 'answered 410, gone');
    await client.send('+33639980002');
    await client.until('webhook/list', {}, (json) => extra(json)['owed'] === 2);
    sink.answer = 200;
    await client.done('webhook/resume', { id, send: 'none' });
    await client.until('webhook/list', {}, (json) => extra(json)['owed'] === 0);
    await client.done('webhook/replay', { id, since: Math.floor(Date.now() / 1_000) - 3_600 });
    const delivered = (await sink.until(3)).slice(1);
    const ids = new Set(delivered.map(({ headers }) => headers['webhook-id']));
    assert.equal(ids.size, 2);
    const isDone = (json: Json): boolean => listed(json)[0]?.['state'] === 'done';
    const replays = await client.until('webhook/replays', {}, isDone);
    assert.equal(listed(replays)[0]?.['made'], 2);
    const [eventId] = ids;
    const log = await client.until('webhook/attempts', { eventId }, (json) =>
      listed(json).some(({ outcome }) => outcome === 'delivered'),
    );
    assert.ok(listed(log).length >= 2);
    assert.ok(!JSON.stringify(log).includes(app.testKey));
    await client.done('webhook/replay', { eventId, id });
    await sink.until(4);
    assert.equal(sink.received.at(-1)?.headers['webhook-id'], eventId);
    assert.equal((await client.ask('webhook/replay', { eventId: '123456789' })).status, 404);
  });

  test('a secret is replaced without a gap: both sign, until the old one is revoked', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp(threads);
    const client = clientOf(app);
    const { id, secret: old } = await added(client, { url: sink.url, events: 'dlr' });
    const { secret } = (await client.done('webhook/rotate', { id, overlap: 3_600 })) as {
      readonly secret: string;
    };
    assert.notEqual(secret, old);
    const posted = async () => {
      await client.done('webhook/test', { id });
      const last = sink.received.at(-1);
      assert.ok(last);
      return last;
    };
    const both = await posted();
    assert.ok(isSignedBy(old, both) && isSignedBy(secret, both));
    assert.equal(signatures(both).length, 2);
    // A known library reads the last one alone: that is the oldest.
    assert.ok(isSignedBy(old, { ...both, headers: { ...both.headers, ...lastOnly(both) } }));
    await client.done('webhook/rotate', { id });
    assert.equal((await client.ask('webhook/rotate', { id })).status, 409);
    await client.done('webhook/revoke', { id });
    const alone = await posted();
    assert.ok(!isSignedBy(old, alone) && !isSignedBy(secret, alone));
    assert.equal(signatures(alone).length, 1);
  });

  test('a test is posted once and at once, also to one that is paused, and its answer is told', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp(threads);
    const client = clientOf(app);
    const { id, secret } = await added(client, { url: sink.url, headers: { 'X-Key': 'hidden' } });
    await client.done('webhook/pause', { id });
    for (const event of ['dlr', 'reply.short', 'stop', 'reply.long', 'email']) {
      const told = await client.done('webhook/test', { id, event });
      assert.deepEqual([told['received'], told['status']], [true, 200]);
      assert.match(String(told['request']), /webhook-test: 1/);
      assert.ok(!JSON.stringify(told).includes('hidden'));
    }
    assert.ok(sink.received.every((received) => isSignedBy(secret, received)));
    assert.ok(sink.received.every(({ headers }) => headers['x-key'] === 'hidden'));
    assert.equal(sink.received.length, 5);
    sink.answer = 500;
    const failed = await client.done('webhook/test', { id });
    assert.deepEqual([failed['received'], failed['error']], [false, 'status 500']);
    assert.equal(sink.received.length, 6);
  });

  test('a test of a long reply is posted in the pieces that a receiver has to join', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp(threads);
    const client = clientOf(app);
    const { id } = await added(client, { url: sink.url });
    const told = await client.done('webhook/test', { id, event: 'reply.pieces' });
    assert.equal(told['received'], true);
    const pieces = sink.received.map(({ body }) => JSON.parse(body) as Record<string, string>);
    const numbers = pieces.map((piece) => `${piece['concat-part']} of ${piece['concat-total']}`);
    assert.deepEqual(numbers, ['1 of 2', '2 of 2']);
    assert.equal(new Set(pieces.map((piece) => piece['concat-ref'])).size, 1);
    assert.match(pieces.map(({ text }) => text).join(''), /^(?:Hello, this is a test\. )+$/);
    const kinds = sink.received.map(({ headers }) => headers['webhook-event']);
    assert.deepEqual(kinds, ['reply.long', 'reply.long']);
    // The one that fails ends it: its second piece would look like a receiver's own fault.
    sink.answer = 503;
    assert.equal((await client.done('webhook/test', { id, event: 'reply.pieces' }))['status'], 503);
    assert.equal(sink.received.length, 3);
  });

  test('an account has thirty tests posted a minute, and hears when there is another', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp(threads);
    const client = clientOf(app);
    const { id } = await added(client, { url: sink.url });
    const asked = Array.from({ length: 60 }, () => client.ask('webhook/test', { id }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    const made = statuses.filter((status) => status === 200).length;
    assert.ok(made >= 30, `${made} were made`);
    assert.equal(statuses.filter((status) => status === 429).length, 60 - made);
    assert.ok(made < 60);
    assert.equal(sink.received.length, made);
  });

  test('in strict order the head may be skipped, and the next ones go', async () => {
    await using sink = await openWebhookSink();
    sink.answer = 400;
    await using app = await openApp(threads);
    const client = clientOf(app);
    const { id } = await added(client, { url: sink.url, events: 'dlr', ordering: 'strict' });
    await client.send('+33639980001');
    const [refused] = await sink.until(1);
    await client.send('+33639980002');
    await client.until('webhook/list', {}, (json) => extra(json)['owed'] === 2);
    sink.answer = 200;
    const { eventId } = await client.done('webhook/skip', { id });
    assert.equal(`msg_${String(eventId)}`, refused?.headers['webhook-id']);
    const others = await sink.until(
      1,
      ({ headers }) => headers['webhook-id'] !== `msg_${String(eventId)}`,
    );
    assert.equal(others.length, 1);
    await client.until('webhook/list', {}, (json) => extra(json)['owed'] === 0);
    assert.equal((await client.ask('webhook/skip', { id })).status, 404);
  });

  test('what is refused says by which rule, and of others nobody hears anything', async () => {
    await using app = await openApp(threads);
    const client = clientOf(app);
    const refused = async (command: string, parameters: object, field: string, words: RegExp) => {
      const { status, json } = await client.ask(command, parameters);
      assert.equal(status, 400, JSON.stringify(json));
      const [error] = json['errors'] as readonly { elementId: string; message: string }[];
      assert.ok(error);
      assert.equal(error.elementId, `children[${field}].data`);
      assert.match(error.message, words);
    };
    const url = 'http://127.0.0.1:9999/hook';
    await refused('webhook/add', {}, 'url', /required/);
    await refused('webhook/add', { url: 'http://10.0.0.1/' }, 'url', /private address/);
    await refused('webhook/add', { url: 'http://a%zz@127.0.0.1:9999/' }, 'url', /percent-encoded/);
    await refused('webhook/add', { url, secret: 'whsec_c2hvcnQ=' }, 'secret', /24 to 64 bytes/);
    await refused('webhook/add', { url, headers: { 'X-A': 'a\r\nX-B: b' } }, 'headers', /split/);
    await refused('webhook/add', { url, headers: { Host: 'x' } }, 'headers', /sets itself/);
    await refused('webhook/add', { url, events: 'dlr,calls' }, 'events', /"calls"/);
    await refused('webhook/add', { url, schedule: '86400,86400,86401' }, 'schedule', /72 hours/);
    await refused('webhook/add', { url, schedule: 'soon' }, 'schedule', /whole seconds/);
    await refused('webhook/add', { url, maxInFlight: 65 }, 'maxInFlight', /1 to 64/);
    await refused('webhook/add', { url, timeoutMs: 999 }, 'timeoutMs', /1000 to 30000/);
    await refused('webhook/add', { url, ordering: 'any' }, 'ordering', /none, key, strict/);
    await refused('webhook/add', { url, ca: 'no' }, 'ca', /certificate in PEM/);
    await refused('webhook/add', { url, certificate: 'x' }, 'certificate', /PEM/);
    const [cert, key] = ['receiver.cert', 'receiver.key'].map((name) =>
      readFileSync(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url), 'utf8'),
    );
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    const chain = { certificate: `${cert}${broken}`, key };
    await refused('webhook/add', { url, ...chain }, 'certificate', /cannot be used/);
    const { id } = await added(client, { url });
    await refused('webhook/rotate', { id, overlap: 59 }, 'overlap', /3600/);
    await refused('webhook/replay', { id }, 'since', /eventId/);
    await refused('webhook/replay', { id, since: 'x' }, 'since', /Unix seconds/);
    const other = (await client.done('subaccount/create', { email: 'shop@example.com' })) as {
      readonly subaccount: { readonly apiKey: string };
    };
    const { apiKey } = other.subaccount;
    for (const command of ['update', 'delete', 'pause', 'resume', 'rotate', 'test', 'attempts']) {
      const { status } = await client.ask(`webhook/${command}`, { apiKey, id });
      assert.equal(status, 404, command);
    }
    const listing = await app.post('/v1/webhook/list', { apiKey });
    assert.deepEqual(listing.json['data'], []);
  });
});

function lastOnly(received: Received) {
  return { 'webhook-signature': signatures(received).at(-1) };
}
