/**
 * Every boundary of the program is made to fail once under traffic through real sockets: the process lives, the
 * failure is told in one line and one count, and what comes next works.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { askServer } from '#cli/operations/ask-server.ts';
import { must } from '#core/assert.ts';
import { type Boundary, boundaries, onBoundaryFailure } from '#core/boundary.ts';
import { failNextInThreads, hearThreads } from '#core/boundary-threads.ts';
import { systemClock } from '#core/clock.ts';
import { Browser } from '#test/harness/browser.ts';
import { LineClient } from '#test/harness/line-client.ts';
import { openApp } from '#test/harness/open-app.ts';
import { makeEmptyDatabase, withoutServer } from '#test/harness/postgres-server.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const number = '33639981000';
const caller = '33639980007';
/** A bind that was cut many times in a row comes back more and more slowly. */
const reachMs = 120_000;
/** What the failure has left of a call may be waited for in vain: the next one is made. */
const attemptMs = 20_000;

/** These need another world than a new installation with its own phones; their own tests enter them. */
const elsewhere: Readonly<Record<string, string>> = {
  'customers.delivery': 'src/sms/customers/customer-deliveries.test.ts',
  'mail.policy': 'src/mail/delivery/sts.test.ts',
  'sip.connection': 'src/numbers/sip/hostile-peers.test.ts',
  'sip.turn': 'src/numbers/sip/hostile-peers.test.ts',
};

/** Only where a server keeps the tables. */
const ofServer: readonly string[] = ['postgres.batch', 'postgres.connection'];

async function openWorld(settings: Readonly<Record<string, string>> = {}) {
  await using stack = new AsyncDisposableStack();
  const sink = stack.use(await openWebhookSink());
  const app = stack.use(
    await openApp({
      PARLEY_SIP_LISTEN: '127.0.0.1:0,tcp:127.0.0.1:0',
      PARLEY_RTP_PORTS: '47200-47399',
      PARLEY_THREADS: '2',
      // One phone calls one number all the time.
      PARLEY_CALLS_PER_CALLER_MINUTE: '100000',
      PARLEY_CALLS_PER_ACCOUNT_SECOND: '10000',
      ...settings,
    }),
  );
  const browser = new Browser(app.url);
  const token = /\/setup#(?<token>\S+)/.exec(app.app.banner)?.groups?.['token'];
  const password = 'a long sentence is a good password';
  await browser.post('/api/operations/setup-make', {
    token,
    email: 'ada@example.com',
    name: 'Ada',
    password,
  });
  const cookie = browser.cookieHeader;
  const rule = await browser.ask('POST', '/api/accounts/1/operations/number-forward', {
    number,
    voicemail: 'me@acme.example',
    replace: true,
  });
  assert.equal(rule.status, 200, rule.text);
  const portOf = (transport: string): number =>
    Number(
      new RegExp(`${transport} 127\\.0\\.0\\.1:(?<port>\\d+)`).exec(app.app.banner)?.groups?.[
        'port'
      ],
    );
  const opened = stack.move();
  return {
    sink,
    app,
    cookie,
    line: () =>
      LineClient.open(`${app.url.replace('http', 'ws')}/api/accounts/1/operations/simulator-call`, {
        origin: app.url,
        cookie,
      }),
    tcpPort: portOf('tcp'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** A message that is accepted, and the webhook that says what became of it. */
async function text({ app, sink }: World): Promise<void> {
  const { status, json } = await app.post('/v1/send', {
    apiKey: app.testKey,
    phoneNumbers: '+33639980101',
    message: 'Hello',
    webhookUrl: sink.url,
  });
  assert.equal(status, 200);
  const id = String(json['message_id']);
  await sink.until(1, ({ body }) => body.includes(`"msgId":"${id}"`));
}

/** A call to a number that takes messages, hung up by the page. */
async function call(world: World): Promise<void> {
  const opened = await world.line();
  if (typeof opened === 'number') throw new Error(`The line is refused: ${opened}`);
  await using line = opened;
  line.order({ do: 'call', from: caller, to: number });
  for (const what of ['calling', 'ringing', 'answered'] as const) await line.hears('caller', what);
  await line.speak(new Int16Array(1_600));
  line.order({ do: 'hang up', side: 'caller' });
  await line.closed;
}

/** An email with a page in it, which is turned into text by a thread, as the catcher has it. */
async function mail({ app }: World): Promise<void> {
  const { status, json } = await app.post('/mail/v1/send', {
    apiKey: app.testKey,
    from: { email: 'hello@acme.example' },
    to: { email: 'ann@example.com' },
    subject: `Order ${Math.random()}`,
    htmlContent: `<p>Hello ${Math.random()}</p>`,
  });
  assert.equal(status, 200, JSON.stringify(json));
}

/** A link to the built-in operator that is cut, and made again. */
async function reconnect(world: World): Promise<void> {
  using _ = onBoundaryFailure(() => undefined);
  boundaries()
    .find(({ name }) => name === 'smpp.session')
    ?.failNext();
  await text(world);
}

/** What is no HTTP; its connection hears so. */
async function garble({ app }: World): Promise<void> {
  const socket = connect(app.app.port, '127.0.0.1').on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.resume().end('nonsense\r\n\r\n');
  await closed;
}

/** A request that is refused before its key is looked up. */
async function refused({ app }: World): Promise<void> {
  const headers = { authorization: `Bearer ${app.testKey}`, 'content-type': 'application/json' };
  const reply = await fetch(`${app.url}/v1/send`, { method: 'POST', headers, body: '{' });
  assert.ok(reply.status >= 400);
}

/** A file that is written piece by piece. */
async function download({ app, cookie }: World): Promise<void> {
  const reply = await fetch(`${app.url}/api/accounts/1/operations/stop-export`, {
    headers: { cookie },
  });
  assert.equal(reply.status, 200);
  assert.match(await reply.text(), /^phone,source,since/);
}

/** A command that asks the running server. */
async function ask({ app }: World): Promise<void> {
  const answer = await askServer(app.folder, { operation: 'operator list', input: {} });
  assert.equal(answer?.ok, true);
}

const megabyte = 1_048_576;

/** Bodies of strangers that stand still, until one that comes after them needs their room. */
async function crowd({ app }: World): Promise<void> {
  const sockets = Array.from({ length: 4 }, () => connect(app.app.port, '127.0.0.1'));
  using _ = { [Symbol.dispose]: () => sockets.forEach((socket) => void socket.destroy()) };
  const head = `POST /mail/v1/send HTTP/1.1\r\nHost: a\r\nContent-Length: ${24 * megabyte}\r\n\r\n`;
  const piece = Buffer.alloc(23 * megabyte, ' ');
  const closed = sockets.map((socket) =>
    once(
      socket.on('error', () => undefined),
      'close',
    ),
  );
  for (const [at, socket] of sockets.entries()) {
    socket.resume().write(head);
    // The last comes when the others count as slow.
    if (at === sockets.length - 1) await systemClock.sleep(2_500);
    socket.write(piece);
  }
  await Promise.race(closed);
}

/** A stranger's connection, which is let go at once. */
async function knock({ tcpPort }: World): Promise<void> {
  const socket = connect(tcpPort, '127.0.0.1').on('error', () => undefined);
  const closed = once(socket.resume(), 'close');
  await closed;
}

const drivers: Readonly<Record<string, readonly ((world: World) => Promise<void>)[]>> = {
  api: [download],
  http: [text],
  calls: [call],
  commits: [text],
  core: [text, mail],
  dashboard: [call],
  mail: [mail],
  operations: [ask],
  postgres: [text],
  queue: [text],
  rtp: [call],
  sip: [call],
  smpp: [text],
  smtp: [mail],
  threads: [mail, call, text],
  webhooks: [text],
};

/** What only some traffic of a room passes. */
const drivenBy: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'http.client-error': garble,
  'http.stream': download,
  'http.request-owner': refused,
  'http.displaced-body': crowd,
  'http.connection': garble,
  'http.upgrade': call,
  'sip.listener': knock,
  'core.side-thread': mail,
  'smpp.listener': reconnect,
  'smpp.dial': reconnect,
  'smpp.link': reconnect,
  'threads.events': text,
};

const driversOf = (name: string) => drivers[name.split('.', 1)[0] ?? ''] ?? [];

/** Until it has failed; what is under way then may fail too, which is the point. */
async function driveUntil(world: World, name: string, failed: () => boolean): Promise<void> {
  const endsAtMs = systemClock.monotonicMs() + reachMs;
  const special = drivenBy[name];
  const drive = special === undefined ? driversOf(name) : [special];
  while (!failed() && systemClock.monotonicMs() < endsAtMs && drive.length > 0) {
    const rounds = drive.map((each) => each(world).catch(() => undefined));
    await Promise.race([Promise.all(rounds), systemClock.sleep(2_000)]);
    for (let waits = 0; waits < 20 && !failed(); waits += 1) await systemClock.sleep(50);
  }
}

/** It works once what was under way when the failure came is over: a phone is busy until its call has ended. */
async function again(works: (world: World) => Promise<void>, world: World): Promise<void> {
  const endsAtMs = systemClock.monotonicMs() + reachMs;
  for (;;) {
    const left = Math.max(0, endsAtMs - systemClock.monotonicMs());
    const late = systemClock
      .sleep(Math.min(left, attemptMs))
      .then(() => assert.fail(`${works.name} works again`));
    try {
      await Promise.race([works(world), late]);
      return;
    } catch (error) {
      if (systemClock.monotonicMs() >= endsAtMs) throw error;
      await systemClock.sleep(200);
    }
  }
}

async function walk(world: World, each: Boundary): Promise<void> {
  const here: string[] = [];
  const beside: string[] = [];
  using stack = new DisposableStack();
  stack.use(onBoundaryFailure(({ boundary }) => here.push(boundary)));
  stack.use(hearThreads(({ boundary }) => beside.push(boundary)));
  const hasFailed = (): boolean => [...here, ...beside].includes(each.name);
  const failing = failNextInThreads(each.name);
  each.failNext();
  await driveUntil(world, each.name, hasFailed);
  for (const other of boundaries()) other.disarm();
  failing[Symbol.dispose]();
  assert.ok(hasFailed(), `no driver reaches ${each.name}`);
  // The main thread and the other one have a boundary of that name each, and so have their media threads.
  const besideMax = each.name.startsWith('rtp.') ? 2 : 1;
  for (const [heard, max] of [[here, 1] as const, [beside, besideMax] as const]) {
    assert.ok(heard.filter((name) => name === each.name).length <= max, 'told once');
  }
  for (const works of driversOf(each.name)) await again(works, world);
}

suite('each boundary of a database server', {
  skip: withoutServer,
  timeout: 600_000,
}, async () => {
  for (const name of ofServer) {
    test(`${name} fails, and the program goes on`, async () => {
      await using database = await makeEmptyDatabase();
      await using world = await openWorld({ PARLEY_DATABASE: database.address });
      const each = boundaries().find((one) => one.name === name);
      await walk(world, must(each, name));
    });
  }
});

suite('each boundary', { timeout: 600_000 }, async () => {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await openWorld());
  // Threads of audio start with it: those that do not run do not hear which entry is to fail.
  await call(world);
  const opened = stack.move();
  const walked = boundaries().filter(
    ({ name }) => !(name in elsewhere || ofServer.includes(name)) && !name.startsWith('test.'),
  );

  for (const each of walked) {
    test(`${each.name} fails, and the program goes on`, () => walk(world, each));
  }

  test('is reached by a driver here, or named with the test that enters it', async () => {
    const known = new Set(boundaries().map(({ name }) => name));
    assert.deepEqual(
      [...Object.keys(elsewhere), ...ofServer].filter((name) => !known.has(name)),
      [],
    );
    for (const [name, file] of Object.entries(elsewhere)) {
      const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
      assert.ok(source.includes(`'${name}'`), `${file} makes ${name} fail`);
    }
  });

  for (const page of ['docs/operation.md', 'docs/fr/operation.md']) {
    test(`is explained in ${page}`, async () => {
      const words = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8');
      const names = boundaries().map(({ name }) => name);
      assert.deepEqual(
        names.filter((name) => !words.includes(`\`${name}\``)),
        [],
      );
    });
  }

  test('the world closes', () => opened.disposeAsync());
});
