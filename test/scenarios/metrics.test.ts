/** What Prometheus reads of a process that works. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { openApp } from '#test/harness/open-app.ts';
import { makeMeters } from '../../src/app/metrics/meters.ts';

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

test('metrics tell what was sent, what came back and how the binds do, and name nobody', async () => {
  const port = await freeTcpPort();
  await using app = await openApp({
    PARLEY_METRICS_PORT: String(port),
    PARLEY_METRICS_HOST: '127.0.0.1',
  });
  const ask = (target: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${target}`, { method });
  const phone = '33639980001';
  const send = { apiKey: app.testKey, phoneNumbers: phone, message: 'Hello' };
  assert.equal((await app.post('/v1/send', send)).status, 200);
  assert.equal((await app.post('/v1/send', { ...send, message: '' })).status, 400);

  const delivered = 'parley_receipts_total{operator="simulator",outcome="delivered"}';
  let text = '';
  for (;;) {
    text = await (await ask('/metrics')).text();
    if (read(text).get(delivered) === 1) break;
    await systemClock.sleep(50);
  }
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
  for (const secret of [phone, app.testKey, 'Hello']) assert.ok(!text.includes(secret));

  assert.equal((await ask('/')).status, 404);
  assert.equal((await ask('/metrics', 'POST')).status, 405);
  assert.equal((await app.get('/metrics')).status, 404);
});

type Words = ReadonlySet<string>;

/** Each metric with the labels that it has. */
function knownMetrics(): ReadonlyMap<string, Words> {
  const registered = makeMeters().registry.getMetricsAsArray();
  // Prometheus itself says where from; `le` is of the buckets of a histogram.
  const everywhere = ['job', 'instance', 'le'];
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
    const place = path.join(import.meta.dirname, '..', '..', 'deploy', file);
    const text = (await readFile(place, 'utf8')).replaceAll('\\"', '"');
    const rules = text.split(/"expr":|- alert:/).slice(1);
    assert.ok(rules.length > 5);
    for (const rule of rules) {
      const named = (rule.match(metricName) ?? []).map((name) => name.replace(/_bucket$/, ''));
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
