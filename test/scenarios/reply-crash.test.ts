/** kill -9 between the commit of a phone's message and its OK: the operator brings it again, and it is told once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { makeCustomer } from '#test/harness/customer-world.ts';
import { fromPhone, longNumber } from '#test/harness/inbound-world.ts';
import { openParleyFolder } from '#test/harness/parley-process.ts';
import { openServer } from '#test/harness/smpp-link.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

test('a reply whose OK the operator never saw is told once, however the server ended', async () => {
  await using operator = await openServer(systemClock);
  await using sink = await openWebhookSink();
  await using parley = await openParleyFolder();
  const { account } = await makeCustomer(parley.path, { mode: 'live' });
  const allow = { environment: { PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' } };
  const type = async (...argv: string[]) => {
    const { code, err } = await parley.run(argv, allow);
    assert.equal(code, 0, err);
  };
  const add = ['operator', 'add', '--name', 'one', '--host', '127.0.0.1', '--system-id', 'PARLEY'];
  await type(...add, '--port', String(operator.server.port), '--password', 'secret');
  await type('number', 'add', longNumber, '--account', String(account.id));
  await type('account', 'set', String(account.id), '--reply-url', sink.url);
  const flags = ['--webhook-allow', '127.0.0.0/8'];
  const first = await parley.serve(...flags);
  const peer = await operator.peers.next();
  // As if its OK were lost: told means stored, and the operator knows of nothing.
  void peer.deliver(fromPhone('Oui'));
  await sink.until(1);
  first.signal('SIGKILL');
  await first.end;
  operator.peers.clear();
  const second = await parley.serve(...flags);
  const again = await operator.peers.next();
  for (const text of ['Oui', 'Non']) await again.deliver(fromPhone(text));
  await sink.until(1, ({ body }) => textOf(body) === 'Non');
  // A post whose answer was not stored any more is posted again, under the same id.
  const told = new Map(sink.received.map(({ headers, body }) => [headers['webhook-id'], body]));
  assert.deepEqual([...told.values()].map(textOf), ['Oui', 'Non']);
  second.signal('SIGTERM');
  await second.end;
});

function textOf(body: string): string {
  return (JSON.parse(body) as { text: string }).text;
}
