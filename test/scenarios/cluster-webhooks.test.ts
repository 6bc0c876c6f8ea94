/** Webhooks of several processes: what is changed in one is followed by the other, and pulled without a gap. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { shardOf } from '#queue/lane.ts';
import { type ClusterWorld, openCluster } from '#test/harness/cluster-world.ts';
import type { ParleyServer } from '#test/harness/parley-process.ts';
import { withoutServer } from '#test/harness/postgres-server.ts';
import { aReceiptPdu } from '#test/harness/sms-world.ts';

const binds = ['sms/1/0', 'sms/1/1'];
const shards = 32;

type Json = Readonly<Record<string, unknown>>;

/** Two processes that share binds and endpoints. */
async function startTwo(world: ClusterWorld): Promise<readonly [ParleyServer, ParleyServer]> {
  const both = await Promise.all([world.start(), world.start()]);
  await world.shared(2, binds);
  await world.shared(2, ['webhook#0', 'webhook#31']);
  return both;
}

async function done(world: ClusterWorld, server: ParleyServer, command: string, given: object) {
  const { status, json } = await world.ask(server, command, given);
  assert.equal(status, 200, `${command}: ${JSON.stringify(json)}`);
  return json;
}

/** Sends a message by a process, and has the operator report it over the bind that it came by. */
async function reported(world: ClusterWorld, server: ParleyServer): Promise<string> {
  const phones = world.phones(1);
  const [phone = ''] = phones;
  assert.equal((await world.send(server, phones)).status, 200);
  await world.submitted(phones);
  const found = world.smsc.submits.all.find(({ pdu }) => `+${pdu.destination.address}` === phone);
  const { peer, pdu, n } = must(found, 'submit');
  const outcome = await peer.deliver(aReceiptPdu({ id: String(n), from: pdu.destination.address }));
  assert.equal(outcome.kind, 'answered');
  return phone;
}

suite('webhooks of two processes', { skip: withoutServer, timeout: 120_000 }, () => {
  test('follow what the process that does not send them was told: headers, secrets, a pause and its end', async () => {
    await using world = await openCluster();
    const both = await startTwo(world);
    const list = await done(world, both[0], 'webhook/list', {});
    const [{ id }] = list['data'] as [{ readonly id: number }];
    const view = await world.storage.leases.view();
    const shard = `webhook#${shardOf(`webhook/${id}`, shards)}`;
    const owner = view.leases.find(({ name }) => name === shard)?.owner;
    const pid = view.processes.find((process) => process.id === owner)?.pid;
    const other = must(
      both.find((server) => server.pid !== pid),
      'other process',
    );
    /** Reports until one has come that fits: changes are told at once, and not waited for. */
    const untilOne = async (fits: (headers: Json) => boolean): Promise<void> => {
      for (;;) {
        const phone = await reported(world, other);
        const [came] = await world.sink.until(1, ({ body }) => body.includes(phone));
        if (came !== undefined && fits(came.headers)) return;
      }
    };
    await untilOne(() => true);
    await done(world, other, 'webhook/update', { id, headers: { 'X-Team': 'a' } });
    await untilOne((headers) => headers['x-team'] === 'a');
    await done(world, other, 'webhook/rotate', { id });
    await untilOne((headers) => String(headers['webhook-signature']).split(' ').length === 2);
    await done(world, other, 'webhook/pause', { id });
    const held: string[] = [];
    const owed = async (): Promise<number> => {
      const { data } = await done(world, other, 'webhook/list', {});
      return (data as readonly { readonly owed: number }[])[0]?.owed ?? 0;
    };
    // Two that are kept: the owner has heard, and does not merely take its time.
    while ((await owed()) < 2) held.push(await reported(world, other));
    const isHeld = ({ body }: { readonly body: string }): boolean =>
      held.some((phone) => body.includes(phone));
    assert.ok(world.sink.received.filter(isHeld).length <= held.length - 2);
    await done(world, other, 'webhook/resume', { id });
    await world.sink.until(held.length, isHeld);
  });

  test('are pulled without a gap while both store events', async () => {
    await using world = await openCluster();
    const both = await startTwo(world);
    const pulled: string[] = [];
    let after: string | undefined;
    const count = 30;
    const pull = async (): Promise<void> => {
      while (pulled.length < count) {
        const parameters = { wait: 2, limit: 7, ...(after !== undefined && { after }) };
        const server = both[pulled.length % 2] ?? both[0];
        const query = new URLSearchParams(
          Object.entries({ apiKey: world.key, ...parameters }).map(([k, v]) => [k, String(v)]),
        );
        const response = await fetch(
          `http://127.0.0.1:${server.port}/v1/events?${query.toString()}`,
        );
        const page = (await response.json()) as {
          readonly events: readonly { readonly id: string }[];
          readonly next: string;
        };
        assert.equal(response.status, 200, JSON.stringify(page));
        pulled.push(...page.events.map(({ id }) => id));
        after = page.next;
      }
    };
    const pulling = pull();
    for (let sent = 0; sent < count; sent += 3) {
      await Promise.all([0, 1, 2].map((n) => reported(world, both[(sent + n) % 2] ?? both[0])));
    }
    await pulling;
    assert.equal(new Set(pulled).size, count);
    assert.equal(pulled.length, count);
    const delivered = await world.sink.until(count);
    const ids = new Set(delivered.map(({ headers }) => headers['webhook-id']));
    assert.deepEqual(new Set(pulled), ids);
    // Each of them has stored some: its events stand in a stream of its own.
    assert.equal(new Set(pulled.map((id) => Math.floor(Number(id.slice(4)) / 2 ** 45))).size, 2);
  });
});
