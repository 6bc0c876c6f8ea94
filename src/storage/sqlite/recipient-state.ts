/** How a recipient moves on. A final state never changes, and the same report twice is one. */
import type { DatabaseSync } from 'node:sqlite';

type StateRow = { readonly delivered_parts: number; readonly refused_parts: number };

type Change = {
  readonly atMs: number;
  /** As the column has them. */
  readonly eventIds: string;
};

export type RecipientStates = {
  /** Each answers whether the recipient's state changed. */
  wait(recipientId: number, change: Change): boolean;
  deliver(
    recipientId: number,
    of: { readonly part: number; readonly parts: number },
    change: Change,
  ): boolean;
  fail(recipientId: number, reason: string, change: Change): boolean;
  /** Notes that a part will never be sent; answers whether now none of them was or will be. */
  refuse(recipientId: number, part: number, parts: number): boolean;
};

export function recipientStates(db: DatabaseSync): RecipientStates {
  const wait = db.prepare(`
    UPDATE recipient SET state = 'waiting', changed_at = ?, event_ids = event_ids || ?
    WHERE id = ? AND state = 'accepted'`);
  const finish = db.prepare(`
    UPDATE recipient SET state = ?, reason = ?, changed_at = ?, event_ids = event_ids || ?
    WHERE id = ? AND state IN ('accepted', 'waiting')`);
  const deliverPart = db.prepare(`
    UPDATE recipient SET delivered_parts = delivered_parts | ? WHERE id = ?
    RETURNING delivered_parts, refused_parts`);
  const refusePart = db.prepare(`
    UPDATE recipient SET refused_parts = refused_parts | ? WHERE id = ?
    RETURNING delivered_parts, refused_parts`);
  return {
    wait: (recipientId, { atMs, eventIds }) => wait.run(atMs, eventIds, recipientId).changes > 0,
    deliver(recipientId, { part, parts }, { atMs, eventIds }) {
      if (parts > 1) {
        const row = deliverPart.get(bit(part), recipientId) as StateRow | undefined;
        if (row?.delivered_parts !== all(parts)) return false;
      }
      return finish.run('delivered', '', atMs, eventIds, recipientId).changes > 0;
    },
    fail: (recipientId, reason, { atMs, eventIds }) =>
      finish.run('not delivered', reason, atMs, eventIds, recipientId).changes > 0,
    refuse(recipientId, part, parts) {
      const row = refusePart.get(bit(part), recipientId) as StateRow | undefined;
      return row !== undefined && row.refused_parts === all(parts);
    },
  };
}

/** Part 1 is the lowest bit. */
function bit(part: number): number {
  return 1 << (part - 1);
}

function all(parts: number): number {
  return (1 << parts) - 1;
}
