import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { onBoundaryFailure } from '#core/boundary.ts';
import { openLog } from '#core/log.ts';
import type { Role } from '#core/role.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { until } from '#test/harness/pause.ts';
import { readConfig } from '../../config.ts';
import { EngineThreadClient } from './engine-thread-client.ts';
import { noEventLines } from './event-lines.ts';

/** A thread that opens, and does `then` with each later question. */
const threadThat = (then: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ ask }) => {
        if (ask === 'open') parentPort.postMessage({ to: 'open', facts: { smtpIn: ['127.0.0.1:25'] } });
        else if (ask === 'close') process.exit();
        else { ${then} }
      });`)}`,
  );

type Line = { readonly event: string; readonly why?: string; readonly roles?: readonly Role[] };

type Wish = { readonly megabytesMax?: number; readonly roles?: readonly Role[] };

function openClient(module: URL, { megabytesMax, roles = ['mail'] }: Wish = {}) {
  const clock = new HeldClock();
  const lines: Line[] = [];
  const ends: string[] = [];
  const reading = readConfig({}, {});
  assert.ok(reading.ok);
  const config = { ...reading.config, roles };
  const wish = { config, thread: 1, hints: 'hints of a test', hearsMail: false };
  const log = openLog('info', (line) => void lines.push(JSON.parse(line) as Line));
  const endProcess = (how: string): void => void ends.push(how);
  const client = new EngineThreadClient({
    wish,
    clock,
    log,
    endProcess,
    module,
    ...(megabytesMax !== undefined && { megabytesMax }),
  });
  const dead = () => lines.filter(({ event }) => event === 'thread.dead').map(({ why }) => why);
  const rolesOfDead = () => lines.find(({ event }) => event === 'thread.dead')?.roles;
  const open = (phonePort?: number) =>
    client.open(new MessageChannel().port1, { phonePort, events: noEventLines });
  return { client, clock, ends, dead, rolesOfDead, open };
}

suite('a thread with engines', () => {
  for (const roles of [['mail'], ['calls'], ['webhooks'], ['mail', 'calls']] as const) {
    test(`that throws ends the process, after its line: ${roles.join(' and ')}`, async () => {
      const broken = threadThat(`throw new Error('broken')`);
      const { client, clock, ends, dead, rolesOfDead, open } = openClient(broken, { roles });
      assert.deepEqual((await open()).smtpIn, ['127.0.0.1:25']);
      await client.part();
      await until(async () => (dead().length > 0 ? true : undefined));
      assert.deepEqual([dead(), ends], [['ended'], []]);
      assert.deepEqual(rolesOfDead(), roles);
      clock.advance(1_000);
      assert.deepEqual(ends, ['exit']);
      await client[Symbol.asyncDispose]();
    });
  }

  test('that grows to the limit of its memory does so too, and the others go on', async () => {
    const grow = `const all = []; for (;;) all.push(new Array(100_000).fill({}).map((x, n) => ({ n })));`;
    const { client, ends, clock, dead, open } = openClient(threadThat(grow), { megabytesMax: 32 });
    await open();
    await client.part();
    assert.deepEqual(dead(), ['ended']);
    clock.advance(1_000);
    assert.deepEqual(ends, ['exit']);
    await client[Symbol.asyncDispose]();
  });

  test('that hangs is looked at for a minute; then the process is killed, for it hears nothing', async () => {
    const { client, clock, ends, dead, open } = openClient(threadThat(''));
    await open();
    for (let look = 0; look < 11; look += 1) {
      clock.advance(5_000);
      await new Promise(setImmediate);
    }
    assert.deepEqual(ends, []);
    clock.advance(5_000);
    await new Promise(setImmediate);
    assert.deepEqual([ends, dead()], [['kill'], ['silent']]);
    await client[Symbol.asyncDispose]();
  });

  test('that answers late has hung for a while, and lives', async () => {
    const late = `parentPort.postMessage({ to: ask })`;
    const { client, clock, ends, dead, open } = openClient(threadThat(late));
    await open();
    for (let look = 0; look < 30; look += 1) {
      clock.advance(5_000);
      await client.part();
    }
    assert.deepEqual([ends, dead()], [[], []]);
    await client[Symbol.asyncDispose]();
  });

  test('that cannot start says why, as the command line reads it', async () => {
    const refused = `{ to: 'open', error: { name: 'Error', message: 'no', code: 'EADDRINUSE', syscall: 'listen', port: 25 } }`;
    const module = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads';
        parentPort.once('message', () => parentPort.postMessage(${refused}));`)}`,
    );
    const { client, open } = openClient(module);
    await assert.rejects(open(), { code: 'EADDRINUSE', syscall: 'listen', port: 25 });
    await client.terminate();
  });

  test('whose message breaks is told as a boundary, and asked again', async () => {
    using failures = new DisposableStack();
    const told: string[] = [];
    failures.use(onBoundaryFailure(({ boundary }) => void told.push(boundary)));
    const { client, open } = openClient(
      threadThat(`parentPort.postMessage(null); parentPort.postMessage({ to: ask })`),
    );
    await open();
    await client.part();
    await client[Symbol.asyncDispose]();
    assert.deepEqual(new Set(told), new Set(['threads.answer']));
  });

  test('that carries calls is told where the phones are, and tells where SIP is heard', async () => {
    const echo = `parentPort.postMessage({ to: ask })`;
    const opening = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads';
        parentPort.on('message', ({ ask, phonePort }) => {
          if (ask === 'close') process.exit();
          if (ask !== 'open') { ${echo}; return; }
          parentPort.postMessage({ sipAt: { transport: 'udp', address: '127.0.0.1', port: phonePort + 1 } });
          parentPort.postMessage({ to: 'open', facts: { smtpIn: [] } });
        });`)}`,
    );
    const { client, open } = openClient(opening, { roles: ['calls'] });
    await open(5_070);
    assert.equal(client.sipAt?.port, 5_071);
    await client[Symbol.asyncDispose]();
  });

  test('is asked once by those who read its trunks at the same time, and not waited for', async () => {
    const standings = `if (ask === 'standings' && !globalThis.asked) {
      globalThis.asked = true;
      parentPort.postMessage({ to: ask, standings: [{ trunkId: 7 }] });
    }`;
    const { client, clock, open } = openClient(threadThat(standings), { roles: ['calls'] });
    await open();
    const [one, other] = await Promise.all([client.standings(), client.standings()]);
    assert.deepEqual(
      [one, other].map(([first]) => first?.trunkId),
      [7, 7],
    );
    const unanswered = client.standings();
    clock.advance(2_000);
    assert.deepEqual(await unanswered, []);
    await client[Symbol.asyncDispose]();
  });
});
