/** Traces at a collector of OTLP/HTTP: what hangs together, what is told, and what a bad collector costs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { openApp } from '#test/harness/open-app.ts';
import type { Span } from '../../src/app/traces/span.ts';
import { SpanExporter, waitingMax } from '../../src/app/traces/span-exporter.ts';

type Attribute = { readonly key: string; readonly value: object };
type Told = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
};
type Body = {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly Told[] }[];
  }[];
};

/** `answers` false: it takes requests and never says a word. */
async function openCollector({ answers = true } = {}) {
  const spans: Told[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += String(chunk)));
    request.on('end', () => {
      if (!answers) return;
      assert.equal(request.url, '/v1/traces');
      assert.equal(request.headers['content-type'], 'application/json');
      bodies.push(text);
      for (const { scopeSpans } of (JSON.parse(text) as Body).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    async named(...names: readonly string[]): Promise<readonly Told[]> {
      while (!names.every((name) => spans.some((span) => span.name === name)))
        await systemClock.sleep(50);
      return names.map((name) => spans.find((span) => span.name === name) as Told);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const phone = '33639980001';

suite('traces', { timeout: 120_000 }, () => {
  test('a send, its submit, receipt and webhook hang together below the trace of who asked', async () => {
    await using collector = await openCollector();
    await using app = await openApp({ PARLEY_OTLP_ENDPOINT: collector.url });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const send = { apiKey: app.testKey, phoneNumbers: phone, message: 'Hello to a friend' };
    const answered = await fetch(`${app.url}/v1/send`, {
      method: 'POST',
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
      body: JSON.stringify(send),
    });
    assert.equal(answered.status, 200);
    const all = await collector.named('request', 'accept', 'submit', 'receipt', 'webhook attempt');
    assert.deepEqual(new Set(all.map((span) => span.traceId)), new Set([traceId]));
    const [request, accept, ...later] = all;
    assert.equal(request?.parentSpanId, '00f067aa0ba902b7');
    assert.equal(accept?.parentSpanId, request.spanId);
    for (const span of later) assert.equal(span.parentSpanId, accept.spanId, span.name);
    for (const { startTimeUnixNano, endTimeUnixNano } of all)
      assert.ok(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano));
    const said = collector.bodies.join('');
    for (const secret of [app.testKey, phone, 'friend']) assert.ok(!said.includes(secret), secret);
  });

  test('without a traceparent a message has a trace of its own; one that is not sampled is not told', async () => {
    await using collector = await openCollector();
    await using app = await openApp({ PARLEY_OTLP_ENDPOINT: collector.url });
    const send = { apiKey: app.testKey, phoneNumbers: phone, message: 'Hello' };
    const unsampled = await fetch(`${app.url}/v1/send`, {
      method: 'POST',
      headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` },
      body: JSON.stringify(send),
    });
    assert.equal(unsampled.status, 200);
    assert.equal((await app.post('/v1/send', send)).status, 200);
    const all = await collector.named('request', 'accept', 'submit', 'receipt');
    assert.equal(new Set(all.map((span) => span.traceId)).size, 1);
    assert.equal(all[0]?.parentSpanId, undefined);
    assert.notEqual(all[0]?.traceId, 'a'.repeat(32));
    assert.equal(collector.spans.filter(({ name }) => name === 'accept').length, 1);
  });

  test('a collector that is dead costs spans, which metrics count, and no message', async () => {
    const [dead, metrics] = [await freeTcpPort(), await freeTcpPort()];
    await using app = await openApp({
      PARLEY_OTLP_ENDPOINT: `http://127.0.0.1:${dead}`,
      PARLEY_METRICS_PORT: String(metrics),
      PARLEY_METRICS_HOST: '127.0.0.1',
    });
    const send = { apiKey: app.testKey, phoneNumbers: phone, message: 'Hello' };
    assert.equal((await app.post('/v1/send', send)).status, 200);
    for (;;) {
      const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
      const [, dropped = '0'] = /parley_spans_total\{result="dropped"\} (\d+)/.exec(text) ?? [];
      if (Number(dropped) > 0) break;
      await systemClock.sleep(50);
    }
  });

  test('a collector that never answers holds nobody up: what waits has a bound, the rest is dropped', async () => {
    await using collector = await openCollector({ answers: false });
    const log = openLog('silent');
    const endpoint = collector.url;
    const options = { endpoint, clock: systemClock, log, everyMs: 10, patienceMs: 200 };
    const exporter = new SpanExporter(options);
    exporter.start();
    const startedMs = performance.now();
    for (let n = 0; n < waitingMax * 2; n += 1) exporter.add(aSpan);
    assert.ok(performance.now() - startedMs < 1_000);
    assert.ok(exporter.counts.waiting <= waitingMax);
    assert.ok(exporter.counts.dropped >= waitingMax);
    const before = exporter.counts.dropped;
    while (exporter.counts.dropped === before) await systemClock.sleep(20);
    const endedMs = performance.now();
    await exporter[Symbol.asyncDispose]();
    // A second for the last ones, and no more.
    assert.ok(performance.now() - endedMs < 5_000);
    assert.equal(exporter.counts.sent, 0);
  });
});

const aSpan: Span = {
  name: 'request',
  kind: 'server',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  startedAtMs: 1,
  endedAtMs: 2,
  facts: {},
};
