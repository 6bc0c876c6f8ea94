/**
 * The ledger of an account: what moved by itself, and its messages by the hour. What was left behind a line
 * is the balance of this moment without all lines above it, so messages are never added up one by one.
 */
import { type RawBuilder, sql } from 'kysely';
import type { LedgerLine, LedgerPage, LedgerPlace, LedgerStore } from '#accounts/ledger.ts';
import type { Millionths } from '#core/money.ts';
import type { Database } from './database.ts';
import { balanceOf } from './purses.ts';

/** An hour's last millisecond, behind every movement in it. */
const endOfHourMs = 3_599_999;
const lastId = Number.MAX_SAFE_INTEGER;
const top: LedgerPlace = { placeMs: lastId, id: lastId };

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

/** In one statement, so that no commit falls between the balance and the lines. */
function pageQuery({ accountId, purse, before = top, limit }: LedgerPage): RawBuilder<Row> {
  const { placeMs, id } = before;
  const ofPurse = sql`account_id = ${accountId} AND purse = ${purse}`;
  // The condition of the index, word by word: SQLite does not look into parameters.
  const moved = sql`movement WHERE ${ofPurse} AND kind <> 'email'`;
  const spent = sql`spent_hour WHERE ${ofPurse} AND cost > 0`;
  // No place in its last millisecond stands behind an hour's own.
  const hoursEnd = placeMs - endOfHourMs;
  return sql<Row>`
    SELECT lines.*, account.${sql.ref(balanceOf(purse))}
      - (SELECT cast(coalesce(sum(amount), 0) AS bigint) FROM ${moved} AND (at, id) >= (${placeMs}, ${id}))
      + (SELECT cast(coalesce(sum(cost), 0) AS bigint) FROM ${spent} AND starts_at >= ${hoursEnd})
      AS "balanceAbove"
    FROM account, (
      SELECT * FROM (
        SELECT kind, at AS "atMs", amount, actor, subject, cast(NULL AS bigint) AS parts, at AS "placeMs", id
        FROM ${moved} AND (at, id) < (${placeMs}, ${id})
        ORDER BY at DESC, id DESC LIMIT ${limit}) AS moved
      UNION ALL
      SELECT * FROM (
        SELECT 'messages', starts_at, -cost, 'system', cast(NULL AS text), parts,
          starts_at + ${sql.lit(endOfHourMs)}, ${sql.lit(lastId)}
        FROM ${spent} AND starts_at < ${hoursEnd}
        ORDER BY starts_at DESC LIMIT ${limit}) AS spent
      ORDER BY 7 DESC, 8 DESC LIMIT ${limit}) AS lines
    WHERE account.id = ${accountId}
    ORDER BY "placeMs" DESC, lines.id DESC`;
}

function withBalances(rows: readonly Row[]): readonly LedgerLine[] {
  let moved = 0;
  return rows.map(({ balanceAbove, ...line }) => {
    const balance = (balanceAbove - moved) as Millionths;
    moved += line.amount;
    return { ...line, balance };
  });
}
