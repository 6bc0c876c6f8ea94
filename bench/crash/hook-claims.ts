/** What must hold of webhooks when all have arrived: what was noted of those that came against the events that are stored. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Claim } from './claims.ts';
import type { HookNotes } from './hook-notes.ts';

/** Requests of the endpoint that may be under way, and results that may not be stored yet. */
const repeatedMax = 64 + 256;

type StoredEvent = {
  readonly id: number;
  readonly orderKey: string;
  readonly body: string;
  /** Overtaken by a later word, and so never sent. */
  readonly superseded: boolean;
};

export function judgeHooks(folder: string, notes: HookNotes): readonly Claim[] {
  const events = readEvents(folder);
  return [
    eachArrives(events, notes),
    bytesAreEqual(events, notes),
    orderHolds(events, notes),
    repeatsAreBounded(notes),
    {
      holds: notes.wrongSignatures === 0,
      sentence: `${notes.wrongSignatures} signatures did not verify`,
    },
  ];
}

function eachArrives(events: readonly StoredEvent[], { received }: HookNotes): Claim {
  const missing = events.filter((event) => !event.superseded && !received.has(nameOf(event)));
  const superseded = events.filter((event) => event.superseded).length;
  const sentence = `${events.length} events were stored, ${missing.length} of them never came, ${superseded} were overtaken`;
  return { holds: missing.length === 0 && events.length > 0, sentence };
}

function bytesAreEqual(events: readonly StoredEvent[], notes: HookNotes): Claim {
  const { received, changedBodies } = notes;
  const bodies = new Map(events.map((event) => [nameOf(event), event.body]));
  const others = [...received].filter(([id, { body }]) => bodies.get(id) !== body).length;
  const sentence = `${received.size} webhooks came, ${others} with other bytes than were stored, ${changedBodies} copies with other bytes than the first`;
  return { holds: others + changedBodies === 0, sentence };
}

/** First copies of one key come in the order of their events. */
function orderHolds(events: readonly StoredEvent[], { received }: HookNotes): Claim {
  const last = new Map<string, number>();
  let keys = 0;
  let swapped = 0;
  for (const event of events) {
    const place = received.get(nameOf(event))?.copies[0]?.place;
    if (place === undefined) continue;
    const before = last.get(event.orderKey);
    if (before !== undefined) keys += 1;
    if (before !== undefined && before > place) swapped += 1;
    last.set(event.orderKey, Math.max(before ?? 0, place));
  }
  const sentence = `${keys} events followed another of their key, ${swapped} of them came before it`;
  return { holds: swapped === 0, sentence };
}

function repeatsAreBounded({ received, life }: HookNotes): Claim {
  const perLife = new Map<number, number>();
  for (const { copies } of received.values()) {
    for (const copy of copies.slice(1)) perLife.set(copy.life, (perLife.get(copy.life) ?? 0) + 1);
  }
  const most = Math.max(0, ...perLife.values());
  const all = [...perLife.values()].reduce((sum, each) => sum + each, 0);
  const sentence = `${all} copies more than one over ${life} kills, ${most} after one kill at the most (${repeatedMax} may be)`;
  return { holds: most <= repeatedMax && (perLife.get(0) ?? 0) === 0, sentence };
}

function readEvents(folder: string): readonly StoredEvent[] {
  using db = new DatabaseSync(path.join(folder, 'data', 'parley.db'), { readOnly: true });
  const rows = db
    .prepare(`
      SELECT id, order_key AS orderKey, CAST(body AS TEXT) AS body, EXISTS (
        SELECT 1 FROM webhook_attempt AS attempt
        WHERE attempt.event_id = webhook_event.id AND attempt.outcome = 'superseded') AS superseded
      FROM webhook_event ORDER BY id`)
    .all() as (Omit<StoredEvent, 'superseded'> & { readonly superseded: number })[];
  return rows.map((row) => ({ ...row, superseded: row.superseded === 1 }));
}

function nameOf({ id }: StoredEvent): string {
  return `msg_${id}`;
}
