/** Events of a time, and how many there are. Ids grow with time within a stream alone, so each stream has a span of its own. */
import { eventIdOf, streamOf } from '#model/event-ids.ts';
import type { EventTime } from '#webhooks/management/endpoint-store.ts';
import type { Database } from './database.ts';
import { type IdSpan, idSpan, type Within } from './id-span.ts';

const everything = { first: 0, last: Number.MAX_SAFE_INTEGER };

/** The spans stand in the order in which events are listed: the highest ids first. */
export async function eventTime(
  database: Database,
  accountId: number,
  within: Within,
): Promise<EventTime> {
  if (within.fromMs === undefined && within.untilMs === undefined) return { spans: [everything] };
  const spans: IdSpan[] = [];
  for (const ids of await streamsOf(database, accountId)) {
    const rows = { table: 'webhook_event', at: 'created_at', accountId, ids } as const;
    spans.push(await idSpan(database, rows, { ...within, last: ids.last }));
  }
  return { ...within, spans };
}

/** Those that hold events of the account: a look-up each. */
async function streamsOf(database: Database, accountId: number): Promise<readonly IdSpan[]> {
  const streams: IdSpan[] = [];
  for (let before: number = Number.MAX_SAFE_INTEGER; ; ) {
    const newest = database.build
      .selectFrom('webhook_event')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(1);
    const [row] = await database.read(newest);
    if (row === undefined) return streams;
    before = eventIdOf(streamOf(row.id), 0);
    streams.push({ first: before, last: row.id });
  }
}

/** Of the newest `max` of a time, how many are of each kind. */
export async function countKinds(
  database: Database,
  accountId: number,
  max: number,
  time: EventTime,
): Promise<ReadonlyMap<string, number>> {
  const kinds = new Map<string, number>();
  let left = max;
  for (const span of time.spans) {
    const seen = newestIn(database, { accountId, span, time, max: left }).select('kind');
    const counted = database.build
      .selectFrom(seen.as('seen'))
      .select(['kind', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('kind');
    for (const { kind, count } of await database.read(counted)) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + count);
      left -= count;
    }
    if (left <= 0) break;
  }
  return kinds;
}

type Newest = {
  readonly accountId: number;
  readonly span: IdSpan;
  readonly time: EventTime;
  readonly max: number;
};

/** The newest `max` events of a span. */
export function newestIn({ build }: Database, { accountId, span, time, max }: Newest) {
  return build
    .selectFrom('webhook_event')
    .where('account_id', '=', accountId)
    .where('id', '>=', span.first)
    .where('id', '<=', span.last)
    .where('created_at', '>=', time.fromMs ?? 0)
    .where('created_at', '<', time.untilMs ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(max);
}
