/** One process on a folder whose email has a thread of its own: clients and people see what they see with one thread. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { suite, test } from 'node:test';
import { askServer } from '#cli/operations/ask-server.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { until } from '#test/harness/pause.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const two = { PARLEY_THREADS: '2' };

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
  test('delivers an email from the other one, and its webhook from the first', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp(two);
    assert.match(app.app.banner, /caught at 127\.0\.0\.1:\d+/);
    const id = await sendMail(app, 'Order 1', sink.url);
    await sink.until(1, ({ body }) => body.includes(`"messageId":"${id}"`));
    await until(async () => ((await subjectsCaught(app.folder)).length > 0 ? true : undefined));
    const { processes } = await ask(app.folder, 'cluster');
    const roles = (processes as readonly { readonly roles: readonly string[] }[]).map(
      (each) => each.roles,
    );
    assert.deepEqual(roles[1], ['mail', 'calls']);
    assert.ok(!roles[0]?.includes('mail'));
  });

  test('counts what both have done as one', async () => {
    const port = await freeTcpPort();
    await using app = await openApp({ ...two, PARLEY_METRICS_PORT: String(port) });
    await sendMail(app, 'Counted');
    const isCounted = async (): Promise<true | undefined> => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const counts = [
        /^parley_emails_total\{result="accepted"\} 1$/m,
        /^parley_mail_attempts_total\{outcome="\w+"\} 1$/m,
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
