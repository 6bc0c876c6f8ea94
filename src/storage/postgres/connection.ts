/** One session of a server that takes writes, set up for the engine's statements. */
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import { Client, type CustomTypesConfig, type Notification, type QueryResult } from 'pg';
import { must, unreachable } from '#core/assert.ts';
import { boundary, dropped } from '#core/boundary.ts';
import { rowsOf } from '../records.ts';
import { StorageRefused } from '../storage-refused.ts';
import { inWords, lost, serverVersionMin } from './database.ts';
import { type Asked, type Heard, RoundTrip } from './round-trip.ts';
import { placeOf, type ServerAddress, type ServerHost } from './server-address.ts';
import type { Answer, Parameter, Statement, Statements } from './statement.ts';
import { readText, storedText } from './texts.ts';

/** Its failure closes that connection: what was asked on it is asked again, or refused. */
const connections = boundary('postgres.connection', 'library');

/** What a session, known by its server process, has told. */
export type Notice = { readonly processId: number; readonly payload: string };

/** A session, and which start of the server it is of: of its postmaster, and of the processes that help it. */
export type Session = {
  readonly processId: number;
  /** Empty where the server does not say. */
  readonly beganAt: string;
  /** Empty where the server does not say. */
  readonly startedAt: string;
  readonly helpers: readonly string[];
};

/** Statements go out at once, one behind the other. */
export interface Connection extends Statements {
  readonly session: Session;
  /** What `write` asks at once, before it waits for anything, as one transaction of one round trip; settles after its commit. */
  together<Result>(write: (to: Statements) => Promise<Result>): Promise<Result>;
}

/**
 * Whether a plan is made for each run of a statement, or once for the session: until the server's statistics of a table change.
 * Making one takes longer than a batch of a dozen rows; but a plan made once for all parameters may take the wrong index for some.
 */
export type Plans = 'made for each run' | 'kept';

/** How long a server may take to answer the first time, over all steps of a connection. */
const connectMs = 3_000;
const keepAliveMs = 5_000;

/**
 * Kept plans: one that is made on an empty table stays when the table has grown. All that it may do is look each row up in an index (see
 * by-index.ts), or it would read once what is a handful of rows at the start and a million later.
 */
const setPlans: Readonly<Record<Plans, string>> = {
  'made for each run': 'SET plan_cache_mode = force_custom_plan;',
  kept: `SET plan_cache_mode = force_generic_plan;
    SET enable_material = off; SET enable_bitmapscan = off;`,
};

/**
 * Without nested loops a batch of 200 ids is joined by reading the whole table (1,750 against
 * 16,400 messages a second). No query is large enough for workers of its own: a list of a
 * million messages took 36 ms on busy cores while they were started, and takes 4 without. The server gives up a client that is gone, and what it had locked, in 10 s.
 */
const setUp = `
  SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off; SET jit = off;
  SET max_parallel_workers_per_gather = 0;
  SET default_transaction_isolation = 'read committed';
  SET synchronous_commit = on;
  SET statement_timeout = 7000; SET lock_timeout = 6000;
  SET idle_in_transaction_session_timeout = 10000;
  SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 2;
  SET tcp_user_timeout = 10000;
  SELECT current_setting('server_version_num')::int AS version,
    current_setting('server_encoding') AS encoding,
    pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "readOnly"`;

/** Without rights others' sessions show their process alone; those of no database are the server's own. */
const sessionStatement = `
  SELECT pg_backend_pid() AS "processId", pg_postmaster_start_time()::text AS "startedAt",
    coalesce((SELECT backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()), '') AS "beganAt",
    coalesce((SELECT string_agg(pid::text, ',') FROM pg_stat_activity WHERE datid IS NULL), '') AS helpers`;

type Server = { readonly version: number; readonly encoding: string; readonly readOnly: number };

type SessionRow = Omit<Session, 'helpers'> & { readonly helpers: string };

export class ServerConnection implements Connection {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #place: string;
  readonly #ended: Promise<void>;
  #lost = false;
  #session: Session = { processId: 0, beganAt: '', startedAt: '', helpers: [] };
  #gathering = false;
  readonly #prepared = new Set<string>();

  private constructor(client: Client, socket: Socket, place: string) {
    this.#client = client;
    this.#socket = socket;
    this.#place = place;
    // Without a listener a lost connection would end the process; callers who wait hear of it anyway.
    const lose = (): void => this.destroy();
    client.on(
      'error',
      connections.guard(() => {
        this.#lost = true;
      }, lose),
    );
    this.#ended = new Promise((resolve) => {
      client.once(
        'end',
        connections.guard(() => {
          this.#lost = true;
          resolve();
        }, dropped),
      );
    });
  }

  /** Tries the hosts in their order; throws the words of the last one that does not do. */
  static async open(
    address: ServerAddress,
    plans: Plans = 'made for each run',
  ): Promise<ServerConnection> {
    let problem: unknown;
    for (const host of address.hosts) {
      try {
        return await ServerConnection.#openHost(address, host, plans);
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  }

  static async #openHost(
    address: ServerAddress,
    { host, port }: ServerHost,
    plans: Plans,
  ): Promise<ServerConnection> {
    const place = placeOf({ ...address, hosts: [{ host, port }] });
    const socket = new Socket();
    const { user, password, database } = address;
    const client = new Client({
      host,
      port,
      user,
      // As a function, or the library looks for one in its own files and in the environment.
      password: () => password,
      database,
      ssl: tlsOptions(address, host),
      stream: () => socket,
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      connectionTimeoutMillis: connectMs,
      application_name: 'parley',
      types: { getTypeParser },
    });
    const connection = new ServerConnection(client, socket, place);
    try {
      await client.connect();
      await connection.#prepare(plans);
      return connection;
    } catch (error) {
      connection.destroy();
      throw inWords(error, place);
    }
  }

  get session(): Session {
    return this.#session;
  }

  /** Nothing more can be asked of it. */
  get lost(): boolean {
    return this.#lost;
  }

  async run<Row>(
    { name, text }: Statement,
    parameters: readonly Parameter[] = [],
  ): Promise<Answer<Row>> {
    if (this.#lost) throw lost(this.#place);
    this.#gather();
    try {
      const named = name === undefined ? {} : { name };
      const answer = await this.#client.query({ ...named, text, values: storedValues(parameters) });
      return asAnswer<Row>(answer);
    } catch (error) {
      throw inWords(error, this.#place);
    }
  }

  async together<Result>(write: (to: Statements) => Promise<Result>): Promise<Result> {
    const asked: Asked[] = [];
    const answers: PromiseWithResolvers<Answer<unknown>>[] = [];
    const writing = write({
      run<Row>(statement: Statement, parameters: readonly Parameter[] = []) {
        const answer = Promise.withResolvers<Answer<unknown>>();
        asked.push({ statement, values: storedValues(parameters) });
        answers.push(answer);
        return answer.promise as Promise<Answer<Row>>;
      },
    });
    if (await failsAtOnce(writing)) return writing;
    try {
      const results = await this.#send(asked);
      for (const [index, result] of results.entries()) answers[index]?.resolve(asAnswer(result));
    } catch (error) {
      for (const { reject } of answers) reject(error);
    }
    return writing;
  }

  #send(asked: readonly Asked[]): Promise<readonly QueryResult[]> {
    if (this.#lost) return Promise.reject(lost(this.#place));
    if (asked.length === 0) return Promise.resolve([]);
    this.#gather();
    return new Promise((resolve, reject) => {
      const heard: Heard = (error, results) => {
        if (error) reject(inWords(error, this.#place));
        else resolve(results);
      };
      this.#client.query(new RoundTrip(asked, this.#prepared, heard));
    });
  }

  /** Settles when the session is over, however it ended. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** What sessions NOTIFY on the channel, this one and others. */
  async listen(channel: string, told: (notice: Notice) => void): Promise<void> {
    this.#client.on(
      'notification',
      connections.guard(
        ({ processId, payload = '' }: Notification) => told({ processId, payload }),
        // A process that misses one looks at the tables.
        dropped,
      ),
    );
    await this.run({ text: `LISTEN ${channel}` });
  }

  /** At once, whatever was asked: what waits for an answer hears that the connection is lost. */
  destroy(): void {
    this.#lost = true;
    this.#socket.destroy();
  }

  /** Lets the server know; waits no longer than a server takes to notice. */
  async close(): Promise<void> {
    if (!this.#lost) {
      this.#lost = true;
      await this.#client.end().catch(() => undefined);
    }
    await this.#ended;
  }

  /** What one turn asks leaves in one write. */
  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    this.#socket.cork();
    process.nextTick(
      connections.guard(
        () => {
          this.#gathering = false;
          this.#socket.uncork();
        },
        () => this.destroy(),
      ),
    );
  }

  async #prepare(plans: Plans): Promise<void> {
    const { rows } = await this.run<Server>({ text: `${setPlans[plans]} ${setUp}` });
    const server = must(rows[0], 'word of the server');
    if (Math.floor(server.version / 10_000) < serverVersionMin) {
      throw new StorageRefused(
        `${this.#place} is PostgreSQL ${Math.floor(server.version / 10_000)}; Parley needs ${serverVersionMin} or later`,
      );
    }
    if (server.encoding !== 'UTF8') {
      throw new StorageRefused(
        `${this.#place} has the encoding ${server.encoding}: make it with ENCODING 'UTF8'`,
      );
    }
    if (server.readOnly === 1) {
      throw new StorageRefused(
        `${this.#place} takes no writes: it is a standby, or set to be read only`,
      );
    }
    this.#session = await this.#askSession();
  }

  /** A service that looks like PostgreSQL may lack these functions: lost commits stay unknown there. */
  async #askSession(): Promise<Session> {
    try {
      const { rows } = await this.run<SessionRow>({ text: sessionStatement });
      const { helpers, ...session } = must(rows[0], 'word of the session');
      return { ...session, helpers: helpers.split(',') };
    } catch (error) {
      if (this.#lost) throw error;
      return this.#session;
    }
  }
}

/** Before anything was answered work can only fail; then what it asked until there must not be stored without the rest. */
async function failsAtOnce(work: Promise<unknown>): Promise<boolean> {
  const failed = work.then(
    () => false,
    () => true,
  );
  const pending = new Promise<boolean>((resolve) => process.nextTick(resolve, false));
  return Promise.race([failed, pending]);
}

function storedValues(parameters: readonly Parameter[]): Parameter[] {
  return parameters.map((value) => (typeof value === 'string' ? storedText(value) : value));
}

function asAnswer<Row>(answer: unknown): Answer<Row> {
  // Several statements in one text give a list; what counts is the last.
  const last = (Array.isArray(answer) ? answer.at(-1) : answer) as QueryResult;
  return { rows: rowsIn(last) as Row[], changes: last.rowCount ?? 0, command: last.command };
}

function rowsIn({ fields, rows }: QueryResult): readonly unknown[] {
  const names = fields.map(({ name }) => name);
  if (!names.some((name) => name.includes('.'))) return rows;
  const read = rowsOf(names);
  return rows.map((row: Readonly<Record<string, unknown>>) => read(names.map((name) => row[name])));
}

function tlsOptions(
  { tls, authorityFile }: ServerAddress,
  host: string,
): ConnectionOptions | false {
  // The server's TLS is for TCP alone, and a socket's permissions say who listens there.
  if (host.startsWith('/')) return false;
  switch (tls) {
    case 'disable':
      return false;
    case 'no-verify':
      return { rejectUnauthorized: false };
    case 'verify-ca':
      return { ...authority(authorityFile), checkServerIdentity: () => undefined };
    case 'require':
    case 'verify-full':
      return {
        ...authority(authorityFile),
        // Node takes the name from SNI, which an address has none of, and falls back to "localhost".
        checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
      };
    default:
      return unreachable(tls);
  }
}

function authority(file: string | undefined): ConnectionOptions {
  if (file === undefined) return {};
  try {
    return { ca: readFileSync(file) };
  } catch (cause) {
    throw new StorageRefused(`The file of sslrootcert cannot be read: ${file}`, { cause });
  }
}

/** By object ids of types (pg_type): integers come as numbers, yes and no as 1 and 0, all else as text. */
const readers: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [16, (text) => (text === 't' ? 1 : 0)],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, Number],
  [21, Number],
  [23, Number],
]);

const getTypeParser: CustomTypesConfig['getTypeParser'] = (oid: number) =>
  readers.get(oid) ?? readText;
