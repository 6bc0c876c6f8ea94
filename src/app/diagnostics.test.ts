import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#config.ts';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { examine } from '#doctor/examine.ts';
import { fillAccount } from '#test/harness/full-account.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';
import { diagnose } from './diagnostics.ts';

/** Words that stand in no document that leaves the house. */
const secret = 'Canary-4711';
const operator = {
  name: 'acme',
  host: '127.0.0.1',
  port: 2775,
  tls: false,
  systemId: 'us',
  password: secret,
  bind: 'trx',
  binds: 1,
  window: 10,
  ratePerSecond: null,
};

test('diagnostics say how the program stands, and nothing of its customers and secrets', async () => {
  await using world = await openPageWorld();
  await using sink = await openWebhookSink();
  await fillAccount(world, sink.url);
  await world.post('/api/operations/operator-add', operator);
  await world.post('/api/operations/account-set', {
    account: 1,
    name: `${secret} Ltd`,
    email: `${secret}@customer.example`,
  });
  const { storage, sealer } = world.installation;
  const reading = readConfig(
    { ...world.line.environment, PARLEY_MAIL_RELAY: `smtp://us:${secret}@127.0.0.1:25` },
    {},
  );
  assert.ok(reading.ok, 'the test gives settings that read');
  const { config } = reading;
  const common = { config, storage, clock: systemClock };
  const engines = {
    sms: { links: () => [], waiting: () => ({ parts: 3, partsMax: 10 }) },
    leases: { heldCount: 2 },
    draining: false,
  };
  const context = {
    config,
    clock: systemClock,
    errorSentence: String,
    open: async () => ({ storage, sealer, ...undisposed }),
  };
  const text = JSON.stringify(await diagnose(common, engines, () => examine(context)));
  assert.partialDeepStrictEqual(JSON.parse(text), {
    process: { leases: 2, waitingParts: { parts: 3 } },
    operators: [{ id: 1, state: 'active', link: { window: 10 } }],
  });
  assert.match(text, /"of":"ledger","verdict":"ok"/);
  const { sealedPassword } = must((await storage.operators.listOperators())[0], 'operator');
  const [message] = (await world.get('/api/accounts/1/operations/message-list'))['messages'] as {
    text: string;
  }[];
  const ours = [secret, sealedPassword, 'Acme', 'acme.example', sink.url, '33612345678'];
  for (const word of [...ours, '33755000001', must(message, 'message').text, 'shop.example']) {
    assert.ok(!text.includes(word), `${word} stands in the diagnostics`);
  }
});

const undisposed = { [Symbol.asyncDispose]: async () => undefined };
