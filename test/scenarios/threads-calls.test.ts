/** Calls in a thread beside the main thread: an observer of the process sees what they see with one thread. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { askServer } from '#cli/operations/ask-server.ts';
import { number } from '#test/harness/call-world.ts';
import { openCallingApp } from '#test/harness/calling-program.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { until } from '#test/harness/pause.ts';
import { answerSdp, dial, openPhone } from '#test/harness/sip-phones.ts';

const timeout = 120_000;

async function openWorld(threads: string) {
  await using stack = new AsyncDisposableStack();
  const caller = stack.use(await openPhone());
  const callee = stack.use(await openPhone());
  const metricsPort = await freeTcpPort();
  const environment = { PARLEY_THREADS: threads, PARLEY_METRICS_PORT: String(metricsPort) };
  const app = stack.use(await openCallingApp({ environment, calleePort: callee.hop.port }));
  const opened = stack.move();
  return {
    app,
    async talk() {
      const hop = { transport: 'udp', address: '127.0.0.1', port: app.port } as const;
      dial(caller, hop, { uri: `sip:+${number}@127.0.0.1` });
      const incoming = await callee.told.calls.next();
      incoming.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
      const { session } = await caller.told.answered.next();
      await callee.told.acks.next();
      return session;
    },
    async ask(operation: string): Promise<Readonly<Record<string, unknown>>> {
      const wish = { operation, input: {}, account: undefined };
      const answer = await askServer(app.opened.folder, wish);
      assert.equal(answer?.ok, true, JSON.stringify(answer));
      return answer.value as Readonly<Record<string, unknown>>;
    },
    /** A line of what Prometheus reads. */
    async counts(line: string): Promise<true> {
      return until(async () => {
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        return text.split('\n').includes(line) || undefined;
      });
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;
type Shown = {
  readonly name: string;
  readonly standings: readonly { readonly calls: number; readonly processId: number }[];
};

async function callsOfCarrier(world: World): Promise<readonly number[]> {
  const { trunks } = await world.ask('trunk list');
  const carrier = (trunks as readonly Shown[]).find(({ name }) => name === 'carrier');
  return carrier?.standings.map(({ calls }) => calls) ?? [];
}

suite('a process whose calls have another thread', { timeout }, () => {
  for (const [threads, roles] of [
    ['2', [['mail', 'calls', 'webhooks']]],
    ['3', [['mail', 'webhooks'], ['calls']]],
  ] as const) {
    test(`leads a call on, and shows it while it lasts (${threads} threads)`, async () => {
      await using world = await openWorld(threads);
      const { processes } = await world.ask('cluster');
      const all = (processes as readonly { readonly roles: readonly string[] }[]).map(
        (each) => each.roles,
      );
      // Threads beside the main thread start together, in any order.
      assert.deepEqual(new Set(all), new Set([['api', 'sms'], ...roles]));
      assert.equal(world.app.opened.app.calls, undefined);
      const session = await world.talk();
      assert.deepEqual(await callsOfCarrier(world), [1]);
      assert.ok(await world.counts('parley_calls_now 1'));
      session.bye();
      const [record] = await until(async () => {
        const calls = await world.app.storage.calls.listCalls({ beforeId: 99, limit: 2 });
        return calls[0]?.endedAtMs === null ? undefined : calls;
      });
      assert.equal(record?.cause, 'caller_hung_up');
      assert.ok(await world.counts('parley_calls_now 0'));
      assert.ok(await world.counts('parley_calls_total{cause="caller_hung_up"} 1'));
      await until(async () => ((await callsOfCarrier(world))[0] === 0 ? true : undefined));
    });
  }
});
