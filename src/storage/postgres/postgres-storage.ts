/** A PostgreSQL database: what several processes share. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
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
import { parseServerAddress } from './server-address.ts';
import { readServerRole } from './server-role.ts';
import { queueUpkeep } from './upkeep.ts';
import { webhookStore } from './webhooks.ts';

export type PostgresOptions = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Sessions that this process has at most. */
  readonly connectionsMax?: number;
  /** `migrate` unless told. */
  readonly olderSchema?: OlderSchemaWish;
};

/**
 * Opens the database of `postgres://…` and brings its tables up to date, or throws `OlderSchema` where it
 * shall not. Throws `StorageRefused` for what a person has to mend (the address, the password, a newer schema), `StorageUnavailable` for a
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
  const { olderSchema = 'migrate' } = options;
  const pool = stack.use(
    await Pool.open({ ...options, address }, (connection) =>
      upgradeSchema(connection, olderSchema),
    ),
  );
  const hints = stack.use(new PostgresHints({ ...options, address }));
  const transactions = { pool, ...options };
  stack.use(queueUpkeep(transactions)).start();
  const shared = sharedStores(postgresDatabase(transactions));
  const opened = stack.move();
  return {
    ...shared,
    messages: { ...shared.messages, ...messageStore(transactions) },
    inbound: { ...shared.inbound, ...inboundStore(transactions) },
    jobs: { ...shared.jobs, ...jobStore(pool) },
    webhooks: { ...shared.webhooks, ...webhookStore(transactions) },
    isSole: false,
    hints,
    changes: undefined,
    serverRole: () => readServerRole(pool, address),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
