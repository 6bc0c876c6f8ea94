/** Parts that change their operator, or the bind of it, while they wait. */
import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import { writeRouteReason } from '#model/route-reason.ts';
import type { Move } from '#sms/routing/move.ts';
import type { RouteStore } from '#sms/routing/route-store.ts';
import type { Database, WriteStep } from './database.ts';

export function moveParts(database: Database): RouteStore['moveParts'] {
  return async (moves) => {
    const steps = moves.map((move) => stepsOf(database, move));
    const written = (await database.write(steps.flat())) ?? [];
    let at = 0;
    return steps.map((each) => {
      at += each.length;
      // The jobs come last: they have moved if all before them allowed it.
      return (written[at - 1]?.changes ?? 0) > 0;
    });
  };
}

function stepsOf(database: Database, move: Move): readonly WriteStep[] {
  const jobs = moveJobs(database, move);
  if (move.fromOperatorId === move.toOperatorId) return [jobs];
  const added = move.added.length > 0 ? [addJobs(database, move)] : [];
  const dropped = move.dropped.length > 0 ? [dropJobs(database, move)] : [];
  const recipient = [moveRecipient(database, move), noteChoice(database, move)];
  return [...recipient, ...added, ...dropped, jobs];
}

/** Phones do not join parts of two senders: once one was taken, the others stay where it went. */
function moveRecipient({ build }: Database, move: Move) {
  const waiting = build
    .selectFrom('job')
    .select(sql<number>`count(*)`.as('count'))
    .where('id', 'in', move.jobIds)
    .where('lane', '=', move.fromLane);
  return build
    .updateTable('recipient')
    .set({
      operator_id: move.toOperatorId,
      form: move.form,
      parts: move.parts,
      concat_reference: move.concatReference,
    })
    .where('id', '=', move.recipientId)
    .where('operator_id', '=', move.fromOperatorId)
    .where('state', '=', 'accepted')
    .where((row) => row.exists(held(build, move)))
    .where(waiting, '=', move.jobIds.length);
}

function noteChoice({ build }: Database, move: Move) {
  const { atMs, fromOperatorId, reason } = move;
  return build
    .insertInto('route_choice')
    .columns(['recipient_id', 'at', 'left_operator_id', 'operator_id', 'reason'])
    .expression(
      build
        .selectFrom('recipient')
        .select((row) => [
          'id as recipient_id',
          row.val(atMs).as('at'),
          row.val(fromOperatorId).as('left_operator_id'),
          'operator_id',
          row.val(writeRouteReason(reason)).as('reason'),
        ])
        .where('id', '=', move.recipientId)
        .where('operator_id', '=', move.toOperatorId),
    )
    .onConflict((standing) => standing.doNothing());
}

function number(value: number) {
  return sql<number>`cast(${value} as bigint)`;
}

/** Beside one that moves: it is the same work, in more parts. */
function addJobs({ build }: Database, move: Move) {
  const [first, ...others] = move.added.map(({ id, subject }) =>
    build
      .selectFrom('job')
      .select([
        number(id).as('id'),
        sql<string>`cast(${move.toLane} as text)`.as('lane'),
        number(move.dueAtMs).as('due_at'),
        number(0).as('attempt'),
        'order_key',
        'expires_at',
        number(subject).as('subject'),
      ])
      .where('id', '=', Math.min(...move.jobIds))
      .where('lane', '=', move.fromLane)
      .where((row) => row.exists(moved(build, move)))
      .where((row) => row.exists(held(build, move))),
  );
  const beside = others.reduce((all, each) => all.unionAll(each), must(first, 'job to add'));
  return build
    .insertInto('job')
    .columns(['id', 'lane', 'due_at', 'attempt', 'order_key', 'expires_at', 'subject'])
    .expression(beside);
}

function dropJobs({ build }: Database, move: Move) {
  return build
    .deleteFrom('job')
    .where('id', 'in', move.dropped)
    .where('lane', '=', move.fromLane)
    .where((row) => row.exists(moved(build, move)))
    .where((row) => row.exists(held(build, move)));
}

/** Whether the recipient is the other operator's by now. */
function moved(build: Database['build'], move: Move) {
  return build
    .selectFrom('recipient')
    .select('recipient.id')
    .where('recipient.id', '=', move.recipientId)
    .where('recipient.operator_id', '=', move.toOperatorId);
}

function moveJobs({ build }: Database, move: Move) {
  return build
    .updateTable('job')
    .set({ lane: move.toLane, due_at: move.dueAtMs, attempt: 0 })
    .where('id', 'in', move.jobIds)
    .where('lane', '=', move.fromLane)
    .where((row) => row.exists(moved(build, move)))
    .where((row) => row.exists(held(build, move)));
}

/** Whether the lane is still the caller's. */
function held(build: Database['build'], { lease: { name, epoch } }: Move) {
  return build
    .selectFrom('lease')
    .select('lease.name')
    .where('lease.name', '=', name)
    .where('lease.epoch', '=', epoch);
}
