/** A PostgreSQL server that its administrator restarts, or that crashes and recovers, under load. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { type ClusterWorld, openCluster } from '#test/harness/cluster-world.ts';
import type { ParleyServer } from '#test/harness/parley-process.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { OwnPostgres } from '../../bench/cluster/own-postgres.ts';
import { freePorts } from '../../bench/ports.ts';

const programs = '/usr/lib/postgresql/15/bin';
const skip = existsSync(`${programs}/initdb`) ? false : `there is no ${programs}/initdb`;
const binds = ['sms/1/0', 'sms/1/1'];
type Shown = { readonly ledger: { readonly live: { adds: boolean; costs: string } } };

/** How long the server is away, at least: callers meet it. */
const awayMs = 2_000;

/** Sends one message after the other until it is told to end; what was answered 503 goes again, as a client would. */
class Sender {
  readonly phones: string[] = [];
  refused = 0;
  retryAfterMissing = 0;
  /** A request whose commit was under way is answered once it is known what became of it. */
  waited = 0;
  #ended = false;
  readonly #done: Promise<void>;

  constructor(world: ClusterWorld, server: ParleyServer) {
    this.#done = this.#run(world, server);
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#done;
  }

  async #run(world: ClusterWorld, server: ParleyServer): Promise<void> {
    while (!this.#ended) {
      const [phone = ''] = world.phones(1);
      this.phones.push(phone);
      while (!(await this.#accepted(world, server, phone))) await systemClock.sleep(50);
    }
  }

  async #accepted(world: ClusterWorld, server: ParleyServer, phone: string): Promise<boolean> {
    const sentAtMs = systemClock.monotonicMs();
    const { status, retryAfter, json } = await world.send(server, [phone]);
    if (systemClock.monotonicMs() - sentAtMs >= awayMs) this.waited += 1;
    if (status === 200) return true;
    if (status === 500) {
      assert.match(
        String(json['message']),
        /The connection to the database was lost while the request was being stored\. It may or may not have been carried out/,
      );
      return false;
    }
    assert.equal(status, 503);
    this.refused += 1;
    if (retryAfter === null) this.retryAfterMissing += 1;
    return false;
  }
}

async function untilReady(server: ParleyServer): Promise<void> {
  for (;;) {
    const { status } = await fetch(`http://127.0.0.1:${server.port}/readyz`);
    if (status === 200) return;
    await systemClock.sleep(50);
  }
}

suite('a PostgreSQL server', { skip, timeout: 240_000 }, () => {
  for (const [happening, mode] of [
    ['is restarted', 'fast'],
    ['crashes and recovers', 'immediate'],
  ] as const) {
    test(`${happening}: clients hear 503 meanwhile, all that was accepted goes out, and the money is right`, async () => {
      using folder = temporaryFolder();
      chmodSync(folder.path, 0o777);
      const { port } = await freePorts(['port']);
      await using postgres = new OwnPostgres({ folder: folder.path, programs, name: 'own', port });
      await postgres.make();
      await using world = await openCluster({ database: postgres.address });
      const servers = [await world.start(), await world.start()] as const;
      await world.shared(2, binds);
      const senders = servers.map((server) => new Sender(world, server));
      await world.smsc.submits.next(({ n }) => n > 20);
      await postgres.stop(mode);
      await systemClock.sleep(awayMs);
      await postgres.start();
      for (const server of servers) await untilReady(server);
      const before = world.smsc.submits.all.length;
      await world.smsc.submits.next(({ n }) => n > before + 20);
      for (const sender of senders) await sender.end();
      const phones = senders.flatMap((each) => each.phones);
      await world.submitted(phones);
      for (const { refused, waited, retryAfterMissing } of senders) {
        assert.ok(refused + waited > 0, 'nobody noticed');
        assert.equal(retryAfterMissing, 0);
      }
      // A refusal whose commit was kept is a message more than the phones, paid for like the others.
      const { ledger } = (await world.command(undefined, 'account', 'show', '1')) as Shown;
      assert.ok(ledger.live.adds);
      const paid = Math.round(Number(ledger.live.costs) * 100);
      assert.ok(paid >= phones.length, `${paid} messages were paid for, ${phones.length} accepted`);
    });
  }
});
