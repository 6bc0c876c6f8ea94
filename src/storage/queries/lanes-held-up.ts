/**
 * Lanes that do not move for a reason that is not ours: somebody has stopped them, or their receiver is
 * away, refuses, or has asked for time.
 */
import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import { bindSeenWithinMs } from '#model/bind-life.ts';
import type { Database } from './database.ts';

/** Keys of one query: of two lengths, so that a backend has two texts of it to keep ready. */
const pages = { few: 16, many: 500 };
/** What rests until then has been tried again by now, unless we are behind. */
const graceMs = 60_000;

type Lanes = readonly string[];

/** Of these lanes of an engine. Costs a few reads along keys for each 500 of them. */
export async function lanesHeldUp(
  database: Database,
  engine: string,
  lanes: Lanes,
): Promise<ReadonlySet<string>> {
  if (lanes.length === 0) return new Set();
  const [name = ''] = engine.split('/');
  switch (name) {
    case 'sms':
      return heldUpParts(database, lanes);
    case 'mail':
      return heldUpMails(database, lanes);
    case 'webhook':
      return heldUpWebhooks(database, lanes);
    case 'customer':
      return heldUpDeliveries(database, lanes);
    default:
      return new Set();
  }
}

/** `sms/3/0:normal/17`: its operator is paused, or the lane. */
async function heldUpParts(database: Database, lanes: Lanes): Promise<ReadonlySet<string>> {
  const rows = await database.read(
    database.build.selectFrom('operator').select('id').where('state', '=', 'paused'),
  );
  const paused = new Set(rows.map(({ id }) => String(id)));
  const ofPaused = lanes.filter((lane) => paused.has(lane.split('/')[1] ?? ''));
  return new Set([...ofPaused, ...(await stoppedLanes(database, lanes))]);
}

/** `mail/direct/google:normal/17`: held by order, asked to be slow, or without a server that answers. */
async function heldUpMails(database: Database, lanes: Lanes): Promise<ReadonlySet<string>> {
  const { build } = database;
  const owners = [...new Set(lanes.map(ownerOf))];
  const held = await database.read(
    build.selectFrom('mail_lane_order').select('owner').where('held', '=', 1),
  );
  const shaped = await inPages(owners, (page) =>
    database.read(
      build
        .selectFrom('mail_shaping')
        .select(['owner', 'memory', 'cool_until', sql<number>`now_ms()`.as('nowMs')])
        .where('owner', 'in', page),
    ),
  );
  const resting = shaped.filter(({ memory, cool_until: coolUntilMs, nowMs }) =>
    [coolUntilMs, ...brokenUntil(memory)].some((untilMs) => untilMs > nowMs - graceMs),
  );
  const found = new Set([...held, ...resting].map(({ owner }) => owner));
  return new Set(lanes.filter((lane) => found.has(ownerOf(lane))));
}

/** Of servers that cannot be reached, as mail/delivery/site-standing.ts writes them. */
function brokenUntil(memory: string): readonly number[] {
  const servers = JSON.parse(memory) as unknown;
  return Array.isArray(servers)
    ? (servers as readonly { readonly untilMs?: number }[]).map(({ untilMs = 0 }) => untilMs)
    : [];
}

/** `webhook/12`: the endpoint is paused or disabled, or its breaker is open. */
async function heldUpWebhooks(database: Database, lanes: Lanes): Promise<ReadonlySet<string>> {
  const { build } = database;
  const resting = await inPages(lanes, (page) =>
    database.read(
      build
        .selectFrom('lane_state')
        .select('lane')
        .where('lane', 'in', page)
        .where(sql<boolean>`open_until > now_ms() - ${sql.lit(graceMs)}`),
    ),
  );
  const inactive = await inPages(lanes.map(numberOf), (page) =>
    database.read(
      build
        .selectFrom('webhook_endpoint')
        .select('id')
        .where('id', 'in', page)
        .where('state', '!=', 'active'),
    ),
  );
  return new Set([
    ...resting.map(({ lane }) => lane),
    ...inactive.map(({ id }) => `webhook/${id}`),
  ]);
}

/** `customer/12`: the lane is stopped, the user is not bound to receive, or has just refused. */
async function heldUpDeliveries(database: Database, lanes: Lanes): Promise<ReadonlySet<string>> {
  const { build } = database;
  const bound = await inPages(lanes.map(numberOf), (page) =>
    database.read(
      build
        .selectFrom('smpp_bind')
        .select('user_id')
        .distinct()
        .where('user_id', 'in', page)
        .where('mode', '!=', 'tx')
        .where(sql<boolean>`seen_at > now_ms() - ${sql.lit(bindSeenWithinMs)}`),
    ),
  );
  const refusing = await inPages(lanes, (page) =>
    database.read(
      build
        .selectFrom('job')
        .select('lane')
        .distinct()
        .where('lane', 'in', page)
        // Written out: it is the condition of the index.
        .where(sql<boolean>`attempt > 0 AND due_at > now_ms() - ${sql.lit(graceMs)}`),
    ),
  );
  const isBound = new Set(bound.map(({ user_id: userId }) => userId));
  const stopped = await stoppedLanes(database, lanes);
  const away = lanes.filter((lane) => !isBound.has(numberOf(lane)));
  return new Set([...stopped, ...away, ...refusing.map(({ lane }) => lane)]);
}

async function stoppedLanes(database: Database, lanes: Lanes): Promise<Lanes> {
  const rows = await inPages(lanes, (page) =>
    database.read(database.build.selectFrom('lane_pause').select('lane').where('lane', 'in', page)),
  );
  return rows.map(({ lane }) => lane);
}

async function inPages<Key, Row>(
  keys: readonly Key[],
  read: (page: readonly Key[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  const length = keys.length > pages.few ? pages.many : pages.few;
  for (let at = 0; at < keys.length; at += length) {
    // A key that is named twice finds its row once.
    const keyAt = (place: number): Key => must(keys[at + place] ?? keys[at], 'key of a page');
    found.push(...(await read(Array.from({ length }, (_, place) => keyAt(place)))));
  }
  return found;
}

function ownerOf(lane: string): string {
  return lane.split(':')[0] ?? lane;
}

function numberOf(lane: string): number {
  return Number(lane.split('/')[1]);
}
