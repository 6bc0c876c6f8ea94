/** Programs that were written for Kannel and Jasmin ask us in their gateway's words, and hear in them what became of it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import type { Submission } from '#sms/submission.ts';
import {
  type CustomerWorldOptions,
  openCustomerWorld,
  password,
  startBalance,
  systemId,
} from '#test/harness/customer-world.ts';
import { openApp } from '#test/harness/open-app.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const served = { PARLEY_ADAPTERS: 'kannel,jasmin', PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };
const credentials = { username: systemId, password };
const phone = '33639980001';
const refusedPhone = '33639980120';

async function openWorld(options: CustomerWorldOptions = {}) {
  const world = await openCustomerWorld({ ...options, settings: served });
  const { url } = world.app;
  const get = async (path: string, fields: Record<string, string>) =>
    answered(
      await fetch(`${url}${path}?${new URLSearchParams({ ...credentials, ...fields }).toString()}`),
    );
  const raw = async (query: string) => answered(await fetch(`${url}/cgi-bin/sendsms?${query}`));
  const post = async (path: string, init: RequestInit) =>
    answered(await fetch(`${url}${path}`, { method: 'POST', ...init }));
  return {
    world,
    sendsms: (fields: Record<string, string>) => get('/cgi-bin/sendsms', fields),
    get,
    raw,
    post,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function answered(response: Response) {
  return { status: response.status, text: await response.text() };
}

const accepted = { status: 202, text: '0: Accepted for delivery' };

suite('a client of Kannel', () => {
  test('sends a text and is asked for its page with its escapes filled in', async () => {
    await using sink = await openWebhookSink();
    await using opened = await openWorld();
    const { sendsms } = opened;
    const url = `${sink.url}?id=7&type=%d&to=%p&plus=%q&from=%P&at=%T&date=%t&answer=%A&who=%o&no=%z`;
    const asked = { to: `+${phone}`, from: 'Acme', text: 'Hello', account: 'shop 1' };
    assert.deepEqual(await sendsms({ ...asked, 'dlr-mask': '3', 'dlr-url': url }), accepted);
    const [report] = await sink.until(1);
    assert.ok(report);
    assert.equal(report.method, 'GET');
    assert.equal(report.body, '');
    const query = new URL(report.url, sink.url).searchParams;
    const { at, date, answer, ...rest } = Object.fromEntries(query);
    assert.deepEqual(rest, {
      id: '7',
      type: '1',
      to: `+${phone}`,
      plus: `+${phone}`,
      from: 'Acme',
      who: 'shop 1',
      no: '%z',
    });
    assert.match(answer ?? '', /^id:\d+ sub:001 dlvrd:001 .* stat:DELIVRD err:000 text:Hello$/);
    assert.equal(new Date(`${date}Z`).getTime() / 1_000, Number(at));
  });

  test('hears what its operator refused, under the bits that it asks for', async () => {
    await using sink = await openWebhookSink();
    await using opened = await openWorld();
    const asked = { to: refusedPhone, from: 'Acme', text: 'Hello' };
    await opened.sendsms({ ...asked, 'dlr-mask': '19', 'dlr-url': `${sink.url}?d=%d&a=%A` });
    await opened.sendsms({ ...asked, 'dlr-mask': '2', 'dlr-url': `${sink.url}?d=%d` });
    await opened.sendsms({ ...asked, 'dlr-mask': '1', 'dlr-url': `${sink.url}?d=never` });
    const reports = await sink.until(2);
    assert.deepEqual(reports.map(({ url }) => url).toSorted(), [
      '/hook?d=16&a=NACK%2F0x0000000b%2Frefused_0x0b',
      '/hook?d=2',
    ]);
  });

  test('is told again while its page is away', async () => {
    await using sink = await openWebhookSink();
    sink.answer = 503;
    await using opened = await openWorld();
    const asked = { to: phone, from: 'Acme', text: 'Hello' };
    await opened.sendsms({ ...asked, 'dlr-mask': '1', 'dlr-url': `${sink.url}?d=%d` });
    await sink.until(1);
    sink.answer = 200;
    const [first, second] = await sink.until(2);
    assert.equal(second?.url, first?.url);
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
  });

  test('sends to several, and hears which numbers were left out', async () => {
    await using opened = await openWorld();
    const to = `${phone} 33639980002 12 33639980001`;
    const answer = await opened.sendsms({ to, from: 'Acme', text: 'Hello' });
    assert.deepEqual(answer, { status: 202, text: `${accepted.text} Denied receivers are: 12` });
    await using storage = await openStorageBeside(opened.world.folder);
    const sums = await storage.accounts.ledgerSums(opened.world.account.id, 'test');
    assert.equal(startBalance - sums.balance, 2 * 38_000);
  });

  test('is understood in the character set that it names, and in that of coding 2', async () => {
    await using opened = await openWorld();
    const { world, raw, sendsms } = opened;
    const who = `username=${systemId}&password=${password}&to=${phone}&from=Acme`;
    assert.deepEqual(await raw(`${who}&text=caf%E9&charset=ISO-8859-1`), accepted);
    assert.deepEqual(await raw(`${who}&text=%04%16%00%21&coding=2`), accepted);
    assert.deepEqual(await sendsms({ to: phone, from: 'Acme', text: 'café €' }), accepted);
    assert.deepEqual(textsOf(world.folder), ['café €', 'Ж!', 'café']);
    const misformed = { status: 400, text: 'Charset or body misformed, rejected' };
    assert.deepEqual(await raw(`${who}&text=caf%E9`), misformed);
    assert.deepEqual(await raw(`${who}&text=x&charset=klingon`), misformed);
  });

  test('sends octets with a header of its own, and flash texts, as they are', async () => {
    await using opened = await openWorld();
    const { world, raw } = opened;
    const who = `username=${systemId}&password=${password}&to=${phone}&from=Acme`;
    assert.deepEqual(await raw(`${who}&udh=%06%05%04%15%82%00%00&text=%01%02`), accepted);
    assert.deepEqual(await raw(`${who}&text=now&mclass=0`), accepted);
    const [flash, binary] = carriedOf(world.folder);
    assert.deepEqual(
      [binary?.octets, binary?.dataCoding, binary?.hasHeader],
      [Buffer.from('060504158200000102', 'hex').toString('base64'), 4, true],
    );
    assert.deepEqual(
      [flash?.octets, flash?.dataCoding],
      [Buffer.from('now').toString('base64'), 16],
    );
    const long = { status: 400, text: 'UDH field misformed, rejected' };
    assert.deepEqual(await raw(`${who}&udh=%07%05%04&text=x`), long);
  });

  test('may post a form, or the text alone with headers that say the rest', async () => {
    await using opened = await openWorld();
    const { world, post } = opened;
    const form = new URLSearchParams({ ...credentials, to: phone, from: 'Acme', text: 'form' });
    assert.deepEqual(await post('/cgi-bin/sendsms', { body: form }), accepted);
    const headers = {
      'content-type': 'text/plain',
      'X-Kannel-Username': systemId,
      'X-Kannel-Password': password,
      'X-Kannel-To': phone,
      'X-Kannel-From': 'Acme',
    };
    assert.deepEqual(await post('/cgi-bin/sendsms', { headers, body: 'headers' }), accepted);
    assert.deepEqual(textsOf(world.folder), ['headers', 'form']);
    const unknown = { headers: { ...headers, 'content-type': 'text/xml' }, body: '<message/>' };
    assert.deepEqual(await post('/cgi-bin/sendsms', unknown), {
      status: 400,
      text: 'Invalid content-type',
    });
  });

  test('hears in Kannel’s words what is wrong', async () => {
    await using opened = await openWorld();
    const good = { to: phone, from: 'Acme', text: 'Hello' };
    const wrong: readonly (readonly [Record<string, string>, number, string])[] = [
      [{ ...good, password: 'guess' }, 403, 'Authorization failed for sendsms'],
      [{ from: 'Acme', text: 'x' }, 400, 'Missing receiver number, rejected'],
      [{ ...good, to: '' }, 400, 'Empty receiver number not allowed, rejected'],
      [
        { ...good, to: '12 abc' },
        400,
        'Number(s) has/have been denied by white- and/or black-lists.',
      ],
      [{ ...good, text: '' }, 400, 'Empty text not allowed, rejected'],
      [{ ...good, coding: '3' }, 400, 'Coding field misformed, rejected'],
      [{ ...good, mclass: '4' }, 400, 'MClass field misformed, rejected'],
      [{ ...good, 'dlr-mask': '64' }, 400, 'DLR-Mask field misformed, rejected'],
      [{ ...good, validity: 'soon' }, 400, 'Validity field misformed, rejected'],
      [
        { ...good, 'dlr-mask': '3', 'dlr-url': 'ftp://x/y' },
        400,
        'DLR-URL field misformed, rejected',
      ],
      [
        { ...good, 'dlr-mask': '3', 'dlr-url': 'http://10.1.2.3/' },
        400,
        'DLR-URL field misformed, rejected',
      ],
      [
        { ...good, 'dlr-mask': '3', 'dlr-url': 'http://a%p.example/' },
        400,
        'DLR-URL field misformed, rejected',
      ],
      [{ ...good, from: '33612345678' }, 400, 'Sender is not allowed, rejected'],
      [{ ...good, text: 'x'.repeat(2_000) }, 400, 'Text is too long, rejected'],
    ];
    for (const [fields, status, text] of wrong) {
      assert.deepEqual(await opened.sendsms(fields), { status, text }, JSON.stringify(fields));
    }
  });

  test('is told to come back above its rate, and not to where there is no money', async () => {
    await using slow = await openWorld({ user: { ratePerSecond: 1 } });
    const good = { to: phone, from: 'Acme', text: 'Hello' };
    // Its password is hashed once, which may take longer than a second.
    await slow.sendsms(good);
    const many = await Promise.all(Array.from({ length: 20 }, () => slow.sendsms(good)));
    assert.ok(many.some(({ status }) => status === 503));
    await using poor = await openWorld({ balance: 0 });
    assert.deepEqual(await poor.sendsms(good), {
      status: 403,
      text: 'Not routable. Do not try again.',
    });
  });

  test('has to come from its own network, and not by a user that only receives', async () => {
    const good = { to: phone, from: 'Acme', text: 'Hello' };
    const refused = { status: 403, text: 'Authorization failed for sendsms' };
    for (const user of [
      { addresses: ['192.0.2.0/24'] },
      { modes: ['rx'] as const },
      { tlsRequired: true },
    ]) {
      await using opened = await openWorld({ user });
      assert.deepEqual(await opened.sendsms(good), refused, JSON.stringify(user));
    }
  });
});

suite('a client of Jasmin', () => {
  const good = { to: phone, from: 'Acme', content: 'Hello' };

  test('hears a UUID, and its page is posted to until it says that it has the report', async () => {
    await using sink = await openWebhookSink();
    await using opened = await openWorld();
    const report = { dlr: 'yes', 'dlr-level': '3', 'dlr-url': `${sink.url}?id=7` };
    const answer = await opened.get('/send', { ...good, ...report });
    assert.equal(answer.status, 200);
    const id = /^Success "(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"$/.exec(answer.text);
    assert.ok(id?.groups, answer.text);
    await sink.until(1);
    sink.answerBody = 'ACK/Jasmin';
    const [first, second] = await sink.until(2);
    assert.ok(first && second);
    assert.deepEqual([first.method, first.url], ['POST', '/hook?id=7']);
    assert.equal(second.body, first.body);
    assert.equal(first.headers['content-type'], 'application/x-www-form-urlencoded');
    const fields = Object.fromEntries(new URLSearchParams(first.body));
    const { id: told, message_status, level, dlvrd, text } = fields;
    assert.deepEqual(
      { told, message_status, level, dlvrd, text },
      { told: id.groups['id'], message_status: 'DELIVRD', level: '2', dlvrd: '001', text: 'Hello' },
    );
  });

  test('has its page fetched where it wants GET, and hears the operator’s answer at level 1', async () => {
    await using sink = await openWebhookSink();
    sink.answerBody = 'ACK/Jasmin';
    await using opened = await openWorld();
    const report = { 'dlr-level': '1', 'dlr-method': 'get', 'dlr-url': `${sink.url}?id=7` };
    await opened.get('/send', { ...good, to: refusedPhone, ...report });
    const [asked] = await sink.until(1);
    assert.ok(asked);
    assert.equal(asked.method, 'GET');
    const fields = Object.fromEntries(new URL(asked.url, sink.url).searchParams);
    assert.deepEqual([fields['message_status'], fields['level']], ['ESME_RINVDSTADR', '1']);
  });

  test('posts JSON, and sends UCS-2 and octets', async () => {
    await using opened = await openWorld();
    const { world, post } = opened;
    const json = (body: object) =>
      post('/send', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...credentials, to: phone, from: 'Acme', ...body }),
      });
    assert.equal((await json({ content: 'é', priority: 2 })).status, 200);
    assert.equal((await json({ 'hex-content': '04160021', coding: 8 })).status, 200);
    assert.equal((await json({ 'hex-content': 'ff00', coding: 4 })).status, 200);
    const [octets] = carriedOf(world.folder);
    assert.deepEqual([octets?.octets, octets?.dataCoding], ['/wA=', 4]);
    assert.deepEqual(textsOf(world.folder).slice(1), ['Ж!', 'é']);
    assert.deepEqual(await json({ content: 'x', custom_tlvs: { '0x1400': 'a' } }), {
      status: 400,
      text: 'Error "Argument [custom_tlvs] is unknown."',
    });
  });

  test('asks for a price and its balance', async () => {
    await using opened = await openWorld();
    const { get } = opened;
    assert.deepEqual(await get('/rate', { to: phone, content: 'x'.repeat(200) }), {
      status: 200,
      text: '{"unit_rate":0.038,"submit_sm_count":2}',
    });
    assert.deepEqual(await get('/rate', { to: phone }), {
      status: 200,
      text: '{"unit_rate":0.038,"submit_sm_count":1}',
    });
    assert.deepEqual(await get('/balance', {}), {
      status: 200,
      text: '{"balance":1000,"sms_count":"ND"}',
    });
    assert.deepEqual(await get('/ping', {}), { status: 200, text: 'Jasmin/PONG' });
  });

  test('hears in Jasmin’s words what is wrong', async () => {
    await using opened = await openWorld();
    const { get } = opened;
    const wrong: readonly (readonly [Record<string, string>, number, string])[] = [
      [{ ...good, password: 'guess' }, 403, `Authentication failure for username:${systemId}`],
      [{ content: 'x' }, 400, 'Mandatory argument [to] is not found.'],
      [{ to: phone }, 400, 'content or hex-content not present.'],
      [{ ...good, to: 'abc' }, 400, 'Argument [to] has an invalid value: [abc].'],
      [{ ...good, to: '12' }, 400, 'Argument [to] has an invalid value: [12].'],
      [{ ...good, coding: '12' }, 400, 'Argument [coding] has an invalid value: [12].'],
      [
        { ...good, 'hex-content': '00' },
        400,
        'content and hex-content cannot be used both in same request.',
      ],
      [{ ...good, 'dlr-level': '4' }, 400, 'Argument [dlr-level] has an invalid value: [4].'],
      [
        { ...good, 'dlr-url': 'http://10.1.2.3/' },
        400,
        'Argument [dlr-url] has an invalid value: [http://10.1.2.3/].',
      ],
      [{ ...good, to: '+12025550100' }, 412, 'No route found'],
      [{ ...good, from: '33612345678' }, 400, 'Argument [from] has an invalid value: [not yours].'],
    ];
    for (const [fields, status, text] of wrong) {
      const expected = { status, text: `Error "${text}"` };
      assert.deepEqual(await get('/send', fields), expected, JSON.stringify(fields));
    }
    assert.deepEqual(await get('/balance', { password: 'guess' }), {
      status: 403,
      text: `"Authentication failure for username:${systemId}"`,
    });
    await using poor = await openWorld({ balance: 0 });
    assert.equal((await poor.get('/send', good)).status, 403);
  });
});

test('the paths of other gateways are unknown until they are switched on', async () => {
  await using app = await openApp();
  for (const path of ['/cgi-bin/sendsms', '/send', '/rate', '/balance', '/ping']) {
    assert.equal((await app.get(path)).status, 404, path);
  }
});

type Stored = { readonly text: string; readonly submission: Submission };

/** Newest first. */
function storedOf(folder: string): readonly Stored[] {
  using database = new DatabaseSync(join(folder, 'parley.db'), { readOnly: true });
  const rows = database.prepare('SELECT text, submission FROM message ORDER BY id DESC').all();
  return rows.map(({ text, submission }) => ({
    text: String(text),
    submission: JSON.parse(String(submission)) as Submission,
  }));
}

function textsOf(folder: string): readonly string[] {
  return storedOf(folder).map(({ text }) => text);
}

function carriedOf(folder: string) {
  return storedOf(folder).map(({ submission }) => submission.carried);
}
