/**
 * Settling mails that a server took, by queries that are compiled once: nearly all settlements are that, and
 * compiling takes ten times as long as filling in.
 */

import type { Compilable } from 'kysely';
import type { MailAttempt, MailSettlement } from '#mail/delivery/delivery-store.ts';
import { isTaken, type takenStates, waitingStates } from '#model/mail-state.ts';
import { jobsOwed } from '../job-rows.ts';
import type { Database, WriteStep } from './database.ts';
import { insertAttempt } from './mail-attempts.ts';
import { drawStamp, noteFact, StateChange } from './mail-facts.ts';
import {
  type EventValues,
  eventValues,
  type JobValues,
  jobValues,
  putEventWhere,
  putJobWhere,
} from './owed-events.ts';
import { prepare } from './prepared.ts';
import { fenceSteps } from './stream-fence.ts';

type Taken = (typeof takenStates)[number];

/** What tells one change of state from all others. */
type Change = {
  readonly changedMail: number;
  readonly changedAtMs: number;
  readonly stamp: number;
};

/** The steps of `settle` in mail-delivery.ts for a mail that was taken; undefined for any other. */
export function sentSettler(
  database: Database,
): (settlement: MailSettlement) => readonly WriteStep[] | undefined {
  const beginAs = (kind: Taken) =>
    prepare<Change>((open) => {
      const { step, happened } = changeOf(database, open, kind);
      return [step, noteFact(database, saidOf(open, kind), happened)];
    });
  const begin = { sent: beginAs('sent'), caught: beginAs('caught') };
  const putEvent = prepare<Change & EventValues>((open) => [
    putEventWhere(database, open, changeOf(database, open).happened),
  ]);
  const putJob = prepare<Change & JobValues>((open) => [
    putJobWhere(database, open, changeOf(database, open).happened),
  ]);
  const finish = prepare<MailAttempt & { readonly endedJob: number }>((open) => [
    insertAttempt(database, open),
    database.build.deleteFrom('job').where('id', '=', open.endedJob),
  ]);
  return ({ job, atMs, attempt, fact, retry, refund, suppress, events }) => {
    const isPlain = !refund && suppress === undefined && retry === undefined;
    const kind = fact?.kind;
    if (!isTaken(kind) || attempt === undefined || !isPlain) return undefined;
    const change = { changedMail: job.subject, changedAtMs: atMs, stamp: drawStamp() };
    const owed = events.flatMap((event) => [
      ...putEvent({ ...change, ...eventValues(event) }),
      ...jobsOwed(event).flatMap((each) => putJob({ ...change, ...jobValues(each) })),
    ]);
    const ended = finish({ ...attempt, endedJob: job.id });
    return [
      ...steps(begin[kind](change)),
      ...fenceSteps(database, events),
      ...steps([...owed, ...ended]),
    ];
  };
}

function steps(queries: readonly Compilable[]): readonly WriteStep[] {
  return queries.map((query) => query);
}

function saidOf({ changedMail, changedAtMs }: Change, kind: Taken) {
  return { mailId: changedMail, atMs: changedAtMs, kind, detail: null } as const;
}

/** That it was taken is noted whatever has become of the job, because it happened. */
function changeOf(database: Database, open: Change, kind: Taken = 'sent'): StateChange {
  const from = [...waitingStates, 'cancelled', 'failed'] as const;
  return new StateChange(database, { ...saidOf(open, kind), from, stamp: open.stamp });
}
