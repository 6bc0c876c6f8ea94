/**
 * Clients hear of what administrators change of their suppression lists, and of entries whose time is over.
 * Commands have no stream of events: they leave a row, which is told by the leader, which looks for such rows.
 */
import type { Clock } from '#core/clock.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import type { MailEventMaker } from '../mail-event-maker.ts';
import type { MailRecorder } from '../mail-recorder.ts';
import type { SuppressionChange } from './suppression.ts';
import type { SuppressionStore } from './suppression-store.ts';

export type SuppressionNotifierPorts = {
  readonly store: Pick<SuppressionStore, 'noteEnds' | 'untoldChanges'>;
  readonly recorder: Pick<MailRecorder, 'putEventsOfChanges'>;
  readonly events: Pick<MailEventMaker, 'suppressionEvent'>;
  readonly clock: Clock;
};

const lookedAtMs = 2_000;
/** An entry whose time is over is told so much later at the most: to look for it writes. */
const endsNotedEveryMs = 30_000;
/** Of one commit, each with its row, its event and a delivery for each endpoint that takes it. */
const changesMax = 100;

export function suppressionNotifier(ports: SuppressionNotifierPorts): LeaderJob {
  const { store, clock } = ports;
  let endsAtMs = clock.monotonicMs();
  return {
    name: 'telling of suppressions',
    everyMs: lookedAtMs,
    async work(signal) {
      if (clock.monotonicMs() >= endsAtMs) {
        if ((await store.noteEnds(clock.nowMs(), changesMax)) < changesMax)
          endsAtMs = clock.monotonicMs() + endsNotedEveryMs;
      }
      while (!signal.aborted && (await notifyChanges(ports)) === changesMax);
    },
  };
}

/** How many were told: none, where another process has become the leader and told them. */
async function notifyChanges(ports: SuppressionNotifierPorts): Promise<number> {
  const { store, recorder } = ports;
  const changes = await store.untoldChanges(changesMax);
  if (changes.length === 0) return 0;
  const told = await Promise.all(changes.map((change) => eventOf(change, ports)));
  return (await recorder.putEventsOfChanges(told)) ? told.length : 0;
}

async function eventOf(
  { id, ...change }: SuppressionChange,
  { events }: Pick<SuppressionNotifierPorts, 'events'>,
) {
  return { id, events: [await events.suppressionEvent(change)] };
}
