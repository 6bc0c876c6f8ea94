/** What Prometheus reads of a process that works. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { openApp } from '#test/harness/open-app.ts';
import { loggedBy, openParleyFolder } from '#test/harness/parley-process.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';
import { makeMeters, processMeters } from '../../src/app/metrics/meters.ts';

/** The samples by name and labels, as they are written. */
function read(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

const root = path.join(import.meta.dirname, '..', '..');
const tls = path.join(root, 'fixtures', 'smpp', 'tls');

/** Nothing, until the port is open. */
async function readMetrics(port: number): Promise<string> {
  try {
    return await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  } catch {
    return '';
  }
}

/** What `/metrics` says once it fits: what is counted behind a commit takes a moment. */
async function metricsOnce(
  port: number,
  fits: (samples: ReadonlyMap<string, number>) => boolean,
): Promise<string> {
  for (;;) {
    const text = await readMetrics(port);
    if (fits(read(text))) return text;
    await systemClock.sleep(50);
  }
}

test('metrics tell what was sent, what came back and how the binds do, and name nobody', async () => {
  const port = await freeTcpPort();
  await using sink = await openWebhookSink();
  await using app = await openApp({
    PARLEY_METRICS_PORT: String(port),
    PARLEY_METRICS_HOST: '127.0.0.1',
    PARLEY_SMPP_TLS_PORT: '0',
    PARLEY_SMPP_TLS_CERT: path.join(tls, 'server.pem'),
    PARLEY_SMPP_TLS_KEY: path.join(tls, 'server-key.pem'),
  });
  const ask = (target: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${target}`, { method });
  const phone = '33639980001';
  const send = { apiKey: app.testKey, phoneNumbers: phone, message: 'Hello', urlDlr: sink.url };
  assert.equal((await app.post('/v1/send', send)).status, 200);
  assert.equal((await app.post('/v1/send', { ...send, message: '' })).status, 400);

  const delivered = 'parley_receipts_total{operator="simulator",outcome="delivered"}';
  const told = 'parley_webhook_delivery_seconds_count';
  const isDone = (seen: ReadonlyMap<string, number>) =>
    seen.get(delivered) === 1 && (seen.get(told) ?? 0) > 0;
  const text = await metricsOnce(port, isDone);
  const samples = read(text);
  assert.equal(samples.get('parley_messages_total{result="accepted"}'), 1);
  assert.equal(samples.get('parley_parts_accepted_total'), 1);
  assert.equal(samples.get('parley_submits_total{operator="simulator"}'), 1);
  assert.ok((samples.get('parley_binds_up{operator="simulator"}') ?? 0) >= 1);
  assert.equal(samples.get('parley_ready'), 1);
  assert.ok(samples.has('parley_webhook_lanes{state="down"}'));
  assert.equal(samples.get('parley_jobs_owed{engine="sms"}'), 0);
  assert.ok((samples.get('parley_commit_seconds_count{operation="accept_messages"}') ?? 0) >= 1);
  assert.ok(samples.has('nodejs_eventloop_lag_seconds'));
  const of = '{operator="simulator"}';
  const ok = '{operator="simulator",status="ESME_ROK",class="taken"}';
  assert.equal(samples.get(`parley_smpp_submit_answers_total${ok}`), 1);
  assert.equal(samples.get(`parley_smpp_response_seconds_count${of}`), 1);
  assert.equal(samples.get(`parley_receipts_awaited_total${of}`), 1);
  assert.equal(samples.get(`parley_receipts_unmatched_total${of}`), 0);
  assert.ok((samples.get(`parley_receipt_lag_seconds_count${of}`) ?? 0) >= 1);
  assert.ok((samples.get(`parley_smpp_window${of}`) ?? 0) >= 1);
  assert.equal(samples.get(`parley_smpp_window_used${of}`), 0);
  assert.ok(
    samples.has('parley_smpp_reconnects_total{operator="simulator",reason="password_refused"}'),
  );
  const received = 'parley_webhook_attempts_total{outcome="delivered",error="none"}';
  assert.equal(samples.get(received), samples.get(told));
  assert.equal(samples.get('parley_webhook_in_flight'), 0);
  assert.equal(samples.get('parley_webhook_endpoints_at_rest{state="paused"}'), 0);
  assert.ok((samples.get('parley_certificate_expires_seconds{port="smpp"}') ?? 0) > 86_400);
  assert.equal(samples.get('parley_ledger_drift_accounts'), 0);
  for (const secret of [phone, app.testKey, 'Hello']) assert.ok(!text.includes(secret));

  assert.equal((await ask('/')).status, 404);
  assert.equal((await ask('/metrics', 'POST')).status, 405);
  assert.equal((await app.get('/metrics')).status, 404);
});

test('a balance that is not its sum is told by log and metric soon after the start', async () => {
  const port = await freeTcpPort();
  await using folder = await openParleyFolder({
    PARLEY_METRICS_PORT: String(port),
    PARLEY_METRICS_HOST: '127.0.0.1',
    PARLEY_LOG: 'error',
  });
  const first = await folder.serve();
  first.signal('SIGTERM');
  await first.end;
  const db = new DatabaseSync(path.join(folder.path, 'parley.db'));
  db.exec('UPDATE account SET test_balance = test_balance + 1');
  db.close();
  const server = folder.spawn(['serve']);
  const told = await loggedBy(server, 'ledger.differs');
  assert.deepEqual([told['count'], told['accounts']], [1, ['1 (test)']]);
  const drift = 'parley_ledger_drift_accounts';
  await metricsOnce(port, (samples) => samples.get(drift) === 1);
});

const failed = (error: string): string =>
  `parley_webhook_attempts_total{outcome="retry",error="${error}"}`;

test('an endpoint that refuses is counted by what it answered, one that is not there by what was wrong', async () => {
  const port = await freeTcpPort();
  await using sink = await openWebhookSink();
  await using app = await openApp({
    PARLEY_METRICS_PORT: String(port),
    PARLEY_METRICS_HOST: '127.0.0.1',
  });
  sink.answer = 500;
  const send = { apiKey: app.testKey, phoneNumbers: '33639980001', message: 'Hello' };
  const nobody = `http://127.0.0.1:${await freeTcpPort()}/`;
  for (const urlDlr of [sink.url, nobody]) {
    assert.equal((await app.post('/v1/send', { ...send, urlDlr })).status, 200);
  }
  await metricsOnce(
    port,
    (samples) => samples.has(failed('status_5xx')) && samples.has(failed('no_connection')),
  );
});

/** The names in the first cells of the tables of the page for those who run it, below a heading. */
async function namedInDocs(heading: string): Promise<readonly string[]> {
  const page = await readFile(path.join(root, 'docs', 'operation.md'), 'utf8');
  const section = page.split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
}

test('the documentation names the metrics that there are, with their labels, and the alerts', async () => {
  const port = await freeTcpPort();
  await using app = await openApp({
    PARLEY_METRICS_PORT: String(port),
    PARLEY_METRICS_HOST: '127.0.0.1',
  });
  assert.equal((await app.get('/readyz')).status, 200);
  const text = await metricsOnce(port, () => true);
  const ours = [...text.matchAll(/^# TYPE (parley_\w+)/gm)].map(([, name = '']) => name);
  assert.deepEqual((await namedInDocs('Metrics')).toSorted(), ours.toSorted());
  const rules = await readFile(path.join(root, 'deploy', 'alerts.yaml'), 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  assert.deepEqual((await namedInDocs('Alerts')).toSorted(), alerts.toSorted());
  const page = await readFile(path.join(root, 'docs', 'operation.md'), 'utf8');
  for (const [name, labels] of knownMetrics()) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` `)) ?? '';
    const named = [...(row.split('|')[2] ?? '').matchAll(/\w+/g)].map(([word]) => word);
    const own = [...labels].filter((label) => !everywhere.includes(label));
    if (name.startsWith('parley_')) assert.deepEqual(named, own, name);
  }
});

/** Prometheus itself says where from; `le` is of the buckets of a histogram. */
const everywhere = ['job', 'instance', 'le'];

type Words = ReadonlySet<string>;

/** Each metric with the labels that it has. */
function knownMetrics(): ReadonlyMap<string, Words> {
  const registered = [makeMeters().registry, processMeters()].flatMap((registry) =>
    registry.getMetricsAsArray(),
  );
  const labelled = registered.map((metric) => {
    const { name, labelNames } = metric as typeof metric & { labelNames: readonly string[] };
    return [name, new Set([...everywhere, ...labelNames])] as const;
  });
  return new Map([['up', new Set(everywhere)], ...labelled]);
}

/** The labels that an expression selects or sums by, and those that its sentence fills in. */
function labelsIn(text: string): readonly string[] {
  const lists = [...text.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, list = '']) =>
    list.split(/, */),
  );
  const selected = [...text.matchAll(/[{,]\s*(\w+)\s*(?:=~?|!=|!~)/g)].map(
    ([, label = '']) => label,
  );
  const filled = [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
  return [...lists, ...selected, ...filled];
}

const metricName = /\b(?:(?:parley|nodejs|process)_[a-z0-9_]+|up(?=\{))/g;

for (const file of ['alerts.yaml', 'grafana.json']) {
  test(`${file} names only metrics that there are, by labels that they have`, async () => {
    const known = knownMetrics();
    const text = (await readFile(path.join(root, 'deploy', file), 'utf8')).replaceAll('\\"', '"');
    const rules = text.split(/"expr":|- alert:/).slice(1);
    assert.ok(rules.length > 5);
    for (const rule of rules) {
      const named = (rule.match(metricName) ?? []).map((name) =>
        name.replace(/_(?:bucket|count)$/, ''),
      );
      assert.ok(named.length > 0, rule);
      for (const name of named) assert.ok(known.has(name), name);
      for (const label of labelsIn(rule)) {
        assert.ok(
          named.some((name) => known.get(name)?.has(label)),
          `${label} in ${rule}`,
        );
      }
    }
  });
}

test('metrics are at a port of their own, and at the interface are none', async () => {
  const port = await freeTcpPort();
  await using app = await openApp({ PARLEY_METRICS_PORT: String(port) });
  const stranger = await fetch(`${app.url}/metrics`);
  assert.ok(stranger.status >= 400, `${stranger.status}`);
  assert.doesNotMatch(await stranger.text(), /parley_/);
  assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200);
});
