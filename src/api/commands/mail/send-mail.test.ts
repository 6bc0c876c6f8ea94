import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import type { EmailRequest } from '#mail/sending/email-request.ts';
import { assertRefused, liveKey } from '#test/harness/api-world.ts';
import { file, good, openMailApi, toOne } from '#test/harness/mail-api.ts';

suite('POST /mail/v1/send', () => {
  test('the plain request of the interface is taken and told as it is documented', async () => {
    await using api = await openMailApi();
    const { status, body } = await api.send({});
    assert.equal(status, 200);
    const told = { messageId: '42', nbMail: 1, cost: 0.001, currency: 'EUR' };
    assert.deepEqual(body, { success: true, code: 200, ...told });
    assert.partialDeepStrictEqual(api.sent[0], {
      recipients: [{ address: 'ann@example.net', name: '', variables: null }],
      subject: 'Hello',
      html: '<p>Hello</p>',
      from: undefined,
      stream: null,
      text: undefined,
    });
  });

  test('JSON, XML and forms ask for the same', async () => {
    await using api = await openMailApi();
    await api.send(toOne({ email: 'ann@example.net', name: 'Ann' }));
    await api.post(
      `<?xml version="1.0"?><mail><apiKey>${liveKey}</apiKey><subject>Hello</subject>` +
        '<htmlContent>&lt;p&gt;Hello&lt;/p&gt;</htmlContent><params><to><item>' +
        '<email>ann@example.net</email><name>Ann</name></item></to></params></mail>',
    );
    const form = new URLSearchParams({
      apiKey: liveKey,
      subject: 'Hello',
      htmlContent: '<p>Hello</p>',
      'params[to][0][email]': 'ann@example.net',
      'params[to][0][name]': 'Ann',
    });
    await api.post(form.toString());
    const asked = api.sent.map(({ subject, html, recipients }) => ({ subject, html, recipients }));
    assert.equal(asked.length, 3);
    assert.deepEqual(asked[1], asked[0]);
    assert.deepEqual(asked[2], asked[0]);
    const reply = await api.post(JSON.stringify({ ...good, _format: 'xml' }));
    assert.match(reply.text, /<messageId>42<\/messageId><nbMail>1<\/nbMail><cost>0.001<\/cost>/);
  });

  test('fields stand in params or beside it, and what stands beside it wins', async () => {
    await using api = await openMailApi();
    const inside = { subject: 'Inside', tag: 'inside', to: 'ann@example.net', textContent: 'T' };
    await api.post(
      JSON.stringify({ apiKey: liveKey, htmlContent: '<p>', subject: 'Outside', params: inside }),
    );
    assert.partialDeepStrictEqual(api.sent[0], {
      subject: 'Outside',
      tag: 'inside',
      text: 'T',
      recipients: [{ address: 'ann@example.net' }],
    });
  });

  test('equal addresses collapse, and domains are written in A-labels', async () => {
    await using api = await openMailApi();
    await api.send(
      toOne(['Ann@Example.net', { email: 'ann@example.NET', name: 'B' }, 'é@bücher.example']),
    );
    assert.deepEqual(
      api.sent[0]?.recipients.map(({ address }) => address),
      ['Ann@example.net', 'é@xn--bcher-kva.example'],
    );
  });

  test('everything that can be asked for is read', async () => {
    await using api = await openMailApi();
    const everything = {
      from: { email: 'shop@example.com', name: 'Shop' },
      replyTo: { email: 'help@example.com', name: 'Help' },
      params: { to: [{ email: 'ann@example.net', variables: { firstName: 'Ann', n: 2 } }] },
      textContent: 'Hello',
      variables: { city: 'Lyon' },
      headers: { 'X-Order': '17', 'List-Unsubscribe': '<mailto:u@example.com>' },
      attachments: [{ ...file, base64Content: 'SGVs\r\nbG8' }],
      metadata: { order: 17 },
      tag: 'june',
      unsubscribe: 'news',
      trackOpens: 1,
      trackClicks: true,
      validity: '600',
      webhookUrl: 'https://example.com/hook',
      sandbox: 1,
      scheduledDeliveryDate: '01/02/2030',
      time: 12,
      idempotencyKey: 'k1',
    };
    const headers = { 'X-Request-Id': 'order 17' };
    await api.post(JSON.stringify({ ...good, ...everything }), { headers });
    const { caller: _, requestId: __, idempotency, ...request } = api.sent[0] as EmailRequest;
    assert.deepEqual(request, {
      clientRequestId: 'order 17',
      from: { address: 'shop@example.com', name: 'Shop' },
      replyTo: { address: 'help@example.com', name: 'Help' },
      recipients: [
        { address: 'ann@example.net', name: '', variables: { FIRSTNAME: 'Ann', N: '2' } },
      ],
      subject: 'Hello',
      html: '<p>Hello</p>',
      text: 'Hello',
      attachments: [{ filename: 'note', contentType: 'text/plain', bytes: Buffer.from('Hello') }],
      headers: [
        { name: 'X-Order', value: '17' },
        { name: 'List-Unsubscribe', value: '<mailto:u@example.com>' },
      ],
      variables: { CITY: 'Lyon' },
      metadata: '{"order":17}',
      tag: 'june',
      stream: 'news',
      trackOpens: true,
      trackClicks: true,
      sandbox: true,
      validityMs: 600_000,
      scheduledAtMs: Date.UTC(2030, 1, 1, 11),
      reportUrl: 'https://example.com/hook',
    });
    assert.equal(idempotency?.key, 'k1');
  });

  test('blanks around addresses and names are nothing', async () => {
    await using api = await openMailApi();
    await api.send({
      params: { to: [{ email: ' ann@example.net ', name: ' Ann ' }] },
      from: { email: ' shop@example.com', name: 'Shop ' },
      attachments: [{ ...file, filename: ' note ' }],
    });
    assert.partialDeepStrictEqual(api.sent[0], {
      recipients: [{ address: 'ann@example.net', name: 'Ann' }],
      from: { address: 'shop@example.com', name: 'Shop' },
      attachments: [{ filename: 'note' }],
    });
  });

  test('who sends a link for unsubscribing sends a mailing', async () => {
    await using api = await openMailApi();
    await api.send({ htmlContent: '<a href="#UNSUBSCRIBE_LINK#">no more</a>' });
    await api.send({ unsubscribe: true });
    await api.send({ unsubscribe: '0' });
    assert.deepEqual(
      api.sent.map(({ stream }) => stream),
      ['', '', null],
    );
  });

  test('half characters become U+FFFD and NUL goes, in the html', async () => {
    await using api = await openMailApi();
    await api.post(JSON.stringify({ ...good, htmlContent: 'a\0b' }).replace('b"', '\\ud800"'));
    assert.equal(api.sent[0]?.html, 'a\uFFFD');
  });

  test('one body is another fingerprint, the same body the same', async () => {
    await using api = await openMailApi();
    for (const changes of [{}, {}, { subject: 'Other' }, { attachments: [file] }]) {
      await api.send({ ...changes, idempotencyKey: 'k' });
    }
    const prints = api.sent.map(({ idempotency }) => idempotency?.fingerprint);
    assert.equal(prints[0], prints[1]);
    assert.equal(new Set(prints).size, 3);
  });

  test('a large body is read there, and as an email at the SMS base', async () => {
    await using api = await openMailApi();
    const attachments = [1, 2, 3].map(() => ({
      ...file,
      base64Content: Buffer.alloc(5 * 1_024 * 1_024).toString('base64'),
    }));
    assert.equal((await api.send({ attachments })).status, 200);
    assert.equal(api.sent[0]?.attachments[2]?.bytes.length, 5 * 1_024 * 1_024);
    const body = JSON.stringify({ ...good, attachments });
    const atSend = await api.world.ask('/v1/send', { method: 'POST', body });
    assert.equal(atSend.body['messageId'], '42', atSend.text);
    assert.equal(api.sent[1]?.attachments.length, 3);
    const longest = body.padEnd(24 * 1_024 * 1_024 + 1);
    for (const path of ['/mail/v1/send', '/v1/send']) {
      assertRefused(await api.world.ask(path, { method: 'POST', body: longest }), 413, 413);
    }
  });

  test('a large body is read for no SMS, and for no other command', async () => {
    await using api = await openMailApi();
    const params = { filler: 'x'.repeat(1_048_576) };
    const sms = { apiKey: liveKey, phoneNumbers: '+33612345678', message: 'Hello', params };
    const others = [
      ['/v1/send', { ...good, ...sms }],
      ['/v1/send', sms],
      ['/v1/bulk-send', sms],
      ['/mail/v1/unsubscribe/add', { ...good, params }],
    ] as const;
    for (const [path, asked] of others) {
      const reply = await api.world.ask(path, { method: 'POST', body: JSON.stringify(asked) });
      assertRefused(reply, 413, 413);
      assert.match(String(reply.body['message']), /1048576/);
    }
    assert.deepEqual([api.sent.length, api.world.sent.length], [0, 0]);
  });

  test('large bodies of strangers that never come keep no customer’s waiting, at either base', async () => {
    await using api = await openMailApi();
    const { port } = api.world;
    await using opened = new AsyncDisposableStack();
    for (const path of Array.from({ length: 4 }).flatMap(() => ['/v1/send', '/mail/v1/send'])) {
      const socket = opened.adopt(connect(port, '127.0.0.1'), (each) => void each.destroy());
      const expecting = 'Expect: 100-continue\r\nContent-Length: 2000000\r\n\r\n';
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${expecting}`);
      const [leave] = (await once(socket, 'data')) as [Buffer];
      assert.match(leave.toString(), /^HTTP\/1\.1 100 /);
    }
    const body = JSON.stringify({ ...good, textContent: 'x'.repeat(1_500_000) });
    for (const path of ['/mail/v1/send', '/v1/send']) {
      assert.equal((await api.world.ask(path, { method: 'POST', body })).status, 200);
    }
  });

  test('an email to the SMS base is one where it says no phone numbers', async () => {
    await using api = await openMailApi();
    const reply = await api.world.ask('/v1/send', { method: 'POST', body: JSON.stringify(good) });
    assert.equal(reply.body['messageId'], '42');
    const both = { ...good, phoneNumbers: '+33612345678', message: 'Hello' };
    await api.world.ask('/v1/send', { method: 'POST', body: JSON.stringify(both) });
    assert.deepEqual([api.sent.length, api.world.sent.length], [1, 1]);
    const { apiKey, ...fields } = good;
    const inside = { to: 'ann@example.net', HTMLContent: fields.htmlContent, subject: 'Inside' };
    for (const params of [inside, JSON.stringify(inside)]) {
      const body = JSON.stringify({ apiKey, params });
      const asked = await api.world.ask('/v1/send', { method: 'POST', body });
      assert.equal(asked.body['messageId'], '42', asked.text);
    }
    const form = new URLSearchParams({
      apiKey,
      'params[htmlContent]': '<p>',
      'params[subject]': 'Inside',
      'params[to][]': 'ann@example.net',
    });
    const asked = await api.world.ask('/v1/send', { method: 'POST', body: form.toString() });
    assert.equal(asked.body['messageId'], '42', asked.text);
    assert.deepEqual(
      api.sent.slice(1).map(({ subject }) => subject),
      ['Inside', 'Inside', 'Inside'],
    );
  });
});
