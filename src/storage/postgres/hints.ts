/**
 * Hints between processes by NOTIFY, on a connection of their own: inside the transactions of messages it
 * would halve their rate. What is told while the connection is away is lost, and found by looking.
 */
import type { Clock, Timer } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { FollowedSettings, Hint, Hints, TraceOrder } from '#queue/hints.ts';
import { ServerConnection } from './connection.ts';
import { placeOf, type ServerAddress } from './server-address.ts';
import type { Statement } from './statement.ts';

export type PostgresHintsOptions = {
  readonly address: ServerAddress;
  readonly clock: Clock;
  readonly log: Log;
};

/** What the migration's triggers use as well. */
const channel = 'parley';
/** Lanes told together: so long each of them waits at most, and so many of them are one notification. */
const hintEveryMs = 20;
/** NOTIFY takes 8,000 octets (PostgreSQL 15, NOTIFY); names of lanes are ASCII. */
const payloadMax = 7_000;
/** Past so many lanes in 20 ms the rest are found by looking. */
const lanesMax = 1_000;
const reopenMs = 1_000;

const ownId: Statement = { text: 'SELECT pg_backend_pid() AS id' };
const notify: Statement = { name: 'notify', text: 'SELECT pg_notify($1, $2)' };

export class PostgresHints implements Hints, AsyncDisposable {
  readonly #options: PostgresHintsOptions;
  readonly #loop: Loop;
  readonly #untold = new Set<string>();
  #hear: (hint: Hint) => void = () => undefined;
  #connection: ServerConnection | undefined;
  #telling: Timer | undefined;

  constructor(options: PostgresHintsOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#loop = new Loop({
      name: 'hearing of hints',
      everyMs: reopenMs,
      clock,
      log,
      work: (signal) => this.#listen(signal),
    });
  }

  tell(lanes: Iterable<string>): void {
    for (const lane of lanes) {
      if (this.#untold.size < lanesMax) this.#untold.add(lane);
    }
    this.#telling ??= this.#options.clock.after(hintEveryMs, () => this.#flush());
  }

  sendLive(text: string): void {
    // The connection is lost, and opened again by the loop.
    this.#connection?.run(notify, [channel, `live ${text}`]).catch(() => undefined);
  }

  sendTrace({ operatorId, isTraced }: TraceOrder): void {
    const payload = `trace ${operatorId} ${isTraced ? 'on' : 'off'}`;
    // Who looks sees whether it was heard, and asks again.
    this.#connection?.run(notify, [channel, payload]).catch(() => undefined);
  }

  /** Triggers tell of each change. */
  sendSettings(): void {}

  sendFollowed({ processId, version }: FollowedSettings): void {
    // Who waits for it does so for a moment only.
    const payload = `followed ${processId} ${version}`;
    this.#connection?.run(notify, [channel, payload]).catch(() => undefined);
  }

  listen(hear: (hint: Hint) => void): AsyncDisposable {
    this.#hear = hear;
    this.#loop.start();
    return {
      [Symbol.asyncDispose]: async () => {
        this.#hear = () => undefined;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#telling?.cancel();
    await this.#loop[Symbol.asyncDispose]();
  }

  /** As long as the connection lasts. */
  async #listen(signal: AbortSignal): Promise<void> {
    try {
      const connection = await ServerConnection.open(this.#options.address);
      signal.addEventListener('abort', () => connection.destroy(), { once: true });
      if (signal.aborted) connection.destroy();
      const { rows } = await connection.run<{ readonly id: number }>(ownId);
      await connection.listen(channel, ({ processId, payload }) => {
        if (processId !== rows[0]?.id) this.#take(payload);
      });
      this.#connection = connection;
      // What was told before nobody heard here.
      this.#hear({ about: 'settings' });
      this.#hear({ about: 'leases' });
      await connection.ended;
    } catch (error) {
      const { log, address } = this.#options;
      if (!signal.aborted)
        log.info('hints.lost', { database: placeOf(address), ...errorFields(error) });
    } finally {
      this.#connection = undefined;
    }
  }

  #take(payload: string): void {
    const hint = readHint(payload);
    if (hint !== undefined) this.#hear(hint);
  }

  #flush(): void {
    this.#telling = undefined;
    const connection = this.#connection;
    const lanes = [...this.#untold];
    this.#untold.clear();
    if (connection === undefined) return;
    for (const payload of payloadsOf(lanes)) {
      // The connection is lost, and opened again by the loop.
      connection.run(notify, [channel, payload]).catch(() => undefined);
    }
  }
}

function payloadsOf(lanes: readonly string[]): readonly string[] {
  const payloads: string[] = [];
  let last = 'lanes';
  for (const lane of lanes) {
    if (last.length + 1 + lane.length > payloadMax) {
      payloads.push(last);
      last = 'lanes';
    }
    last += ` ${lane}`;
  }
  return [...payloads, last];
}

/** Undefined for what a later version may say. */
function readHint(payload: string): Hint | undefined {
  if (payload.startsWith('live ')) return { about: 'live', text: payload.slice('live '.length) };
  const [about, ...lanes] = payload.split(' ');
  if (about === 'lanes') return { about, lanes };
  if (about === 'trace') return readTrace(lanes);
  if (about === 'followed') return readFollowed(lanes);
  return about === 'settings' || about === 'leases' ? { about } : undefined;
}

function readFollowed(words: readonly string[]): Hint | undefined {
  const [processId = -1, version = -1] = words.map(Number);
  const isRead = Number.isSafeInteger(processId) && Number.isSafeInteger(version);
  return isRead ? { about: 'followed', processId, version } : undefined;
}

function readTrace([id = '', word]: readonly string[]): Hint | undefined {
  if (!/^\d{1,15}$/.test(id) || (word !== 'on' && word !== 'off')) return undefined;
  return { about: 'trace', operatorId: Number(id), isTraced: word === 'on' };
}
