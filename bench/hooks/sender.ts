/** The engine of webhooks as the program runs it: on a SQLite folder, with its poll, its log and its commits. */
import { openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { AddressGuard } from '#core/address-guard.ts';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { createSealer } from '#core/sealed.ts';
import type { Job } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import type { Storage } from '#storage/storage.ts';
import { makeSecret, secretPlace } from '#webhooks/signature.ts';
import { shardLeases, usualGathering, WebhookEngine } from '#webhooks/webhook-engine.ts';

const sealer = createSealer(Buffer.alloc(32, 1));
const pollMs = 500;
const lifeMs = 72 * 3_600_000;
const rowsMax = 500;

export class BenchSender implements AsyncDisposable {
  readonly storage: Storage;
  readonly engine: WebhookEngine;
  #lastId: number;
  /** When events that were offered at once had been stored, by their message. */
  readonly #storedAtMs = new Map<string, number>();

  private constructor(storage: Storage, folder: string, lastId: number) {
    this.#lastId = lastId;
    const log = openLog('warn', logTo(path.join(folder, 'webhooks.log')));
    const clock = systemClock;
    this.storage = storage;
    this.engine = new WebhookEngine({
      store: storage.webhooks,
      guard: new AddressGuard({ allow: ['127.0.0.0/8'], clock, ownAddresses: () => [] }),
      clock,
      sealer,
      log,
      random: Math.random,
      leases: { holds: () => true },
      jobs: storage.jobs,
      gathering: usualGathering,
      pollMs: () => pollMs,
      storedElsewhere: () => undefined,
    });
  }

  /** `lastId`: of the sender before it on this folder. */
  static async open(folder: string, lastId = 0): Promise<BenchSender> {
    const storage = await openSqliteStorage(path.join(folder, 'data'));
    return new BenchSender(storage, folder, lastId);
  }

  get lastId(): number {
    return this.#lastId;
  }

  async start(): Promise<void> {
    this.engine.start();
    for (const name of shardLeases) await this.engine.taken({ name, epoch: 1 });
  }

  /** An endpoint of an account of its own; answers its lane. */
  async addEndpoint(url: string, inFlightMax: number): Promise<string> {
    const nowMs = systemClock.nowMs();
    const account = await this.storage.accounts.createAccount(
      {
        name: 'bench',
        email: 'bench@example.com',
        currency: 'EUR',
        homeCountry: 'FR',
        balance: 0 as never,
        testBalance: 0 as never,
        createdAtMs: nowMs,
      },
      'bench',
    );
    const place = { accountId: account.id, source: 'report' } as const;
    const sealed = sealer.seal(makeSecret(), secretPlace(place));
    const secrets = [{ sealed, madeAtMs: nowMs, untilMs: null }];
    const made = await this.storage.webhooks.saveAccountEndpoint({
      ...place,
      url,
      secrets,
      createdAtMs: nowMs,
    });
    await this.storage.webhooks.limitAccountEndpoints(account.id, inFlightMax);
    return `webhook/${made.id}`;
  }

  /** Stores so many events of a lane that are due, and hands them to the engine where it is to have them at once. */
  async owe(lane: string, count: number, { offer }: { readonly offer: boolean }): Promise<void> {
    for (let left = count; left > 0; left -= rowsMax) {
      const events = Array.from({ length: Math.min(left, rowsMax) }, () => this.#event(lane));
      await this.#store(events);
      if (!offer) continue;
      const nowMs = performance.timeOrigin + performance.now();
      for (const { id } of events) this.#storedAtMs.set(String(id), nowMs);
      this.engine.offer(events);
    }
  }

  /** How long each event took from its commit on, the shortest first. */
  waits(arrivals: ReadonlyMap<string, number>): readonly number[] {
    const waits = [...arrivals].flatMap(([id, atMs]) => {
      const storedAtMs = this.#storedAtMs.get(id);
      return storedAtMs === undefined ? [] : [atMs - storedAtMs];
    });
    return waits.toSorted((a, b) => a - b);
  }

  /** Rows that are owed, of all lanes, counted no further than `max`. */
  owed(max: number): Promise<number> {
    return this.storage.jobs.countOwed('webhook/', max);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine[Symbol.asyncDispose]();
    await this.storage[Symbol.asyncDispose]();
  }

  #event(lane: string): OwedEvent & { readonly job: Job } {
    this.#lastId += 1;
    const nowMs = systemClock.nowMs();
    const id = this.#lastId;
    const orderKey = `${id}/33639980001`;
    return {
      id,
      accountId: 1,
      kind: 'dlr',
      orderKey,
      url: null,
      body: Buffer.from(
        `{"status":"delivered","msgId":"${id}","date":1795265051,"phone":"+33639980001","cost":"0.038","currency":"EUR","tag":"bench"}`,
      ),
      createdAtMs: nowMs,
      test: false,
      job: {
        id,
        lane,
        dueAtMs: nowMs,
        attempt: 0,
        orderKey,
        expiresAtMs: nowMs + lifeMs,
        subject: id,
      },
    };
  }

  async #store(events: readonly (OwedEvent & { readonly job: Job })[]): Promise<void> {
    const { database } = this.storage;
    const rows = events.map((event) => ({
      id: event.id,
      account_id: event.accountId,
      kind: event.kind,
      order_key: event.orderKey,
      url: event.url,
      body: event.body,
      created_at: event.createdAtMs,
      test: 0,
    }));
    const jobs = events.map(({ job }) => ({
      id: job.id,
      lane: job.lane,
      due_at: job.dueAtMs,
      attempt: job.attempt,
      order_key: job.orderKey,
      expires_at: job.expiresAtMs,
      subject: job.subject,
    }));
    await database.write([
      { query: database.build.insertInto('webhook_event').values(rows) },
      { query: database.build.insertInto('job').values(jobs) },
    ]);
  }
}

function logTo(file: string): (line: string) => void {
  const log = openSync(file, 'a');
  return (line) => void writeSync(log, line);
}
