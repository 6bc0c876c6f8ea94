/**
 * A whole life of an installation in which each secret and each text of a person is a word that stands nowhere else.
 * Afterwards none of them may be found where it does not belong.
 */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { totpCode } from '#people/totp.ts';
import { Browser, type PageReply } from '#test/harness/browser.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';
import { until } from '#test/harness/pause.ts';
import { openCustomer } from '#test/harness/smpp-customer.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

/** Known to who has them alone; not even the database says them. */
const secrets = {
  operatorPassword: 'CnrOpPw1',
  bindPassword: 'CnrBd1Pw',
  signInPassword: 'canary sits on the password fence',
  wrongBindPassword: 'CnrWrong',
  wrongPassword: 'canary tries another password',
  webhookSecret: `whsec_${Buffer.from('canary-canary-canary-canary-1234').toString('base64')}`,
  trunkPassword: 'CnrTrunkPw-1',
  trunkInPassword: 'CnrTrunkInPw-1',
  headerValue: 'CANARY-value-of-a-header',
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
  otherPhone: '612345679',
  hookPath: 'CANARY-path-of-a-webhook',
  hookQuery: 'CANARY-query-of-a-webhook',
  queryWord: 'CANARY-word-in-a-query',
  contact: 'CANARY-name-of-a-contact',
};

/** Each word that is declared must have been said, and what said it must have been taken. */
class Said {
  readonly #said: string[] = [];

  taken(what: unknown, answered: string, isTaken: boolean): void {
    const text = typeof what === 'string' ? what : JSON.stringify(what);
    assert.ok(isTaken, `${text.slice(0, 200)}: ${answered.slice(0, 300)}`);
    this.#said.push(text);
    if (text.includes('?')) this.#said.push(decodeURIComponent(text.replaceAll('+', ' ')));
  }

  /** What is wrong on purpose, and refused for it. */
  refused(what: string): void {
    this.#said.push(what);
  }

  missing(words: Readonly<Record<string, string>>): readonly string[] {
    const said = this.#said.join('\n');
    return Object.entries(words).flatMap(([name, word]) => (said.includes(word) ? [] : [name]));
  }
}

const said = new Said();

type Found = readonly string[];

function canariesIn(text: string, canaries: Readonly<Record<string, string>>): Found {
  return Object.entries(canaries).flatMap(([name, word]) => (text.includes(word) ? [name] : []));
}

/** A secret is typed into a file, and never an argument. */
async function typed(
  parley: ParleyFolder,
  input: string,
  ...words: readonly string[]
): Promise<string> {
  const file = path.join(parley.path, `typed-${words[0]}`);
  await writeFile(file, `${input}\n`, { mode: 0o600 });
  const { code, out, err } = await parley.run([...words, file]);
  said.taken(input, err, code === 0);
  await rm(file);
  return out;
}

async function run(parley: ParleyFolder, ...words: readonly string[]): Promise<string> {
  const { code, out, err } = await parley.run(words);
  assert.equal(code, 0, `${words.join(' ')}: ${err}`);
  return out;
}

const customer = 'canary-esme';

async function install(parley: ParleyFolder): Promise<void> {
  const server = ['--host', '127.0.0.1', '--port', '9', '--system-id', 'canary'];
  const operator = ['operator', 'add', '--name', 'orange', ...server];
  await typed(parley, secrets.operatorPassword, ...operator, '--password-file');
  const route = ['--prefix', '33', '--operator', 'orange', '--price', '0.01'];
  await run(parley, 'route', 'set', ...route);
}

/** What needs the account that the first start makes. Answers its live key. */
async function settle(parley: ParleyFolder): Promise<string> {
  const user = ['smpp-user', 'create', '--account', '1', '--system-id', customer];
  await typed(parley, secrets.bindPassword, ...user, '--mode', 'test', '--password-file');
  const trunk = [
    'trunk',
    'add',
    'carrier',
    '--host',
    '127.0.0.1',
    '--sources',
    '192.0.2.0/24',
    '--auth-user',
    'canary',
  ];
  await typed(parley, secrets.trunkPassword, ...trunk, '--password-file');
  const inbound = ['trunk', 'set', 'carrier', '--auth-in-user', 'canary-in'];
  await typed(parley, secrets.trunkInPassword, ...inbound, '--auth-in-password-file');
  await run(parley, 'account', 'topup', '1', '100');
  const made = await run(parley, 'key', 'create', '--account', '1', '--json');
  return must(/live_\w{40,}/.exec(made)?.[0], 'live key');
}

type Lived = {
  /** Made by the program while it ran. */
  readonly made: Readonly<Record<string, string>>;
  readonly app: Readonly<Record<string, string>>;
  readonly refusals: readonly string[];
  readonly metrics: string;
};

async function live(
  parley: ParleyFolder,
  { metricsPort, smppPort }: { readonly metricsPort: number; readonly smppPort: number },
): Promise<Lived & { log: string }> {
  await using sink = await openWebhookSink();
  const child = parley.spawn(['serve']);
  const log = textOf(child.stderr);
  let banner = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    banner += String(chunk);
    if (/setup#\S+[\s\S]*test_\w+[\s\S]*\n$/.test(banner)) break;
  }
  const url = must(/http:\/\/localhost:\d+/.exec(banner)?.[0], 'address');
  const setupToken = must(/setup#(?<token>[\w-]+)/.exec(banner)?.groups?.['token'], 'token');
  const testKey = must(/test_\w+/.exec(banner)?.[0], 'key');
  const liveKey = await settle(parley);
  const ofInterface = await askTheInterface(url, testKey, sink.url.replace(/\/hook$/, ''));
  const ofPages = await askThePages(url, setupToken);
  const refusals = [...ofInterface, ...ofPages.refusals];
  await sink.until(1, ({ body }) => body.includes('"delivered"'));
  await sendTooOften(url, liveKey);
  await askAsOthersDo(url);
  await bindAsCustomer(smppPort);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  child.kill('SIGTERM');
  return {
    made: { setupToken, testKey, liveKey },
    app: ofPages.app,
    refusals,
    metrics,
    log: await log,
  };
}

/** Twenty messages to one phone in ten minutes are what a trusted account sends without a word. */
async function sendTooOften(url: string, apiKey: string): Promise<void> {
  for (let count = 0; count < 22; count += 1) {
    const phoneNumbers = `+33${personal.otherPhone}`;
    const body = JSON.stringify({ apiKey, phoneNumbers, message: `${personal.text} ${count}` });
    const response = await fetch(`${url}/v1/send`, { method: 'POST', body });
    said.taken(body, await response.text(), response.ok);
  }
}

/** Programs that were written for Kannel and Jasmin carry passwords, phones and texts in queries. */
async function askAsOthersDo(url: string): Promise<void> {
  const credentials = { username: customer, password: secrets.bindPassword };
  const to = `+33${personal.phone}`;
  for (const [at, fields] of [
    ['/cgi-bin/sendsms', { to, from: 'Acme', text: personal.text }],
    ['/send', { to, from: 'Acme', content: personal.text }],
  ] as const) {
    const ask = async (words: Readonly<Record<string, string>>) => {
      const query = new URLSearchParams(words).toString();
      const response = await fetch(`${url}${at}?${query}`);
      return { isTaken: response.ok, text: await response.text() };
    };
    // The user was made a moment ago: a running server hears of it within a second.
    const taken = await until(async () => {
      const answered = await ask({ ...credentials, ...fields });
      return answered.isTaken ? answered : undefined;
    });
    said.taken(Object.values({ ...credentials, ...fields }).join(' '), taken.text, true);
    const wrong = await ask({ ...fields, username: customer, password: secrets.wrongBindPassword });
    assert.equal(wrong.isTaken, false);
    said.refused(secrets.wrongBindPassword);
  }
}

async function bindAsCustomer(port: number): Promise<void> {
  const { bindPassword: password } = secrets;
  await using bound = openCustomer({ port, systemId: customer, password });
  await bound.bound();
  const shortMessage = Buffer.from(personal.text);
  const destination = { ton: 1, npi: 1, address: `33${personal.phone}` } as const;
  const answer = await bound.submit({ shortMessage, destination });
  assert.ok(answer.kind === 'answered' && answer.status === 0);
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
    else said.taken(`${at}\n${text}`, answered, true);
  };
  const { wrongKey } = secrets;
  const to = `+33${personal.phone}`;
  const urlDlr = `${sink}/${personal.hookPath}?q=${personal.hookQuery}`;
  const send = { apiKey: testKey, phoneNumbers: to, message: personal.text };
  await ask('/v1/send', { ...send, urlDlr });
  await ask('/v1/send', { ...send, urlDlr: `http://127.0.0.1:9/${personal.hookPath}` });
  await ask(
    `/v1/send?${new URLSearchParams({ ...send, note: personal.queryWord }).toString()}`,
    '',
  );
  said.refused(wrongKey);
  const contact = { phoneNumber: to, firstname: personal.contact };
  await ask('/v1/group/add', { apiKey: testKey, name: 'Friends' });
  await ask('/v1/contact/add', { apiKey: testKey, groupId: 1, contact });
  await ask(`/v1/send?apiKey=${wrongKey}`, { message: personal.text, phoneNumbers: to });
  await ask('/v1/send', { ...send, apiKey: wrongKey });
  await ask('/v1/me', undefined, { authorization: `Bearer ${wrongKey}` });
  await ask(`/v1/me?apiKey=${testKey}`, undefined, { 'x-api-key': wrongKey });
  await ask('/v1/send', `{"apiKey":"${testKey}","message":"${personal.text}`);
  await ask('/v1/send', `<r><apiKey>${testKey}</apiKey><message>${personal.text}</r>`);
  await ask(`/v1/${testKey}/none?apiKey=${testKey}`);
  await ask('/v1/status', { apiKey: testKey });
  const mailbox = `${personal.mailbox}@parley.test`;
  const attachments = [
    { filename: 'a.txt', contentType: 'text/plain', base64Content: personal.attachment },
  ];
  const email = {
    to: [{ email: mailbox }],
    from: { email: 'shop@parley.test' },
    subject: personal.subject,
  };
  await ask('/mail/v1/send', {
    apiKey: testKey,
    ...email,
    htmlContent: personal.html,
    attachments,
  });
  await ask('/mail/v1/send', {
    apiKey: testKey,
    to: [{ email: `${personal.mailbox}@` }],
    htmlContent: personal.html,
  });
  return refusals;
}

async function askThePages(
  url: string,
  token: string,
): Promise<{
  readonly refusals: readonly string[];
  readonly app: Readonly<Record<string, string>>;
}> {
  const browser = new Browser(url);
  const replies: PageReply[] = [];
  const post = async (at: string, body: object): Promise<void> => {
    const reply = await browser.ask('POST', at, body);
    replies.push(reply);
    if (reply.status < 400) said.taken(body, reply.text, true);
  };
  const person = { email: `${personal.mailbox}@acme.example`, name: 'Ada' };
  const { signInPassword: password, wrongPassword, webhookSecret } = secrets;
  await post('/api/operations/setup-make', { token: `${token}x`, ...person, password });
  await post('/api/operations/setup-make', { token, ...person, password });
  const { email } = person;
  await post('/api/operations/sign-in-begin', { email, password: wrongPassword });
  await post('/api/operations/sign-in-begin', { email: `no.${email}`, password });
  await post('/api/operations/sign-in-confirm', { password: wrongPassword });
  await post('/api/operations/sign-in-confirm', { password });
  const hook = `https://hooks.example/${personal.hookPath}?q=${personal.hookQuery}`;
  const headers = { 'x-canary': secrets.headerValue };
  await post('/api/accounts/1/operations/endpoint-add', {
    url: hook,
    secret: webhookSecret,
    headers,
  });
  const text = personal.reply;
  const { numbers } = (await browser.get('/api/accounts/1/operations/home-start')).body;
  const [to = ''] = numbers as readonly string[];
  await post('/api/accounts/1/operations/simulator-write', {
    phone: `33${personal.phone}`,
    to,
    text,
  });
  said.refused(wrongPassword);
  await post('/api/accounts/1/operations/endpoint-add', { url: `ftp://${personal.hookPath}` });
  await post('/api/accounts/1/operations/message-send', {
    to: `+33${personal.phone}`,
    text: personal.text,
  });
  const app = await addApp(browser);
  const bundle = await browser.get('/api/operations/diagnostics');
  assert.deepEqual([bundle.status, bundle.text.includes('"settings"')], [200, true]);
  assert.deepEqual(canariesIn(bundle.text, { ...secrets, ...personal, token }), [], 'diagnostics');
  return {
    app,
    refusals: replies.filter(({ status }) => status >= 400).map((refusal) => refusal.text),
  };
}

/** The secret of an authenticator app and one of its recovery codes, each shown this once. */
async function addApp(browser: Browser): Promise<Readonly<Record<string, string>>> {
  const proposed = await browser.ask('POST', '/api/operations/factor-propose-app');
  const appSecret = String(proposed.body['secret']);
  const code = totpCode(appSecret, Math.floor(Date.now() / 30_000));
  const body = { secret: appSecret, code };
  const added = await browser.post('/api/operations/factor-add-app', body);
  assert.equal(added.status, 200, added.text);
  const [recoveryCode = ''] = added.body['codes'] as readonly string[];
  return { appSecret, recoveryCode, plainRecoveryCode: recoveryCode.replaceAll('-', '') };
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
  const smppPort = await freeTcpPort();
  await using parley = await openParleyFolder({
    PARLEY_LOG: 'debug',
    PARLEY_METRICS_PORT: String(metricsPort),
    PARLEY_METRICS_HOST: '127.0.0.1',
    PARLEY_MAIL_CATCHER_PORT: '0',
    PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
    PARLEY_SMPP_PORT: String(smppPort),
    PARLEY_ADAPTERS: 'kannel,jasmin',
  });
  await install(parley);
  const { made, app, refusals, metrics, log } = await live(parley, { metricsPort, smppPort });
  assert.deepEqual(said.missing({ ...secrets, ...personal }), [], 'words that nobody has said');
  for (const event of ['limit.exceeded', 'smpp.bound', 'smpp.unbound']) {
    assert.ok(log.includes(`"event":"${event}"`), `${event} was written`);
  }
  assert.doesNotMatch(log, /"(?:address|peer)":"127\.0\.0\.1"/, 'whole addresses');
  assert.ok(log.split('\n').length > 50, 'the log was written');
  assert.match(metrics, /parley_messages_total/);
  assert.ok(refusals.length > 10, `${refusals.length} requests were refused`);
  const all = { ...secrets, ...personal, ...made, ...app };
  assert.deepEqual(canariesIn(log, all), [], 'log');
  assert.deepEqual(canariesIn(metrics, all), [], 'metrics');
  const known = { ...secrets, ...made, ...app };
  assert.deepEqual(canariesIn(refusals.join('\n'), known), [], 'errors');
  const audit = await parley.run(['audit', 'list', '--json']);
  assert.match(audit.out, /operator/);
  assert.deepEqual(canariesIn(audit.out, known), [], 'audit');
  const stored = await storedIn(parley.path);
  assert.ok(stored.includes(personal.text), 'the database was read');
  assert.deepEqual(canariesIn(stored, known), [], 'database');
});
