/** A PostgreSQL database: what several processes share. */

import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { ServerRole } from '#core/server-role.ts';
import { leaseStore } from '../queries/leases.ts';
import { sharedStores } from '../queries/stores.ts';
import type { OlderSchemaWish, Storage } from '../storage.ts';
import { StorageRefused } from '../storage-refused.ts';
import { PostgresHints } from './hints.ts';
import { inboundStore } from './inbound.ts';
import { jobStore } from './jobs.ts';
import { messageStore } from './messages.ts';
import { Pool } from './pool.ts';
import { postgresDatabase } from './queries.ts';
import { upgradeSchema } from './schema.ts';
import type { ServerAddress } from './server-address.ts';
import { parseServerAddress } from './server-address.ts';
import { queueUpkeep } from './upkeep.ts';
import { webhookStore } from './webhooks.ts';

export type PostgresOptions = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Sessions at most besides the one that hears hints and the one of leases; four at least. */
  readonly connectionsMax?: number;
  /** `migrate` unless told. */
  readonly olderSchema?: OlderSchemaWish;
};

const sessionsUsual = 8;
/** What is accepted, what was learned, what was delivered: one transaction of each at a time. */
const writersMax = 3;

/**
 * Opens the database of `postgres://…` and brings its tables up to date, or throws `OlderSchema` where it
 * shall not. Throws `StorageRefused` for what a person has to fix (the address, the password, a newer schema), `StorageUnavailable` for a
 * server that does not run or has no room now. No error repeats the password.
 */
export async function openPostgresStorage(
  text: string,
  options: PostgresOptions,
): Promise<Storage> {
  const reading = parseServerAddress(text);
  if (!reading.ok) throw new StorageRefused(`The address of a database ${reading.problem}`);
  const { address } = reading;
  await using stack = new AsyncDisposableStack();
  const { olderSchema = 'migrate', connectionsMax: sessions = sessionsUsual } = options;
  const pool = stack.use(
    await Pool.open(
      { ...options, address, connectionsMax: Math.max(1, sessions - writersMax) },
      (connection) => upgradeSchema(connection, olderSchema),
    ),
  );
  const writers = stack.use(
    await Pool.open({ ...options, address, connectionsMax: writersMax, plans: 'kept' }),
  );
  // Of their own: however long pages and lanes wait for a lock, what this process holds is renewed in time.
  const renewers = stack.use(await Pool.open({ ...options, address, connectionsMax: 1 }));
  const hints = stack.use(new PostgresHints({ ...options, address }));
  const queries = { pool, ...options };
  const backends = { queries, writes: { ...options, pool: writers } };
  stack.use(queueUpkeep(queries)).start();
  const shared = sharedStores(postgresDatabase(queries));
  const opened = stack.move();
  return {
    ...shared,
    leases: leaseStore(postgresDatabase({ ...options, pool: renewers })),
    messages: { ...shared.messages, ...messageStore(backends) },
    inbound: { ...shared.inbound, ...inboundStore(queries) },
    jobs: { ...shared.jobs, ...jobStore(pool) },
    webhooks: { ...shared.webhooks, ...webhookStore(backends) },
    isSole: false,
    hints,
    changes: undefined,
    serverRole: () => readServerRole(pool, address),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

// As whom this program works on its server: what somebody who had taken it over could do there.

/** What is tried first wherever a server answers, besides the user's own name and the database's. */
const knownPasswords: ReadonlySet<string> = new Set(
  'postgres postgresql parley password passw0rd secret admin root test changeme 1234 12345 123456 12345678 example'.split(
    ' ',
  ),
);

const ofSession = {
  text: `SELECT rolname AS name, rolsuper::int AS "isSuperuser" FROM pg_roles WHERE rolname = current_user`,
};

/** A server that asks for no password is not found by this: its own rules say who is let in. */
async function readServerRole(
  pool: Pool,
  { user, password, database }: ServerAddress,
): Promise<ServerRole> {
  type Row = { readonly name: string; readonly isSuperuser: number };
  const [row] = await pool.rows<Row>(ofSession, []);
  const word = password.toLowerCase();
  const isOwnName = word !== '' && [user, database].some((name) => name.toLowerCase() === word);
  return {
    name: row?.name ?? user,
    isSuperuser: row?.isSuperuser === 1,
    hasKnownPassword: isOwnName || knownPasswords.has(word),
  };
}
