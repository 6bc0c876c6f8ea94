/** A PostgreSQL server and a synchronous standby on this machine, and the day on which the first one dies. */
import { chmod, mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '../ports.ts';
import { OwnPostgres } from './own-postgres.ts';

const attachedWithinMs = 60_000;
const lookEveryMs = 100;

export type PairWish = {
  readonly folder: string;
  /** Where `initdb` and its like are. */
  readonly programs: string;
};

type Ports = Readonly<Record<'primary' | 'standby', number>>;

export class PostgresPair implements AsyncDisposable {
  readonly #ports: Ports;
  readonly #primary: OwnPostgres;
  readonly #standby: OwnPostgres;

  private constructor(wish: PairWish, ports: Ports) {
    this.#ports = ports;
    this.#primary = new OwnPostgres({ ...wish, name: 'primary', port: ports.primary });
    this.#standby = new OwnPostgres({ ...wish, name: 'standby', port: ports.standby });
  }

  /** A commit is answered when both have it on their disks. */
  static async open(wish: PairWish): Promise<PostgresPair> {
    await mkdir(wish.folder, { recursive: true });
    await chmod(wish.folder, 0o777);
    const pair = new PostgresPair(wish, await freePorts(['primary', 'standby']));
    await pair.#primary.make();
    await pair.#attachStandby();
    return pair;
  }

  /** Both hosts: whichever takes writes serves. */
  get address(): string {
    const { primary, standby } = this.#ports;
    return `postgres://postgres@127.0.0.1:${primary},127.0.0.1:${standby}/postgres`;
  }

  /** The first dies in the middle of everything, and the standby takes its place. */
  async failOver(): Promise<void> {
    await this.#primary.stop('immediate');
    await this.#standby.promote();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#primary[Symbol.asyncDispose]();
    await this.#standby[Symbol.asyncDispose]();
  }

  async #attachStandby(): Promise<void> {
    await this.#standby.follow(this.#ports.primary);
    // From now on, and on the first alone: the standby waits for nobody when its turn comes.
    await this.#primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.#primary.ask('SELECT pg_reload_conf()');
    const giveUpAt = performance.now() + attachedWithinMs;
    const attached = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
    while ((await this.#primary.ask(attached)).length === 0) {
      if (performance.now() > giveUpAt) throw new Error('The standby does not attach');
      await pause(lookEveryMs);
    }
  }
}
