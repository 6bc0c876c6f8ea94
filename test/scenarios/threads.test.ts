/** One process on a folder whose email and webhooks have threads of their own: clients and people see what they see with one thread. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { askServer } from '#cli/operations/ask-server.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { until } from '#test/harness/pause.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const two = { PARLEY_THREADS: '2' };
const three = { PARLEY_THREADS: '3' };

async function sendText(app: OpenedApp, more: object = {}): Promise<string> {
  const text = { apiKey: app.testKey, phoneNumbers: '+33639980001', message: 'Hello' };
  const { status, json } = await app.post('/v1/send', { ...text, ...more });
  assert.equal(status, 200, JSON.stringify(json));
  return String(json['message_id']);
}

/** Of the webhooks of a folder: events, those among them whose first attempt was received, others, and jobs. */
function countRows(folder: string): readonly (number | undefined)[] {
  using db = new DatabaseSync(path.join(folder, 'parley.db'), { readOnly: true });
  const count = (sql: string) => (db.prepare(sql).get() as { n: number } | undefined)?.n;
  return [
    count('SELECT count(*) AS n FROM webhook_event'),
    count('SELECT count(*) AS n FROM webhook_event WHERE first_status = 200'),
    count('SELECT count(*) AS n FROM webhook_attempt'),
    count("SELECT count(*) AS n FROM job WHERE lane LIKE 'webhook/%'"),
  ];
}

async function rolesOf(folder: string): Promise<readonly (readonly string[])[]> {
  const { processes } = await ask(folder, 'cluster');
  return (processes as readonly { readonly roles: readonly string[] }[]).map(({ roles }) => roles);
}

async function sendMail(app: OpenedApp, subject: string, webhookUrl?: string): Promise<number> {
  const { status, json } = await app.post('/mail/v1/send', {
    apiKey: app.testKey,
    from: { email: 'hello@acme.example' },
    to: { email: 'ann@example.com' },
    subject,
    htmlContent: '<p>Hello</p>',
    ...(webhookUrl !== undefined && { webhookUrl }),
  });
  assert.equal(status, 200, JSON.stringify(json));
  return Number(json['messageId']);
}

type Asked = Readonly<Record<string, unknown>>;

async function ask(folder: string, operation: string, input?: Asked): Promise<Asked> {
  // Of an account, where it takes something.
  const account = input && 1;
  const answer = await askServer(folder, { operation, input: input ?? {}, account });
  assert.equal(answer?.ok, true, JSON.stringify(answer));
  return answer.value as Asked;
}

const subjectsCaught = async (folder: string): Promise<readonly string[]> => {
  const { mails } = await ask(folder, 'simulator mails');
  return (mails as readonly { readonly subject: string }[])
    .map(({ subject }) => subject)
    .toSorted((one, other) => one.localeCompare(other));
};

suite('a process with two threads', () => {
  test('delivers an email and its webhook from the other one', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp(two);
    assert.match(app.app.banner, /caught at 127\.0\.0\.1:\d+/);
    const id = await sendMail(app, 'Order 1', sink.url);
    await sink.until(1, ({ body }) => body.includes(`"messageId":"${id}"`));
    await until(async () => ((await subjectsCaught(app.folder)).length > 0 ? true : undefined));
    const roles = await rolesOf(app.folder);
    assert.deepEqual(roles[1], ['mail', 'calls', 'webhooks']);
    assert.ok(!roles[0]?.includes('mail'));
  });

  test('counts what both have done as one', async () => {
    const port = await freeTcpPort();
    await using sink = await openWebhookSink();
    await using app = await openApp({ ...two, PARLEY_METRICS_PORT: String(port) });
    await sendMail(app, 'Counted');
    await sendText(app, { webhookUrl: sink.url });
    const isCounted = async (): Promise<true | undefined> => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const counts = [
        /^parley_emails_total\{result="accepted"\} 1$/m,
        /^parley_mail_attempts_total\{outcome="\w+"\} 1$/m,
        /^parley_webhook_attempts_total\{outcome="delivered",error="none"\} 1$/m,
        /^parley_webhook_lanes\{state="well"\} 1$/m,
        /^process_resident_memory_bytes \d+/m,
      ];
      return counts.every((each) => each.test(text)) || undefined;
    };
    assert.ok(await until(isCounted));
  });

  test('goes on where one thread has stopped, and the other way round', async () => {
    using folder = temporaryFolder();
    const subjects: string[] = [];
    for (const threads of ['2', '1', '2']) {
      await using app = await openApp({ PARLEY_THREADS: threads }, folder.path);
      const subject = `Order ${subjects.length}`;
      await sendMail(app, subject);
      subjects.push(subject);
      await until(async () =>
        (await subjectsCaught(folder.path)).length === subjects.length ? true : undefined,
      );
    }
    await using app = await openApp({ PARLEY_THREADS: '1' }, folder.path);
    assert.deepEqual(await subjectsCaught(app.folder), subjects);
  });

  test('delivers webhooks of SMS and emails from a third one, each with its first attempt beside it', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp(three);
    const texts: string[] = [];
    for (let n = 0; n < 5; n += 1) texts.push(await sendText(app, { webhookUrl: sink.url }));
    const mail = await sendMail(app, 'Order 1', sink.url);
    for (const id of texts) await sink.until(1, ({ body }) => body.includes(`"msgId":"${id}"`));
    await sink.until(1, ({ body }) => body.includes(`"messageId":"${mail}"`));
    const isSettled = async (): Promise<true | undefined> =>
      countRows(app.folder).at(-1) === 0 || undefined;
    await until(isSettled);
    const [events, received, others] = countRows(app.folder);
    assert.deepEqual([events, received, others], [sink.received.length, events, 0]);
    const roles = await rolesOf(app.folder);
    assert.deepEqual(roles.slice(1).flat().toSorted(), ['calls', 'mail', 'webhooks']);
  });

  test('posts to the inspector, and a test of it as people ask for one', async () => {
    await using app = await openApp(three);
    await sendText(app);
    const seen = async () => {
      const { webhooks } = await ask(app.folder, 'simulator webhooks');
      const list = webhooks as readonly { readonly body: string }[];
      return list.length > 0 ? list : undefined;
    };
    assert.match((await until(seen))[0]?.body ?? '', /^\{"status":"delivered"/);
    const { endpoints } = await ask(app.folder, 'endpoint list', {});
    const [demo] = endpoints as readonly { readonly id: number }[];
    const tested = await ask(app.folder, 'endpoint test', { endpoint: demo?.id });
    assert.deepEqual([tested['received'], tested['status']], [true, 200]);
  });

  test('does not start where a port of the other one is taken, and says which', async () => {
    await using other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const settings = { ...two, PARLEY_SMTP_IN: String(port), PARLEY_SMTP_IN_NAME: 'mail.example' };
    await assert.rejects(openApp(settings), { code: 'EADDRINUSE', port });
  });

  test('has a change of settings followed by both before it answers', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp(two);
    const { endpoint } = await ask(app.folder, 'endpoint add', { url: sink.url });
    const id = await sendMail(app, 'Told at once');
    await sink.until(1, ({ body }) => body.includes(`"messageId":"${id}"`));
    assert.equal(typeof (endpoint as { readonly id: unknown }).id, 'number');
  });
});
