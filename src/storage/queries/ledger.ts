/**
 * The ledger of an account: what moved by itself, and its messages by the hour. What was left behind a line
 * is the balance of this moment without all lines above it, so messages are never added up one by one.
 */
import { type RawBuilder, sql } from 'kysely';
import type { AccountStore, SpendingWish } from '#accounts/account-store.ts';
import type { LedgerCursor, LedgerLine, LedgerPage, LedgerStore } from '#accounts/ledger.ts';
import type { Millionths } from '#core/money.ts';
import type { Database } from './database.ts';
import { balanceOf } from './purses.ts';

const hourMs = 3_600_000;
/** An hour's last millisecond, behind every movement in it. */
const endOfHourMs = hourMs - 1;
const lastId = Number.MAX_SAFE_INTEGER;
const top: LedgerCursor = { placeMs: lastId, id: lastId };

/** The lines of one hour from the upper one down: what was given back stands above what it is of. */
const kindsOfHour = ['email refund', 'email', 'refund', 'sms'] as const;

type Row = Omit<LedgerLine, 'balance'> & { readonly balanceAbove: Millionths };

export function ledgerStore(database: Database): LedgerStore {
  return {
    async listLedger(page) {
      const query = pageQuery(page);
      const rows = await database.read({ compile: () => query.compile(database.build) });
      return withBalances(rows);
    },
  };
}

/** Above a page are hours later than this one, and of this one the lines up to this rank. */
type Cut = { readonly hour: number; readonly rank: number };

function cutOf({ placeMs, id }: LedgerCursor): Cut {
  const rank = lastId - id;
  if (rank < kindsOfHour.length) return { hour: placeMs - endOfHourMs, rank };
  // Behind what moved by itself: no hour is cut in two.
  return { hour: Math.ceil((placeMs - endOfHourMs) / hourMs) * hourMs - hourMs, rank: -1 };
}

/**
 * In one statement, so that no commit falls between the balance and the lines. Hours in which something was given
 * back are found one by one, each by a step in the index: to group all of them would read them all.
 */
function pageQuery({ accountId, purse, before = top, limit }: LedgerPage): RawBuilder<Row> {
  const { placeMs, id } = before;
  const { hour, rank } = cutOf(before);
  const ofPurse = sql`account_id = ${accountId} AND purse = ${purse}`;
  // The conditions of the indexes, word by word: SQLite does not look into parameters.
  const moved = sql`movement WHERE ${ofPurse}
    AND kind <> 'email' AND kind <> 'refund' AND kind <> 'email refund'`;
  const back = sql`movement WHERE ${ofPurse} AND (kind = 'refund' OR kind = 'email refund')`;
  const spent = sql`spent_hour WHERE ${ofPurse} AND cost > 0`;
  const page = sql`ORDER BY 7 DESC, 8 DESC LIMIT ${limit}`;
  return sql<Row>`
    WITH RECURSIVE last_back (last_at, place) AS (
      SELECT max(at), 1 FROM ${back} AND at < ${hour + hourMs}
      UNION ALL
      SELECT (SELECT max(at) FROM ${back} AND at < last_at - last_at % ${sql.lit(hourMs)}), place + 1
      FROM last_back WHERE last_at IS NOT NULL AND place <= ${limit}
    ), back_hour AS (SELECT last_at - last_at % ${sql.lit(hourMs)} AS starts_at FROM last_back)
    SELECT lines.*, account.${sql.ref(balanceOf(purse))}
      - (SELECT cast(coalesce(sum(amount), 0) AS bigint) FROM ${moved} AND (at, id) >= (${placeMs}, ${id}))
      - (SELECT cast(coalesce(sum(amount), 0) AS bigint) FROM ${back}
          AND at >= ${hour} AND (at >= ${hour + hourMs} OR ${rankOf('kind')} <= ${rank}))
      + (SELECT cast(coalesce(sum(cost), 0) AS bigint) FROM ${spent}
          AND starts_at >= ${hour} AND (starts_at > ${hour} OR ${rankOf('product')} <= ${rank}))
      AS "balanceAbove"
    FROM account, (
      SELECT * FROM (
        SELECT kind, at AS "atMs", amount, actor, subject, cast(NULL AS bigint) AS count, at AS "placeMs", id
        FROM ${moved} AND (at, id) < (${placeMs}, ${id}) ${page}) AS moved
      UNION ALL
      SELECT * FROM (
        SELECT kind, starts_at, cast(sum(amount) AS bigint), 'system', cast(NULL AS text), count(*),
          starts_at + ${sql.lit(endOfHourMs)}, ${sql.lit(lastId)} - ${rankOf('kind')}
        FROM back_hour, ${back} AND at >= starts_at AND at < starts_at + ${sql.lit(hourMs)}
          AND (starts_at < ${hour} OR ${rankOf('kind')} > ${rank})
        GROUP BY starts_at, kind ${page}) AS back
      UNION ALL
      SELECT * FROM (
        SELECT product, starts_at, -cost, 'system', cast(NULL AS text), parts,
          starts_at + ${sql.lit(endOfHourMs)}, ${sql.lit(lastId)} - ${rankOf('product')}
        FROM ${spent} AND starts_at <= ${hour} AND (starts_at < ${hour} OR ${rankOf('product')} > ${rank})
        ${page}) AS spent
      ${page}) AS lines
    WHERE account.id = ${accountId}
    ORDER BY "placeMs" DESC, lines.id DESC`;
}

/** Of a line within its hour. */
function rankOf(column: string): RawBuilder<number> {
  const ranks = kindsOfHour.map((kind, rank) => sql`WHEN ${sql.lit(kind)} THEN ${sql.lit(rank)}`);
  return sql`(CASE ${sql.ref(column)} ${sql.join(ranks, sql` `)} END)`;
}

function withBalances(rows: readonly Row[]): readonly LedgerLine[] {
  let moved = 0;
  return rows.map(({ balanceAbove, ...line }) => {
    const balance = (balanceAbove - moved) as Millionths;
    moved += line.amount;
    return { ...line, balance };
  });
}

/** What accounts have spent by the hour: what accepts have added up, without what was given back. */
export function spendingStore(database: Database) {
  return {
    async listSpentHours(wish) {
      const hours = spentHours(database, wish).unionAll(givenBack(database, wish)).as('hours');
      const query = database.build
        .selectFrom(hours)
        .select([
          'startsAtMs',
          'product',
          sql<Millionths>`cast(sum(cost) as bigint)`.as('cost'),
          sql<number>`cast(sum(parts) as bigint)`.as('parts'),
        ])
        .groupBy(['startsAtMs', 'product'])
        .orderBy('startsAtMs')
        .orderBy('product');
      return database.read(query);
    },
  } satisfies Partial<AccountStore>;
}

function spentHours({ build }: Database, { accountId, purse, fromMs, untilMs }: SpendingWish) {
  return build
    .selectFrom('spent_hour')
    .select(['starts_at as startsAtMs', 'product', 'cost', 'parts'])
    .where('account_id', '=', accountId)
    .where('purse', '=', purse)
    .where('starts_at', '>=', fromMs)
    .where('starts_at', '<', untilMs);
}

function givenBack({ build }: Database, { accountId, purse, fromMs, untilMs }: SpendingWish) {
  return build
    .selectFrom('movement')
    .select([
      sql<number>`at - at % 3600000`.as('startsAtMs'),
      sql<'sms' | 'email'>`CASE kind WHEN 'refund' THEN 'sms' ELSE 'email' END`.as('product'),
      sql<Millionths>`-amount`.as('cost'),
      sql<number>`0`.as('parts'),
    ])
    .where('account_id', '=', accountId)
    .where('purse', '=', purse)
    .where('at', '>=', fromMs)
    .where('at', '<', untilMs)
    .where('kind', 'in', ['refund', 'email refund']);
}
