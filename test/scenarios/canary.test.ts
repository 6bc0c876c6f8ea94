/**
 * A whole life of an installation in which each secret and each text of a person is a word that stands nowhere else.
 * Afterwards none of them may be found where it does not belong.
 */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { Browser, type PageReply } from '#test/harness/browser.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

/** Known to who has them alone; not even the database says them. */
const secrets = {
  operatorPassword: 'CnrOpPw1',
  bindPassword: 'CnrBd1Pw',
  signInPassword: 'canary sits on the password fence',
  wrongPassword: 'canary tries another password',
  webhookSecret: `whsec_${Buffer.from('canary-canary-canary-canary-1234').toString('base64')}`,
  wrongKey: `live_${'CANARYwrongKEY'.padEnd(49, 'x')}`,
};

/** Somebody's own: what was written, to whom, and where it is told. */
const personal = {
  text: 'CANARY-text-of-a-message',
  reply: 'CANARY-text-of-a-reply',
  subject: 'CANARY-subject-of-an-email',
  html: 'CANARY-html-of-an-email',
  attachment: Buffer.from('CANARY-attachment').toString('base64'),
  mailbox: 'canary.person',
  phone: '639980001',
  hookPath: 'CANARY-path-of-a-webhook',
  hookQuery: 'CANARY-query-of-a-webhook',
  queryTag: 'CANARY-tag-in-a-query',
  contact: 'CANARY-name-of-a-contact',
};

type Found = readonly string[];

function canariesIn(text: string, canaries: Readonly<Record<string, string>>): Found {
  return Object.entries(canaries).flatMap(([name, word]) => (text.includes(word) ? [name] : []));
}

async function install(parley: ParleyFolder): Promise<void> {
  const file = path.join(parley.path, 'password');
  const typed = async (input: string, ...words: readonly string[]): Promise<void> => {
    await writeFile(file, `${input}\n`, { mode: 0o600 });
    const { code, err } = await parley.run(words);
    assert.equal(code, 0, err);
  };
  const server = ['--host', '127.0.0.1', '--port', '9', '--system-id', 'canary'];
  const fromFile = ['--password-file', file];
  await typed(
    secrets.operatorPassword,
    'operator',
    'add',
    '--name',
    'orange',
    ...server,
    ...fromFile,
  );
  await writeFile(file, '');
}

type Lived = {
  /** Made by the program while it ran. */
  readonly made: Readonly<Record<string, string>>;
  readonly refusals: readonly string[];
  readonly metrics: string;
};

async function live(parley: ParleyFolder, metricsPort: number): Promise<Lived & { log: string }> {
  await using sink = await openWebhookSink();
  const child = parley.spawn(['serve']);
  const log = textOf(child.stderr);
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (/setup#\S+[\s\S]*test_\w+[\s\S]*\n$/.test(said)) break;
  }
  const url = must(/http:\/\/localhost:\d+/.exec(said)?.[0], 'address');
  const setupToken = must(/setup#(?<token>[\w-]+)/.exec(said)?.groups?.['token'], 'token');
  const testKey = must(/test_\w+/.exec(said)?.[0], 'key');
  const refusals = [
    ...(await askTheInterface(url, testKey, sink.url.replace(/\/hook$/, ''))),
    ...(await askThePages(url, setupToken)),
  ];
  await sink.until(1, ({ body }) => body.includes('"delivered"'));
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  child.kill('SIGTERM');
  return { made: { setupToken, testKey }, refusals, metrics, log: await log };
}

/** Answers the bodies of what was refused. */
async function askTheInterface(
  url: string,
  testKey: string,
  sink: string,
): Promise<readonly string[]> {
  const refusals: string[] = [];
  const ask = async (
    at: string,
    body?: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const init = text === undefined ? {} : { method: 'POST', body: text };
    const response = await fetch(`${url}${at}`, { ...init, headers });
    const answered = await response.text();
    if (response.status >= 400) refusals.push(answered);
  };
  const { wrongKey } = secrets;
  const to = `+33${personal.phone}`;
  const urlDlr = `${sink}/${personal.hookPath}?q=${personal.hookQuery}`;
  const send = { apiKey: testKey, phoneNumbers: to, message: personal.text };
  await ask('/v1/send', { ...send, urlDlr });
  await ask('/v1/send', { ...send, urlDlr: `http://127.0.0.1:9/${personal.hookPath}` });
  await ask(`/v1/send?${new URLSearchParams({ ...send, tag: personal.queryTag }).toString()}`);
  await ask(`/v1/send?apiKey=${wrongKey}`, { message: personal.text, phoneNumbers: to });
  await ask('/v1/send', { ...send, apiKey: wrongKey });
  await ask('/v1/me', undefined, { authorization: `Bearer ${wrongKey}` });
  await ask(`/v1/me?apiKey=${testKey}`, undefined, { 'x-api-key': wrongKey });
  await ask('/v1/send', `{"apiKey":"${testKey}","message":"${personal.text}`);
  await ask('/v1/send', `<r><apiKey>${testKey}</apiKey><message>${personal.text}</r>`);
  await ask(`/v1/${testKey}/none?apiKey=${testKey}`);
  await ask('/v1/status', { apiKey: testKey });
  const mailbox = `${personal.mailbox}@parley.test`;
  const attachments = [{ name: 'a.txt', type: 'text/plain', data: personal.attachment }];
  const email = {
    to: [{ email: mailbox }],
    from: { email: 'shop@parley.test' },
    subject: personal.subject,
  };
  await ask('/mail/v1/send', { apiKey: testKey, ...email, html: personal.html, attachments });
  await ask('/mail/v1/send', {
    apiKey: testKey,
    to: [{ email: `${personal.mailbox}@` }],
    html: personal.html,
  });
  return refusals;
}

async function askThePages(url: string, token: string): Promise<readonly string[]> {
  const browser = new Browser(url);
  const replies: PageReply[] = [];
  const post = async (at: string, body: object): Promise<void> => {
    replies.push(await browser.ask('POST', at, body));
  };
  const person = { email: `${personal.mailbox}@acme.example`, name: 'Ada' };
  const { signInPassword: password, wrongPassword, webhookSecret } = secrets;
  await post('/api/setup', { token: `${token}x`, ...person, password });
  await post('/api/setup', { token, ...person, password });
  await post('/api/session', { ...person, password: wrongPassword });
  await post('/api/session', { email: `no.${person.email}`, password });
  await post('/api/session/fresh', { password: wrongPassword });
  await post('/api/session/fresh', { password });
  const hook = `https://hooks.example/${personal.hookPath}?q=${personal.hookQuery}`;
  await post('/api/accounts/1/endpoints', { url: hook, secret: webhookSecret });
  await post('/api/accounts/1/endpoints', { url: `ftp://${personal.hookPath}` });
  await post('/api/accounts/1/messages', { to: `+33${personal.phone}`, text: personal.text });
  const bundle = await browser.get('/api/console/diagnostics.json');
  assert.deepEqual([bundle.status, bundle.text.includes('"settings"')], [200, true]);
  assert.deepEqual(canariesIn(bundle.text, { ...secrets, ...personal, token }), [], 'diagnostics');
  return replies.filter(({ status }) => status >= 400).map(({ text }) => text);
}

/** Octets of all files of a folder, the key's own file left out. */
async function storedIn(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && entry.name !== 'master.key');
  const read = files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1'));
  return (await Promise.all(read)).join('\n');
}

test("what is secret or somebody's own is in no log, metric, error or audit", async () => {
  const metricsPort = await freeTcpPort();
  await using parley = await openParleyFolder({
    PARLEY_LOG: 'debug',
    PARLEY_METRICS_PORT: String(metricsPort),
    PARLEY_METRICS_HOST: '127.0.0.1',
    PARLEY_MAIL_CATCHER_PORT: '0',
    PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  });
  await install(parley);
  const { made, refusals, metrics, log } = await live(parley, metricsPort);
  assert.ok(log.split('\n').length > 50, 'the log was written');
  assert.match(metrics, /parley_messages_total/);
  assert.ok(refusals.length > 10, `${refusals.length} requests were refused`);
  const all = { ...secrets, ...personal, ...made };
  assert.deepEqual(canariesIn(log, all), [], 'log');
  assert.deepEqual(canariesIn(metrics, all), [], 'metrics');
  const known = { ...secrets, ...made };
  assert.deepEqual(canariesIn(refusals.join('\n'), known), [], 'errors');
  const audit = await parley.run(['audit', 'list', '--json']);
  assert.match(audit.out, /operator/);
  assert.deepEqual(canariesIn(audit.out, known), [], 'audit');
  const stored = await storedIn(parley.path);
  assert.ok(stored.includes(personal.text), 'the database was read');
  assert.deepEqual(canariesIn(stored, secrets), [], 'database');
});
