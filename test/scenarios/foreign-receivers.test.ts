/** Events for nginx and HAProxy: connections that they close, what they refuse, and servers behind them that are gone. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { RawReceiver } from '#test/harness/raw-receiver.ts';
import {
  startHaproxy,
  startNginx,
  withoutHaproxy,
  withoutNginx,
} from '#test/harness/web-servers.ts';
import { anEvent, openWebhookWorld, type WebhookWorld } from '#test/harness/webhook-world.ts';

const timeout = 120_000;

type Wish = { readonly url: string; readonly body?: Uint8Array };

/** Stores an event for a URL, and waits for the result of its first attempt. */
async function attempted(world: WebhookWorld, { url, body }: Wish) {
  const endpoint = world.addEndpoint(url);
  world.send(anEvent(world, endpoint, body && { body }));
  const ofIt = () => world.store.attempts.filter(({ endpointId }) => endpointId === endpoint.id);
  await world.store.until(() => ofIt().length > 0);
  const [attempt] = ofIt();
  assert.ok(attempt);
  return { outcome: attempt.outcome, status: attempt.status };
}

/** Events to one endpoint, with pauses in which the receiver may close what is kept open. */
async function outcomesOf(world: WebhookWorld, url: string, pausesMs: readonly number[]) {
  const endpoint = world.addEndpoint(url);
  for (const [sent, pauseMs] of pausesMs.entries()) {
    world.send(anEvent(world, endpoint));
    await world.store.until(() => world.store.attempts.length > sent);
    await systemClock.sleep(pauseMs);
  }
  return new Set(world.store.attempts.map(({ outcome }) => outcome));
}

/** Around the second at which the receiver closes an idle connection. */
const aroundASecondMs = [980, 990, 995, 1_000, 1_005, 1_200];

suite('nginx', { timeout, skip: withoutNginx }, () => {
  test('may close connections after a second or after two requests, and every event is taken the first time', async () => {
    await using server = await startNginx([
      'location /idle { keepalive_timeout 1s; return 204; }',
      'location /two { keepalive_requests 2; return 200 OK; }',
    ]);
    await using idle = await openWebhookWorld();
    const delivered = new Set(['delivered']);
    assert.deepEqual(await outcomesOf(idle, `${server.url}/idle`, aroundASecondMs), delivered);
    await using often = await openWebhookWorld();
    const noPauses = Array.from({ length: 50 }, () => 0);
    assert.deepEqual(await outcomesOf(often, `${server.url}/two`, noPauses), delivered);
  });

  test('answers for servers behind it that are gone or silent, and the events are kept', async () => {
    await using silent = await RawReceiver.open(() => {});
    const goneUrl = 'http://127.0.0.1:9';
    await using server = await startNginx([
      `location /gone { proxy_pass ${goneUrl}; }`,
      `location /silent { proxy_read_timeout 1s; proxy_pass ${new URL(silent.url).origin}; }`,
    ]);
    await using world = await openWebhookWorld();
    const gone = await attempted(world, { url: `${server.url}/gone` });
    assert.deepEqual(gone, { outcome: 'retry', status: 502 });
    const late = await attempted(world, { url: `${server.url}/silent` });
    assert.deepEqual(late, { outcome: 'retry', status: 504 });
    assert.equal(world.store.jobs.size, 2);
  });

  test('refuses what is beyond its limits, and says so in the log', async () => {
    await using server = await startNginx([
      'large_client_header_buffers 2 1k; client_max_body_size 1k;',
      'location / { return 200; }',
      'location /proxied { proxy_pass http://127.0.0.1:9; }',
    ]);
    await using world = await openWebhookWorld();
    const longUrl = `${server.url}/${'a'.repeat(1_500)}`;
    assert.deepEqual(await attempted(world, { url: longUrl }), { outcome: 'retry', status: 414 });
    const body = Buffer.from(JSON.stringify({ text: 'a'.repeat(2_000) }));
    const large = await attempted(world, { url: `${server.url}/proxied`, body });
    assert.deepEqual(large, { outcome: 'retry', status: 413 });
    const fine = await attempted(world, { url: `${server.url}/fine` });
    assert.deepEqual(fine, { outcome: 'delivered', status: 200 });
  });
});

suite('HAProxy', { timeout, skip: withoutHaproxy }, () => {
  test('may close connections that rest for a second, and every event is taken the first time', async () => {
    await using server = await startHaproxy([
      'timeout http-keep-alive 1s',
      'http-request return status 200 content-type text/plain string OK',
    ]);
    await using world = await openWebhookWorld();
    const outcomes = await outcomesOf(world, `${server.url}/hook`, aroundASecondMs);
    assert.deepEqual(outcomes, new Set(['delivered']));
  });

  test('answers for servers behind it that are gone or silent, and the events are kept', async () => {
    await using silent = await RawReceiver.open(() => {});
    await using server = await startHaproxy([
      'use_backend silent if { path /silent }',
      'default_backend gone',
      '',
      'backend gone',
      '  server one 127.0.0.1:9',
      'backend silent',
      `  server one 127.0.0.1:${silent.port}`,
    ]);
    await using world = await openWebhookWorld();
    const gone = await attempted(world, { url: `${server.url}/gone` });
    assert.deepEqual(gone, { outcome: 'retry', status: 503 });
    const late = await attempted(world, { url: `${server.url}/silent` });
    assert.deepEqual(late, { outcome: 'retry', status: 504 });
  });
});
