/** An upgrade without a pause: one process after the other is replaced while a client goes on sending. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { type ClusterWorld, openCluster } from '#test/harness/cluster-world.ts';
import { type Submitted, take } from '#test/harness/link-world.ts';
import type { ParleyServer } from '#test/harness/parley-process.ts';
import { makeDatabase, type TestDatabase, withoutServer } from '#test/harness/postgres-server.ts';
import { aReceiptPdu } from '#test/harness/sms-world.ts';

const binds = ['sms/1/0', 'sms/1/1'];
const senders = 4;
/** As they are without a setting: whose lease is over is not asked here, and that may tell something twice. */
const leaseSeconds = 15;
const deadlockDetected = '40P01';
/** Some hundred messages a second in all: a busy machine is not to be measured here. */
const betweenMs = 30;
/** A minute, in which any process has bound again. */
const reportTriesMax = 600;
type Shown = { readonly ledger: { readonly live: { adds: boolean; costs: string } } };

/** As a load balancer does it: a request that one process does not take goes to the other at once, and nobody waits. */
class Balancer {
  readonly #world: ClusterWorld;
  /** Those that answer `/readyz`. */
  servers: readonly ParleyServer[];
  readonly phones: string[] = [];
  /** What neither process took. */
  readonly refused: string[] = [];
  wentOn = 0;
  #isOver = false;
  #sending: readonly Promise<void>[] = [];

  constructor(world: ClusterWorld, servers: readonly ParleyServer[]) {
    this.#world = world;
    this.servers = servers;
  }

  start(): void {
    this.#sending = Array.from({ length: senders }, () => this.#send());
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#sending);
  }

  /** Waits until so many more have been accepted. */
  async more(count: number): Promise<void> {
    const wanted = this.phones.length + count;
    while (this.phones.length < wanted) await systemClock.sleep(20);
  }

  async #send(): Promise<void> {
    while (!this.#isOver) {
      await systemClock.sleep(betweenMs);
      const [phone = ''] = this.#world.phones(1);
      const heard = await this.#offer(phone);
      if (heard === undefined) this.phones.push(phone);
      else this.refused.push(heard);
    }
  }

  /** To each process that was ready a moment ago, in turn; what the last one said, if none has taken it. */
  async #offer(phone: string): Promise<string | undefined> {
    let heard = 'nobody is there';
    const turn = this.phones.length % this.servers.length;
    const inTurn = [...this.servers.slice(turn), ...this.servers.slice(0, turn)];
    for (const [tried, server] of inTurn.entries()) {
      if (tried > 0) this.wentOn += 1;
      const said = await this.#post(server, phone).catch(String);
      if (said === 'accepted') return undefined;
      heard = said;
    }
    return heard;
  }

  /** The key makes one message of what a process had taken before its answer was lost. */
  async #post({ port }: ParleyServer, phone: string): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${port}/v1/send`, {
      method: 'POST',
      headers: { 'Idempotency-Key': `upgrade-${phone}` },
      body: JSON.stringify({ apiKey: this.#world.key, phoneNumbers: phone, message: 'Hello' }),
    });
    const text = await response.text();
    return response.status === 200 ? 'accepted' : `${response.status} ${text}`;
  }
}

/** An operator that reports each submit, over another bind where its own is gone. */
function reportEach(world: ClusterWorld): (submitted: Submitted) => ReturnType<typeof take> {
  return (submitted) => {
    void report(world, submitted);
    return take(submitted);
  };
}

async function report({ smsc }: ClusterWorld, { pdu, n, peer }: Submitted): Promise<void> {
  const receipt = aReceiptPdu({ id: String(n), from: pdu.destination.address });
  let at = peer;
  for (let tried = 0; tried < reportTriesMax; tried += 1) {
    const outcome = await at.deliver(receipt);
    if (outcome.kind === 'answered' && outcome.status === 0) return;
    await systemClock.sleep(100);
    at = smsc.peers.all.at(-1) ?? peer;
  }
}

async function startReady(world: ClusterWorld): Promise<ParleyServer> {
  const server = await world.start();
  for (;;) {
    const { status } = await fetch(`http://127.0.0.1:${server.port}/readyz`);
    if (status === 200) return server;
    await systemClock.sleep(20);
  }
}

async function stopped(server: ParleyServer): Promise<void> {
  server.signal('SIGTERM');
  assert.deepEqual(await server.end, [0, null]);
}

suite('an upgrade of processes on one database', { skip: withoutServer, timeout: 240_000 }, () => {
  test('refuses nobody while one after the other is replaced; nothing is lost, sent or told twice', async () => {
    await using world = await openCluster({ leaseSeconds });
    world.smsc.script = reportEach(world);
    const [one, two] = await Promise.all([startReady(world), startReady(world)]);
    await world.shared(2, binds);
    const balancer = new Balancer(world, [one, two]);
    balancer.start();
    await balancer.more(50);
    // The balancer learns of it when a request is not taken, or later: nobody may hear of that.
    await stopped(one);
    balancer.servers = [two];
    await balancer.more(50);
    const three = await startReady(world);
    balancer.servers = [three, two];
    await world.shared(2, binds);
    await balancer.more(50);
    await stopped(two);
    balancer.servers = [three];
    const four = await startReady(world);
    balancer.servers = [three, four];
    await world.shared(2, binds);
    await balancer.more(50);
    await balancer.end();
    assert.deepEqual(balancer.refused, []);
    assert.ok(balancer.wentOn > 0, 'no request met a process that was stopping');
    await assertOnce(world, balancer.phones);
  });

  test('lets the processes of the former version go on beside a schema that has grown, and none of them start', async () => {
    await using database = await makeDatabase();
    await using world = await openCluster({ database: database.address, leaseSeconds });
    world.smsc.script = reportEach(world);
    const server = await startReady(world);
    const balancer = new Balancer(world, [server]);
    balancer.start();
    await balancer.more(20);
    // What an upgrade of the next version may do while this one runs.
    await upgrade(database);
    await balancer.more(50);
    await assert.rejects(world.start(), /ended before it listened/);
    await balancer.more(20);
    await balancer.end();
    // The command line of this version, which counts the money below, starts no more than a server does.
    await database.run('UPDATE schema_version SET version = version - 1');
    assert.deepEqual(balancer.refused, []);
    await assertOnce(world, balancer.phones);
  });
});

/**
 * A column with a default, one without, and a table. The holder of a job wants its recipient next, so this may be
 * the one of two that PostgreSQL ends: an upgrade that fails has changed nothing, and is begun again.
 */
async function upgrade(database: TestDatabase): Promise<void> {
  for (;;) {
    try {
      await database.run(`BEGIN;
        ALTER TABLE recipient ADD COLUMN of_the_next_version bigint NOT NULL DEFAULT 0;
        ALTER TABLE job ADD COLUMN of_the_next_version text;
        CREATE TABLE of_the_next_version (id bigint PRIMARY KEY);
        UPDATE schema_version SET version = version + 1;
        COMMIT`);
      return;
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== deadlockDetected) throw error;
    }
  }
}

/** At the operator, at the client's URL, and in the money. */
async function assertOnce(world: ClusterWorld, phones: readonly string[]) {
  const { smsc, sink } = world;
  // Counts alone: both come by the hundred, and this process is their operator too.
  while (smsc.submits.all.length < phones.length) await systemClock.sleep(50);
  const submitted = smsc.submits.all.map(({ pdu }) => `+${pdu.destination.address}`);
  assert.deepEqual(submitted.toSorted(), phones.toSorted(), 'each is submitted once');
  await sink.until(phones.length);
  const told = sink.received.map(({ body }) => `+${/370600\d{5}/.exec(body)?.[0]}`);
  assert.deepEqual(told.toSorted(), phones.toSorted(), 'each is told once');
  const { ledger } = (await world.command(undefined, 'account', 'show', '1')) as Shown;
  assert.ok(ledger.live.adds);
  assert.equal(Math.round(Number(ledger.live.costs) * 100), phones.length, 'each is paid once');
}
