/** An endpoint that one process added gets what another process tells right after. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCluster } from '#test/harness/cluster-world.ts';
import { withoutServer } from '#test/harness/postgres-server.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const rounds = 10;

suite('two processes on one database', { skip: withoutServer, timeout: 120_000 }, () => {
  test('have an endpoint that was added by one get the events of the other at once', async () => {
    await using world = await openCluster();
    const [first, second] = await Promise.all([world.start(), world.start()]);
    await world.shared(2, ['sms/1/0', 'sms/1/1']);
    const lookUp = { phoneNumbers: '+33612345678' };
    for (let round = 0; round < rounds; round += 1) {
      await using sink = await openWebhookSink();
      // Both know the endpoints as they were.
      for (const server of [first, second]) {
        assert.equal((await world.ask(server, 'hlr/notify', lookUp)).status, 200);
      }
      const [adding, telling] = round % 2 === 0 ? [first, second] : [second, first];
      const added = await world.ask(adding, 'webhook/add', { url: sink.url, events: 'lookup' });
      assert.equal(added.status, 200);
      assert.equal((await world.ask(telling, 'hlr/notify', lookUp)).status, 200);
      await sink.until(1);
      const { id } = added.json['webhook'] as { readonly id: number };
      assert.equal((await world.ask(adding, 'webhook/delete', { id })).status, 200);
    }
  });
});
