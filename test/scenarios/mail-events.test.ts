/** What an account that sends email alone does with its events: endpoints, pulls and replays at the email base. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createKey } from '#accounts/keys/new-key.ts';
import { systemClock } from '#core/clock.ts';
import { openLiveMail } from '#test/harness/live-mail.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

async function openMailAlone() {
  await using stack = new AsyncDisposableStack();
  const sink = stack.use(await openWebhookSink());
  const live = stack.use(await openLiveMail({ settings: { PARLEY_MAIL_MODE: 'catcher' } }));
  const [account] = await live.beside.accounts.listAccounts(0, 1);
  const wish = { accountId: account?.id ?? 0, mode: 'live', bases: ['email'], label: '' } as const;
  const apiKey = (await createKey(wish, live.beside, { actor: 'test', atMs: systemClock.nowMs() }))
    .clear;
  const post = (command: string, given: object = {}) =>
    live.app.post(`/mail/v1/${command}`, { apiKey, ...given });
  const opened = stack.move();
  return {
    live,
    sink,
    apiKey,
    post,
    get: (path: string) => live.app.get(`/mail/v1/${path}apiKey=${apiKey}`),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

suite('an email key', () => {
  test('adds an endpoint, which gets the events of the very next email', async () => {
    await using mail = await openMailAlone();
    // The account's endpoints are known by now.
    await mail.live.send({});
    const added = await mail.post('webhook/add', { url: mail.sink.url });
    assert.equal(added.status, 200, JSON.stringify(added.json));
    const { json } = await mail.live.send({});
    const isItsOwn = ({ body }: { readonly body: string }): boolean =>
      body.includes(`"messageId":"${String(json['messageId'])}"`);
    const [first, second] = await mail.sink.until(2, isItsOwn);
    assert.match(first?.body ?? '', /email\.queued/);
    assert.match(second?.body ?? '', /email\.caught/);
  });

  test('manages and reads what is about emails, and nothing of the other base', async () => {
    await using mail = await openMailAlone();
    const add = (events: string) => mail.post('webhook/add', { url: mail.sink.url, events });
    for (const events of ['dlr', 'reply', 'email.snt']) {
      assert.equal((await add(events)).status, 400, events);
    }
    assert.equal((await mail.get('events?event=dlr&')).status, 400);
    assert.equal((await mail.get('events?event=email.snt&')).status, 400);
  });

  test('lists events of emails at its own base, and none of an SMS that the account sent', async () => {
    await using mail = await openMailAlone();
    const { app } = mail.live;
    const texted = { apiKey: app.testKey, phoneNumbers: '+33612345678', message: 'Hello' };
    assert.equal((await app.post('/v1/send', texted)).status, 200);
    const ofSms = async () => (await app.get(`/v1/webhook/events?apiKey=${app.testKey}`)).json;
    type Listed = readonly { readonly id: string; readonly event: string }[];
    let [dlr] = (await ofSms())['data'] as Listed;
    while (dlr === undefined) [dlr] = (await ofSms())['data'] as Listed;
    assert.equal(dlr.event, 'dlr');
    const tried = {
      apiKey: app.testKey,
      to: 'zoe@client.example',
      subject: 'Hi',
      htmlContent: 'Hi',
    };
    const from = { email: 'news@acme.example' };
    assert.equal((await app.post('/mail/v1/send', { ...tried, from })).status, 200);
    const listed = await app.get(`/mail/v1/webhook/events?apiKey=${app.testKey}`);
    const kinds = (listed.json['data'] as Listed).map(({ event }) => event);
    assert.ok(kinds.includes('email.queued'), kinds.join());
    assert.ok(!kinds.includes('dlr'), kinds.join());
    const asked = `eventId=${dlr.id}&apiKey=${app.testKey}`;
    for (const [base, status] of [
      ['/v1', 200],
      ['/mail/v1', 404],
    ] as const) {
      const { status: answered } = await app.get(`${base}/webhook/attempts?${asked}`);
      assert.equal(answered, status, base);
    }
  });

  test('finds that its mail is queued though nobody takes that event', async () => {
    await using mail = await openMailAlone();
    const { json } = await mail.live.send({});
    const pulled = await mail.get('events?event=email.queued&');
    const [event] = pulled.json['events'] as readonly { readonly payload: object }[];
    assert.partialDeepStrictEqual(event?.payload, { messageId: json['messageId'] });
  });
});

suite('a replay', () => {
  test('takes endpointId and Unix seconds as the page shows it, and refuses what is before 2001', async () => {
    await using mail = await openMailAlone();
    const { json } = await mail.live.send({});
    await mail.live.until(Number(json['messageId']) * 512, 'caught');
    const added = await mail.post('webhook/add', { url: mail.sink.url });
    const { id: endpointId } = added.json['webhook'] as { readonly id: number };
    const since = Math.floor(Date.now() / 1_000) - 3_600;
    const early = await mail.post('webhook/replay', { endpointId, since: 3_600 });
    assert.equal(early.status, 400);
    const trial = await mail.post('webhook/replay', { endpointId, since, dryRun: 1 });
    assert.deepEqual([trial.json['dryRun'], trial.json['events']], [true, 2]);
    const none = { endpointId, since: since + 7_200, dryRun: 1 };
    assert.equal((await mail.post('webhook/replay', none)).json['events'], 0);
    const asked = await mail.post('webhook/replay', { endpointId, since });
    assert.equal(asked.status, 200, JSON.stringify(asked.json));
    await mail.sink.until(2);
  });

  test('of more than a hundred events is asked for with confirm', async () => {
    await using mail = await openMailAlone();
    const to = Array.from({ length: 60 }, (_, n) => ({ email: `person-${n}@client.example` }));
    const { json } = await mail.live.send({ to });
    for (let n = 0; n < 60; n += 1) {
      await mail.live.until(Number(json['messageId']) * 512 + n, 'caught');
    }
    const added = await mail.post('webhook/add', { url: mail.sink.url });
    const { id: endpointId } = added.json['webhook'] as { readonly id: number };
    const wish = { endpointId, since: Math.floor(Date.now() / 1_000) - 3_600 };
    assert.equal((await mail.post('webhook/replay', wish)).status, 409);
    assert.equal((await mail.post('webhook/replay', { ...wish, dryRun: 1 })).json['events'], 120);
    assert.equal((await mail.post('webhook/replay', { ...wish, confirm: 1 })).status, 200);
    await mail.sink.until(120);
  });
});
