/** The suppression list: who gets no mail of an account, and why. */
import { randomInt } from 'node:crypto';
import { type Compilable, type Expression, type SqlBool, sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import type { NewSuppression, Suppression } from '#mail/suppression/suppression.ts';
import type { SuppressionFilter, SuppressionStore } from '#mail/suppression/suppression-store.ts';
import { auditStep } from './audit.ts';
import { beginsWith } from './begins-with.ts';
import type { Database, WriteStep } from './database.ts';
import { type FieldRow, fields } from './fields.ts';
import { inSlices, putEvents, putEventsWhere } from './owed-events.ts';
import { prepareOne } from './prepared.ts';
import { changesOfSuppressions, noteChanges } from './suppression-changes.ts';

const suppressionFields = fields(
  'mail_suppression',
  'id account_id stream address reason source strikes created_at expires_at',
);

const dayMs = 86_400_000;
/** A mailbox that was not there may be made again. */
const hardMs = 180 * dayMs;
/** Three weak refusals within this stop mail. */
const strikesWithinMs = 7 * dayMs;
/** The first time, the second, and from then on. */
const softMs = [7 * dayMs, 14 * dayMs, 30 * dayMs] as const;

/** Entries of one statement. */
const releasedMax = 500;
/** Addresses of one query: as many as an email has recipients. */
const lookedUpMax = 512;

export function suppressionStore(database: Database): SuppressionStore {
  return { ...changing(database), ...reading(database), ...changesOfSuppressions(database) };
}

function changing(database: Database) {
  const { build } = database;
  const noteNew = (each: NewSuppression, stamp: number): WriteStep => {
    const put = broughtBy(database, { ...each, stamp });
    return noteChanges(database, put, 'added', sql<number>`cast(${each.atMs} as bigint)`);
  };
  return {
    async addSuppressions(added, author) {
      const always = sql<SqlBool>`1 = 1`;
      // Another commit cannot have drawn the same for the same entry: its row is held until this one is over.
      const stamp = randomInt(2 ** 48 - 1);
      const steps = added.map((each) =>
        putSuppression(database, { ...each, stamp }, always)
          .returning(suppressionFields)
          .returning('stamp'),
      );
      const events = added.flatMap((each) => putEventsOfNew(database, { ...each, stamp }));
      const untold = author === undefined ? [] : added.map((each) => noteNew(each, stamp));
      const audit = auditOf(database, 'suppression.add', added, author);
      const written = await database.write([...steps, ...events, ...untold, ...audit]);
      return added.map(({ atMs }, place) => {
        const [row] = (written?.[place]?.rows ?? []) as (Row & { readonly stamp: number })[];
        const { stamp: put, ...entry } = must(row, 'suppression');
        return { entry, isNew: put === stamp && isInForce(entry, atMs) };
      });
    },
    async releaseSuppressions(filter, { limit, nowMs }, author) {
      const chosen = matching(database, filter)
        .select('id')
        .orderBy('id')
        .limit(Math.min(limit, releasedMax));
      const query = build
        .deleteFrom('mail_suppression')
        .where('id', 'in', chosen)
        .returning(suppressionFields);
      const audit = auditOf(database, 'suppression.release', [filter], author);
      const standingStill = build
        .selectFrom('mail_suppression')
        .where('id', 'in', chosen)
        .where(inForce(nowMs));
      const at = sql<number>`cast(${nowMs} as bigint)`;
      const untold =
        author === undefined ? [] : [noteChanges(database, standingStill, 'removed', at)];
      const written = (await database.write([...untold, query, ...audit])) ?? [];
      const released = written[untold.length];
      const rows = (released?.rows ?? []) as Row[];
      const standing = rows.filter((entry) => isInForce(entry, nowMs));
      return { removed: rows.length, inForce: standing };
    },
    async removeSuppression(accountId, id, events) {
      const query = build
        .deleteFrom('mail_suppression')
        .where('id', '=', id)
        .where('account_id', '=', accountId);
      const steps = [{ query, mustChange: true }, ...putEvents(database, events)];
      return (await database.write(steps)) !== undefined;
    },
  } satisfies Partial<SuppressionStore>;
}

/** One row however many they are. */
function auditOf(
  database: Database,
  action: string,
  changed: readonly SuppressionFilter[],
  author: Author | undefined,
): readonly WriteStep[] {
  const [first] = changed;
  if (author === undefined || first === undefined) return [];
  const { accountId, address = '', ...details } = first;
  const target = changed.length === 1 ? address : `${changed.length} addresses`;
  return [auditStep(database, author, { action, target, accountId, details })];
}

/** For the commit of a fact that says it. */
export function suppressionSteps(
  database: Database,
  suppression: NewSuppression | undefined,
  when: Expression<SqlBool>,
): readonly WriteStep[] {
  if (suppression === undefined) return [];
  const stamp = randomInt(2 ** 48 - 1);
  const address = suppression.address.normalize('NFC').toLowerCase();
  const put = { ...suppression, address, stamp };
  return [putSuppression(database, put, when), ...putEventsOfNew(database, put)];
}

type Stamped = NewSuppression & { readonly stamp: number };

/** Only what has come into force by this very commit has the stamp. */
function putEventsOfNew(database: Database, put: Stamped): readonly WriteStep[] {
  const found = broughtBy(database, put).select('mail_suppression.id');
  return putEventsWhere(database, put.events ?? [], sql<SqlBool>`EXISTS ${found}`);
}

function broughtBy({ build }: Database, put: Stamped) {
  const { accountId, stream, address, reason, atMs, stamp } = put;
  return build
    .selectFrom('mail_suppression')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('stream', '=', stream)
    .where('reason', '=', reason)
    .where('stamp', '=', stamp)
    .where(inForce(atMs));
}

/** Put on the list if `when` is true there. Counts a strike where the reason is soft. */
function putSuppression({ build }: Database, added: Stamped, when: Expression<SqlBool>) {
  const { accountId, stream, address, reason, source, atMs, stamp } = added;
  const isSoft = reason === 'soft';
  const isHard = reason === 'hard';
  const expiresAt = isSoft ? 0 : isHard ? atMs + hardMs : null;
  const row = {
    account_id: accountId,
    stream,
    address,
    reason,
    source,
    strikes: isSoft ? 1 : 0,
    struck_at: isSoft ? atMs : 0,
    stamp,
    created_at: atMs,
    expires_at: expiresAt,
  };
  const columns = Object.keys(row) as (keyof typeof row)[];
  const values = columns.map((name) => sql`${typed(row[name])}`.as(name));
  return build
    .insertInto('mail_suppression')
    .columns(columns)
    .expression(build.selectNoFrom(values as never).where(when) as never)
    .onConflict((standing) =>
      standing
        .columns(['account_id', 'address', 'stream', 'reason'])
        .doUpdateSet(isSoft ? struckAgain(added) : standsAgain(added, expiresAt)),
    );
}

/** PostgreSQL must be told what a parameter of a list is. */
function typed(value: number | string | null) {
  if (typeof value === 'string') return sql`cast(${value} as text)`;
  return sql`cast(${value} as bigint)`;
}

const before = (column: string) => sql.ref<number>(`mail_suppression.${column}`);

/** What had ended begins again; what stands keeps its beginning. */
function standsAgain(
  { atMs, source, stamp }: NewSuppression & { readonly stamp: number },
  expiresAt: number | null,
) {
  const isOver = sql`${before('expires_at')} <= cast(${atMs} as bigint)`;
  return {
    created_at: sql<number>`CASE WHEN ${isOver} THEN cast(${atMs} as bigint) ELSE ${before('created_at')} END`,
    stamp: sql<number>`CASE WHEN ${isOver} THEN cast(${stamp} as bigint) ELSE ${before('stamp')} END`,
    source: sql<
      NewSuppression['source']
    >`CASE WHEN ${isOver} THEN cast(${source} as text) ELSE ${sql.ref('mail_suppression.source')} END`,
    expires_at: expiresAt,
  };
}

/**
 * The third strike within seven days stops mail, each time for longer. What comes while mail is stopped
 * was in progress already, and counts for nothing.
 */
function struckAgain({ atMs, stamp }: NewSuppression & { readonly stamp: number }) {
  const now = sql`cast(${atMs} as bigint)`;
  const isStopped = sql`${before('expires_at')} > ${now}`;
  const isThird = sql`${before('struck_before_at')} > cast(${atMs - strikesWithinMs} as bigint)`;
  const choose = (column: string, third: unknown, other: unknown) =>
    sql<number>`CASE WHEN ${isStopped} THEN ${before(column)} WHEN ${isThird} THEN ${third} ELSE ${other} END`;
  const [first, second, later] = softMs.map((forMs) => sql`cast(${atMs + forMs} as bigint)`);
  const until = sql`CASE ${before('times')} WHEN 0 THEN ${first} WHEN 1 THEN ${second} ELSE ${later} END`;
  return {
    strikes: choose('strikes', sql`${before('strikes')} + 1`, sql`${before('strikes')} + 1`),
    struck_before_at: choose('struck_before_at', sql`0`, before('struck_at')),
    struck_at: choose('struck_at', sql`0`, now),
    times: choose('times', sql`${before('times')} + 1`, before('times')),
    stamp: choose('stamp', sql`cast(${stamp} as bigint)`, before('stamp')),
    created_at: choose('created_at', now, before('created_at')),
    expires_at: choose('expires_at', until, sql`0`),
  };
}

function reading(database: Database) {
  const { build } = database;
  const lookUp = preparedLookUp(database);
  return {
    async findSuppressed(asked, nowMs) {
      const slices = asked.flatMap(({ accountId, addresses }) =>
        inSlices(addresses, lookedUpMax).map((slice) => lookUp({ accountId, nowMs }, slice)),
      );
      const rows = await Promise.all(slices.map((query) => database.read(query)));
      return rows.flat().toSorted((a, b) => a.id - b.id);
    },
    async listSuppressions(filter, { beforeId = Number.MAX_SAFE_INTEGER, afterId, limit, nowMs }) {
      const query = matching(database, filter)
        .select(suppressionFields)
        .where(inForce(nowMs))
        .where('id', '<', beforeId)
        .where('id', '>', afterId ?? 0)
        .orderBy('id', afterId === undefined ? 'desc' : 'asc')
        .limit(limit);
      return database.read(query);
    },
    async countSuppressions(filter, nowMs) {
      const query = matching(database, filter)
        .select(sql<number>`count(*)`.as('count'))
        .where(inForce(nowMs));
      return must((await database.read(query))[0], 'count').count;
    },
    async findSuppression(accountId, id) {
      const query = build
        .selectFrom('mail_suppression')
        .select(suppressionFields)
        .where('id', '=', id)
        .where('account_id', '=', accountId);
      const [row] = await database.read(query);
      return row;
    },
  } satisfies Partial<SuppressionStore>;
}

type LookUp = { readonly accountId: number; readonly nowMs: number };

/**
 * Of addresses of one account. Each mail is looked up right before it leaves, so the query is compiled once for
 * each power of two that there may be of them; the last one fills what is left.
 */
function preparedLookUp(
  database: Database,
): (lookUp: LookUp, addresses: readonly string[]) => Compilable<Row> {
  const prepared = new Map<number, (values: LookUp & Numbered) => Compilable<Row>>();
  return (lookUp, addresses) => {
    const size = 2 ** Math.ceil(Math.log2(addresses.length));
    const fill =
      prepared.get(size) ??
      prepareOne<LookUp & Numbered, Row>((open) => {
        const named = Array.from({ length: size }, (_, place) => open[place] ?? '');
        return database.build
          .selectFrom('mail_suppression')
          .select(suppressionFields)
          .where('account_id', '=', open.accountId)
          .where('address', 'in', named)
          .where(inForce(open.nowMs));
      });
    prepared.set(size, fill);
    const last = addresses.at(-1) ?? '';
    const places = Array.from({ length: size }, (_, n) => [n, addresses[n] ?? last] as const);
    return fill({ ...Object.fromEntries(places), ...lookUp });
  };
}

type Row = FieldRow<'mail_suppression', typeof suppressionFields>;
type Numbered = { readonly [place: number]: string };

function inForce(nowMs: number): Expression<SqlBool> {
  return sql<SqlBool>`(expires_at IS NULL OR expires_at > ${nowMs})`;
}

function matching({ build }: Database, filter: SuppressionFilter) {
  const { accountId, stream, reason, address, begins, createdFromMs, createdBeforeMs } = filter;
  const all = build.selectFrom('mail_suppression').where('account_id', '=', accountId);
  return all
    .$if(stream !== undefined, (query) => query.where('stream', '=', stream ?? ''))
    .$if(reason !== undefined, (query) => query.where('reason', '=', must(reason, 'reason')))
    .$if(address !== undefined, (query) => query.where('address', '=', address ?? ''))
    .$if(begins !== undefined, (query) =>
      query.where(beginsWith('mail_suppression.address', begins ?? '')),
    )
    .$if(createdFromMs !== undefined, (query) =>
      query.where('created_at', '>=', createdFromMs ?? 0),
    )
    .$if(createdBeforeMs !== undefined, (query) =>
      query.where('created_at', '<', createdBeforeMs ?? 0),
    );
}

function isInForce({ expiresAtMs }: Suppression, nowMs: number): boolean {
  return expiresAtMs === null || expiresAtMs > nowMs;
}
