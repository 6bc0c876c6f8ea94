/**
 * Connections that work takes turns with.
 *
 * One that is lost is replaced when it is next needed: at once the first time, then after a wait that
 * doubles and is drawn by chance, during which callers hear at once that the storage is away.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { type Connection, type Plans, ServerConnection } from './connection.ts';
import { codeOf, whileRunning } from './database.ts';
import { placeOf, type ServerAddress } from './server-address.ts';
import type { Parameter, Statement } from './statement.ts';

export type PoolOptions = {
  readonly address: ServerAddress;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly connectionsMax: number;
  readonly plans?: Plans | undefined;
};

/** Callers that wait for a connection; each is a batch or a person's request. */
const waitingMax = 1_000;
/** All that one turn with a connection may take; the server's own limits are shorter. */
const turnMs = 8_000;
const waitFirstMs = 100;
const waitMaxMs = 5_000;

type Waiting = {
  readonly resolve: (connection: ServerConnection) => void;
  readonly reject: (cause: unknown) => void;
};

export class Pool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #max: number;
  readonly #open = new Set<ServerConnection>();
  #idle: ServerConnection[] = [];
  #waiting: Waiting[] = [];
  #opening = 0;
  #failures = 0;
  #notBeforeMs = 0;
  #problem: unknown;
  #closed = false;
  /** Settles after the end, when no connection is left. */
  readonly #emptied = Promise.withResolvers<void>();

  private constructor(options: PoolOptions) {
    this.#options = options;
    this.#max = options.connectionsMax;
  }

  /** Opens the first connection and prepares the database with it; throws what is wrong with either. */
  static async open(
    options: PoolOptions,
    prepare: (connection: Connection) => Promise<void> = async () => undefined,
  ): Promise<Pool> {
    const pool = new Pool(options);
    const first = await ServerConnection.open(options.address, options.plans);
    try {
      await prepare(first);
    } catch (error) {
      first.destroy();
      throw error;
    }
    pool.#open.add(first);
    pool.#idle.push(first);
    return pool;
  }

  /**
   * Lends a connection until the work is done, 8 s at most. Throws `StorageUnavailable` where none can
   * be had, or where it is lost on the way.
   */
  async use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.#take();
    const limit = this.#options.clock.after(turnMs, () => this.#cut(connection));
    try {
      return await work(connection);
    } catch (error) {
      // The server has become a standby: another one takes the writes now.
      if (codeOf(error) === '25006') connection.destroy();
      throw whileRunning(error);
    } finally {
      limit.cancel();
      this.#giveBack(connection);
    }
  }

  /** One statement in a turn of its own: read, or committed when its rows are here. */
  async rows<Row>(statement: Statement, parameters: readonly Parameter[]): Promise<readonly Row[]> {
    return (await this.use((connection) => connection.run<Row>(statement, parameters))).rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#refuse(new StorageUnavailable('The database is closed'));
    const { clock } = this.#options;
    const limit = clock.after(turnMs, () => this.#destroyAll());
    if (this.#open.size === 0) this.#emptied.resolve();
    for (const connection of this.#idle.splice(0)) void this.#end(connection);
    await this.#emptied.promise;
    limit.cancel();
  }

  #take(): Promise<ServerConnection> {
    if (this.#closed) return Promise.reject(new StorageUnavailable('The database is closed'));
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (!idle.lost) return Promise.resolve(idle);
      this.#forget(idle);
    }
    if (this.#waiting.length >= waitingMax) {
      return Promise.reject(new StorageUnavailable('The database does not keep up'));
    }
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject };
      this.#waiting.push(waiting);
      this.#openMore();
      this.#limit(waiting);
    });
  }

  /** No caller waits longer for its turn than it may take. */
  #limit(waiting: Waiting): void {
    this.#options.clock.after(turnMs, () => {
      const place = this.#waiting.indexOf(waiting);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      waiting.reject(new StorageUnavailable('All connections to the database are busy'));
    });
  }

  #giveBack(connection: ServerConnection): void {
    if (connection.lost) {
      this.#forget(connection);
      this.#dropIdle();
      this.#openMore();
    } else if (this.#closed) {
      void this.#end(connection);
    } else {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(connection);
      else next.resolve(connection);
    }
  }

  #openMore(): void {
    if (this.#closed || this.#waiting.length <= this.#opening) return;
    if (this.#open.size + this.#opening >= this.#max) return;
    if (this.#options.clock.monotonicMs() < this.#notBeforeMs) {
      // Others may still give theirs back.
      if (this.#open.size === 0) this.#refuse(this.#problem);
      return;
    }
    void this.#openOne();
  }

  async #openOne(): Promise<void> {
    this.#opening += 1;
    try {
      const connection = await ServerConnection.open(this.#options.address, this.#options.plans);
      this.#failures = 0;
      this.#open.add(connection);
      this.#opening -= 1;
      this.#giveBack(connection);
    } catch (error) {
      this.#opening -= 1;
      this.#failed(whileRunning(error));
    }
  }

  #failed(problem: unknown): void {
    const { clock, random, log, address } = this.#options;
    const ceilingMs = Math.min(waitMaxMs, waitFirstMs * 2 ** this.#failures);
    this.#failures += 1;
    this.#notBeforeMs = clock.monotonicMs() + random() * ceilingMs;
    this.#problem = problem;
    if (this.#failures === 1) {
      log.warn('storage.lost', { database: placeOf(address), ...errorFields(problem) });
    }
    if (this.#open.size === 0) this.#refuse(problem);
  }

  #refuse(problem: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(problem);
  }

  /** No answer for so long: the network is cut. */
  #cut(connection: ServerConnection): void {
    const { address, log } = this.#options;
    log.warn('storage.silent', { database: placeOf(address), waitedMs: turnMs });
    connection.destroy();
  }

  /** What has ended one connection has most likely ended the others, which would learn it one by one. */
  #dropIdle(): void {
    for (const idle of this.#idle.splice(0)) {
      idle.destroy();
      this.#forget(idle);
    }
  }

  async #end(connection: ServerConnection): Promise<void> {
    await connection.close();
    this.#forget(connection);
  }

  #forget(connection: ServerConnection): void {
    this.#open.delete(connection);
    if (this.#closed && this.#open.size === 0) this.#emptied.resolve();
  }

  /** The end does not wait for a server that says nothing. */
  #destroyAll(): void {
    for (const connection of this.#open) {
      connection.destroy();
      this.#forget(connection);
    }
  }
}
